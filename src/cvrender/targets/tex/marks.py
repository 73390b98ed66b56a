"""Mark the text of a document in its .tex source, so that it can be read back whatever macros a style uses.

The marks are private-use characters, which profiles may not contain. They are removed from the file that is kept; in what
TeX typesets, they become the macro \\cvmark, which leaves a mark point in the PDF (`targets/pdf/tagging`).
"""

from collections.abc import Callable, Iterator

from cvrender.model.expressions import expression
from cvrender.model.private_use import TEX_MARKS

_OPEN, _CLOSE, _OPEN_IMPLIED, _CLOSE_IMPLIED, _TEXT, _FORMULA, _END_FORMULA = map(TEX_MARKS.char, range(7))
"""The text's number is between `_OPEN` and `_TEXT`."""
_MEASURED, _END_MEASURED = map(TEX_MARKS.char, (7, 8))
ISOLATE, END_ISOLATE = map(TEX_MARKS.char, (9, 10))
"""Around a part of a text that has a direction of its own."""
FORMULA = f"{_FORMULA}[^{_END_FORMULA}]*{_END_FORMULA}"
"""A regular expression of a marked formula."""
_REPEATED = "0"
"""Stands for the number of a text of a head or foot, which is not read back as text of the document."""
_IMPLIED = expression(f"{_OPEN_IMPLIED}[^{_CLOSE_IMPLIED}]*{_CLOSE_IMPLIED}")
_OPENING = expression(f"{_OPEN}([0-9]*){_TEXT}")
_OTHERS = expression(f"[{_CLOSE}{_FORMULA}{_END_FORMULA}{_MEASURED}{_END_MEASURED}{ISOLATE}{END_ISOLATE}]")
_TYPESET = expression(f"(?P<open>{_OPEN}(?P<number>[0-9]*){_TEXT}|{_MEASURED})(?P<latex>[^{_CLOSE}{_END_MEASURED}]*)")
_WRITTEN = expression(f"({_OPEN}[0-9]*{_TEXT})([^{_CLOSE}]*){_CLOSE}")
_LEAF = expression(
    f"{_OPEN}(?!{_REPEATED}{_TEXT})[0-9]*{_TEXT}([^{_CLOSE}]*){_CLOSE}|{_OPEN_IMPLIED}([^{_CLOSE_IMPLIED}]*){_CLOSE_IMPLIED}"
)
_BOX = expression(r"(?=\\cv[wxnm]\{)")  # of a word or sign (`shaped.py`)
_POINTS = {
    **dict.fromkeys((_CLOSE, _MEASURED, _END_MEASURED, ISOLATE, END_ISOLATE), ""),
    _FORMULA: r"\cvmark{F}",
    _END_FORMULA: r"\cvmark{E}",
}


def mark(latex: str, number: int = 0) -> str:
    """Mark LaTeX as text of the document; `number` is that of the text, if it is known."""
    return f"{_OPEN}{number or ''}{_TEXT}{latex}{_CLOSE}" if latex else ""


def mark_repeated(latex: str) -> str:
    """Mark LaTeX as text that pages repeat."""
    return f"{_OPEN}{_REPEATED}{_TEXT}{latex}{_CLOSE}"


def mark_formula(latex: str) -> str:
    """Mark LaTeX as a formula within a text."""
    return f"{_FORMULA}{latex}{_END_FORMULA}"


def mark_isolate(latex: str) -> str:
    """Mark LaTeX as a part of a text with a direction of its own."""
    return f"{ISOLATE}{latex}{END_ISOLATE}"


def mark_implied(latex: str) -> str:
    """Mark text that is not written because a class prints it, such as the comma between two arguments."""
    return f"{_OPEN_IMPLIED}{latex}{_CLOSE_IMPLIED}"


def mark_measured(latex: str) -> str:
    """Mark LaTeX that TeX sets to know its width, but does not print, such as the longest of the labels in a column."""
    return f"{_MEASURED}{latex}{_END_MEASURED}"


def unmark(source: str) -> str:
    """Remove all marks, which are not in ASCII."""
    return source if source.isascii() else _OTHERS.sub("", _OPENING.sub("", _IMPLIED.sub("", source)))


def with_mark_points(source: str) -> str:
    """Return the source with \\cvmark{12} before the text of number 12, and \\cvmark{F} and \\cvmark{E} around formulas.

    A word in a box gets \\cvmarked. All lines begin and end where they do without marks, so that the line numbers in TeX's
    messages are right.
    """
    if r"\cvw{" in source:
        source = replace_leaves(source, lambda latex: _BOX.sub(r"\\cvmarked", latex))
    source = _OPENING.sub(lambda match: rf"\cvmark{{{match[1]}}}" if match[1].strip(_REPEATED) else "", _IMPLIED.sub("", source))
    return _OTHERS.sub(lambda match: _POINTS[match[0]], source)


def replace_leaves(source: str, change: Callable[[str], str]) -> str:
    """Return a marked source with the LaTeX of each text changed."""
    return _WRITTEN.sub(lambda match: f"{match[1]}{change(match[2])}{_CLOSE}", source)


def replace_typeset(source: str, change: Callable[[str], str]) -> str:
    """Return a marked source with the LaTeX of each text changed, and that of what is only measured."""
    return _TYPESET.sub(lambda match: f"{match['open']}{change(match['latex'])}", source)


def typeset_texts(source: str) -> Iterator[str]:
    """Yield the LaTeX of each text in a marked source, and of what is only measured."""
    return (match["latex"] for match in _TYPESET.finditer(source))


def number_at(source: str, position: int) -> int:
    """Return the number of the text of a marked source at a position, or of the last one before it; 0 if there is none."""
    start = source.rfind(_OPEN, 0, position + 1)
    opening = _OPENING.match(source, start) if start >= 0 else None
    return int(opening[1] or 0) if opening else 0


def written(line: str) -> list[tuple[int, int]]:
    """Return the start and end of the LaTeX of each text in a line of a marked source."""
    return [match.span(2) for match in _WRITTEN.finditer(line)]


def is_marked(source: str) -> bool:
    """Return whether the source has marks."""
    return _OPEN in source


def leaves(source: str) -> Iterator[tuple[str, int]]:
    """Yield the texts in a marked source, in order: their LaTeX, and the line where each begins, counting from 0."""
    line = position = 0
    for match in _LEAF.finditer(source):
        line += source.count("\n", position, match.start())
        position = match.start()
        yield _OTHERS.sub("", match[1] or match[2] or ""), line
