"""Make the Word document."""

from cvrender.model.running import Placeholder
from cvrender.targets.base import Artifact, TargetInputs, TargetOutput
from cvrender.targets.docx.build import docx
from cvrender.targets.docx.layout import layout_of
from cvrender.targets.docx.reference import reference
from cvrender.targets.docx.write import render


def make(inputs: TargetInputs) -> TargetOutput:
    """Make a Word document with pandoc. Raises ToolError if pandoc fails."""
    document, foot = inputs.document, inputs.document.foot
    if foot == (Placeholder.PAGE,) and not document.head:  # a printed page alone says whose it is
        foot = (f"{document.properties.author} · ", *foot)
    parts = reference(inputs.style, document.head, foot)
    content = docx(render(document, layout_of(inputs.style)), parts, document.properties, inputs.sandbox)
    return TargetOutput([Artifact(f"{inputs.stem}.docx", content)])
