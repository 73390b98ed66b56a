"""Assign each glyph of a PDF to its text of the Document, and add a space wherever that text has one.

The mark points of the source show where each text begins. From there on the text is followed glyph by glyph, so the positions of
its spaces, links and parts in other languages are known, and its end. Later glyphs are a label, a separator or decoration.
"""

from collections.abc import Sequence

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
from cvrender.targets.pdf.tagging.lines import BETWEEN, DEFAULT, NEAR, SAME_LINE, PageLines, Spaces, in_order, units_of
from cvrender.targets.pdf.tagging.places import Places
from cvrender.targets.pdf.tagging.texts import Following
from cvrender.targets.pdf.tagging.words import divide


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
        self.before: list[Run] = []  # the last word or run of the text
        self.after_word = False  # whether that was a word
        self.order = 0
        self.text: Following | None = None
        self.starts = False  # whether no glyph of the text was found yet
        self.continues = False  # whether the text before it belongs to the same element
        self.formula: Owner | None = None
        self.in_body = True
        self.outside = HEADER  # the owner of text that is not in the body
        self.last: Run | None = None
        self.same_page = False  # whether `last` is in the body of this page
        self.interrupted: Following | None = None  # the text before the notes of a page, which may continue on the next one
        self.extras: list[tuple[Piece, bool]] = []  # glyphs after the end of a text, and whether they adjoin it

    def page(self, items: Sequence[Item]) -> None:
        """Divide the runs of a page between their owners."""
        units = units_of(items)
        self.lines.add(units)
        self.in_body = not any(isinstance(item, Point) and item.name == "Body" for item in items)
        self.outside = HEADER
        self.same_page = False
        for item in in_order(units, self.turned, self.lines):
            if isinstance(item, Run):
                self.run(item)
            elif isinstance(item, Word):
                self.word(item)
            elif isinstance(item, Point):
                self.point(item.name)
            elif isinstance(item, Drawing) and item.image:
                self.picture(item, item.image)
        self.settle(0)
        self.text, self.interrupted = self.interrupted or self.text, None
        self.spaces.place()
        self.lines.part_wide()

    def picture(self, item: Drawing, box: Box) -> None:
        """Assign a picture to the next figure."""
        if figure := next((owner for owner in self.places.figures if not owner.box), None):
            item.owner, figure.box, item.order = figure, box, self.next()

    def point(self, name: str) -> None:
        """Handle a mark point."""
        if name in ("Body", "Foot"):
            self.settle(0)
            self.in_body, self.same_page, self.outside = name == "Body", False, FOOTER
        elif name == "Notes":
            self.settle(0)
            self.interrupted = self.text
        elif not self.in_body:  # a running head repeats a text
            return
        elif name.isdigit():
            self.begin(int(name))
        elif self.text and name == "F":
            self.formula = self.text.begin_formula()
        elif self.text:
            self.text.end_formula()
            self.formula = None

    def begin(self, number: int) -> None:
        """Begin or continue a text."""
        following = self.places.followed.get(number)
        self.formula = None
        if following is not self.text:
            self.settle(number)
            self.continues = self.text is not None and self.places.are_together(self.text.leaf.number, number)
            self.text, self.starts = following, True

    def settle(self, number: int) -> None:
        """Assign the glyphs after the end of a text; `number` is the text that follows them, or 0 at the end of the page."""
        if not self.extras:
            return
        label = self.places.label_before(number)
        before = self.text.owner if self.text else None
        if label is None and self.text and not self.places.are_together(self.text.leaf.number, number):
            label = DECORATION
        for piece, adjoins in self.extras:
            piece.owner = before if before and (adjoins or label is None) else label or DECORATION
        self.extras.clear()

    def next(self) -> int:
        """Return the order of the next piece; the one before it is left for a space."""
        self.order += 2
        return self.order

    def word(self, word: Word) -> None:
        """Assign a word that is a box."""
        if self.in_body:
            self.begin(word.number)
        text = self.text if self.in_body else None
        if text is None:
            for run in word.runs:
                self.run(run)
            return
        owner, space = text.current, text.skip_space()
        if self.starts:
            gap = self.spaces.gap(self.before, word.runs)
            space, self.starts = self.continues if gap is None else gap >= BETWEEN, False
        if space and self.before:
            self.spaces.add(Piece(owner, [], self.next()), self.before, word.runs)
        if not divide(word, text, self.next):
            for item in word.items:  # a formula, or in capitals
                if isinstance(item, Run):
                    self.run(item)
                else:
                    self.point(item.name)
                    text.take_space()
        self.before, self.after_word = word.runs, True

    def run(self, run: Run) -> None:
        """Divide a run."""
        if not self.in_body:
            run.pieces.append(Piece(self.outside, [*run.parts]))
            return
        if self.after_word:
            self.last = self.lines.before(run)
        divider = _Divider(self, run)
        for part in run.parts:
            if isinstance(part, float):
                divider.kerns.append(part)
            else:
                divider.codes(part)
        divider.end()
        self.last, self.same_page = run, True
        self.before, self.after_word = [run], False


class _Divider:
    """The division of one run into pieces."""

    def __init__(self, matcher: TextMatcher, run: Run) -> None:
        self.matcher = matcher
        self.run = run
        self.kerns: list[float] = []
        last = matcher.last
        self.on_line = matcher.same_page and last is not None and abs(last.y - run.y) <= SAME_LINE * run.size and run.x >= last.x
        self.distance = (run.x - last.end) * 1000 / (last.size or 1.0) if last and self.on_line else 0.0
        if matcher.right_to_left:
            gap = matcher.spaces.gap(matcher.before, [run]) if matcher.same_page else None
            self.on_line, self.distance = gap is not None, gap or 0.0

    def codes(self, codes: bytes) -> None:
        matcher, text = self.matcher, self.matcher.text
        if text is None:
            self.extra(codes)
            return
        if matcher.formula:
            self.add(matcher.formula, codes, text.take_space())
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
        text, font = self.matcher.text, self.run.font
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
        if space and matcher.right_to_left and matcher.before:
            matcher.extras.append((Piece(DECORATION, [], matcher.next()), False))
            matcher.spaces.add(matcher.extras[-1][0], matcher.before, [self.run])
        self.run.pieces.append(Piece(DECORATION, [], matcher.next()))
        self.add(None, codes, space and not matcher.right_to_left)
        adjoins = abs(gap) < NEAR and (self.on_line or not first)
        matcher.extras.append((self.run.pieces[-1], adjoins))

    def gap(self) -> float:
        """Return the gap before the next glyph in thousandths of the font size; 0 at the beginning of a line."""
        first = not (self.run.pieces and self.run.pieces[0].parts)
        return self.distance if first and self.matcher.right_to_left else self.distance * first - sum(self.kerns)

    def add(self, owner: Owner | None, codes: bytes, space: bool) -> None:
        """Add glyphs of an owner after a space, or after the kerns unchanged."""
        matcher, pieces = self.matcher, self.run.pieces
        first = not pieces or not pieces[0].parts
        if owner and matcher.starts:  # another text or a label precedes
            space = self.gap() >= BETWEEN or (first and not self.on_line and matcher.continues)
            matcher.starts = False
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
        elif self.matcher.last:
            width = self.distance if self.on_line and self.distance >= NEAR else DEFAULT
            pieces, current = self.matcher.last.pieces, self.run.pieces[-1]
            owner = current.owner if self.matcher.after_word else pieces[-1].owner
            if owner.role == "Formula":  # what is read aloud instead of a formula contains no space
                owner = owner.outer or DECORATION
            if self.matcher.after_word or owner is not pieces[-1].owner:
                pieces.append(Piece(owner, [], current.order - 1))
            pieces[-1].parts.append(Gap(width, trailing=True))

    def end(self) -> None:
        """Add the kerns after the last glyphs."""
        if self.kerns:
            if not self.run.pieces:
                self.run.pieces.append(Piece(DECORATION, []))
            self.run.pieces[-1].parts += self.kerns
