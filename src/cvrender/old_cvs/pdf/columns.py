"""Find the columns of a page by the gaps between them, and divide its text into the parts that are read one after the other."""

import re
import statistics
from dataclasses import dataclass
from typing import Literal

from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.headings import is_usual, section_of
from cvrender.old_cvs.pdf.segments import LineSegment

_STEP = 3.0
_WIDE = re.compile("[\u3040-\u9fff\uac00-\ud7af]")
"""Characters as wide as two others, of which a word has few."""
_CONTACT = re.compile(r"\w@\w|\+\d[\d ()-]{7,}\d|(?:linkedin|github)\.com/\w")


@dataclass(frozen=True, slots=True)
class PagePart:
    """Text of a page that is read together: of a column, or across the columns."""

    side: Literal["across", "left", "right"]
    segments: list[LineSegment]


def parts_of(segments: list[LineSegment], gutter: float | None) -> list[PagePart]:
    """Return the parts of a page in reading order. What crosses the gutter divides the columns into bands."""
    if gutter is None:
        return [*map(_across, _side_by_side(segments))]
    segments = segments_at(segments, gutter)
    crossing = {round(part.middle, 1): part for part in segments if part.left < gutter < part.right}
    divided: list[PagePart] = []
    across: list[LineSegment] = []
    top = float("inf")
    for limit in [*sorted(crossing, reverse=True), float("-inf")]:
        band = [part for part in segments if limit < part.middle < top and round(part.middle, 1) not in crossing]
        left, right = [part for part in band if part.left < gutter], [part for part in band if part.left >= gutter]
        if min(len(left), len(right)) > 2 or not across:
            divided += [*map(_across, _side_by_side(across)), PagePart("left", left), PagePart("right", right)]
            across = []
        else:
            across += band
        across += [part for part in segments if round(part.middle, 1) == limit]
        top = limit
    return [part for part in (*divided, *map(_across, _side_by_side(across))) if part.segments]


def _across(segments: list[LineSegment]) -> PagePart:
    return PagePart("across", segments)


def _side_by_side(segments: list[LineSegment]) -> list[list[LineSegment]]:
    """Divide text below two headings that are next to each other, down to what reaches across both; the lowest two first."""
    known = [part for part in segments if _is_heading(part)]
    pairs = [sorted((one, other), key=lambda part: part.left) for one in known for other in segments if _are_abreast(one, other)]
    for first, second in sorted(pairs, key=lambda pair: (pair[0].middle, -pair[1].left, -pair[0].left)):
        top = max(first.middle, second.middle) + 0.6 * first.size
        above = [part for part in segments if part.middle > top]
        below = [part for part in segments if part.middle <= top]
        steps = range(int((second.left - first.right) / _STEP))
        bands = [_band(below, second.left - 2 - _STEP * step) for step in steps]
        left, right, rest = max(bands, key=lambda band: len(band[0]) + len(band[1]), default=([], [], below))
        if min(len(left), len(right)) > 1 and len(left) + len(right) > 4 and not _are_labels(left, right):
            return [*_side_by_side(above), *_side_by_side(left), *_side_by_side(right), *([rest] if rest else ())]
    return [segments] if segments else []


def _band(segments: list[LineSegment], place: float) -> tuple[list[LineSegment], list[LineSegment], list[LineSegment]]:
    """Return what is left of a place, right of it, and below the two: from the first segment that reaches across."""
    parts = segments_at(segments, place)
    end = max((part.middle for part in parts if part.left < place < part.right), default=float("-inf"))
    band = [part for part in parts if part.middle > end]
    left, right = [part for part in band if part.left < place], [part for part in band if part.left >= place]
    return left, right, [part for part in parts if part.middle <= end]


def _are_abreast(heading: LineSegment, other: LineSegment) -> bool:
    """Return whether a short text that looks like a heading is next to it."""
    looks = {(part.words[0].bold, part.text.isupper(), round(part.size)) for part in (heading, other)}
    is_near = abs(heading.middle - other.middle) < 1.5 * heading.size and not _overlap(heading, other)
    return (
        is_near
        and heading.text != other.text
        and len(looks) == 1
        and len(other.text) < 45
        and not re.search(r"\d|^[^\W\d_A-Z]*[a-z]\w*\s|[.,]$", other.text)
        and heading.text.endswith(":") == other.text.endswith(":")
    )


def _overlap(one: LineSegment, other: LineSegment) -> bool:
    return min(one.right, other.right) > max(one.left, other.left)


def segments_at(segments: list[LineSegment], gutter: float) -> list[LineSegment]:
    """Divide segments whose words leave a gap at the gutter: both columns have text on that line."""
    pieces: list[LineSegment] = []
    for part in segments:
        cut = next((index for index, word in enumerate(part.words) if index and word.left >= gutter - 1), 0)
        if (
            cut
            and part.words[cut - 1].right <= gutter + 1
            and part.words[cut].left - part.words[cut - 1].right > 0.45 * part.size
        ):
            pieces += [LineSegment(part.words[:cut]), LineSegment(part.words[cut:])]
        else:
            pieces.append(part)
    return pieces


def gutter_of(segments: list[LineSegment], width: float) -> float | None:
    """Return where the gap between two columns is, in points from the left; None for a page with one column.

    Labels and dates next to the text are not a column: they are on the lines of the text, or short. Columns have headings each.
    """
    best: tuple[float, float, int] | None = None
    total = sum(len(part.text) for part in segments)
    headings = {id(part) for part in segments if _is_heading(part)}
    place = width * 0.15
    while place < width * 0.85:
        left = [part for part in segments if part.right <= place + 1]
        right = [part for part in segments if part.left >= place - 1]
        if min(len(left), len(right)) >= 5 and _are_columns(left, right, total, headings):
            within = _crossing_within(segments, left, right, place)
            begin, end = max(part.right for part in left), min(part.left for part in right)
            score = min(end - begin, 30.0) - 10 * within
            if 4 * within < len(left) + len(right) and (best is None or score > best[0]):
                best = (score, (begin + end) / 2, within)
        place += _STEP
    is_broken = best is None or best[2] > 1 and len(_side_by_side(segments)) > 2
    return None if best is None or is_broken else best[1]


def _is_heading(part: LineSegment) -> bool:
    """Return whether a segment is a heading that many CVs have, and set apart from the text by its look."""
    if len(part.text) > 45 or not (part.text.isupper() or all(word.bold for word in part.words) or part.size > 11.5):
        return False
    return is_usual(part.text) or bool(section_of(part.text)) and part.text.isupper()


def _crossing_within(segments: list[LineSegment], left: list[LineSegment], right: list[LineSegment], place: float) -> int:
    """Return how many segments cross a place between lines of both columns: a head or a foot of the page may."""
    top = min(max(part.middle for part in side) for side in (left, right))
    bottom = max(min(part.middle for part in side) for side in (left, right))
    return sum(part.left < place - 1 and part.right > place + 1 and bottom < part.middle < top for part in segments)


def _are_labels(left: list[LineSegment], right: list[LineSegment]) -> bool:
    """Return whether the left side has dates or labels of what is at the right: on its lines, and it has few of its own."""
    dated = [part for part in left if part.text.endswith(":") or any(dates_in(part.text))]
    others = [part for part in right if any(dates_in(part.text))]
    shared = sum(any(abs(part.middle - other.middle) < 0.5 * part.size for other in right) for part in dated)
    return shared > 2 and shared > 0.6 * len(dated) and shared > 0.3 * len(left) and len(others) < 0.5 * shared


def _is_of_contacts(side: list[LineSegment]) -> bool:
    """Return whether a side of a page has contacts and few dates: a panel, though its lines may be on those of the text."""
    dated = sum(any(dates_in(part.text)) for part in side)
    return dated < 0.3 * len(side) and any(_CONTACT.search(part.text) for part in side)


def _are_columns(left: list[LineSegment], right: list[LineSegment], total: int, headings: set[int]) -> bool:
    if _are_labels(left, right):
        return False
    small, large = sorted((left, right), key=lambda side: sum(len(part.text) for part in side))
    inner = sum(len(part.text) for part in (*small, *large))
    share = sum(len(part.text) for part in small) / total
    titles = [sum(id(part) in headings for part in side) for side in (left, right)]
    if min(titles) and sum(titles) > 2 and share > 0.07 and inner > 0.35 * total:
        return True
    if inner > 0.78 * total and _is_of_contacts(small):
        return True
    if share < 0.12 or inner < 0.78 * total or min(len(left), len(right)) < 6:
        return False
    shared = sum(any(abs(part.middle - other.middle) < 0.3 * part.size for other in large) for part in small)
    starts = [round(part.left) for part in small]
    is_flush = max((sum(abs(start - other) < 2 for other in starts) for start in set(starts)), default=0) > 0.4 * len(small)
    mean = statistics.mean(len(part.text) + len(_WIDE.findall(part.text)) for part in small)
    if mean < 9 or (not is_flush and mean < 20):
        return False
    return shared < 0.62 * len(small)
