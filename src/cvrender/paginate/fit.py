"""Find the loosest setting of a style in which a view has its number of pages.

The style's `fit` says how far it may be changed: the space between entries, the font size and the margins shrink together, each
by the same part of its range, so that no page has small gaps and large type: first as far as is easy to read, then to the limits.
Margins at the sides, by which lines become longer, shrink only then, and half as far as the others. A view that allows more
pages takes them before what is hard to read. Content is not cut, except for the last items of sections that a view marks
`drop_last`: no more than the tightest setting needs. A style whose `fit` forbids it takes more pages.
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import partial
from operator import sub

from cvrender.compose.select.group import number_entries
from cvrender.errors import ArtifactError, Problem
from cvrender.model.document import Document
from cvrender.model.page import joined, sides
from cvrender.model.prose_blocks import BASE
from cvrender.model.style import Style, millimetres
from cvrender.model.value import Value, replace
from cvrender.model.view import EntryGroup, Selection
from cvrender.targets.base import Pages

_WHITE, _WIDER, _SMALLER = 0.2, 0.013, 1.1
"""The part of a page that is white space; the part that a millimetre of each margin saves; the saving of a smaller size."""
_LINES = 2  # of an item, about
_LEAST_SPACING, SMALLEST, _NARROWEST = 0.5, 9.5, 14.0
"""What is easy to read: the least of the option `spacing`, points of the text's size, millimetres of margins at top and foot."""

Compose = Callable[[Selection, Style], Document]
Typeset = Callable[[Document, Style], Pages]
MakeProblem = Callable[[str, str], Problem]
"""Return a Problem with a message and a hint, at the place that asks for the number of pages."""


class Fitted(Value, frozen=True):
    """The selection and style that fit, the pages if they were set, and the fields of dropped items, in order."""

    selection: Selection
    style: Style
    pages: Pages | None = None
    dropped: tuple[str, ...] = ()


def fit(
    selection: Selection,
    style: Style,
    limit: tuple[int, int],
    compose: Compose,
    typeset: Typeset,
    make_problem: MakeProblem,
) -> Fitted:
    """Find the loosest setting within the style's limits that has at most the first number of pages; TeX runs once per attempt.

    It has more, up to the second number, if no setting that is easy to read fits; and more than that only if items may be
    dropped, but not in this style.
    Raises ArtifactError with the number of lines that do not fit, the longest sections and the file that is too long.
    """
    pages, most = limit
    ladder = readable(style) if pages < most else settings(style)
    tightest, guess = ladder[-1], partial(_likely, ladder, pages)

    def loosest(candidate: Selection) -> tuple[Style, Pages] | None:
        document = compose(candidate, style)
        first = _first_fit(len(ladder), pages, lambda step: typeset(document, ladder[step]), guess)
        return (ladder[first[0]], first[1]) if first else None

    if best := loosest(selection):
        return Fitted(selection, *best)
    drops = _drops(selection)
    if pages < most or drops and not style.fit.drops:
        return fit(selection, style, (pages + 1, most), compose, typeset, make_problem)

    def shortened(step: int) -> Pages:
        return typeset(compose(_without_last(selection, drops[: step + 1])[0], style), tightest)

    if fitting := _first_fit(len(drops), pages, shortened, lambda result: _lines_over(result, pages)[0] // _LINES):
        left, dropped = _without_last(selection, drops[: fitting[0] + 1])
        return Fitted(left, *(loosest(left) or (tightest, fitting[1])), dropped)
    last = compose(_without_last(selection, drops)[0], style)
    result = typeset(last, tightest)
    problem = make_problem(*_too_long(result, last, pages, {section.source for section in selection.sections if section.entries}))
    raise ArtifactError([problem], failed=[result.file, (f"{result.file[0]}.txt", f"{problem}\n".encode())])


def _first_fit(count: int, pages: int, make: Callable[[int], Pages], guess: Callable[[Pages], int]) -> tuple[int, Pages] | None:
    """Return the first of `count` attempts that fits, or None if the last one does not fit.

    What fits at one attempt fits at each later one. `guess` is asked with what the first one gives; attempts ever further away
    from its answer are made until one fits and one does not, then those in the middle between them.
    """
    if count == 0:
        return None
    result = make(0)
    if result.count <= pages:
        return 0, result
    best: tuple[int, Pages] | None = None
    low, high = 1, count
    step, away = max(min(guess(result), count - 1), 1), 1
    while low < high:
        result = make(step)
        if result.count <= pages:
            best, high = (step, result), step
        else:
            low = step + 1
        if best and low > 1:
            step = (low + high) // 2
        else:
            step, away = (max(high - away, 1) if best else min(step + away, count - 1)), away * 2
    return best


def saving(before: Style, after: Style) -> float:
    """Return the part of a page that a tighter style saves, about; of a looser one, it is negative."""
    leading, lower = (float(str(style.values["leading"])) for style in (before, after))
    wide, narrow = ([millimetres(side) for side in sides(str(style.values["margin"]))] for style in (before, after))
    smaller = _SMALLER * (1 - after.text_size / before.text_size)
    wider = _WIDER * (sum(wide) - sum(narrow)) / len(wide)
    return _WHITE * (before.spacing - after.spacing) + 1 - lower / leading + smaller + wider


def _likely(ladder: Sequence[Style], pages: int, result: Pages) -> int:
    """Return the first step that saves as much as a PDF in the first one is too long, about; beyond the end if none does."""
    over, others = _lines_over(result, pages)
    wanted = over / max(others, 1)
    return next((step for step, style in enumerate(ladder) if saving(ladder[0], style) >= wanted), len(ladder))


def _lines_over(result: Pages, pages: int) -> tuple[int, int]:
    """Return the number of lines on pages above the limit, and on the others."""
    counts = [len(page) for page in result.lines]
    return sum(counts[pages:]), sum(counts[:pages])


def settings(style: Style) -> list[Style]:
    """Return the style and ever tighter versions of it, as far as its `fit` allows."""
    easy, bound = readable(style), style.fit
    return [*easy[:-1], *_ladder(easy[-1], float(bound.spacing), bound.points, _least(style, millimetres(bound.margin)))]


def readable(style: Style) -> list[Style]:
    """Return the style and tighter versions of it, as far as its `fit` allows and they are easy to read."""
    bound = style.fit
    margins = list(map(millimetres, sides(str(style.values["margin"]))))
    least = [side if index % 2 else min(side, max(millimetres(bound.margin), _NARROWEST)) for index, side in enumerate(margins)]
    return _ladder(style, max(float(bound.spacing), _LEAST_SPACING), max(bound.points, SMALLEST), least)


def _least(style: Style, narrowest: float) -> list[float]:
    """Return the least margins in millimetres, those at the sides half as far from the style's own."""
    margins = map(millimetres, sides(str(style.values["margin"])))
    return [min(side, narrowest if index % 2 == 0 else (side + narrowest) / 2) for index, side in enumerate(margins)]


def _ladder(style: Style, least_spacing: float, smallest: float, least: Sequence[float]) -> list[Style]:
    """Return the style and ever tighter versions of it, down to these limits."""
    values, spacing, size = style.values, style.spacing, style.text_size
    margins = [millimetres(side) for side in sides(str(values["margin"]))]
    gaps, sizes = spacing - min(spacing, least_spacing), size - min(size, smallest)
    count = round(gaps * 10) + round(sizes * 2) + math.ceil(max(map(sub, margins, least)))
    ladder = [style]
    for step in range(1, count + 1):
        part = step / count
        tighter = {
            "spacing": f"{spacing - gaps * part:.2g}",
            "size": f"{size - sizes * part:.3g}pt",
            "margin": joined([f"{side - (side - end) * part:.3g}mm" for side, end in zip(margins, least, strict=True)]),
        }
        changed = {"spacing": gaps, "size": sizes, "margin": margins != least}
        ladder.append(replace(style, values={**values, **{name: tighter[name] for name in tighter if changed[name]}}))
    return ladder


def _drops(selection: Selection) -> list[int]:
    """Return the sections to drop a last item from, one after the other: always the longest one that allows it."""
    left = {index: len(section.entries) for index, section in enumerate(selection.sections) if section.drop_last}
    drops: list[int] = []
    while left and left[longest := max(left, key=lambda index: left[index])] > 1:
        left[longest] -= 1
        drops.append(longest)
    return drops


def _without_last(selection: Selection, drops: Sequence[int]) -> tuple[Selection, tuple[str, ...]]:
    """Return the selection without the last items of these sections, and their fields in the order of `drops`."""
    counts = Counter(drops)
    sections, sources = list(selection.sections), {}
    for index, count in counts.items():
        entries = sections[index].entries
        sources[index] = [item.source for item in entries[-count:]]
        sections[index] = replace(sections[index], groups=_cut(sections[index].groups, len(entries) - count))
    return replace(selection, sections=number_entries(sections)), tuple(sources[index].pop() for index in drops)


def _cut(groups: Sequence[EntryGroup], count: int) -> tuple[EntryGroup, ...]:
    """Return the first `count` entries of the groups."""
    kept = []
    for group in groups:
        if count > 0:
            kept.append(replace(group, entries=group.entries[:count]))
        count -= len(group.entries)
    return tuple(kept)


def _too_long(result: Pages, document: Document, pages: int, with_entries: Collection[str]) -> tuple[str, str]:
    pages_of_lines = result.lines
    over = sum(len(lines) for lines in pages_of_lines[pages:])
    message = f"{over} line{'s' * (over != 1)} too long for {pages} page{'s' * (pages != 1)} in the tightest setting"
    return message, _advice(_longest(pages_of_lines, document), document, with_entries)


def _advice(longest: Sequence[tuple[str, int]], document: Document, with_entries: Collection[str]) -> str:
    """Return what makes a document shorter: texts are edited, entries are left out. A part of several sections has no field."""
    is_prose = any(section.source.partition(".")[0] == BASE for section in document.sections)
    listed = {section.title.plain: section.source in {"", *with_entries} for section in document.sections}
    entries = ", ".join(f"{title} ({count} lines)" for title, count in longest if listed[title] and not is_prose)
    texts = ", ".join(f"{title} ({count} lines)" for title, count in longest if not listed[title])
    if is_prose:
        return f"shorten the text{f'; the longest sections: {texts}' if texts else ''}"
    if entries:
        return f'add "limit" or "drop_last" to one of the longest sections: {entries}'
    return f"shorten the longest texts: {texts}" if texts else ""


def _longest(pages: Sequence[Sequence[str]], document: Document) -> list[tuple[str, int]]:
    """Return the three sections with the most lines, found by their headings."""
    titles = {section.title.plain.casefold(): section.title.plain for section in document.sections}
    counts: dict[str, int] = {}
    current = ""
    for line in (line for page in pages for line in page):
        current = titles.get(line.casefold(), current)
        if current:
            counts[current] = counts.get(current, 0) + 1
    return sorted(counts.items(), key=lambda item: -item[1])[:3]
