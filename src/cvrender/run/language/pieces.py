"""Divide a file into pieces that are read alone, so that what is typed in one entry needs no reading of the others."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache

from cvrender.model.expressions import expression
from cvrender.model.value import Value
from cvrender.run.language.outline import Outline, fresh_outline

_SECTION = expression(r"(?m)^(?=[^\s#\-])[^\n]*$")
_ITEM = expression(r"(?m)^([ \t]*)-(?=\s|$)")
_FIRST_ITEM = expression(r"(?:[ \t]*(?:#[^\n]*)?\n)*([ \t]*)-(?=\s|$)")
_KEY = expression(r"[^\s#\-:][^:\n]*(?=:(?:\s|$))")


class TextPiece(Value, frozen=True):
    """A part of a text from `start` to `end`, below the line `head` if it is an item of a section."""

    text: str
    start: int
    end: int
    head: str = ""

    @property
    def shift(self) -> int:
        """The number to add to an offset in the piece to get one in the whole text."""
        return self.start - len(self.head)

    @property
    def outline(self) -> Outline:
        """The outline of the piece; an item has the index 0."""
        return _outline(self.head + self.text)


@lru_cache(maxsize=20_000)
def _outline(text: str) -> Outline:
    return fresh_outline(text)


def top_keys(text: str) -> list[str]:
    """Return the keys in the first column."""
    return [match[0].rstrip() for line in _SECTION.finditer(text) if (match := _KEY.match(line[0]))]


def pieces(text: str) -> Iterator[TextPiece]:
    """Yield the pieces of a text in their order."""
    sections = [match.start() for match in _SECTION.finditer(text)]
    for start, end in zip([0, *sections], [*sections, len(text)], strict=True):
        if start < end:
            yield from _of_section(text, start, end)


def piece_at(text: str, offset: int) -> TextPiece:
    """Return the piece around an offset."""
    sections = [0, *(match.start() for match in _SECTION.finditer(text)), len(text) + 1]
    index = max(0, bisect_right(sections, offset) - 1)
    innermost = TextPiece(text, 0, len(text))
    for piece in _of_section(text, sections[index], min(sections[index + 1], len(text))):
        if piece.start <= offset:
            innermost = piece
    return innermost


def _of_section(text: str, start: int, end: int) -> Iterator[TextPiece]:
    """Yield the head of a section, and each of its items with the head's line before it."""
    line = text.find("\n", start, end)
    first = _FIRST_ITEM.match(text, line + 1, end) if line >= 0 else None
    if first is None:
        yield TextPiece(text[start:end], start, end)
        return
    head = text[start : line + 1]
    places = [match.start() for match in _ITEM.finditer(text, first.start(1), end) if match[1] == first[1]]
    yield TextPiece(text[start : first.start(1)], start, first.start(1))
    for begin, stop in zip(places, [*places[1:], end], strict=True):
        yield TextPiece(text[begin:stop], begin, stop, head)
