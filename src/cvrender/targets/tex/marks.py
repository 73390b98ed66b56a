"""Mark what is text in a .tex file while it is written, so that it can be read back whatever macros a style has.

The marks are private-use characters, which no profile may hold. They are taken out of the file that is kept; for typesetting, they
become the macro \\cvmark, which leaves a mark point in the PDF (`targets/pdf/tagging`).
"""

import re
from dataclasses import dataclass

_OPEN, _TEXT, _CLOSE = "\ue000", "\ue004", "\ue001"  # between the first two stands the text's number
_OPEN_SAID, _CLOSE_SAID = "\ue002", "\ue003"
_FORMULA, _END_FORMULA = "\ue005", "\ue006"
_SAID = re.compile(f"{_OPEN_SAID}[^{_CLOSE_SAID}]*{_CLOSE_SAID}")
_OPENING = re.compile(f"{_OPEN}([0-9]*){_TEXT}")
_OTHERS = re.compile(f"[{_CLOSE}{_FORMULA}{_END_FORMULA}]")
_LEAF = re.compile(f"{_OPEN}[0-9]*{_TEXT}([^{_CLOSE}]*){_CLOSE}|{_OPEN_SAID}([^{_CLOSE_SAID}]*){_CLOSE_SAID}")
_POINTS = {_CLOSE: "", _FORMULA: r"\cvmark{F}", _END_FORMULA: r"\cvmark{E}"}


@dataclass(frozen=True, slots=True)
class MarkedLeaf:
    """A piece of text as it stands in the source: its LaTeX, and the line where it begins, counted from 0."""

    latex: str
    line: int


def mark(latex: str, number: int = 0) -> str:
    """LaTeX that sets a text of the document; `number` says which one."""
    return f"{_OPEN}{number or ''}{_TEXT}{latex}{_CLOSE}" if latex else ""


def formula(latex: str) -> str:
    """LaTeX that sets a formula within a text."""
    return f"{_FORMULA}{latex}{_END_FORMULA}"


def said(latex: str) -> str:
    """LaTeX that is not written, because a class sets it by itself, such as the comma between two arguments."""
    return f"{_OPEN_SAID}{latex}{_CLOSE_SAID}"


def unmark(source: str) -> str:
    """The source without marks."""
    return _OTHERS.sub("", _OPENING.sub("", _SAID.sub("", source)))


def with_mark_points(source: str) -> str:
    """The source with \\cvmark{12} in front of the text of number 12, and \\cvmark{F} and \\cvmark{E} around formulas.

    No line begins or ends anywhere else than in the source without marks.
    """
    source = _OPENING.sub(lambda match: rf"\cvmark{{{match[1]}}}" if match[1] else "", _SAID.sub("", source))
    return _OTHERS.sub(lambda match: _POINTS[match[0]], source)


def is_marked(source: str) -> bool:
    """True for a source that still has its marks."""
    return _OPEN in source


def leaves(source: str) -> list[MarkedLeaf]:
    """The pieces of text in a marked source, in their order."""
    found, line, place = [], 0, 0
    for match in _LEAF.finditer(source):
        line += source.count("\n", place, match.start())
        place = match.start()
        found.append(MarkedLeaf(_OTHERS.sub("", match[1] or match[2] or ""), line))
    return found
