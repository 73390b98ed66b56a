"""Make the HTML file."""

from cvrender.targets.base import Artifact, TargetInputs, TargetOutput
from cvrender.targets.html.write import render


def make(inputs: TargetInputs) -> TargetOutput:
    """Make one HTML file that includes its stylesheet and photo."""
    return TargetOutput([Artifact(f"{inputs.stem}.html", render(inputs.document, inputs.style, inputs.attachments).encode())])
