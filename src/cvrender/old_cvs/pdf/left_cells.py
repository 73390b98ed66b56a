"""Find the cells at the left of a text, such as dates, by the place where the text begins, and join those of several lines."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from cvrender.old_cvs.dates import dates_in, month_of
from cvrender.old_cvs.pdf.layout import PageRow
from cvrender.old_cvs.pdf.segments import LineSegment

_GAP = 0.35
"""The gap before a text, in heights of its letters: a space is narrower unless the line is justified."""
_MAX_CELL = 34
_PART = re.compile(
    r"[-–—]|(?:(?:1[0-2]|0?[1-9])[./])?(?:19|20)\d\d|since|from|seit|von|depuis|de|du|à|au|bis|to|desde|hasta|dal|al|od|do|"
    r"van|tot|sinds|från|til|с|по|до|з",
    re.IGNORECASE,
)
"""A word of a time, other than a month."""
_OPEN = re.compile(r"(?:[-–—/]|\b(?:to|bis|au|à|a|al|até|do|until|till))$", re.IGNORECASE)


def with_left_cells(rows: list[PageRow]) -> list[PageRow]:
    """Divide rows where other rows begin, and join dates that go on in the next row of their column."""
    stops = _stops(rows)
    return _with_whole_dates([replace(row, segments=[*_divided(row.segments[0], stops), *row.segments[1:]]) for row in rows])


def _stops(rows: list[PageRow]) -> set[int]:
    """Return the places where rows begin, and also text behind a short cell and a gap, in points from the left."""
    starts = Counter(round(row.segments[0].left) for row in rows)
    behind = Counter(round(part.words[index].left) for row in rows for part in row.segments[:1] for index in _gaps(part))
    behind.update(round(row.segments[1].left) for row in rows if len(row.segments) > 1 and len(row.segments[0].text) < _MAX_CELL)
    return {place for place in behind if behind[place] > 1 and behind[place] + sum(starts[place + by] for by in (-1, 0, 1)) > 3}


def _gaps(part: LineSegment) -> Iterator[int]:
    """Yield the words that a gap sets apart from a short beginning of the line."""
    length = len(part.words[0].text)
    for index, (before, word) in enumerate(zip(part.words, part.words[1:], strict=False), 1):
        if 3 < length < _MAX_CELL and word.left - before.right > _GAP * word.size:
            yield index
        length += 1 + len(word.text)


def _divided(part: LineSegment, stops: set[int]) -> list[LineSegment]:
    for index in _gaps(part):
        cell = LineSegment(part.words[:index])
        if stops & {round(part.words[index].left) + by for by in (-1, 0, 1)} and (_is_time(cell.text) or _is_part(cell.text)):
            return [cell, LineSegment(part.words[index:])]
    return [part]


def _is_part(text: str) -> bool:
    """Return whether a cell is a part of a time: `September`, `2018 – March`, `since`."""
    said = text.split()
    return len(text) > 3 and all(_PART.fullmatch(word) or month_of(word) for word in said)


def _is_time(text: str) -> bool:
    """Return whether a cell has a date and little else."""
    return any(len(text) - (date.end - date.begin) < 6 for date in dates_in(text))


def _with_whole_dates(rows: list[PageRow]) -> list[PageRow]:
    """Join a date at the left, or at the right, with its end, which is in the next row or, below a sign, in the one after."""
    joined: list[PageRow] = []
    for row in _with_dates_of_three(rows):
        for above, place in (
            (above, place) for above in range(len(joined) - 1, max(-1, len(joined) - 3), -1) for place in (0, -1)
        ):
            before = joined[above]
            if above < len(joined) - 1 and not re.search(r"[-–—]$", before.segments[place].text):
                continue
            whole = _whole(before, row, place)
            if whole:
                parts = [*before.segments]
                parts[place] = whole
                joined[above] = replace(before, segments=parts)
                row = replace(row, segments=row.segments[1:] if place == 0 else row.segments[:-1])
                break
        if row.segments:
            joined.append(row)
    return joined


def _with_dates_of_three(rows: list[PageRow]) -> list[PageRow]:
    """Join a date at the left that three rows share: `September`, `2018 – March`, `2019`."""
    joined = list(rows)
    for index in range(len(joined) - 2):
        some = joined[index : index + 3]
        cells = [row.segments[0] if row.segments else None for row in some]
        first, second, third = (cell.text if cell else "" for cell in cells)
        if not (re.fullmatch(r"\d{4}", third) and _is_part(first) and _is_part(second) and month_of(second.split()[-1])):
            continue
        whole = LineSegment([replace(word, gap=True) for cell in cells if cell for word in cell.words])
        date = next(iter(dates_in(whole.text)), None)
        is_near = some[0].page == some[2].page and some[0].base - some[2].base < 3.4 * whole.size
        if is_near and date and "start" in date.fields and date.end - date.begin == len(whole.text):
            joined[index] = replace(some[0], segments=[whole, *some[0].segments[1:]])
            joined[index + 1 : index + 3] = [replace(row, segments=row.segments[1:]) for row in some[1:]]
    return [row for row in joined if row.segments]


def _whole(before: PageRow, row: PageRow, place: int) -> LineSegment | None:
    """Return a date that begins in one row and ends in another one; None if these are not the two halves of one."""
    first, second = before.segments[place], row.segments[place]
    is_below = before.page == row.page and 0 < before.base - row.base < 3.4 * first.size
    is_aligned = abs(first.left - second.left) < 4 or abs(first.right - second.right) < 4 or _middle(first, second) < 3
    if not is_below or not is_aligned or place and len(before.segments) < 2 or len(first.text) + len(second.text) > 2 * _MAX_CELL:
        return None
    if len(row.segments) > 1 and place == 0 and re.fullmatch(r"[|↓–—-]", second.text) and _is_time(first.text):
        dash = replace(second.words[0], text="–", gap=True)
        return LineSegment([*first.words, dash])
    is_year = re.fullmatch(r"\d{4}", second.text) and re.search(r"[^\W\d_]\.?$", first.text)
    is_open = bool(is_year or _OPEN.search(first.text) or re.match(r"[-–—]", second.text))
    if not is_open and any("start" in date.fields for part in (first, second) for date in dates_in(part.text)):
        return None
    whole = LineSegment([*first.words, replace(second.words[0], gap=True), *second.words[1:]])
    date = next(iter(dates_in(whole.text)), None)
    return whole if date and "start" in date.fields and date.begin < 4 and date.end > len(whole.text) - 3 else None


def _middle(first: LineSegment, second: LineSegment) -> float:
    return abs(first.left + first.right - second.left - second.right) / 2
