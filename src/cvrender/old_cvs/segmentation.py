"""Divide the lines of a section into entries by the grammar that explains most of them.

Each grammar says where entries begin (at dates, a typeface, a gap, a label, a list item, a word of degrees) and how many lines
their heads have. All are tried on the whole section; the one whose entries are complete and look alike is taken.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from cvrender.formats.lines import OldLine
from cvrender.old_cvs.dates import FoundDate
from cvrender.old_cvs.entry_lines import EntryLines, alike, has_date
from cvrender.old_cvs.head_parts import HeadPart, divided
from cvrender.old_cvs.section_items import PARAGRAPH, SectionItem, section_items

_MAX_LIMITS = 1_500
"""The lines of a section from which on few grammars are tried, for time is limited."""
_MAX_TRIED = 400
"""The lines of a section of which all grammars are tried; of a longer one those of dates only."""


_Look = tuple[tuple[Any, ...], ...]
"""How the lines of a head look: kind, level, typeface (bold, italic), and whether there is a date."""


@dataclass
class _Section:
    """The lines of a section, and the parts and dates of the heads that were tried."""

    items: list[SectionItem]
    heads: dict[tuple[int, ...], tuple[list[HeadPart], list[FoundDate]]] = field(default_factory=dict)

    @cached_property
    def has_dates(self) -> bool:
        return any(item.is_dated for item in self.items)

    @cached_property
    def has_dated_heads(self) -> bool:
        return any(item.is_dated and item.is_head for item in self.items)

    @cached_property
    def dated_bullets(self) -> list[int]:
        """Return the items that say when, where no other line does: a job below the line of its employer."""
        if self.has_dated_heads:
            return []
        bullets = [index for index, item in enumerate(self.items) if item.line.kind == "bullet" and item.line.level == 1]
        return [index for index in bullets if self.items[index].has_span and len(self.items[index].line.plain) < PARAGRAPH]

    def is_named(self, head: tuple[int, ...]) -> bool:
        """Return whether words tell a part of a head."""
        return any(part.kinds & {"organization", "title", "degree"} for part in self.head(head)[0])

    def head(self, indices: tuple[int, ...]) -> tuple[list[HeadPart], list[FoundDate]]:
        if indices not in self.heads:
            self.heads[indices] = divided([self.items[index].line for index in indices])[:2]
        return self.heads[indices]


def entries_of(lines: list[OldLine]) -> list[EntryLines]:
    """Return the entries of a section of positions or degrees; nothing if no grammar explains its lines."""
    section = _Section(section_items(lines))
    best: list[EntryLines] = []
    most = 0.0
    for starts in filter(None, dict.fromkeys(_starts(section))):
        for limit in (1, 2, 3, 4, 6) if len(section.items) <= _MAX_LIMITS else (3,):
            ends = (*starts[1:], len(section.items))
            heads = [_head(section, start, end, limit) for start, end in zip(starts, ends, strict=True)]
            score = _score(section, starts, heads)
            if score > most:
                most, best = score, _blocks(section, starts, heads)
    return best


def dated_entries(lines: list[OldLine]) -> list[EntryLines]:
    """Return the entries of any section that has dates or entries of macros; nothing for others."""
    return entries_of(lines) if any(line.kind == "entry" or has_date(line) for line in lines) else []


def _starts(section: _Section) -> Iterator[tuple[int, ...]]:
    """Yield where entries may begin, by each grammar."""
    items = section.items
    dated = [index for index, item in enumerate(items) if item.is_dated and item.is_head]
    for some in (dated, [index for index in dated if items[index].has_span]):
        for before in range(5 if len(items) <= _MAX_LIMITS else 2):
            yield _before(items, some, before)
            yield _before(items, some, before, are_alike=True)
    if len(items) > _MAX_TRIED:
        return
    looks = {items[index].look for index in dated if items[index].is_marked}
    yield tuple(index - (index - 1 not in (-1, *dated) and items[index - 1].look in looks) for index in dated)
    yield _before(items, section.dated_bullets, 1)
    heads = [index for index, item in enumerate(items) if item.is_head]
    for look in dict.fromkeys(items[index].look for index in heads):
        same = [index for index in heads if items[index].look == look]
        yield tuple(same)
        yield tuple(index for index in same if not index or items[index - 1].look != look)
        yield tuple(index for index in same if not index or not items[index - 1].is_head)
    yield tuple(index for index in heads if items[index].after_gap or not index)
    yield tuple(index for index in heads if not index or not items[index - 1].is_head)
    labels = dict.fromkeys(item.label for item in items if item.label)
    bullet = [item.line.kind == "bullet" for item in items]
    for label in labels:
        labelled = tuple(index for index, item in enumerate(items) if item.label == label)
        yield labelled
        yield tuple(index - (index - 1 not in (-1, *labelled) and any(bullet[index - 1 : index + 1])) for index in labelled)
    for kind in ("degree", "organization", "title"):
        yield tuple(index for index in heads if kind in items[index].kinds)
        yield tuple(index for index in heads if kind in items[index].kinds and (not index or kind not in items[index - 1].kinds))
    for level in (1, 2) if not any(item.line.kind == "entry" and item.is_dated for item in items) else ():
        bullets = [index for index, item in enumerate(items) if item.line.kind == "bullet" and item.line.level <= level]
        yield tuple(bullets)
        yield tuple(index for index in bullets if items[index].is_dated)


def _before(items: list[SectionItem], dated: list[int], count: int, *, are_alike: bool = False) -> tuple[int, ...]:
    """Return where entries begin whose date is `count` lines below, or fewer if these lines are not of a head.

    If they are alike, each line above a date looks as the one above the first date does.
    """
    starts, last = [], -1
    begin = [items[index] for index in dated if items[index].begins_with_date and len(items[index].line.cells) > 1]
    edge = min((item.line.look.indent for index, item in enumerate(items) if index not in dated), default=0.0) - 3
    is_above = any("organization" in item.kinds for item in items[: dated[0] if dated else 0])
    hang = len(begin) == len(dated) and all(item.line.look.indent < edge for item in begin) and not is_above  # in the margin
    are_first = bool(begin) and begin[0] is items[dated[0]] and (not dated[0] or hang)
    for index in dated:
        start = index
        reach = 0 if are_first or items[index].line.kind == "entry" else count  # a macro's entry begins with it
        while start > last + 1 and index - start < reach and items[start - 1].is_head:
            first = dated[0] - (index - start) - 1
            if are_alike and (first < 0 or _shape(items[first]) != _shape(items[start - 1])):
                break
            start -= 1
        starts.append(start)
        last = index
    return tuple(dict.fromkeys(starts))


def _shape(item: SectionItem) -> tuple[object, ...]:
    return item.look, len(item.line.cells)


def _head(section: _Section, start: int, end: int, limit: int) -> tuple[int, ...]:
    """Return the lines of the head of an entry: its first ones, those up to its date, and those that labels begin."""
    items = section.items
    head, is_open, has_time = [start], True, items[start].is_dated
    for index in range(start + 1, end):
        item = items[index]
        if item.label and "bullet" not in {item.line.kind} - {items[start].line.kind}:
            head.append(index)
            continue
        if index == start + 1 and not has_time and index in section.dated_bullets:
            head.append(index)
            has_time, is_open = True, False
            continue
        if index == start + 1 and has_time and item.is_title and not {"title", "degree"} & items[start].kinds:
            head.append(index)
            is_open = False
            continue
        if is_open and item.is_link and index + 1 < end and items[index + 1].is_head:
            head.append(index)
            limit += 1
            continue
        is_open = is_open and item.is_head and (items[start].line.kind != "entry" or item.line.kind == "text")
        until = next((later for later in range(index, min(index + 3, end)) if items[later].is_dated), None)
        if not is_open or len(head) >= limit and (has_time or until is None):
            is_open = False
            continue
        has_time = has_time or item.is_dated
        head.append(index)
    if not has_time:
        head += [index for index in range(head[-1] + 1, min(head[-1] + 3, end)) if items[index].says_when][:1]
    return tuple(head)


def _score(section: _Section, starts: tuple[int, ...], heads: list[tuple[int, ...]]) -> float:
    """Return how well entries explain a section: how complete they are, and how much they look alike."""
    ends = (*starts[1:], len(section.items))
    if not section.has_dates and len(heads) > 2 and 2 * sum(section.is_named(head) for head in heads) < len(heads):
        return 0.0
    looks = [_looks(section, head) for head in heads]
    total = sum(_worth(section, head, end, look) for head, end, look in zip(heads, ends, looks, strict=True))
    usual = Counter(look for look in looks if len(look) > 1).most_common(1) or Counter(looks).most_common(1)
    likeness = [max(alike(look, usual[0][0], index), 0.8 * _is_role(looks, index)) for index, look in enumerate(looks)]
    torn = sum(
        one != other and _has_time(one) != _has_time(other) and above[-1] + 1 == below[0]
        for one, other, above, below in zip(looks, looks[1:], heads, heads[1:], strict=False)
    )
    return total * (0.6 + 0.4 * sum(likeness) / len(heads)) - 0.4 * starts[0] - 0.5 * torn


def _has_time(look: _Look) -> bool:
    return any(is_dated for *_, is_dated in look)


def _is_role(looks: list[_Look], index: int) -> bool:
    """Return whether a head is of one of several jobs at the employer above, which is in bold and has a time of its own."""
    look = looks[index]
    above = next((other for other in reversed(looks[:index]) if other != look), ())
    is_below = _has_time(above) and above[0][2][0] and not look[0][2][0]
    return is_below and len(look) == 1 and _has_time(look) and looks.count(look) > 1


def _looks(section: _Section, head: tuple[int, ...]) -> _Look:
    """Return how the lines of a head look, and which have dates."""
    return tuple((*section.items[index].look[:3], section.items[index].is_dated) for index in head)


def _worth(section: _Section, head: tuple[int, ...], end: int, looks: _Look) -> float:
    """Return how complete an entry is: its time, its parts, and nothing that belongs to another one."""
    parts, dates = section.head(head)
    said = [part for part in parts if part.kinds != {"place"} and "grade" not in part.kinds]
    names = frozenset().union(*(part.kinds for part in said)) - {"place", "grade"}
    spans = [date for date in dates if "start" in date.fields]
    rows = [section.items[index] for index in head]
    begun = sum(item.begins_with_date and len(item.line.cells) > 1 and not item.says_when for item in rows)
    dated = sum(item.is_dated for item in rows)  # a line may list several years
    times = min(3, max(len(spans), begun) if spans else 1 if dated == 2 else dated)
    worth = 1.0 - 1.4 * (times - 1) if times else -0.4 if section.has_dates else -0.3
    worth += {0: -1.2, 1: -0.9}.get(len(said), 0.4 - 0.15 * max(0, len(said) - 4))
    worth += 0.1 * min(2, sum(part.kinds == {"place"} for part in parts))
    worth += 0.4 * ("organization" in names) + 0.4 * bool({"title", "degree"} & names)
    worth -= 0.4 * sum(len(part.plain) > 100 or part.plain[:1].islower() for part in said[:3])
    worth -= rows[0].line.kind == "bullet" and any(item.is_dated and item.line.kind != "bullet" for item in rows)
    worth -= rows[0].line.kind == "bullet" and ": " in rows[0].line.plain and not dates and section.has_dated_heads
    worth -= 0.7 * _headings_within(section, head[0], end)
    was_bullet = False
    for index in range(head[0], end):
        item = section.items[index]
        if index in head:
            continue
        if item.has_span and (len(item.line.plain) < 120 or item.begins_with_date):
            worth -= (0.3 if item.line.level < 2 else 0.0) if item.line.kind == "bullet" else 0.7
        elif (
            item.is_head
            and len(item.line.plain) < 100
            and (was_bullet or item.is_marked and _looks(section, (index,))[0] in looks)
        ):
            worth -= 0.3
        was_bullet = item.line.kind == "bullet"
    return worth


def _headings_within(section: _Section, start: int, end: int) -> int:
    """Return how many headings within an entry begin another one: those that are not below a heading at its beginning.

    A line before the heading of an entry may say nothing but when.
    """
    start += section.items[start].says_when and start + 1 < end
    first = section.items[start].line
    others = [item.line for item in section.items[start + 1 : end] if item.line.kind == "heading"]
    return sum(first.kind != "heading" or line.level <= first.level for line in others)


def _blocks(section: _Section, starts: tuple[int, ...], heads: list[tuple[int, ...]]) -> list[EntryLines]:
    """Return the entries that begin at these lines, after what stands before the first.

    An entry whose head looks like the end of the one before has no employer of its own.
    """
    items = section.items
    before = [item.line for item in items[: starts[0]]]
    is_shared = len(before) == 1 and "organization" in items[0].kinds
    blocks = [EntryLines(before) if is_shared else EntryLines([], before)] if before else []
    whole: _Look = ()
    looks = [_looks(section, head) for head in heads]
    for place, (start, end, head) in enumerate(zip(starts, (*starts[1:], len(items)), heads, strict=True)):
        body = [items[index].line for index in range(start, end) if index not in head]
        look = looks[place]
        shares = len(look) < len(whole) and look == whole[-len(look) :] or _is_role(looks, place)
        whole = whole if shares else look
        blocks.append(EntryLines([items[index].line for index in head], body, shares))
    return blocks
