"""Make the HTML file."""

from cvrender.targets.base import Artifact, Made, TargetInputs
from cvrender.targets.html.write import render


def make(inputs: TargetInputs) -> Made:
    """Make one HTML file with its stylesheet and photo inside."""
    return Made([Artifact(f"{inputs.stem}.html", render(inputs.document, inputs.style).encode())])
