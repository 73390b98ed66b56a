"""Make the HTML file."""

from cvrender.targets.base import Artifact, TargetInputs, TargetOutput
from cvrender.targets.html.faces import faces
from cvrender.targets.html.write import render


def make(inputs: TargetInputs) -> TargetOutput:
    """Make one HTML file that includes its stylesheet, fonts and pictures."""
    document, style = inputs.document, inputs.style
    page = render(document, style, inputs.attachments, faces(document, style))
    return TargetOutput([Artifact(f"{inputs.stem}.html", page.encode())])
