"""Find the loosest setting of a style in which a view has its number of pages.

What a style allows to be changed stands in its `fit`: first the white space between entries shrinks, then the type, then
the margins. Content is never cut, but for the last items of sections that a view marks `drop_last`.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from cvrender.errors import ArtifactError, Problem
from cvrender.model.document import Document
from cvrender.model.style import Style, millimetres
from cvrender.model.typeset import TypesetResult
from cvrender.model.view import SelectedSection, EntryGroup, Selection
from cvrender.select.group import number
from cvrender.targets.pdf.read import lines_by_page

Compose = Callable[[Selection, Style], Document]
Typeset = Callable[[Document, Style], TypesetResult]
"""How a try is made: a Document of the selection, a PDF of the Document."""
Trouble = Callable[[str, str], Problem]
"""A Problem of a message and a hint, at the place that asks for the number of pages."""


@dataclass(frozen=True)
class Fitted:
    """What fits: the selection, the style, the PDF where one was made, and what was left out (fields, in order)."""

    selection: Selection
    style: Style
    typeset: TypesetResult | None = None
    dropped: tuple[str, ...] = ()


def fit(selection: Selection, style: Style, pages: int, compose: Compose, typeset: Typeset, trouble: Trouble) -> Fitted:
    """The loosest setting within the style's bounds that is at most `pages` long; TeX runs once for each try.

    Raises ArtifactError that says by how many lines it is over, and which sections are the longest.
    """
    ladder = settings(style)
    tightest = ladder[-1]

    def setting(chosen: Selection) -> tuple[Style, TypesetResult] | None:
        whole = compose(chosen, style)
        found = _first(len(ladder), pages, lambda step: typeset(whole, ladder[step]))
        return (ladder[found[0]], found[1]) if found else None

    if best := setting(selection):
        return Fitted(selection, *best)
    drops = _drops(selection)

    def shortened(step: int) -> TypesetResult:
        return typeset(compose(_without_last(selection, drops[: step + 1])[0], tightest), tightest)

    if found := _first(len(drops), pages, shortened):
        left, dropped = _without_last(selection, drops[: found[0] + 1])
        return Fitted(left, *(setting(left) or (tightest, found[1])), dropped)
    last = compose(_without_last(selection, drops)[0], tightest)
    raise ArtifactError([trouble(*_too_long(typeset(last, tightest), last, pages))])


def _first(count: int, pages: int, make: Callable[[int], TypesetResult]) -> tuple[int, TypesetResult] | None:
    """The first of `count` tries that fits, by halving; None when even the last one does not."""
    if count == 0:
        return None
    printed = make(0)
    if len(lines_by_page(printed.pdf)) <= pages:
        return 0, printed
    best = (count - 1, make(count - 1) if count > 1 else printed)
    if len(lines_by_page(best[1].pdf)) > pages:
        return None
    low, high = 1, count - 1
    while low < high:
        middle = (low + high) // 2
        printed = make(middle)
        if len(lines_by_page(printed.pdf)) <= pages:
            best, high = (middle, printed), middle
        else:
            low = middle + 1
    return best


def settings(style: Style) -> list[Style]:
    """The style as it is, and then ever tighter, as far as its `fit` allows."""
    ladder = [style]

    def tighten(key: str, value: str) -> None:
        ladder.append(replace(style, values={**ladder[-1].values, key: value}))

    bound = style.fit
    spacing = round(float(style.values["spacing"]) * 10)
    for tenths in range(spacing - 1, round(float(bound.spacing) * 10) - 1, -1):
        tighten("spacing", f"{tenths / 10:g}")
    sizes = style.options["size"].choices
    for size in reversed(sizes[sizes.index(bound.size) : sizes.index(str(style.values["size"]))]):
        tighten("size", size)
    margin, least = millimetres(str(style.values["margin"])), millimetres(bound.margin)
    while margin - 1 >= least:
        margin -= 1
        tighten("margin", f"{margin:g}mm")
    return ladder


def _drops(selection: Selection) -> list[int]:
    """The sections whose last item is left out next, one after the other: always the longest one that allows it."""
    left = {index: _items(section) for index, section in enumerate(selection.sections) if section.drop_last}
    drops: list[int] = []
    while left and left[longest := max(left, key=lambda index: left[index])] > 1:
        left[longest] -= 1
        drops.append(longest)
    return drops


def _items(section: SelectedSection) -> int:
    return sum(len(part.entries) for part in section.parts)


def _without_last(selection: Selection, drops: Sequence[int]) -> tuple[Selection, tuple[str, ...]]:
    """The selection without the last items of these sections, and the fields that they came from, in the order of `drops`."""
    counts = Counter(drops)
    sections, sources = list(selection.sections), {}
    for index, count in counts.items():
        entries = [chosen for part in sections[index].parts for chosen in part.entries]
        sources[index] = [chosen.source for chosen in entries[-count:]]
        sections[index] = replace(sections[index], parts=_cut(sections[index].parts, len(entries) - count))
    return replace(selection, sections=number(sections)), tuple(sources[index].pop() for index in drops)


def _cut(parts: Sequence[EntryGroup], left: int) -> tuple[EntryGroup, ...]:
    """The first `left` entries of the parts."""
    kept = []
    for part in parts:
        if left > 0:
            kept.append(replace(part, entries=part.entries[:left]))
        left -= len(part.entries)
    return tuple(kept)


def _too_long(printed: TypesetResult, document: Document, pages: int) -> tuple[str, str]:
    found = lines_by_page(printed.pdf)
    over = sum(len(lines) for lines in found[pages:])
    longest = ", ".join(f"{section} ({count} lines)" for section, count in _longest(found, document))
    lines = f"{over} line{'s' * (over != 1)}"
    message = f"is {lines} too long for {_pages(pages)}, however tightly it is set"
    hint = f"the longest sections: {longest}; limit one of them, or allow it to drop_last" if longest else ""
    return message, hint


def _pages(count: int) -> str:
    return f"{count} page" if count == 1 else f"{count} pages"


def _longest(pages: Sequence[Sequence[str]], document: Document) -> list[tuple[str, int]]:
    """The three sections with the most lines, by the headings found among the lines."""
    titles = {section.title.plain.casefold(): section.title.plain for section in document.sections}
    counts: dict[str, int] = {}
    current = ""
    for line in (line for page in pages for line in page):
        current = titles.get(line.casefold(), current)
        if current:
            counts[current] = counts.get(current, 0) + 1
    return sorted(counts.items(), key=lambda item: -item[1])[:3]
