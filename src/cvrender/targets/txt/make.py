"""Make the text file."""

from cvrender.model.superscripts import with_raised_characters
from cvrender.targets.base import Artifact, TargetInputs, TargetOutput
from cvrender.targets.txt.write import render


def make(inputs: TargetInputs) -> TargetOutput:
    """Make plain text, as wide as the style says."""
    width = str(inputs.style.values["width"])
    source = render(with_raised_characters(inputs.document), 0 if width == "none" else int(width))
    return TargetOutput([Artifact(f"{inputs.stem}.txt", source.encode())])
