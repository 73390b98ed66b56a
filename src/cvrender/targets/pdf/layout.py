"""Check the layout of pages."""

import re
from collections.abc import Callable, Iterator

from cvrender.errors import Severity, shorten
from cvrender.model.expressions import expression
from cvrender.model.measures import FEWEST_LINES
from cvrender.targets.comparison.align import LeafMatch
from cvrender.targets.comparison.checks import CheckContext, Discrepancy
from cvrender.targets.comparison.leaves import Leaf
from cvrender.targets.comparison.locate import SourceLines
from cvrender.targets.tex.read import read

_OVERFULL = expression(r"^Overfull \\hbox \(([\d.]+)pt too wide\)(?: .*? at lines? (\d+)(?:--(\d+))?)?", re.MULTILINE)
_TALL = expression(r"^Overfull \\vbox \(([\d.]+)pt too high\)", re.MULTILINE)
_NOTICEABLE, _ERROR = 1.0, 5.0  # points; how much wider a line may be before it is reported, and before it is an error
_SPACING_HINT = 'change the spacing a little ("--set spacing=0.95")'


def layout(context: CheckContext) -> Iterator[Discrepancy]:
    """Find text outside its page, lines too wide, headings or first lines alone at the end of a page, and a nearly empty page."""
    for page, text in context.reading.outside:
        yield Discrepancy(f"{shorten(text)} is outside page {page}", code="off-page")
    yield from _overfull(context)
    yield from _page_ends(context)
    pages = context.reading.pages
    if len(pages) > 1 and len(pages[-1]) < FEWEST_LINES:
        lines = "one line" if len(pages[-1]) == 1 else f"{len(pages[-1])} lines"
        hint = 'reduce the spacing ("--set spacing=0.9") or the margin'
        yield Discrepancy(f"last page has only {lines}", hint=hint, severity="warning", code="short-page")


def _overfull(context: CheckContext) -> Iterator[Discrepancy]:
    """Yield TeX's complaints about lines and pages, at the field of the text."""
    lines: SourceLines | None = None
    for match in _OVERFULL.finditer(context.log):
        points = float(match[1])
        if points < _NOTICEABLE:
            continue
        lines = lines or SourceLines(read(context.source.encode()), context.expected)
        leaf = lines.at(int(match[2]), int(match[3] or match[2])) if match[2] else None
        what = f"{leaf.kind} {shorten(leaf.text.plain)}" if leaf else "a line"
        hint = "shorten its longest word or address, or reduce the margin or font size"
        severity: Severity = "error" if points > _ERROR else "warning"
        yield Discrepancy(
            f"{what} is {points:.1f} pt too wide", leaf.source if leaf else "", hint, severity, code="overfull-line"
        )
    for match in _TALL.finditer(context.log):
        if float(match[1]) > _ERROR:
            yield Discrepancy(f"content is {float(match[1]):.1f} pt too high for its page", code="overfull-page")


def _page_ends(context: CheckContext) -> Iterator[Discrepancy]:
    """Yield headings at the end of a page, and first lines whose paragraph or entry continues on the next page."""
    folded = context.alignment.folded
    matches = [match for match in context.alignment.matches if match.start >= 0]
    for number, starts in enumerate(folded.pages[1:], 1):
        before = [match for match in matches if match.start < starts]
        if not before:
            continue
        last = before[-1]
        leaf = last.leaf
        if leaf.kind in ("section", "group"):
            message = f"heading {shorten(leaf.text.plain)} is alone at the bottom of page {number}"
            yield Discrepancy(message, leaf.source, _SPACING_HINT, code="heading-alone")
        elif last.end > starts + 1 and folded.line(starts - 2) == folded.line(last.start):
            yield _first_line(leaf, number)
        elif leaf.kind in ("title", "date", "label") and len(before) < len(matches) and _one_line(before, folded.line):
            following = matches[len(before)].leaf
            if following.source.startswith(leaf.source) and following.kind not in ("title", "number"):
                yield _first_line(leaf, number)


def _one_line(before: list[LeafMatch], line: Callable[[int], int]) -> bool:
    """Return whether the last entry has only one line so far."""
    own = [match for match in before[-3:] if match.leaf.source == before[-1].leaf.source]
    return line(own[0].start) == line(max(match.end - 1 for match in own))


def _first_line(leaf: Leaf, page: int) -> Discrepancy:
    message = f"first line of {shorten(leaf.text.plain)} is alone at the bottom of page {page}"
    return Discrepancy(message, leaf.source, severity="warning", code="line-alone")
