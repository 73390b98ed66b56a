"""Make the Word document."""

from cvrender.targets.base import Artifact, TargetInputs, TargetOutput
from cvrender.targets.docx.build import docx
from cvrender.targets.docx.layout import layout_of
from cvrender.targets.docx.reference import reference
from cvrender.targets.docx.write import render


def make(inputs: TargetInputs) -> TargetOutput:
    """Make a Word document with pandoc. Raises ToolError if pandoc fails."""
    template = reference(inputs.style)
    content = docx(
        render(inputs.document, layout_of(inputs.style)), template, inputs.document.properties.modified, inputs.sandbox
    )
    return TargetOutput([Artifact(f"{inputs.stem}.docx", content)])
