"""Make the Markdown file."""

from cvrender.targets.base import Artifact, Made, TargetInputs
from cvrender.targets.md.write import render


def make(inputs: TargetInputs) -> Made:
    """Make GitHub Markdown, and the photo next to it."""
    source = render(inputs.document, inputs.style, inputs.companion_stem)
    return Made([Artifact(f"{inputs.stem}.md", source.encode()), *inputs.photo])
