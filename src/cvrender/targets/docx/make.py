"""Make the Word document."""

from cvrender.targets.base import Artifact, TargetInputs, TargetOutput
from cvrender.targets.docx.build import docx
from cvrender.targets.docx.layout import layout_of
from cvrender.targets.docx.reference import reference
from cvrender.targets.docx.write import render


def make(inputs: TargetInputs) -> TargetOutput:
    """Make a Word document with pandoc. Raises ToolError if pandoc fails."""
    document = inputs.document
    layout = layout_of(inputs.style).widened(document.dates)
    parts = reference(inputs.style, document.head, document.foot, bool(document.notes), layout)
    content = docx(render(document, layout), parts, document.properties, inputs.sandbox, inputs.attachments)
    return TargetOutput([Artifact(f"{inputs.stem}.docx", content)])
