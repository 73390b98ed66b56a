"""Apply changes to a text."""

from collections.abc import Iterable

from cvrender.load.yaml_edit import Edit


def changed(text: str, edits: Iterable[Edit]) -> str:
    """Return a text with all edits made; they do not overlap."""
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end), reverse=True):
        text = text[: edit.start] + edit.new + text[edit.end :]
    return text
