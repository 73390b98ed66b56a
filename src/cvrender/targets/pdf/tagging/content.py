"""Define what a page's content is cut into: glyphs as an operator shows them, drawings, mark points, and whom they belong to."""

from dataclasses import dataclass, field
from typing import NamedTuple

from cvrender.targets.pdf.tagging.fonts import Font
from cvrender.targets.pdf.tagging.operators import Shown

Box = tuple[float, float, float, float]


@dataclass(slots=True, eq=False)
class Owner:
    """What marked content belongs to: a text of the Document, a part of one, a label or a picture; or nothing, as artifacts do.

    A part of a text, or a picture, is a structure element of that `role`; any other owner's content belongs to the element that holds
    the text, which is of that role. `outer` is what it is a part of. `kids` are filled in the order in which the content stands
    on the pages: content, as its page and its number there, and parts.
    """

    role: str
    outer: "Owner | None" = None
    language: str = ""
    alternative: str = ""
    href: str = ""
    box: Box | None = None
    kids: "list[Owner | tuple[int, int]]" = field(default_factory=list)


DECORATION = Owner("Artifact")
FOOTER = Owner("Artifact")


class Gap(NamedTuple):
    """A space, as wide as a gap, in thousandths of the font's size. A `trailing` one moves nothing that comes later."""

    width: float
    trailing: bool = False


@dataclass(slots=True)
class Piece:
    """Glyphs, kerns and spaces that belong to one owner."""

    owner: Owner
    parts: list[Shown | Gap]


@dataclass(slots=True)
class Run:
    """What one operator shows, from `x` to `end` in points, on the line `y`.

    `font_operator` selects the font; `scale` is the horizontal one, in per cent.
    """

    parts: list[Shown]
    font: Font
    font_operator: bytes
    scale: float
    size: float
    x: float
    y: float
    end: float
    pieces: list[Piece] = field(default_factory=list)


@dataclass(slots=True)
class Drawing:
    """Operators that paint something other than text; `image` is the box of a picture."""

    operators: bytes
    image: Box | None = None
    owner: Owner = DECORATION


@dataclass(slots=True)
class Point:
    """A mark point that the source left: a text's number, `F` and `E` around a formula, `Body` and `Foot` of the page."""

    name: str


class TextObject:
    """The beginning or end of a text object."""

    __slots__ = ("begins",)

    def __init__(self, begins: bool) -> None:
        self.begins = begins


BEGIN_TEXT, END_TEXT = TextObject(True), TextObject(False)
Item = bytes | Run | Drawing | Point | TextObject
