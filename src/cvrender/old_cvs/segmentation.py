"""Divide the lines of a section into entries by the grammar that explains most of them.

Each grammar says where entries begin (at dates, a typeface, a gap, a label, a list item, a word of degrees) and how many lines
their heads have. All are tried on the whole section; the one whose entries are complete and look alike is taken.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

from cvrender.formats.lines import LineCell, OldLine
from cvrender.model.value import replace
from cvrender.old_cvs.commas import UNDER, says_below
from cvrender.old_cvs.dates import FoundDate, with_whole_times
from cvrender.old_cvs.entry_lines import EntryLines, alike, has_date, is_head, is_prose, is_whole, with_numbers, without_time
from cvrender.old_cvs.head_parts import HeadPart, divided
from cvrender.old_cvs.headings import column_names
from cvrender.old_cvs.kinds_of_words import kinds
from cvrender.old_cvs.labelled_cells import (
    is_label_line,
    labelled_cell,
    with_labelled_bullets,
    with_labelled_cells,
    without_labels,
)

_SIGN = re.compile(
    r"(?P<bold>\*{0,3})"
    r"(?P<sign>[^\w\s㈜㈱\"'“”‘’(\[<*$+#@&.,:;/\\|~=]|-|\\[-*+])(?:\s+(?=\S)|(?<=[-–—°・])(?=[^\W\d_])|(?<=\\\*)(?=\w))"
)
"""A sign before the text of a list item that no reader has taken for one."""
_CONTACT = re.compile(r"\w@\w|^(?:https?://|www\.)\S+$|^[\w ]{2,20}: ?(?:https?://|www\.)\S+$")
"""What is in lines that are not of a head: an e-mail address, or nothing but a link."""
_PARAGRAPH = 170
"""The characters of a text in which a date is said of something else."""
_MAX_LIMITS = 1_500
"""The lines of a section from which on few grammars are tried, for time is limited."""
_MAX_TRIED = 400
"""The lines of a section of which all grammars are tried; of a longer one those of dates only."""


_Look = tuple[tuple[Any, ...], ...]
"""How the lines of a head look: kind, level, typeface (bold, italic), and whether there is a date."""


@dataclass
class _Item:
    """A line of a section, with what grammars ask of it."""

    line: OldLine
    after_gap: bool = False
    is_below_label: bool = False

    @cached_property
    def is_head(self) -> bool:
        if self.is_below_label and self.line.kind == "text" and not (self.is_dated or self.is_marked):
            return False
        if self.line.kind == "entry" or self.line.kind == "row" and (self.is_dated or bool(self.label)):
            return True
        first = self.line.cells[0] if len(self.line.cells) == 2 else LineCell("")
        is_labelled = first.plain.endswith((":", "：")) or first.role == "label" and not kinds(first.plain) - {"grade"}
        if is_labelled and self.line.kind in ("row", "text") and not self.is_dated:
            return False
        if self.line.kind == "bullet" or not is_head(self.line) or self.is_description or _CONTACT.search(self.line.plain):
            return False
        return self.is_dated and (len(self.line.plain) < _PARAGRAPH or self.begins_with_date) or not is_prose(self.line)

    @cached_property
    def is_description(self) -> bool:
        """Return whether the line begins with a label of what is below heads: `Thesis: …`."""
        label, colon, said = re.split(r"(?<=\S) [|·•] ", UNDER.sub("", self.line.plain))[0].replace("：", ":").partition(":")
        first = self.line if self.is_dated else OldLine(self.line.cells[:1], kind=self.line.kind)
        if is_label_line(first):
            return True
        if self.label or not colon or self.says_when:
            return False
        is_name = self.is_dated or self.is_marked and bool(kinds(label) & {"organization", "title", "degree"})
        if not said.strip() and is_name and not says_below(label):
            return False  # the name of an employer, or a job, before what was done there
        if not said.strip() or says_below(label) and not (self.is_dated and kinds(label) & {"organization", "degree"}):
            return True
        is_set_apart = (span := self.line.cells[0].spans[0]).bold and span.text.strip(" :") == label.strip() and len(label) < 30
        names_job = bool(kinds(said) & {"title", "degree"}) and len(said.split()) < 7  # of an employer: `**Acme**: Engineer`
        is_other = self.is_dated or names_job or kinds(label) or label.strip().casefold() in column_names()
        return is_set_apart and not is_other

    @cached_property
    def parts(self) -> tuple[list[HeadPart], list[FoundDate]]:
        return divided([self.line])[:2]

    @cached_property
    def is_dated(self) -> bool:
        return has_date(self.line)

    @cached_property
    def has_span(self) -> bool:
        return self.is_dated and any("start" in date.fields for date in self.parts[1])

    @cached_property
    def begins_with_date(self) -> bool:
        return any(date.begin < 2 for date in self.parts[1])

    @cached_property
    def says_when(self) -> bool:
        """Return whether the line says nothing but when: `Expected graduation: June 2025`."""
        return bool(self.parts[1]) and not self.parts[0]

    @cached_property
    def is_title(self) -> bool:
        """Return whether the line is a list item that names a job, or a degree: below the line of the institution."""
        is_job = "title" in self.kinds and len(self.line.plain.split()) < 7 and not self.line.plain.endswith(".")
        is_degree = any(part.kinds == {"degree"} for part in self.parts[0][:1]) and len(self.line.plain) < 110
        return self.line.kind == "bullet" and not self.is_dated and (is_job or is_degree)

    @cached_property
    def is_link(self) -> bool:
        """Return whether the line is nothing but the address of a page, which may stand within a head."""
        return bool(re.fullmatch(r"(?:https?://|www\.)\S+", self.line.plain))

    @cached_property
    def label(self) -> str:
        """Return the field that a label at the beginning names."""
        labelled = labelled_cell(cell := self.line.cells[0] if self.line.cells else LineCell(""))
        return labelled.role if labelled is not cell else ""

    @cached_property
    def kinds(self) -> frozenset[str]:
        return frozenset().union(*(part.kinds for part in self.parts[0][:3]))

    @cached_property
    def is_marked(self) -> bool:
        """Return whether the line begins in bold or italics."""
        spans = self.line.cells[0].spans if self.line.cells else ()
        return bool(spans) and (spans[0].bold or spans[0].italic)

    @cached_property
    def look(self) -> tuple[object, ...]:
        """Return how the line looks: lines that look alike may begin entries."""
        spans = [span for cell in self.line.cells[:1] for span in cell.spans if span.text.strip()]
        face = (spans[0].bold, spans[0].italic) if spans else (False, False)
        whole = bool(spans) and all((span.bold, span.italic) == face for span in spans)
        size = round(self.line.look.size, 1)
        return self.line.kind, self.line.level, face, whole and any(face), self.line.plain.isupper(), size


@dataclass
class _Section:
    """The lines of a section, and the parts and dates of the heads that were tried."""

    items: list[_Item]
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
        return [index for index in bullets if self.items[index].has_span and len(self.items[index].line.plain) < _PARAGRAPH]

    def is_named(self, head: tuple[int, ...]) -> bool:
        """Return whether words tell a part of a head."""
        return any(part.kinds & {"organization", "title", "degree"} for part in self.head(head)[0])

    def head(self, indices: tuple[int, ...]) -> tuple[list[HeadPart], list[FoundDate]]:
        if indices not in self.heads:
            self.heads[indices] = divided([self.items[index].line for index in indices])[:2]
        return self.heads[indices]


def entries_of(lines: list[OldLine]) -> list[EntryLines]:
    """Return the entries of a section of positions or degrees; nothing if no grammar explains its lines."""
    section = _Section(_items(lines))
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


def _items(lines: list[OldLine]) -> list[_Item]:
    lines = with_whole_times([without_labels(with_labelled_cells(line)) for line in with_labelled_bullets(lines)])
    signs = Counter(match["sign"] for line in lines if line.kind == "text" and (match := _SIGN.match(line.text)))
    items: list[_Item] = []
    gap = False
    for line in chain.from_iterable(map(without_time, with_numbers(lines))):
        if line.kind == "break":
            gap = True
            continue
        match = _SIGN.match(line.text) if line.kind == "text" else None
        if match and signs[match["sign"]] > 1:
            first = replace(line.cells[0], text=match["bold"] + line.cells[0].text[match.end() :])
            line = replace(line, kind="bullet", cells=(first, *line.cells[1:]))
        above = items[-1] if items else None
        below = above and (is_label_line(above.line) or is_whole(above.line) or above.is_below_label and not above.is_head)
        items.append(_Item(line, gap, bool(below)))
        items += [
            _Item(replace(line, kind="bullet", cells=(cell,), level=1))
            for cell in (line.cells if line.kind == "row" else ())
            if cell.role.endswith("+")
        ]
        if line.kind == "row" and any(cell.role.endswith("+") for cell in line.cells):
            kept = tuple(cell for cell in line.cells if not cell.role.endswith("+"))
            items[-1 - (len(line.cells) - len(kept))].line = replace(line, cells=kept)
        gap = False
    return items


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


def _before(items: list[_Item], dated: list[int], count: int, *, are_alike: bool = False) -> tuple[int, ...]:
    """Return where entries begin whose date is `count` lines below, or fewer if these lines are not of a head.

    If they are alike, each line above a date looks as the one above the first date does.
    """
    starts, last = [], -1
    begin = [items[index] for index in dated if items[index].begins_with_date and len(items[index].line.cells) > 1]
    edge = min((item.line.look.indent for index, item in enumerate(items) if index not in dated), default=0.0) - 3
    hang = len(begin) == len(dated) and all(item.line.look.indent < edge for item in begin)  # times in the margin
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


def _shape(item: _Item) -> tuple[object, ...]:
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
