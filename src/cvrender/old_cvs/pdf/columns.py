"""Find the gap between two columns of a page."""

import statistics

from cvrender.old_cvs.headings import is_usual, section_of
from cvrender.old_cvs.pdf.segments import LineSegment

_STEP = 3.0


def gutter_of(segments: list[LineSegment], width: float) -> float | None:
    """Return where the gap between two columns is, in points from the left; None for a page with one column.

    Labels and dates next to the text are not a column: they are on the lines of the text, or short. Columns have headings each.
    """
    best: tuple[float, float] | None = None
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
            if best is None or score > best[0]:
                best = (score, (begin + end) / 2)
        place += _STEP
    return best[1] if best else None


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


def _are_abreast(left: list[LineSegment], right: list[LineSegment], headings: set[int]) -> bool:
    """Return whether two headings are next to each other: each is that of a column, however short."""
    ones, others = ([part for part in side if id(part) in headings] for side in (left, right))
    return any(abs(one.middle - other.middle) < 0.5 * one.size for one in ones for other in others)


def _are_columns(left: list[LineSegment], right: list[LineSegment], total: int, headings: set[int]) -> bool:
    small, large = sorted((left, right), key=lambda side: sum(len(part.text) for part in side))
    inner = sum(len(part.text) for part in (*small, *large))
    share = sum(len(part.text) for part in small) / total
    titles = [sum(id(part) in headings for part in side) for side in (left, right)]
    if min(titles) and sum(titles) > 2 and share > 0.07 and inner > 0.35 * total:
        return True
    if min(titles) and _are_abreast(left, right, headings):
        return True
    if share < 0.12 or inner < 0.78 * total or min(len(left), len(right)) < 6:
        return False
    shared = sum(any(abs(part.middle - other.middle) < 0.3 * part.size for other in large) for part in small)
    starts = [round(part.left) for part in small]
    is_flush = max((sum(abs(start - other) < 2 for other in starts) for start in set(starts)), default=0) > 0.4 * len(small)
    mean = statistics.mean(len(part.text) for part in small)
    if mean < 9 or (not is_flush and mean < 20):
        return False
    return shared < 0.62 * len(small)
