"""Order the words of a page as people read them: columns, then lines, then the parts of a line that are set apart."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from cvrender.old_cvs.headings import is_usual
from cvrender.old_cvs.pdf.characters import PageWord, PageWords
from cvrender.old_cvs.pdf.columns import gutter_of, parts_of, segments_at
from cvrender.old_cvs.pdf.segments import LineSegment
from cvrender.old_cvs.pdf.side_headings import SideColumn, grouped, side_column


@dataclass(slots=True)
class PageRow:
    """A line of a page: its segments from left to right, the right edge of its column, and the number of the page.

    `is_heading` says that it stands in a column of headings. `column` numbers the columns in reading order.
    """

    segments: list[LineSegment]
    edge: float
    page: int
    is_heading: bool = False
    column: int = 0

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


def rows_of(pages: Sequence[PageWords]) -> list[PageRow]:
    """Return the lines of all pages in reading order."""
    segments = [segments_of(page.words) for page in pages]
    gutters = [gutter_of(parts, page.width) for page, parts in zip(pages, segments, strict=True)]
    column = None if any(gutters) else side_column(segments)
    if column:
        divided = [segments_at(parts, column.text - 2) for parts in segments]
        return [row for number, parts in enumerate(divided, 1) for row in _with_side_headings(parts, column, number)]
    order = _ReadingOrder()
    for number, (parts, gutter) in enumerate(zip(segments, gutters, strict=True), 1):
        order.add_page([(part.side, _rows(part.segments, number)) for part in parts_of(parts, gutter)])
    order.end_columns()
    return order.rows


class _ReadingOrder:
    """Puts the lines of pages in order: a column goes on with the next page, before the other column is read."""

    def __init__(self) -> None:
        self.rows: list[PageRow] = []
        self.columns: dict[str, list[PageRow]] = {"left": [], "right": []}
        self.count = 0

    def add_page(self, parts: Sequence[tuple[str, list[PageRow]]]) -> None:
        """Add a page. One without columns continues the column that has most text."""
        main = max(self.columns, key=lambda side: sum(len(row.text) for row in self.columns[side]))
        has_columns = any(side in self.columns for side, _ in parts)
        for side, rows in parts:
            if side == "across" and has_columns:
                self.end_columns()
                self.rows += rows
            else:
                self.columns[main if side == "across" else side] += rows

    def end_columns(self) -> None:
        """Put the columns that are open in order, one after the other."""
        for rows in self.columns.values():
            self.count += 1
            self.rows += [replace(row, column=self.count) for row in rows]
            rows.clear()


def _with_side_headings(segments: list[LineSegment], column: SideColumn, number: int) -> list[PageRow]:
    """Return the lines of a page whose headings are at the left of the text: each before the text that it begins."""
    text = _rows([part for part in segments if not column.contains(part)], number)
    placed = [(row.base, 1, row) for row in text]
    placed += [(_top_of_text(part, text), 0, PageRow([part], part.right, number, True)) for part in grouped(segments, column)]
    return [row for _, _, row in sorted(placed, key=lambda item: (-item[0], item[1]))]


def _top_of_text(heading: LineSegment, text: list[PageRow]) -> float:
    """Return where the text of a heading at its left begins: next to it, or a line higher if that is below a wide gap."""
    base = heading.words[0].bottom + 0.6 * heading.size
    bases = [row.base for row in text]
    higher = [index for index, place in enumerate(bases) if base < place < base + heading.size]
    if higher and higher[-1] + 1 < len(bases):
        first = higher[-1]
        above = bases[first - 1] - bases[first] if first else heading.size * 9
        if above > 1.3 * (bases[first] - bases[first + 1]):
            return bases[first]
    return base


def segments_of(words: Iterable[PageWord]) -> list[LineSegment]:
    """Join words to segments, by their places."""
    lines: list[list[PageWord]] = []
    for word in sorted(words, key=lambda word: (-(word.bottom + word.top) / 2, word.left)):
        middle = (word.bottom + word.top) / 2
        if any(_is_again(part, word) for line in lines[-6:] for part in line):
            continue  # drawn twice, to look bold
        for line in reversed(lines[-6:]):
            other = max(line, key=lambda part: part.size)
            centre = (other.bottom + other.top) / 2
            near = min(max(word.left - part.right, part.left - word.right) for part in line) < 3 * word.size
            most = (0.42 if near else 0.3) * max(other.size, word.size, 4)  # the line of another column is seldom as high
            if abs(centre - middle) < most and not _covers(line, word):
                line.append(word)
                break
        else:
            lines.append([word])
    return [segment for line in lines for segment in _parted(_unspaced(sorted(line, key=lambda word: word.left)))]


def _is_again(part: PageWord, word: PageWord) -> bool:
    near = 0.25 * word.size
    return part.text == word.text and abs(part.left - word.left) < near and abs(part.bottom - word.bottom) < near


def _unspaced(words: list[PageWord]) -> list[PageWord]:
    """Join letters, and parts of words, that are set apart from each other, as in `E D U C AT I O N`, to words."""
    kept: list[PageWord] = []
    run: list[PageWord] = []
    for word in [*words, None]:
        gap = word.left - run[-1].right if word and run else 0.0
        if word and run and _is_spaced(word) and -1 < gap < 2.0 * word.size and abs(word.size - run[-1].size) < 1:
            run.append(word)
            continue
        kept += _joined(run)
        run = [word] if word and _is_spaced(word) else []
        kept += [word] if word and not run else []
    return kept


def _is_spaced(word: PageWord) -> bool:
    """Return whether a word may be a part of letters that are set apart: one sign, or letters with gaps between them."""
    return len(word.text) == 1 or word.tracking > 0.06 * word.size * (len(word.text) - 1)


def _joined(run: list[PageWord]) -> list[PageWord]:
    """Return letters that are set apart as one text; a wider gap is a space."""
    gaps = [after.left - before.right for before, after in zip(run, run[1:], strict=False)]
    within = [word.tracking / (len(word.text) - 1) for word in run if len(word.text) > 1]
    signs = sum(len(word.text) == 1 and word.text.isalnum() for word in run)
    if not gaps or not within and (signs < 4 or signs < 0.8 * len(run)):
        return run
    usual = statistics.median_low(within or gaps)
    limit = usual + 0.15 * run[0].size if within else max(1.8 * usual, usual + 0.15 * run[0].size)
    if within and min(gaps) > limit:
        return run  # words, whose letters are only a little apart
    text = run[0].text
    for gap, word in zip(gaps, run[1:], strict=True):
        text += f" {word.text}" if gap > limit else word.text
    return [replace(run[0], text=text, right=run[-1].right, last=run[-1].left)]


def _covers(line: list[PageWord], word: PageWord) -> bool:
    """Return whether a word lies on others of a line, and so is not next to them."""
    return any(
        min(part.right, word.right) - max(part.left, word.left) > 0.6 * min(part.right - part.left, word.right - word.left) > 1
        for part in line
    )


def _parted(words: list[PageWord]) -> list[LineSegment]:
    """Divide the words of a line where the gap is wider than a space; the stretched spaces of a justified line are not."""
    gaps = [word.left - before.right for before, word in zip(words, words[1:], strict=False)]
    stretched = statistics.median([gap for gap in gaps if gap > 0.5] or [0.0])
    pieces = [LineSegment([words[0]])]
    for gap, before, word in zip(gaps, words, words[1:], strict=False):
        size = max(before.size, word.size)
        is_space = len(gaps) > 3 and gap < min(1.7 * stretched, 1.5 * size)
        if gap > max(0.9 * size, 6.0) and not is_space:
            pieces.append(LineSegment([word]))
        else:
            word.gap = word.gap or gap > 0.22 * size
            pieces[-1].words.append(word)
    return pieces


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
    return _justified([PageRow(_once(sorted(row, key=lambda part: part.left)), edge, page) for row in rows])


def _justified(rows: list[PageRow]) -> list[PageRow]:
    """Join the words of rows that only justification sets far apart: the row before or after begins and ends where they do."""
    joined = []
    for index, row in enumerate(rows):
        near = [other for other in rows[max(0, index - 1) : index + 2] if other is not row and _are_flush(other, row)]
        gaps = [after.left - before.right for before, after in zip(row.segments, row.segments[1:], strict=False)]
        is_even = len(gaps) > 1 and max(gaps) - min(gaps) < 0.3 * row.size or len(gaps) == 1 and gaps[0] < 3 * row.size
        if near and gaps and is_even and (len(gaps) > 1 or any(len(other.segments) == 1 for other in near)):
            words = [word for part in row.segments for word in part.words]
            row = replace(row, segments=[LineSegment([replace(word, gap=word.gap or word is not words[0]) for word in words])])
        joined.append(row)
    return joined


def _are_flush(one: PageRow, other: PageRow) -> bool:
    """Return whether two rows next to each other begin and end at the same places, in letters of one size."""
    sides = [(row.segments[0].left, row.segments[-1].right) for row in (one, other)]
    is_near = abs(one.base - other.base) < 2.2 * one.size and abs(one.size - other.size) < 0.5
    return is_near and all(abs(left - right) < 1.5 for left, right in zip(*sides, strict=True))


def _once(row: list[LineSegment]) -> list[LineSegment]:
    """Return a row without copies of its heading: shadows, or headings that two columns share."""
    return row[:1] if len({part.text for part in row}) == 1 and is_usual(row[0].text) else row


def _overlap(row: list[LineSegment], part: LineSegment) -> bool:
    return any(min(other.right, part.right) - max(other.left, part.left) > 2 for other in row)
