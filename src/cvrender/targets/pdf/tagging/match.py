"""Assign each glyph of a PDF to its text of the Document, and add a space wherever that text has one.

The mark points of the source show where each text begins. From there on the text is followed glyph by glyph, so the positions of
its spaces, links and parts in other languages are known, and its end. Later glyphs are a label, a separator or decoration.
"""

from collections.abc import Iterable

from cvrender.targets.pdf.tagging.content import DECORATION, FOOTER, HEADER, Drawing, Gap, Item, Owner, Piece, Point, Run
from cvrender.targets.pdf.tagging.outline import Element, Leaf
from cvrender.targets.pdf.tagging.texts import Following

_DEFAULT = 250.0  # thousandths of the font size: the width of a space at the end of a line
_BETWEEN = 100.0  # the smallest gap that is a space, between two texts or in a text that cannot be followed
_NEAR = 50.0  # the largest gap between a text and glyphs that belong to it


class Places:
    """The texts of a Document with their elements, and the labels before them."""

    def __init__(self, outline: Element, language: str) -> None:
        self.followed: dict[int, Following] = {}
        self.owners: dict[int, Owner] = {}  # of labels and the picture, by the identity of their elements
        self.figure: Owner | None = None
        self._holder: dict[int, Element] = {}
        self._label: dict[int, Owner] = {}
        self._seen: set[Owner] = set()
        self._walk(outline, language)

    def _walk(self, element: Element, language: str) -> None:
        for kid in element.kids:
            if isinstance(kid, Leaf):
                self.followed[kid.number] = Following(kid, element.role, language)
                self._holder[kid.number] = element
                continue
            if kid.role == "Figure":
                self.figure = self.owners[id(kid)] = Owner("Figure", alternative=kid.label)
            elif kid.role == "Lbl":
                owner = self.owners[id(kid)] = Owner("Lbl")
                for leaf in _headline(element.kids[1]):
                    self._label[leaf.number] = owner
            self._walk(kid, language)

    def label_before(self, number: int) -> Owner | None:
        """Return the label of the list item that begins with this text; None after the first call for the item."""
        owner = self._label.get(number)
        if owner is None or owner in self._seen:
            return None
        self._seen.add(owner)
        return owner

    def are_together(self, number: int, other: int) -> bool:
        """Return whether two texts belong to the same element."""
        return other in self._holder and self._holder.get(number) is self._holder[other]


def _headline(body: "Element | Leaf") -> Iterable[Leaf]:
    """Return the texts in the first line of a list item."""
    if isinstance(body, Leaf):
        return (body,)
    first = body.kids[:1]
    return first[0].leaves() if first and isinstance(first[0], Element) else [kid for kid in first if isinstance(kid, Leaf)]


class Matcher:
    """The assignment of the items of all pages, in order."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.text: Following | None = None
        self.starts = False  # whether no glyph of the text was found yet
        self.continues = False  # whether the text before it belongs to the same element
        self.formula: Owner | None = None
        self.in_body = True
        self.outside = HEADER  # the owner of text that is not in the body
        self.last: Run | None = None
        self.same_page = False  # whether `last` is in the body of this page
        self.extras: list[tuple[Piece, bool]] = []  # glyphs after the end of a text, and whether they adjoin it

    def page(self, items: Iterable[Item]) -> None:
        """Divide the runs of a page between their owners."""
        items = list(items)
        self.in_body = not any(isinstance(item, Point) and item.name == "Body" for item in items)
        self.outside = HEADER
        self.same_page = False
        for item in items:
            if isinstance(item, Run):
                self.run(item)
            elif isinstance(item, Point):
                self.point(item.name)
            elif isinstance(item, Drawing) and item.image and self.places.figure and not self.places.figure.box:
                item.owner, self.places.figure.box = self.places.figure, item.image
        self.settle(0)

    def point(self, name: str) -> None:
        """Handle a mark point."""
        if name in ("Body", "Foot"):
            self.settle(0)
            self.in_body, self.same_page, self.outside = name == "Body", False, FOOTER
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

    def run(self, run: Run) -> None:
        """Divide a run."""
        if not self.in_body:
            run.pieces.append(Piece(self.outside, [*run.parts]))
            return
        divider = _Divider(self, run)
        for part in run.parts:
            if isinstance(part, float):
                divider.kerns.append(part)
            else:
                divider.codes(part)
        divider.end()
        self.last, self.same_page = run, True


class _Divider:
    """The division of one run into pieces."""

    def __init__(self, matcher: Matcher, run: Run) -> None:
        self.matcher = matcher
        self.run = run
        self.kerns: list[float] = []
        last = matcher.last
        self.on_line = matcher.same_page and last is not None and abs(last.y - run.y) <= 0.6 * run.size and run.x >= last.x
        self.distance = (run.x - last.end) * 1000 / (last.size or 1.0) if last and self.on_line else 0.0

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
            self.add(text.current, codes, self.gap() >= 2 * _BETWEEN)
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
        step = 2 if font.wide else 1
        for place in range(0, len(codes), step):
            if count <= 0:
                self.extra(codes[place:])
                return
            code = codes[place : place + step]
            owner, length = text.current, len(font.text(code))
            text.place, count = text.place + length, count - length
            self.add(owner, code, space)
            space = False

    def extra(self, codes: bytes) -> None:
        """Add glyphs that do not belong to the text."""
        gap, first = self.gap(), not self.run.pieces
        self.run.pieces.append(Piece(DECORATION, []))
        self.add(None, codes, gap >= _BETWEEN)
        adjoins = abs(gap) < _NEAR and (self.on_line or not first)
        self.matcher.extras.append((self.run.pieces[-1], adjoins))

    def gap(self) -> float:
        """Return the gap before the next glyph in thousandths of the font size; 0 at the beginning of a line."""
        return (0.0 if self.run.pieces and self.run.pieces[0].parts else self.distance) - sum(self.kerns)

    def add(self, owner: Owner | None, codes: bytes, space: bool) -> None:
        """Add glyphs of an owner after a space, or after the kerns unchanged."""
        matcher, pieces = self.matcher, self.run.pieces
        first = not pieces or not pieces[0].parts
        if owner and matcher.starts:  # another text or a label precedes
            space = self.gap() >= _BETWEEN or (first and not self.on_line and matcher.continues)
            matcher.starts = False
        if owner and (not pieces or pieces[-1].owner is not owner):
            pieces.append(Piece(owner, []))
        parts, kerns, self.kerns = pieces[-1].parts, self.kerns, []
        width = -sum(kerns)
        if space and width >= _NEAR:
            parts.append(Gap(width))
        else:
            if space:
                self.before(first)
            parts += kerns
        parts.append(codes)

    def before(self, first: bool) -> None:
        """Add a space before glyphs whose distance is not made by kerns."""
        if not first:
            self.run.pieces[-1].parts.append(Gap(_BETWEEN, trailing=True))
        elif self.matcher.last:
            width = self.distance if self.on_line and self.distance >= _NEAR else _DEFAULT
            pieces = self.matcher.last.pieces
            if pieces[-1].owner.role == "Formula":  # what is read aloud instead of a formula contains no space
                pieces.append(Piece(pieces[-1].owner.outer or DECORATION, []))
            pieces[-1].parts.append(Gap(width, trailing=True))

    def end(self) -> None:
        """Add the kerns after the last glyphs."""
        if self.kerns:
            if not self.run.pieces:
                self.run.pieces.append(Piece(DECORATION, []))
            self.run.pieces[-1].parts += self.kerns
