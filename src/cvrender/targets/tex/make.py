"""Make the .tex file and the files next to it."""

from cvrender.model.document import Document
from cvrender.model.style import Style
from cvrender.targets.base import Artifact, TargetInputs, TargetOutput
from cvrender.targets.tex.prepare import source_in
from cvrender.targets.tex.write import render, templates_alone


def make(inputs: TargetInputs) -> TargetOutput:
    """Make the LaTeX source with its fonts and photo."""
    tex = source_in(inputs)
    companions = [Artifact(name, content) for name, content in tex.companions.items()]
    artifacts = [Artifact(f"{inputs.stem}.tex", tex.source.encode()), *companions]
    return TargetOutput(artifacts, source=tex.marked, readable=tex.marked.encode())


def draft(document: Document, style: Style) -> str:
    """Return the LaTeX of a document, with the templates of its style but without packages and fonts."""
    return render(document, style, before=templates_alone(style))
