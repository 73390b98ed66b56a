"""Estimate the room that texts take on a page: the widths of columns, and numbers of lines."""

from collections.abc import Sequence
from itertools import repeat
from math import ceil
from unicodedata import category, east_asian_width

from cvrender.model.expressions import expression
from cvrender.model.text import Text

FEWEST_LINES = 4
"""The lines that a last page should have at least."""

_LINE = 80  # characters of a line, about
_BOLD = 1.15  # how much wider the letters of a header are
_SPLIT = 12  # characters; a longer word may be split in a cell
_GAP = 3  # characters between two columns, about
_NO_WIDTH = frozenset({"Mn", "Me", "Cf"})
_OF_ONE = expression("[\0-\xac\xae-\u02ff\u2010-\u2027]*")
"""Letters that each have the width of one: Latin ones, and signs of punctuation."""
_UNEVEN = dict.fromkeys("fijlrtI.,/-'", -1) | dict.fromkeys("AGHNOQUwm", 1) | dict.fromkeys("MW", 2)


def column_widths(header: Sequence[Text], rows: Sequence[Sequence[Text]]) -> tuple[float, ...]:
    """Return the share of each column in the width of a table, by the length of its texts; together 1."""
    columns = list(zip(header, *rows, strict=True))
    least = [max(map(_longest_word, (cell.plain for cell in column))) + _GAP for column in columns]
    least = [max(size, round(_longest_word(head.plain) * _BOLD) + _GAP) for size, head in zip(least, header, strict=True)]
    least[-1] -= 1  # no gap, but some room
    if sum(least) > _LINE:  # only words that may be split give way
        most = next((most for most in range(_LINE, _SPLIT + _GAP, -1) if sum(min(size, most) for size in least) <= _LINE), 0)
        least = [min(size, max(most, _SPLIT + _GAP)) for size in least]
    extra = [min(max(width_of(cell.plain) for cell in column), 60) for column in columns]
    extra = [max(wanted - needed, 1) for wanted, needed in zip(extra, least, strict=True)]
    room = max(_LINE - sum(least), 0)
    widths = [needed + room * more / sum(extra) for needed, more in zip(least, extra, strict=True)]
    return tuple(width / sum(widths) for width in widths)


def lines_of(*texts: Text) -> int:
    """Return how many lines texts side by side need, about."""
    return ceil(sum(width_of(text.plain) for text in texts) / _LINE)


def unevenness(text: str) -> int:
    """Return how much wider the letters of a text are than usual, to compare texts of as many letters."""
    return sum(map(_UNEVEN.get, text, repeat(0)))


def _longest_word(text: str) -> int:
    return max(map(width_of, text.split(" ")))  # a no-break space is within a word


def width_of(text: str) -> int:
    """Return the width of a text in letters; characters of East Asia are two letters wide, vowel signs and accents have none."""
    if _OF_ONE.fullmatch(text):
        return len(text)
    return sum((category(char) not in _NO_WIDTH) + (east_asian_width(char) in "WF") for char in text)
