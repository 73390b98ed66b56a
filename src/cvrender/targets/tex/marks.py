"""Mark the text of a document in its .tex source, so that it can be read back whatever macros a style uses.

The marks are private-use characters, which profiles may not contain. They are removed from the final file.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

_OPEN, _CLOSE = "\ue000", "\ue001"
_OPEN_IMPLIED, _CLOSE_IMPLIED = "\ue002", "\ue003"
_IMPLIED = re.compile(f"{_OPEN_IMPLIED}[^{_CLOSE_IMPLIED}]*{_CLOSE_IMPLIED}")
_MARKS = re.compile(f"[{_OPEN}{_CLOSE}]")
_WRITTEN = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}")
_LEAF = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}|{_OPEN_IMPLIED}([^{_CLOSE_IMPLIED}]*){_CLOSE_IMPLIED}")


@dataclass(frozen=True, slots=True)
class MarkedLeaf:
    """A text in the source: its LaTeX, and the line where it begins, counting from 0."""

    latex: str
    line: int


def mark(latex: str) -> str:
    """Mark LaTeX as text of the document."""
    return f"{_OPEN}{latex}{_CLOSE}" if latex else ""


def mark_implied(latex: str) -> str:
    """Mark text that is not written because a class prints it, such as the comma between two arguments."""
    return f"{_OPEN_IMPLIED}{latex}{_CLOSE_IMPLIED}"


def unmark(source: str) -> str:
    """Remove all marks."""
    return _MARKS.sub("", _IMPLIED.sub("", source))


def replace_leaves(source: str, change: Callable[[str], str]) -> str:
    """Return a marked source with the LaTeX of each text changed."""
    return _WRITTEN.sub(lambda match: f"{_OPEN}{change(match[1])}{_CLOSE}", source)


def is_marked(source: str) -> bool:
    """Return whether the source has marks."""
    return _OPEN in source


def leaves(source: str) -> list[MarkedLeaf]:
    """Return the texts in a marked source, in order."""
    found, line, position = [], 0, 0
    for match in _LEAF.finditer(source):
        line += source.count("\n", position, match.start())
        position = match.start()
        found.append(MarkedLeaf(match[1] or match[2] or "", line))
    return found
