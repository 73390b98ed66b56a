"""Give each glyph of a PDF to the text of the Document that it sets, and put a space wherever that text has one.

The mark points of the source say where each text begins. From there on the text is followed glyph by glyph, so it is known where it has a
space, a link or a part in another language, and where it ends. What stands behind its end is a label, a separator or decoration.
"""

from collections.abc import Iterable, Mapping

from cvrender.targets.pdf.tagging.content import DECORATION, FOOTER, Drawing, Gap, Item, Owner, Piece, Point, Run
from cvrender.targets.pdf.tagging.outline import Element, Leaf
from cvrender.targets.pdf.tagging.texts import Following

_DEFAULT = 250.0  # thousandths: the width of a space at a line's end
_BETWEEN = 100.0  # from here on a gap between two texts, or within one that cannot be followed, is a space
_NEAR = 50.0  # what is nearer to a text than this belongs to it


class Places:
    """Where the texts of a Document belong: each text with its element, and the label before it, if it has one."""

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
        """The label of the list's item that begins with this text, when it is asked for the first time."""
        owner = self._label.get(number)
        if owner is None or owner in self._seen:
            return None
        self._seen.add(owner)
        return owner

    def are_together(self, number: int, other: int) -> bool:
        """True for texts of one element."""
        return other in self._holder and self._holder.get(number) is self._holder[other]


def _headline(body: "Element | Leaf") -> Iterable[Leaf]:
    """The texts in the first line of a list's item."""
    if isinstance(body, Leaf):
        return (body,)
    first = body.kids[:1]
    return first[0].leaves() if first and isinstance(first[0], Element) else [kid for kid in first if isinstance(kid, Leaf)]


class Matcher:
    """Goes through the items of all pages, in their order."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.text: Following | None = None
        self.starts = False  # whether no glyph of the text was seen
        self.formula: Owner | None = None
        self.in_body = True
        self.last: Run | None = None
        self.same_page = False  # whether `last` stands on this page's body
        self.extras: list[tuple[Piece, bool]] = []  # glyphs behind a text's end, and whether they adjoin it

    def page(self, items: Iterable[Item]) -> None:
        """Divide the runs of a page among their owners."""
        items = list(items)
        self.in_body = not any(isinstance(item, Point) and item.name == "Body" for item in items)
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
        if name.isdigit():
            self.begin(int(name))
        elif name in ("Body", "Foot"):
            self.settle(0)
            self.in_body, self.same_page = name == "Body", False
        elif self.text and name == "F":
            self.formula = self.text.begin_formula()
        elif self.text:
            self.text.end_formula()
            self.formula = None

    def begin(self, number: int) -> None:
        """A text begins, or goes on."""
        following = self.places.followed.get(number)
        self.formula = None
        if following is not self.text:
            self.settle(number)
            self.text, self.starts = following, True

    def settle(self, number: int) -> None:
        """Say what the glyphs behind a text's end are, now that it is known which text comes next (0: none on that page)."""
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
        if not self.in_body:
            run.pieces.append(Piece(FOOTER, [*run.parts]))
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
    """Divides one run into pieces."""

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
            self.add(matcher.formula, codes, text.skipped_blank())
            return
        blank, count, unknown = text.find(shown := self.run.font.text(codes))
        if unknown:
            self.add(text.current, codes, self.gap() >= 2 * _BETWEEN)
        elif count == len(shown) <= text.room:
            owner = text.current
            text.place += count
            self.add(owner, codes, blank)
        else:
            self.divide(codes, count, blank)

    def divide(self, codes: bytes, count: int, blank: bool) -> None:
        """Glyphs of which some belong to another part of the text, or to none."""
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
            self.add(owner, code, blank)
            blank = False

    def extra(self, codes: bytes) -> None:
        """Glyphs that are no text of the Document's, as far as is known."""
        gap, first = self.gap(), not self.run.pieces
        self.run.pieces.append(Piece(DECORATION, []))
        self.add(None, codes, gap >= _BETWEEN)
        adjoins = abs(gap) < _NEAR and (self.on_line or not first)
        self.matcher.extras.append((self.run.pieces[-1], adjoins))

    def gap(self) -> float:
        """How far the next glyph stands from the one before it on its line, in thousandths; 0 at a line's beginning."""
        return (0.0 if self.run.pieces and self.run.pieces[0].parts else self.distance) - sum(self.kerns)

    def add(self, owner: Owner | None, codes: bytes, blank: bool) -> None:
        """Glyphs of an owner, behind a space or behind the kerns as they are."""
        matcher, pieces = self.matcher, self.run.pieces
        first = not pieces or not pieces[0].parts
        if owner and matcher.starts:  # what was before is another text, or a label
            blank, matcher.starts = self.gap() >= _BETWEEN, False
        if owner and (not pieces or pieces[-1].owner is not owner):
            pieces.append(Piece(owner, []))
        parts, kerns, self.kerns = pieces[-1].parts, self.kerns, []
        width = -sum(kerns)
        if blank and width >= _NEAR:
            parts.append(Gap(width))
        else:
            if blank:
                self.before(first)
            parts += kerns
        parts.append(codes)

    def before(self, first: bool) -> None:
        """A space before glyphs that stand where another operator, or none, moved them."""
        if not first:
            self.run.pieces[-1].parts.append(Gap(_BETWEEN, trailing=True))
        elif self.matcher.last:
            width = self.distance if self.on_line and self.distance >= _NEAR else _DEFAULT
            self.matcher.last.pieces[-1].parts.append(Gap(width, trailing=True))

    def end(self) -> None:
        """Kerns behind the last glyphs."""
        if self.kerns:
            if not self.run.pieces:
                self.run.pieces.append(Piece(DECORATION, []))
            self.run.pieces[-1].parts += self.kerns
