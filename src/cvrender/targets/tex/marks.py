"""Mark what is text in a .tex file while it is written, so that it can be read back whatever macros a style has.

The marks are private-use characters, which no profile may hold. They are taken out of the file that is kept.
"""

import re
from dataclasses import dataclass

_OPEN, _CLOSE = "\ue000", "\ue001"
_OPEN_SAID, _CLOSE_SAID = "\ue002", "\ue003"
_SAID = re.compile(f"{_OPEN_SAID}[^{_CLOSE_SAID}]*{_CLOSE_SAID}")
_MARKS = re.compile(f"[{_OPEN}{_CLOSE}]")
_LEAF = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}|{_OPEN_SAID}([^{_CLOSE_SAID}]*){_CLOSE_SAID}")


@dataclass(frozen=True, slots=True)
class MarkedLeaf:
    """A piece of text as it stands in the source: its LaTeX, and the line where it begins, counted from 0."""

    latex: str
    line: int


def mark(latex: str) -> str:
    """LaTeX that sets a text of the document."""
    return f"{_OPEN}{latex}{_CLOSE}" if latex else ""


def said(latex: str) -> str:
    """LaTeX that is not written, because a class sets it by itself, such as the comma between two arguments."""
    return f"{_OPEN_SAID}{latex}{_CLOSE_SAID}"


def unmark(source: str) -> str:
    """The source without marks."""
    return _MARKS.sub("", _SAID.sub("", source))


def is_marked(source: str) -> bool:
    """True for a source that still has its marks."""
    return _OPEN in source


def leaves(source: str) -> list[MarkedLeaf]:
    """The pieces of text in a marked source, in their order."""
    found, line, place = [], 0, 0
    for match in _LEAF.finditer(source):
        line += source.count("\n", place, match.start())
        place = match.start()
        found.append(MarkedLeaf(match[1] or match[2] or "", line))
    return found
