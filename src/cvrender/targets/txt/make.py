"""Make the text file."""

from cvrender.targets.base import Artifact, Made, TargetInputs
from cvrender.targets.txt.write import render


def make(inputs: TargetInputs) -> Made:
    """Make plain text, 80 columns wide."""
    return Made([Artifact(f"{inputs.stem}.txt", render(inputs.document).encode())])
