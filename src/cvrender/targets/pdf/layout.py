"""Check that everything stands on its page as it should."""

import re
from collections.abc import Callable, Iterator

from cvrender.errors import Severity
from cvrender.targets.tex.read import read
from cvrender.verify.align import Place
from cvrender.verify.base import Discrepancy, Evidence, brief
from cvrender.verify.leaves import Leaf
from cvrender.verify.locate import Lines

_OVERFULL = re.compile(r"^Overfull \\hbox \(([\d.]+)pt too wide\)(?: .*? at lines? (\d+)(?:--(\d+))?)?", re.MULTILINE)
_TALL = re.compile(r"^Overfull \\vbox \(([\d.]+)pt too high\)", re.MULTILINE)
_SEEN, _WRONG = 1.0, 5.0  # points: from here on a line's excess is noticed; from there on it is an error
_FEWEST = 4
_MOVED = 'a little more or less spacing moves it ("--set spacing=0.95")'


def layout(evidence: Evidence) -> Iterator[Discrepancy]:
    """No text outside of its page, no line too wide, no heading or first line alone at a page's foot, no nearly empty page."""
    for page, text in evidence.reading.outside:
        yield Discrepancy(f"{brief(text)} leaves page {page}")
    yield from _overfull(evidence)
    yield from _page_ends(evidence)
    pages = evidence.reading.pages
    if len(pages) > 1 and len(pages[-1]) < _FEWEST:
        lines = "one line" if len(pages[-1]) == 1 else f"{len(pages[-1])} lines"
        hint = 'a little less spacing ("--set spacing=0.9") or a smaller margin takes them back'
        yield Discrepancy(f"its last page has only {lines}", hint=hint, severity="warning")


def _overfull(evidence: Evidence) -> Iterator[Discrepancy]:
    """What TeX complained of, each at the field whose text is too wide."""
    lines: Lines | None = None
    for match in _OVERFULL.finditer(evidence.log):
        points = float(match[1])
        if points < _SEEN:
            continue
        lines = lines or Lines(read(evidence.source.encode()), evidence.expected)
        leaf = lines.at(int(match[2]), int(match[3] or match[2])) if match[2] else None
        what = f"the {leaf.kind} {brief(leaf.text.plain)}" if leaf else "a line"
        hint = "a word or address in it is too long to be broken: shorten it, or make the margin or the type smaller"
        severity: Severity = "error" if points > _WRONG else "warning"
        yield Discrepancy(f"{what} is {points:.1f} pt too wide", leaf.source if leaf else "", hint, severity)
    for match in _TALL.finditer(evidence.log):
        if float(match[1]) > _WRONG:
            yield Discrepancy(f"something is {float(match[1]):.1f} pt too high for its page")


def _page_ends(evidence: Evidence) -> Iterator[Discrepancy]:
    """Headings that end a page, and first lines whose paragraph or entry goes on on the next one."""
    folded = evidence.alignment.folded
    places = [place for place in evidence.alignment.places if place.start >= 0]
    for number, starts in enumerate(folded.pages[1:], 1):
        before = [place for place in places if place.start < starts]
        if not before:
            continue
        last = before[-1]
        leaf = last.leaf
        if leaf.kind in ("section", "group"):
            yield Discrepancy(
                f"the heading {brief(leaf.text.plain)} stands alone at the foot of page {number}", leaf.source, _MOVED
            )
        elif last.end > starts + 1 and folded.line(starts - 2) == folded.line(last.start):
            yield _alone(leaf, number)
        elif leaf.kind in ("title", "date", "label") and len(before) < len(places) and _one_line(before, folded.line):
            following = places[len(before)].leaf
            if following.source.startswith(leaf.source) and following.kind not in ("title", "number"):
                yield _alone(leaf, number)


def _one_line(before: list[Place], line: Callable[[int], int]) -> bool:
    """True when the last entry has but one line so far."""
    own = [place for place in before[-3:] if place.leaf.source == before[-1].leaf.source]
    return line(own[0].start) == line(max(place.end - 1 for place in own))


def _alone(leaf: Leaf, page: int) -> Discrepancy:
    message = f"the first line of {brief(leaf.text.plain)} stands alone at the foot of page {page}"
    return Discrepancy(message, leaf.source, severity="warning")
