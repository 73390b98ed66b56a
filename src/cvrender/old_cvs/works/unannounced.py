"""Find lists of publications that no heading announces, and make the line above each its heading."""

import re
from collections.abc import Iterator, Sequence

from cvrender.formats.lines import LineCell, OldLine
from cvrender.model.value import replace
from cvrender.old_cvs.headings import section_of
from cvrender.old_cvs.works.lists import is_read

_SIGN = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|[“”„«\"]")
_OF_SENTENCE = re.compile(r"[,;.] |[，；。]|[.,;]$")
_LEAST, _FULL, _MOST = 45, 70, 120
"""The characters of a work, of a line that is full, and of one that may be a heading of works."""
_MANY = 400
"""The lines that are looked at."""
_OPEN = ("", "custom", "positions", "education", "skills", "bio", "systems", "awards")
"""The sections in which such a list may stand: others are worded as works are, too."""


def with_headings_of_works(lines: Sequence[OldLine], owner: str) -> list[OldLine]:
    """Make a short line above several works a heading, where the section around is not one of works."""
    made = list(lines)
    section, above, run = "", -1, 0
    for begin, end in _units(lines):
        line = lines[begin]
        if line.kind == "heading":
            section, above, run = section_of(line.plain), -1, 0
        elif section in _OPEN and _is_work(lines[begin:end], owner):
            run += 1
            if run == 2 and above >= 0:
                made[above] = replace(lines[above], kind="heading", level=1, cells=(LineCell(lines[above].text),))
        elif end == begin + 1 and len(line.plain) < _MOST and not _OF_SENTENCE.search(line.plain):
            above, run = begin, 0
        elif len(line.plain) < _LEAST:
            above, run = -1, 0
    return made


def _units(lines: Sequence[OldLine]) -> Iterator[tuple[int, int]]:
    """Yield where each item of a list begins and ends, and each other line, but not gaps."""
    begin = 0
    while begin < len(lines) and begin < _MANY:
        end = begin + 1
        while lines[begin].kind == "bullet" and end < len(lines) and _goes_on(lines[end - 1], lines[end]):
            end += 1
        if lines[begin].kind != "break":
            yield begin, end
        begin = end


def _goes_on(line: OldLine, below: OldLine) -> bool:
    """Return whether the next line belongs to an item: the item fills the line."""
    return below.kind == "text" and len(line.plain) > _FULL


def _is_work(lines: Sequence[OldLine], owner: str) -> bool:
    """Return whether lines are a reference to a work, with the people who wrote it."""
    text = " ".join(line.plain for line in lines)
    return len(text) > _LEAST and bool(_SIGN.search(text)) and is_read(lines, owner)
