"""Group the lines of a section into entries: the lines of a head, and what is said below it."""

import re
from dataclasses import dataclass, field, replace

from cvrender.formats.lines import OldLine
from cvrender.old_cvs.fragments import _is_time, labelled_cell
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


def is_labelled(line: OldLine) -> bool:
    """Return whether a line begins with the name of a field of an entry: `Employer: Acme`."""
    return bool(line.cells) and labelled_cell(line.cells[0]) is not line.cells[0]


def is_head(line: OldLine) -> bool:
    """Return whether a line can belong to the head of an entry."""
    return line.kind in ("text", "entry", "row", "heading") and (
        len(line.plain) < _LONG or has_date(line) and len(line.plain) < 2 * _LONG
    )


def blocks_of(lines: list[OldLine]) -> list[EntryLines]:
    """Group the lines of a section with dates."""
    if any(line.kind == "entry" for line in lines):
        return _by_macros(lines)
    lines = _without_outer_bullets([line for line in lines if line.kind != "break"])
    dated = [line for line in lines if has_date(line)]
    texts = [line for line in lines if line.kind in ("text", "row", "heading")]
    bullets = [line for line in lines if line.kind == "bullet"]
    if not any(has_date(line) for line in texts) and any(line.kind == "bullet" and line.level == 1 for line in dated):
        is_list = lines[0].kind == "bullet" or 2 * len(dated) > len(bullets) or not any(is_head(line) for line in texts)
        return _by_bullets(lines) if is_list else []
    return _by_dates(lines)


def _without_outer_bullets(lines: list[OldLine]) -> list[OldLine]:
    """Make outer bullets lines of heads where a line with the date follows each: a list of entries, with lists of their own."""
    outer = [index for index, line in enumerate(lines) if line.kind == "bullet" and line.level == 1]
    after = [lines[index + 1] if index + 1 < len(lines) else None for index in outer]
    if not outer or any(line is None or line.kind != "text" or not has_date(line) for line in after):
        return lines
    if any(has_date(lines[index]) for index in outer) or any(map(has_date, lines[: outer[0]])):
        return lines
    return [
        replace(line, kind="text") if index in outer else replace(line, level=line.level - 1) if line.kind == "bullet" else line
        for index, line in enumerate(lines)
    ]


def _by_macros(lines: list[OldLine]) -> list[EntryLines]:
    """Each macro for an entry begins one; a line with a date that follows a break, too, if it comes first."""
    made: list[EntryLines] = []
    for line in lines:
        if line.kind == "break":
            continue
        if line.kind == "entry" or not made:
            made.append(EntryLines([line]) if line.kind != "bullet" else EntryLines([], [line]))
        elif line.kind == "heading":
            made.append(EntryLines([line]))
        elif made[-1].heads and made[-1].heads[-1].kind == "heading" and not made[-1].body and is_head(line):
            made[-1].heads.append(line)
        else:
            made[-1].body.append(line)
    return _with_headings(made)


def _with_headings(made: list[EntryLines]) -> list[EntryLines]:
    """Join a heading within a section with the entry that follows, if it says nothing else."""
    joined: list[EntryLines] = []
    for block in made:
        before = joined[-1] if joined else None
        if before and not before.body and len(before.heads) == 1 and before.heads[0].kind == "heading" and block.heads:
            joined[-1] = EntryLines([*before.heads, *block.heads], block.body)
        else:
            joined.append(block)
    return joined


def _by_bullets(lines: list[OldLine]) -> list[EntryLines]:
    top = min(line.level for line in lines if line.kind == "bullet")
    made: list[EntryLines] = []
    for line in lines:
        if (line.kind == "bullet" and (line.level == top or line.level == top + 1 and _is_job(line))) or not made:
            made.append(EntryLines([line]))
        elif line.kind == "text" and not made[-1].body and is_head(line) and not is_prose(line) and len(made[-1].heads) < 4:
            made[-1].heads.append(line)
        else:
            made[-1].body.append(line)
    return made


def _is_job(line: OldLine) -> bool:
    """Return whether a nested bullet ends with a range of dates, as a job below its employer does."""
    found = list(dates_in(line.plain))
    if not found or len(line.plain) >= _LONG:
        return False
    return "start" in found[-1].fields and not line.plain[found[-1].end :].strip(" ).")


def _by_dates(lines: list[OldLine]) -> list[EntryLines]:
    """Find how many lines of a head come before the one with the date; an entry begins that many lines before each date."""
    dated = [
        index
        for index, line in enumerate(lines)
        if line.kind != "bullet" and has_date(line) and is_head(line) or _is_subheading(line)
    ]
    if not dated:
        return []
    before = _heads_before(lines, dated[0], -1)
    before = before if before > 2 and all(map(is_labelled, lines[dated[0] - before : dated[0]])) else min(2, before)
    starts: list[tuple[int, bool]] = []
    for place, index in enumerate(dated):
        last = dated[place - 1] if place else -1
        wanted = min(before, _heads_before(lines, index, last))
        if place and index == last + 1 and before == 0 and not lines[index].cells[0].text.startswith("**"):
            pass
        starts.append((index - wanted, bool(place) and wanted < before))
    made = [EntryLines(lines[: starts[0][0]])] if starts[0][0] > 0 else []
    for place, (start, shares) in enumerate(starts):
        end = starts[place + 1][0] if place + 1 < len(starts) else len(lines)
        block = EntryLines(shares=shares)
        for index in range(start, end):
            line = lines[index]
            is_early = (
                index <= dated[place]
                or not block.body
                and is_head(line)
                and not is_prose(line)
                and (len(block.heads) < 4 or is_labelled(line))
            )
            (block.heads if is_early else block.body).append(line)
        made.append(block)
    return made


def _is_subheading(line: OldLine) -> bool:
    return line.kind == "heading" and has_date(line)


def is_prose(line: OldLine) -> bool:
    """Return whether a line is a sentence or longer."""
    return (
        line.kind == "text"
        and len(line.cells) == 1
        and not (len(line.plain) < _LONG and _MARKED.match(line.text))
        and (len(line.plain) > 110 or bool(re.search(r"\w\w\.$", line.plain)) and len(line.plain.split()) > 7)
    )


def _heads_before(lines: list[OldLine], index: int, last: int) -> int:
    """Return how many lines before a line can belong to its head; those after `last`."""
    count = 0
    while (
        index - count - 1 > last
        and lines[index - count - 1].kind in ("text", "row", "heading")
        and is_head(lines[index - count - 1])
    ):
        if is_prose(lines[index - count - 1]):
            break
        count += 1
    return count
