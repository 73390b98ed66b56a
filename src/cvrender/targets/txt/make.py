"""Make the text file."""

from cvrender.targets.base import Artifact, TargetInputs, TargetOutput
from cvrender.targets.txt.write import render


def make(inputs: TargetInputs) -> TargetOutput:
    """Make plain text, 80 columns wide."""
    return TargetOutput([Artifact(f"{inputs.stem}.txt", render(inputs.document).encode())])
