"""Order the words of a page as people read them: columns, then lines, then the parts of a line that are set apart."""

import statistics
from collections.abc import Iterable
from dataclasses import dataclass

from cvrender.importers.documents.pdf.characters import PageWord, PageWords

_STEP = 3.0


@dataclass(slots=True)
class LineSegment:
    """Words on one line without a wide gap between them."""

    words: list[PageWord]

    @property
    def left(self) -> float:
        """The left edge."""
        return self.words[0].left

    @property
    def right(self) -> float:
        """The right edge."""
        return max(word.right for word in self.words)

    @property
    def size(self) -> float:
        """The size of most of its characters."""
        return max(self.words, key=lambda word: len(word.text)).size

    @property
    def middle(self) -> float:
        """The middle of its longest word, from below."""
        word = max(self.words, key=lambda word: len(word.text))
        return (word.bottom + word.top) / 2

    @property
    def base(self) -> float:
        """The height of its longest word's lower edge, near the baseline."""
        return statistics.median_low([word.bottom for word in self.words])

    @property
    def text(self) -> str:
        """The characters."""
        return "".join(f"{' ' if index and word.gap else ''}{word.text}" for index, word in enumerate(self.words))


@dataclass(slots=True)
class PageRow:
    """A line of a page: its segments from left to right, the right edge of its column, and the number of the page."""

    segments: list[LineSegment]
    edge: float
    page: int

    @property
    def text(self) -> str:
        """The characters."""
        return "  ".join(segment.text for segment in self.segments)

    @property
    def size(self) -> float:
        """The size of its longest segment."""
        return max(self.segments, key=lambda segment: len(segment.text)).size

    @property
    def base(self) -> float:
        """The height of its first segment."""
        return self.segments[0].base


def rows_of(page: PageWords, number: int) -> list[PageRow]:
    """Return the lines of a page in reading order."""
    segments = _segments(page.words)
    if not segments:
        return []
    gutter = _gutter(segments, page.width)
    if gutter is None:
        return _rows(segments, number)
    crossing = [part for part in segments if part.left < gutter < part.right]
    rows: list[PageRow] = []
    limits = sorted({round(part.middle, 1) for part in crossing}, reverse=True)
    top = float("inf")
    for limit in [*limits, float("-inf")]:
        band = [part for part in segments if limit < part.middle < top and part not in crossing]
        for side in ([part for part in band if part.left < gutter], [part for part in band if part.left >= gutter]):
            rows += _rows(side, number)
        rows += _rows([part for part in crossing if round(part.middle, 1) == limit], number)
        top = limit
    return rows


def _segments(words: Iterable[PageWord]) -> list[LineSegment]:
    """Join words to segments, by their places."""
    lines: list[list[PageWord]] = []
    for word in sorted(words, key=lambda word: (-(word.bottom + word.top) / 2, word.left)):
        middle = (word.bottom + word.top) / 2
        for line in reversed(lines[-6:]):
            other = max(line, key=lambda part: part.size)
            centre = (other.bottom + other.top) / 2
            if abs(centre - middle) < 0.42 * max(other.size, word.size, 4) and not _covers(line, word):
                line.append(word)
                break
        else:
            lines.append([word])
    return [segment for line in lines for segment in _parted(sorted(line, key=lambda word: word.left))]


def _covers(line: list[PageWord], word: PageWord) -> bool:
    """Return whether a word lies on others of a line, and so is not next to them."""
    return any(
        min(part.right, word.right) - max(part.left, word.left) > 0.6 * min(part.right - part.left, word.right - word.left) > 1
        for part in line
    )


def _parted(words: list[PageWord]) -> list[LineSegment]:
    """Divide the words of a line where the gap is wider than a space."""
    made = [LineSegment([words[0]])]
    for before, word in zip(words, words[1:], strict=False):
        gap = word.left - before.right
        if gap > max(0.9 * max(before.size, word.size), 6.0):
            made.append(LineSegment([word]))
        else:
            word.gap = word.gap or gap > 0.22 * max(before.size, word.size)
            made[-1].words.append(word)
    return made


def _rows(segments: list[LineSegment], page: int) -> list[PageRow]:
    """Group segments with the same base to rows, from top to bottom."""
    edge = max((part.right for part in segments), default=0.0)
    rows: list[list[LineSegment]] = []
    for part in sorted(segments, key=lambda part: -part.middle):
        if (
            rows
            and abs(rows[-1][0].middle - part.middle) < 0.45 * max(part.size, rows[-1][0].size, 4)
            and not _overlap(rows[-1], part)
        ):
            rows[-1].append(part)
        else:
            rows.append([part])
    return [PageRow(sorted(row, key=lambda part: part.left), edge, page) for row in rows]


def _overlap(row: list[LineSegment], part: LineSegment) -> bool:
    return any(min(other.right, part.right) - max(other.left, part.left) > 2 for other in row)


def _gutter(segments: list[LineSegment], width: float) -> float | None:
    """Return where the gap between two columns is; None for a page with one column.

    Labels and dates next to the text are not a column: they are on the lines of the text, or short.
    """
    best: tuple[float, float] | None = None
    total = sum(len(part.text) for part in segments)
    place = width * 0.2
    while place < width * 0.8:
        crossing = [part for part in segments if part.left < place - 1 and part.right > place + 1]
        if sum(len(part.text) for part in crossing) < 0.22 * total:
            left = [part for part in segments if part.right <= place + 1]
            right = [part for part in segments if part.left >= place - 1]
            if _are_columns(left, right, total):
                space = min((part.left for part in right), default=width) - max((part.right for part in left), default=0.0)
                score = space - 4 * len(crossing)
                if best is None or score > best[0]:
                    best = (score, place)
        place += _STEP
    return best[1] if best else None


def _are_columns(left: list[LineSegment], right: list[LineSegment], total: int) -> bool:
    if len(left) < 6 or len(right) < 6:
        return False
    small, large = sorted((left, right), key=lambda side: sum(len(part.text) for part in side))
    if sum(len(part.text) for part in small) < 0.12 * total:
        return False
    shared = sum(any(abs(part.middle - other.middle) < 0.3 * part.size for other in large) for part in small)
    starts = [round(part.left) for part in small]
    is_flush = max((sum(abs(start - other) < 2 for other in starts) for start in set(starts)), default=0) > 0.4 * len(small)
    mean = statistics.mean(len(part.text) for part in small)
    if mean < 9 or not is_flush and mean < 20:
        return False
    return shared < 0.62 * len(small)
