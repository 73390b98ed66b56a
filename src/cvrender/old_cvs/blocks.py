"""Define an entry of a section: the lines of its head, and what is said below it; and tell which lines can be of a head."""

import re
from dataclasses import dataclass, field

from cvrender.formats.lines import OldLine
from cvrender.old_cvs.fragments import _is_time
from cvrender.old_cvs.when import dates_in

_LONG = 160
"""The characters of a line that is a paragraph, not a head."""

_MARKED = re.compile(r"\*{1,3}[^*]{3,60}\*{1,3},? ")
"""How a line begins whose first words alone are set apart by their typeface, such as a job before its group."""


@dataclass
class EntryLines:
    """An entry of the source. `shares` says that it has no employer of its own, and so belongs to the entry before it."""

    heads: list[OldLine] = field(default_factory=list)
    body: list[OldLine] = field(default_factory=list)
    shares: bool = False

    @property
    def line(self) -> OldLine:
        """Return the first line."""
        return (self.heads or self.body)[0]


def has_date(line: OldLine) -> bool:
    """Return whether a line has the time of an entry."""
    return any(_is_time(cell.plain, date) for cell in line.cells for date in dates_in(cell.plain))


def is_head(line: OldLine) -> bool:
    """Return whether a line can belong to the head of an entry."""
    return line.kind in ("text", "entry", "row", "heading") and (
        len(line.plain) < _LONG or has_date(line) and len(line.plain) < 2 * _LONG
    )


def is_prose(line: OldLine) -> bool:
    """Return whether a line is a sentence or longer."""
    return (
        line.kind == "text"
        and len(line.cells) == 1
        and not (len(line.plain) < _LONG and _MARKED.match(line.text))
        and (len(line.plain) > 110 or bool(re.search(r"\w\w\.$", line.plain)) and len(line.plain.split()) > 7)
    )
