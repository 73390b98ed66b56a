"""Make the Word document."""

from cvrender.targets.base import Artifact, TargetInputs, TargetOutput
from cvrender.targets.docx.build import docx
from cvrender.targets.docx.layout import layout_of
from cvrender.targets.docx.reference import reference
from cvrender.targets.docx.write import render


def make(inputs: TargetInputs) -> TargetOutput:
    """Make a Word document with pandoc, in the settings of a balanced PDF if there is one. Raises ToolError if pandoc fails."""
    document, style = inputs.document, inputs.pages.style if inputs.pages else inputs.style
    layout = layout_of(style).widened(document.dates)
    parts = reference(style, document.head, document.foot, bool(document.notes), layout)
    content = docx(render(document, layout), parts, document.properties, inputs.sandbox, inputs.attachments)
    return TargetOutput([Artifact(f"{inputs.stem}.docx", content)])
