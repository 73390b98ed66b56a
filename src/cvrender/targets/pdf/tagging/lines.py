"""Put the items of a page in the order of the texts, and spaces between words, where lines run from right to left.

TeX writes such a line from left to right, LuaTeX in the order of the text. There, each word of a text is a box with mark points
that state its place in the text.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import groupby

from cvrender.targets.pdf.tagging.content import Drawing, Gap, Item, Piece, Point, Run, Word

DEFAULT = 250.0  # thousandths of the font size: the width of a space at the end of a line
BETWEEN = 100.0  # the smallest gap that is a space, between two texts or in a text that cannot be followed
NEAR = 50.0  # the largest gap between a text and glyphs that belong to it
SAME_LINE = 0.6  # the largest distance between the runs of a line, as a part of the font size
_WIDE = 1200.0  # thousandths of the font size: PDFium takes lines for one if a glyph between them is twice their distance
Unit = Run | Word | Point | Drawing


class PageLines:
    """The runs of the last pages by line, from left to right, and in the order of the content."""

    def __init__(self) -> None:
        self._runs: list[Run] = []
        self._begin = 0  # the index of the first run of the last page
        self._last: list[list[Run]] = []  # of the last page
        self._line: dict[int, list[Run]] = {}  # by the identity of a run
        self._place: dict[int, tuple[int, int]] = {}  # in the content and on the line

    def add(self, units: Iterable[Unit]) -> None:
        """Add the runs of a page."""
        self._begin = len(self._runs)
        lines: list[list[Run]] = []
        base: list[Run] = []  # the largest run of the line and those of its last word: parts of a formula move up or down
        for runs in map(_runs, units):
            if not runs:
                continue
            if all(abs(other.y - run.y) > SAME_LINE * run.size for other in base for run in runs):
                lines.append([])
                base = []
            base = [max((*base[:1], *runs), key=lambda run: run.size), *runs]
            for run in runs:
                lines[-1].append(run)
                self._place[id(run)] = len(self._runs), 0
                self._runs.append(run)
        self._last = lines
        for line in lines:
            line.sort(key=lambda run: run.x)
            for index, run in enumerate(line):
                self._line[id(run)] = line
                self._place[id(run)] = self._place[id(run)][0], index

    def forget_earlier(self) -> None:
        """Forget the runs of the pages before the last one."""
        self._runs = self._runs[self._begin :]
        self._place = {id(run): (index, self._place[id(run)][1]) for index, run in enumerate(self._runs)}
        self._line = {id(run): self._line[id(run)] for run in self._runs}

    def part_wide(self) -> None:
        """Put a space before each line of the last page that begins with a wide glyph, and after each that ends with one."""
        for line in self._last:
            first, last = line[0], line[-1]
            if first.pieces and _end_width(first, 0) > _WIDE:
                first.pieces[0].parts.insert(0, Gap(DEFAULT, leading=True))
            if last.pieces and _end_width(last, -1) > _WIDE:
                last.pieces[-1].parts.append(Gap(DEFAULT, trailing=True))

    def of(self, run: Run) -> list[Run]:
        """Return the line of a run."""
        return self._line[id(run)]

    def before(self, run: Run) -> Run | None:
        """Return the run to the left of another on its line, else the one before it in the content."""
        at, index = self._place[id(run)]
        return self.of(run)[index - 1] if index else self._runs[at - 1] if at else None

    def next(self, run: Run) -> Run | None:
        """Return the run to the right of another on its line."""
        line, index = self.of(run), self._place[id(run)][1] + 1
        return line[index] if index < len(line) else None

    def gap(self, run: Run) -> float:
        """Return the distance between a run's glyphs and what is to the left, in thousandths of the font size, else 0."""
        index = self._place[id(run)][1]
        kerns = 0.0
        for part in run.parts:
            if isinstance(part, bytes):
                break
            kerns -= part
        return (run.x - self.of(run)[index - 1].end) * 1000 / (run.size or 1) + kerns if index else 0.0


def _end_width(run: Run, end: int) -> float:
    """Return the width of the first or last glyph of a run, by its index, in thousandths of the font size."""
    parts = [part for piece in run.pieces for part in piece.parts if not isinstance(part, float)]
    codes = parts[end] if parts else None
    return run.font.width(run.font.split(codes)[end]) if isinstance(codes, bytes) and codes else 0.0


def in_order(units: list[Unit], turned: bool, lines: PageLines) -> list[Unit]:
    """Return the units of a page in the order of the texts.

    `turned` says whether the lines are from right to left, and in the content from left to right.
    """
    if not turned:
        return _grouped(units)
    ordered: list[Unit] = []
    line: list[Unit] = []
    on: list[Run] | None = None
    for unit in units:
        runs = _runs(unit)
        ends = isinstance(unit, Point) and unit.name in ("Body", "Foot")
        here = lines.of(runs[0]) if runs else on
        if ends or here is not on:
            ordered += _grouped(reversed(line))
            line = []
        on = None if ends else here
        if ends:
            ordered.append(unit)
        else:
            line.append(unit)
    return ordered + _grouped(reversed(line))


def _runs(unit: Unit) -> list[Run]:
    return [unit] if isinstance(unit, Run) else unit.runs if isinstance(unit, Word) else []


def units_of(items: Iterable[Item]) -> list[Unit]:
    """Return the items of a page, with the runs and points of each word that is a box together."""
    units: list[Unit] = []
    word: Word | None = None
    for item in items:
        if isinstance(item, Point) and "." in item.name:
            number, _, place = item.name.partition(".")
            word = Word(int(number), int(place))
        elif isinstance(item, Point) and item.name == "Z":
            if word and word.runs:
                units.append(word)
            word = None
        elif word and isinstance(item, Run | Point):
            word.items.append(item)
        elif isinstance(item, Run | Point | Drawing):
            units.append(item)
    return units


def _grouped(units: Iterable[Unit]) -> list[Unit]:
    """Return the units with words next to each other in the order of the text."""
    ordered: list[Unit] = []
    for kind, group in groupby(units, type):
        grouped = list(group)
        if kind is Word:
            grouped.sort(key=lambda unit: unit.place if isinstance(unit, Word) else 0)
        ordered += grouped
    return ordered


class Spaces:
    """Spaces between words of which one is a box. They are placed when all words of a page are known."""

    def __init__(self, lines: PageLines, right_to_left: bool, turned: bool) -> None:
        self.lines = lines
        self.right_to_left = right_to_left
        self.follows_text = right_to_left and not turned  # the content
        self.spaces: list[tuple[Piece, Run, bool, Run, bool]] = []
        """Each with the run next to it, and whether it is to the left of it; and with the same in the content."""

    def gap(self, before: Sequence[Run], after: Sequence[Run]) -> float | None:
        """Return the distance between words that follow each other, in thousandths of the font size; None on different lines.

        Words that are not next to each other have a space between them.
        """
        lines = self.lines
        if not before or lines.of(before[0]) is not lines.of(after[0]):
            return None
        if lines.next(before[-1]) is after[0]:
            return lines.gap(after[0])
        return lines.gap(before[0]) if lines.next(after[-1]) is before[0] else DEFAULT

    def add(self, piece: Piece, before: Sequence[Run], after: Sequence[Run]) -> None:
        """Find the place of a space between two words, given as their runs."""
        line, lines = self.lines.of(before[0]), self.lines
        ends = lines.of(after[0]) is not line
        if ends:
            run, at_left = (line[0], True) if self.right_to_left else (line[-1], False)
        elif lines.next(before[-1]) is after[0]:
            run, at_left = after[0], True
        elif lines.next(after[-1]) is before[0]:
            run, at_left = before[0], True
        elif self.runs_right(before) != self.right_to_left:  # the space belongs to the other word's direction
            left, right = (after, before) if self.right_to_left else (before, after)
            following = lines.next(left[-1]) if self.right_to_left else right[0]
            run, at_left = (following, True) if following else (left[-1], False)
        else:
            following = before[0] if self.right_to_left else lines.next(before[-1])
            run, at_left = (following, True) if following else (before[-1], False)
        self.spaces.append((piece, run, at_left, before[-1] if ends else after[0], not ends))

    def runs_right(self, runs: Sequence[Run]) -> bool:
        """Return whether a word runs from right to left; signs do if the document does."""
        shown = "".join(run.font.text(part) for run in runs for part in run.parts if isinstance(part, bytes))
        kinds = {unicodedata.bidirectional(char) for char in shown}
        return bool(kinds & {"R", "AL"}) or (self.right_to_left and not kinds & {"L", "EN", "AN"})

    def place(self) -> None:
        """Add all spaces to the pieces of their runs."""
        for piece, run, at_left, writer, begins in self.spaces:
            if self.follows_text:
                self._place_in_order(piece, run, at_left, writer, begins)
            else:
                self._place(piece, run, at_left)
        self.spaces.clear()

    def _place(self, piece: Piece, run: Run, at_left: bool) -> None:
        if not at_left:
            piece.parts.append(Gap(DEFAULT, trailing=True))
            run.pieces.append(piece)
            return
        parts = run.pieces[0].parts
        count = next((index for index, part in enumerate(parts) if not isinstance(part, float)), len(parts))
        width = -sum(part for part in parts[:count] if isinstance(part, float))
        if width >= NEAR:
            del parts[:count]
            piece.parts.append(Gap(width))
        else:
            gap = self.lines.gap(run)
            piece.parts.append(Gap(gap if gap >= NEAR else DEFAULT, leading=True))
        run.pieces.insert(0, piece)

    def _place_in_order(self, piece: Piece, run: Run, at_left: bool, writer: Run, begins: bool) -> None:
        """Write a space where it is in the text, with a move to its place; some readers reverse what they read."""
        gap = self.lines.gap(run) if at_left else DEFAULT
        width = (gap if gap >= NEAR else DEFAULT) * run.size / 1000
        start = run.x - width if at_left else run.end
        unit = (writer.size or 1) / 1000
        ahead = (start - (writer.x if begins else writer.end)) / unit
        piece.parts.append(Gap(width / unit, leading=True, ahead=ahead))
        writer.pieces.insert(0 if begins else len(writer.pieces), piece)
