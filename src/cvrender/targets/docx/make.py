"""Make the Word document."""

from cvrender.targets.base import Artifact, Made, TargetInputs
from cvrender.targets.docx.build import docx
from cvrender.targets.docx.reference import reference
from cvrender.targets.docx.write import render


def make(inputs: TargetInputs) -> Made:
    """Make a Word document with pandoc. Raises ToolError when pandoc fails."""
    template = reference(inputs.style)
    content = docx(render(inputs.document, inputs.style.look), template, inputs.document.properties.modified, inputs.sandbox)
    return Made([Artifact(f"{inputs.stem}.docx", content)])
