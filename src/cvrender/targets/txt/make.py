"""Make the text file."""

from cvrender.targets.base import Artifact, TargetInputs, TargetOutput
from cvrender.targets.txt.write import render


def make(inputs: TargetInputs) -> TargetOutput:
    """Make plain text, as wide as the style says."""
    width = str(inputs.style.values["width"])
    return TargetOutput([Artifact(f"{inputs.stem}.txt", render(inputs.document, 0 if width == "none" else int(width)).encode())])
