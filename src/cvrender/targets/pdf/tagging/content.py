"""Define the parts of a page's content: runs of glyphs, drawings and mark points, and the owners of marked content."""

from typing import NamedTuple

from cvrender.model.value import Record, field
from cvrender.targets.pdf.tagging.fonts import PageFont
from cvrender.targets.pdf.tagging.operators import Shown

Box = tuple[float, float, float, float]


class Owner(Record, eq=False):
    """The owner of marked content: a text of the Document, a part of a text, a label, a picture, or an artifact.

    A part of a text and a picture are structure elements with the given `role`. The content of any other owner belongs to the
    element that contains the text and has that role. `outer` is the owner of which this one is a part. `kids` are in the order
    of the pages: marked content, as page index and MCID, and parts. `actual` is the text of what is shown mirrored or in
    another order. `box` is the bounding box of a picture in points.
    """

    role: str
    outer: "Owner | None" = None
    language: str = ""
    alternative: str = ""
    actual: str = ""
    href: str = ""
    box: Box | None = None
    kids: "list[Owner | tuple[int, int]]" = field(default_factory=list)

    @property
    def link(self) -> "Owner | None":
        """The link that it is, or is a part of."""
        owner: Owner | None = self
        while owner and owner.role != "Link":
            owner = owner.outer
        return owner


DECORATION = Owner("Artifact")
HEADER = Owner("Artifact")
FOOTER = Owner("Artifact")


class Gap(NamedTuple):
    """A space that fills a gap; `width` is in thousandths of the font size.

    A `trailing` space does not move what follows; a `leading` one also does not, and ends where that begins, or itself begins so
    far `ahead` of there.
    """

    width: float
    trailing: bool = False
    leading: bool = False
    ahead: float | None = None


class Piece(Record):
    """Glyphs, kerns and spaces of one owner.

    `order` is its place in the text, `reversed` whether its glyphs stand in the opposite order.
    """

    owner: Owner
    parts: list[Shown | Gap]
    order: int = 0
    reversed: bool = False


class Run(Record):
    """The glyphs and kerns of one operator, from `x` to `end` in points, on the line `y`.

    `font_operator` selects the font; `scale` is the horizontal scaling in percent.
    """

    parts: list[Shown]
    font: PageFont
    font_operator: bytes
    scale: float
    size: float
    x: float
    y: float
    end: float
    pieces: list[Piece] = field(default_factory=list)


class Drawing(Record):
    """Operators that paint something other than text; `image` is the bounding box of a picture."""

    operators: bytes
    image: Box | None = None
    owner: Owner = field(default_factory=lambda: DECORATION)
    order: int = 0


class Point(Record):
    """A mark point of the source: the number of a text, `F` and `E` around a formula, `Body` and `Foot` around the body, or
    `Notes` before its notes.

    Two numbers, as in `12.57`, are those of a text and of one of its words; the word is a box that ends at `Z`.
    """

    name: str


class Word(Record):
    """A box with a word or sign of a text, where lines run from right to left. `place` is a number that grows with the text."""

    number: int
    place: int
    items: list[Run | Point] = field(default_factory=list)

    @property
    def runs(self) -> list[Run]:
        """The runs of the word, from left to right."""
        return [item for item in self.items if isinstance(item, Run)]


Item = bytes | Run | Drawing | Point
"""A part of the content of a page. Bytes are operators that stay unchanged; `BT` and `ET` are items of their own."""
