"""Make the Markdown file."""

from cvrender.model.document import Document
from cvrender.model.prose_blocks import Logo
from cvrender.model.repeated_links import without_repeated_links
from cvrender.model.style import Style
from cvrender.targets.base import Artifact, TargetInputs, TargetOutput
from cvrender.targets.comparison.origin import with_origin
from cvrender.targets.md.read import read
from cvrender.targets.md.write import render


def make(inputs: TargetInputs) -> TargetOutput:
    """Make GitHub Markdown, and the pictures next to it."""
    source = render(without_repeated_links(inputs.document), inputs.style, inputs.companion_stem)
    if inputs.origin:
        source = with_origin(source, inputs.origin, read(source.encode()).lines)
    files = {f"{inputs.stem}.md": source.encode()}
    if photo := inputs.document.header.photo:
        files[photo.file_name(inputs.companion_stem)] = photo.content
    for figure in (figure for figure in inputs.document.figures if not isinstance(figure, Logo)):
        files[figure.file_name(inputs.companion_stem)] = figure.picture.content
    return TargetOutput([Artifact(name, content) for name, content in files.items()])


def draft(document: Document, style: Style) -> str:
    """Return the Markdown of a document, with all its links."""
    return render(document, style)
