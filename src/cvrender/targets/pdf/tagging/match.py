"""Assign each glyph of a PDF to its text of the Document, and add a space wherever that text has one.

The mark points of the source show where each text begins. From there on the text is followed glyph by glyph, so the positions of
its spaces, links and parts in other languages are known, and its end. Later glyphs are a label, a separator or decoration.
"""

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from cvrender.targets.pdf.tagging.content import (
    DECORATION,
    FOOTER,
    HEADER,
    Box,
    Drawing,
    Gap,
    Item,
    Owner,
    Piece,
    Point,
    Run,
    Word,
)
from cvrender.targets.pdf.tagging.current import CurrentText
from cvrender.targets.pdf.tagging.lines import BETWEEN, DEFAULT, NEAR, SAME_LINE, PageLines, Spaces, in_order, units_of
from cvrender.targets.pdf.tagging.places import Places
from cvrender.targets.pdf.tagging.words import divide


class _Before(NamedTuple):
    """What precedes in the text: a run, or the runs of a word that is a box.

    `follows_run` says whether there is a run that is in no box before it in the body of the page.
    """

    runs: Sequence[Run] = ()
    is_word: bool = False
    follows_run: bool = False


class TextMatcher:
    """The assignment of the items of all pages, in order.

    `right_to_left` is the direction of the document; its lines are `turned` if they are in the content from left to right.
    """

    def __init__(self, places: Places, right_to_left: bool, turned: bool) -> None:
        self.places = places
        self.right_to_left = right_to_left
        self.turned = turned
        self.lines = PageLines()
        self.spaces = Spaces(self.lines, right_to_left, turned)
        self.current = CurrentText(places)
        self.before = _Before()
        self.outside: Owner | None = None  # the owner of text that is not in the body
        self._orders = count(2, 2)

    def page(self, items: Sequence[Item]) -> bool:
        """Divide the runs of a page between their owners; return whether any are in the body."""
        units = units_of(items)
        self.lines.add(units)
        earlier, interrupted = self.before.runs, None
        self.enter(HEADER if any(isinstance(item, Point) and item.name == "Body" for item in items) else None)
        for item in in_order(units, self.turned, self.lines):
            if isinstance(item, Run):
                self.run(item)
            elif isinstance(item, Word):
                self.word(item)
            elif isinstance(item, Point) and item.name == "Notes":
                self.current.settle()
                interrupted = self.current.text  # it may continue on the next page
            elif isinstance(item, Point):
                self.point(item.name)
            elif isinstance(item, Drawing) and item.image:
                self.picture(item, item.image)
        self.current.settle()
        self.current.text = interrupted or self.current.text
        self.spaces.place()
        self.lines.part_wide()
        return self.before.runs is not earlier

    def enter(self, outside: Owner | None) -> None:
        """Enter the body of a page, or its head or foot."""
        self.outside, self.before = outside, self.before._replace(follows_run=False)

    def picture(self, item: Drawing, box: Box) -> None:
        """Assign a picture to the next figure."""
        if figure := next((owner for owner in self.places.figures if not owner.box), None):
            item.owner, figure.box, item.order = figure, box, self.next()

    def point(self, name: str) -> None:
        """Handle a mark point."""
        if name in ("Body", "Foot"):
            self.current.settle()
            self.enter(None if name == "Body" else FOOTER)
        elif not self.outside:  # a running head repeats a text
            self.current.point(name)

    def next(self) -> int:
        """Return the order of the next piece; the one before it is left for a space."""
        return next(self._orders)

    def word(self, word: Word) -> None:
        """Assign a word that is a box."""
        current = self.current
        if not self.outside:
            current.begin(word.number)
        text = None if self.outside else current.text
        if text is None:
            for run in word.runs:
                self.run(run)
            return
        owner, space = text.current, text.skip_space()
        if current.continues is not None:
            gap = self.spaces.gap(self.before.runs, word.runs)
            space, current.continues = current.continues if gap is None else gap >= BETWEEN, None
        if space and self.before.runs:
            self.spaces.add(Piece(owner, [], self.next()), self.before.runs, word.runs)
        if not divide(word, text, self.next):
            for item in word.items:  # a formula, or in capitals
                if isinstance(item, Run):
                    self.run(item)
                else:
                    self.point(item.name)
                    text.take_space()
        self.before = _Before(word.runs, True, self.before.follows_run)

    def run(self, run: Run) -> None:
        """Divide a run."""
        if self.outside:
            run.pieces.append(Piece(self.outside, [*run.parts]))
            return
        divider = _Divider(self, run)
        for part in run.parts:
            if isinstance(part, float):
                divider.kerns.append(part)
            else:
                divider.codes(part)
        divider.end()
        self.before = _Before([run], follows_run=True)


class _Divider:
    """The division of one run into pieces."""

    def __init__(self, matcher: TextMatcher, run: Run) -> None:
        self.matcher = matcher
        self.current = matcher.current
        self.run = run
        self.kerns: list[float] = []
        before = matcher.before
        self.last = last = matcher.lines.before(run) if before.is_word else before.runs[0] if before.runs else None
        near = before.follows_run and last is not None and abs(last.y - run.y) <= SAME_LINE * run.size
        self.on_line = near and last is not None and run.x >= last.x
        self.distance = (run.x - last.end) * 1000 / (last.size or 1.0) if last and self.on_line else 0.0
        if matcher.right_to_left:
            gap = matcher.spaces.gap(before.runs, [run]) if before.follows_run else None
            self.on_line, self.distance = gap is not None, gap or 0.0

    def codes(self, codes: bytes) -> None:
        text, formula = self.current.text, self.current.formula
        if text is None:
            self.extra(codes)
            return
        if formula:
            self.add(formula, codes, text.take_space())
            return
        shown = self.run.font.text(codes)
        if (taken := text.take(shown)) is not None:
            self.add(text.part, codes, taken)
            return
        space, length, unknown = text.find(shown)
        if unknown:
            self.add(text.current, codes, not self.matcher.right_to_left and self.gap() >= 2 * BETWEEN)
        elif length == len(shown) <= text.room:
            owner = text.current
            text.place += length
            self.add(owner, codes, space)
        else:
            self.divide(codes, length, space)

    def divide(self, codes: bytes, count: int, space: bool) -> None:
        """Add glyphs that belong to several parts of the text, or to none."""
        text, font = self.current.text, self.run.font
        assert text is not None
        several = font.split(codes)
        for index, code in enumerate(several):
            if count <= 0:
                self.extra(b"".join(several[index:]))
                return
            owner, length = text.current, len(font.text(code))
            text.place, count = text.place + length, count - length
            self.add(owner, code, space)
            space = False

    def extra(self, codes: bytes) -> None:
        """Add glyphs that do not belong to the text."""
        matcher, gap, first = self.matcher, self.gap(), not self.run.pieces
        space = gap >= BETWEEN
        if space and matcher.right_to_left and matcher.before.runs:
            between = Piece(DECORATION, [], matcher.next())
            self.current.extras.append((between, False))
            matcher.spaces.add(between, matcher.before.runs, [self.run])
        self.run.pieces.append(Piece(DECORATION, [], matcher.next()))
        self.add(None, codes, space and not matcher.right_to_left)
        adjoins = abs(gap) < NEAR and (self.on_line or not first)
        self.current.extras.append((self.run.pieces[-1], adjoins))

    def gap(self) -> float:
        """Return the gap before the next glyph in thousandths of the font size; 0 at the beginning of a line."""
        first = not (self.run.pieces and self.run.pieces[0].parts)
        return self.distance if first and self.matcher.right_to_left else self.distance * first - sum(self.kerns)

    def add(self, owner: Owner | None, codes: bytes, space: bool) -> None:
        """Add glyphs of an owner after a space, or after the kerns unchanged."""
        matcher, pieces = self.matcher, self.run.pieces
        first = not pieces or not pieces[0].parts
        if owner and self.current.continues is not None:  # another text or a label precedes
            space = self.gap() >= BETWEEN or (first and not self.on_line and self.current.continues)
            self.current.continues = None
        if owner and (not pieces or pieces[-1].owner is not owner):
            pieces.append(Piece(owner, [], matcher.next()))
        parts, kerns, self.kerns = pieces[-1].parts, self.kerns, []
        width = -sum(kerns)
        if space and width >= NEAR:
            parts.append(Gap(width))
        else:
            if space:
                self.before(first)
            parts += kerns
        parts.append(codes)

    def before(self, first: bool) -> None:
        """Add a space before glyphs whose distance is not made by kerns."""
        if not first:
            self.run.pieces[-1].parts.append(Gap(BETWEEN, trailing=True))
        elif self.last:
            width = self.distance if self.on_line and self.distance >= NEAR else DEFAULT
            pieces, ours, is_word = self.last.pieces, self.run.pieces[-1], self.matcher.before.is_word
            owner = ours.owner if is_word else pieces[-1].owner
            if owner.role == "Formula":  # what is read aloud instead of a formula contains no space
                owner = owner.outer or DECORATION
            if is_word or owner is not pieces[-1].owner:
                pieces.append(Piece(owner, [], ours.order - 1))
            pieces[-1].parts.append(Gap(width, trailing=True))

    def end(self) -> None:
        """Add the kerns after the last glyphs."""
        if self.kerns:
            if not self.run.pieces:
                self.run.pieces.append(Piece(DECORATION, []))
            self.run.pieces[-1].parts += self.kerns
