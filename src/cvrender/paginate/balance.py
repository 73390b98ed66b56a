"""Avoid a last page with only a few lines, by a slightly tighter setting with one page fewer, or by an earlier page break.

Then avoid other pages with much space at their foot, by settings that differ a little. How much each setting saves is estimated,
so that TeX runs only for what may help. Nothing is cut.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from cvrender.errors import Problem
from cvrender.model.document import Block, Document, EntryBlock, EntryList, Group, Section
from cvrender.model.page import PAPER, joined, sides
from cvrender.model.style import Style, millimetres
from cvrender.model.value import Value, replace
from cvrender.paginate.fit import SMALLEST, saving
from cvrender.targets.base import Pages

SHORT = 12
"""A last page with at most so many lines is balanced."""
LONGEST = 20
"""The most pages of a document that is balanced: among more, a short one is not noticed, and each try sets all of them."""
_ENOUGH = 11  # lines of a last page that looks intended
_FULLEST = 0.45  # the most of a page that may move to the next one
_HEADING = 0.5  # lines that a page has besides its text, for the spaces of what moves
_STEPS = tuple(step / 20 for step in range(1, 21))
"""Parts of what may be taken off to save space, from the loosest setting to the tightest."""
_CLOSER, _LEADING, _POINTS, _MARGINS = 0.45, 0.04, 0.5, (5.0, 2.0, 5.0, 2.0)
"""The most that is taken off: parts of the options `spacing` and `leading`, points of the size of the text, and millimetres of
the margins (fewer at the sides, by which lines become longer), as far as the style's `fit` and the floors below allow."""
_LEAST_SPACING, _NARROWEST = 0.7, 15.0
"""The floors of what nobody asked for: the option `spacing`, and millimetres of each margin."""
_FULL = 0.92
"""The share of a last page that is full: with less, a looser setting may have as many pages."""
_LOOSER = ((1.1, 1.01), (1.2, 1.02), (1.3, 1.03), (1.4, 1.04), (1.5, 1.05), (1.6, 1.06), (1.9, 1.08))
"""Factors of the options `spacing` and `leading` that move lines to the last page while the others stay full."""
_NEAR = ((1.06, 1.01), (0.94, 0.99), (1.12, 1.02), (0.88, 0.98), (1.2, 1.03))
"""Factors of the options `spacing` and `leading` that may move a page's end."""
_HOLE = 25.0
"""The most millimetres that a page but the last may have empty at its foot."""
_ERROR = 0.03  # by which an estimate of what is saved may be too low

Typeset = Callable[[Document, Style], Pages]


class Balanced(Value, frozen=True):
    """The pages, with their document and style, and the options that were changed, if any."""

    pages: Pages
    change: str = ""


def balance(original: Pages, typeset: Typeset) -> Balanced:
    """Return pages of which none is short, or those given; these are also returned if they are more than LONGEST."""
    if not 2 <= original.count <= LONGEST:
        return Balanced(original)
    ways = (_with_fewer_pages, _looser, _with_fuller_page) if len(original.last) <= SHORT else ()
    balanced = next((better for way in ways if (better := way(original, typeset))), original)
    fuller = _without_holes(balanced, typeset)
    return Balanced(fuller, _change(original.style, fuller.style))


def _change(before: Style, after: Style) -> str:
    """Return the options that differ, with their values."""
    return ", ".join(f"{name} {value}" for name, value in after.values.items() if value != before.values[name])


def note(change: str, view: str) -> Problem:
    """Return the message that says what was changed."""
    message = f'{change}, so that no page of view "{view}" is short'
    return Problem(message, hint="balance: false in the view keeps the setting", severity="warning", code="balanced")


def _with_fewer_pages(original: Pages, typeset: Typeset) -> Pages | None:
    """Return the loosest of the tighter settings that has one page fewer."""
    pages = original.lines
    wanted = (len(pages[-1]) + _HEADING) / max(sum(map(len, pages[:-1])), 1)
    steps = [tighter for part in _STEPS if (tighter := _tighter(original.style, part)) != original.style]
    savings = [saving(original.style, tighter) for tighter in steps]
    hopeful = [index for index, saved in enumerate(savings) if saved >= wanted]
    hopeful = hopeful or [index for index, saved in enumerate(savings[-1:], len(steps) - 1) if saved + _ERROR >= wanted]
    safer = [index for index in hopeful[1:] if savings[index] >= wanted + _ERROR]
    for index in [*hopeful[:1], *safer[:1]]:
        result = typeset(original.document, steps[index])
        if result.count < len(pages):
            return _relaxed(result, steps[:index], typeset)
    return None


def _relaxed(best: Pages, looser: Sequence[Style], typeset: Typeset) -> Pages:
    """Return the pages in the loosest of the looser settings that has as many of them, unless the last one is full."""
    low, high = 0, len(looser)
    while low < high and best.filled[-1] < _FULL:
        middle = (low + high) // 2
        result = typeset(best.document, looser[middle])
        if result.count <= best.count:
            best, high = result, middle
        else:
            low = middle + 1
    return best


def _tighter(style: Style, part: float) -> Style:
    """Return the style with a part of its space taken off. Options that were chosen keep their values."""
    bounds, values, chosen = style.fit, style.values, style.chosen
    size, gap = style.text_size, style.spacing
    least_gap = min(max(float(bounds.spacing), _LEAST_SPACING), gap)
    closer = gap if "spacing" in chosen else max(gap * (1 - _CLOSER * part), least_gap)
    leading = 1 if "leading" in chosen else 1 - _LEADING * part
    smaller = size if "size" in chosen else max(size - _POINTS * part, min(max(bounds.points, SMALLEST), size))
    old = [millimetres(side) for side in sides(str(values["margin"]))]
    least = max(millimetres(bounds.margin), _NARROWEST)
    narrowed = [max(side - most * part, min(side, least)) for side, most in zip(old, _MARGINS, strict=True)]
    margins = old if "margin" in chosen else narrowed
    wanted = {
        "spacing": f"{closer:.2g}",
        "leading": f"{float(str(values['leading'])) * leading:.3g}",
        "size": f"{smaller:.3g}pt",
        "margin": joined([f"{side:.3g}mm" for side in margins]),
    }
    kept = chosen if margins != old else {*chosen, "margin"}
    return replace(style, values={**values, **{name: value for name, value in wanted.items() if name not in kept}})


def _looser(original: Pages, typeset: Typeset) -> Pages | None:
    """Return the first of the looser settings by which enough lines move to the last page, about, or the loosest."""
    pages, style = original.lines, original.style
    wanted = (_ENOUGH + 1 - len(pages[-1])) / max(sum(map(len, pages[:-1])), 1)
    settings = [_spaced(style, *factors) for factors in _LOOSER]
    hopeful = [one for one in settings if -saving(style, one) >= wanted]
    for wider in [*hopeful[:1], *hopeful[1:][-1:]]:
        result = typeset(original.document, wider)
        if result.count != len(pages):
            break
        if len(result.last) >= _ENOUGH:
            return result
    return None


def _spaced(style: Style, gap: float, leading: float) -> Style:
    """Return the style with the options `spacing` and `leading` multiplied, unless they were chosen."""
    values = {"spacing": f"{style.spacing * gap:.2g}", "leading": f"{float(str(style.values['leading'])) * leading:.3g}"}
    return replace(style, values={**style.values, **{name: value for name, value in values.items() if name not in style.chosen}})


def _without_holes(original: Pages, typeset: Typeset) -> Pages:
    """Return the pages in a setting near to theirs in which none but the last has much space at its foot, or the least."""
    best, settings = original, (_spaced(original.style, *factors) for factors in _NEAR)
    for style in settings:
        if _hole(best) <= _HOLE:
            break
        if style.spacing < min(_LEAST_SPACING, original.style.spacing) or style == original.style:
            continue
        result = typeset(original.document, style)
        if (
            result.count == original.count
            and len(result.last) >= min(_ENOUGH, len(original.last))
            and _hole(result) < _hole(best)
        ):
            best = result
    return best


def _hole(pages: Pages) -> float:
    """Return the most millimetres that a page but the last has empty at its foot."""
    values = pages.style.values
    top, _, bottom, _ = (millimetres(side) for side in sides(str(values["margin"])))
    height = PAPER[str(values["page"])][1] - top - bottom
    return max(((1 - filled) * height for filled in pages.filled[:-1]), default=0.0)


def _with_fuller_page(original: Pages, typeset: Typeset) -> Pages | None:
    """Return the document with a page break before a part at the end of the page before the last."""
    for part in _breaks(original.document, original.lines):
        document = replace(original.document, sections=_broken(original.document.sections, part))
        result = typeset(document, original.style)
        is_full = len(result.lines[-2]) >= (1 - _FULLEST) * len(original.lines[-2])
        if result.count == original.count and len(result.last) >= _ENOUGH and is_full:
            return result
    return None


_Part = Section | EntryBlock


def _breaks(document: Document, pages: Sequence[Sequence[str]]) -> Iterator[_Part]:
    """Yield the best part before which a page may end: a section rather than an entry, and no more lines than needed."""
    page = [_key(line) for line in pages[-2]]
    breaks: list[tuple[int, _Part]] = []
    place = 0
    for part in _parts(document):
        line = next((index for index in range(place, len(page)) if _begins_with(page[index], part)), None)
        if line is None:
            continue
        place = line
        moved = len(page) - line
        if len(pages[-1]) + moved > _ENOUGH and moved <= _FULLEST * len(page):
            breaks.append((moved + (0 if isinstance(part, Section) else 4), part))
    yield from (part for _, part in sorted(breaks, key=lambda one: one[0])[:1])


def _parts(document: Document) -> Iterator[_Part]:
    """Yield the sections of the wide column and their entries, in order."""
    for section in document.sections:
        if not section.is_aside:
            yield section
            yield from _entries(section.blocks)


def _begins_with(line: str, part: _Part) -> bool:
    """Return whether a line is the heading of a section, or has the beginning of an entry, which a label may precede."""
    key = _key(part.title.plain)
    return bool(key) and (line == key if isinstance(part, Section) else key[:20] in line)


def _key(line: str) -> str:
    return re.sub(r"\W+", "", line).casefold()


def _entries(blocks: Sequence[Block]) -> Iterator[EntryBlock]:
    """Yield the entries before which a page may end: all but the first of each list, which is below a heading."""
    for block in blocks:
        if isinstance(block, Group):
            yield from _entries(block.blocks)
        elif isinstance(block, EntryList):
            yield from block.entries[1:]


def _broken(sections: tuple[Section, ...], part: _Part) -> tuple[Section, ...]:
    """Return the sections with a page break before a part."""

    def in_blocks(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        return tuple(map(in_block, blocks))

    def in_block(block: Block) -> Block:
        if isinstance(block, Group):
            return replace(block, blocks=in_blocks(block.blocks))
        if isinstance(block, EntryList):
            entries = tuple(replace(entry, new_page=True) if entry is part else entry for entry in block.entries)
            return replace(block, entries=entries)
        return block

    return tuple(replace(one, blocks=in_blocks(one.blocks), new_page=one.new_page or one is part) for one in sections)
