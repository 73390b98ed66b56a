"""Divide the content of a page into runs of glyphs with their positions, drawings and mark points.

Only what TeX engines write is supported: horizontal text, without operators that move to the next line and show a string.
"""

from collections.abc import Mapping
from typing import Any

from cvrender.model.expressions import expression
from cvrender.targets.pdf.tagging.content import Box, Drawing, Item, Point, Run
from cvrender.targets.pdf.tagging.fonts import PageFont
from cvrender.targets.pdf.tagging.operators import numbers, operations, shown

_POINT = expression(rb"\s*/cv(\d{1,9}(?:\.\d{1,9})?|F|E|Z|Body|Notes|Foot)\s*")
_PATH = frozenset((b"m", b"l", b"c", b"v", b"y", b"h", b"re"))
_PAINTS = frozenset((b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*", b"S", b"s", b"sh", b"Do"))
_SHOWS = frozenset((b"TJ", b"Tj"))
_MARKED = frozenset((b"BMC", b"BDC", b"EMC", b"MP", b"DP"))
Matrix = tuple[float, float, float, float, float, float]
_UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def times(first: Matrix, second: Matrix) -> Matrix:
    """Return the matrix that applies the first and then the second (ISO 32000-1, 8.3.4)."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


class Cutter:
    """The division of one page. `fonts` and `images` are the resources of the page by name."""

    def __init__(self, fonts: Mapping[bytes, PageFont], images: frozenset[bytes]) -> None:
        self.fonts = fonts
        self.images = images
        self.items: list[Item] = []
        self.matrix, self.saved = _UNIT, list[tuple[Any, ...]]()
        self.line, self.moved = _UNIT, 0.0  # the text line matrix, and the width of the glyphs since then
        self.font: PageFont | None = None
        self.selected: dict[bytes, tuple[PageFont | None, float, bytes]] = {}  # by the operands of Tf
        self.font_operator, self.size, self.scale = b"", 0.0, 100.0

    def cut(self, content: bytes) -> list[Item]:
        """Return the items of a page. Raises ValueError for unsupported content."""
        kept, path = 0, -1  # where content that is not yet an item begins, and where a path begins
        start = 0
        for operator, operands, end in operations(content):
            if operator in _SHOWS:
                self.keep(content[kept:start])
                self.show(operands)
                kept = end
            elif state := _STATE.get(operator):
                state(self, operands)
            elif operator in _PATH:
                path = start if path < 0 else path
            elif operator == b"n":
                path = -1
            elif operator in _PAINTS:
                begin = start if path < 0 else path
                self.keep(content[kept:begin])
                self.items.append(Drawing(content[begin:end].strip(), self.image(operands) if operator == b"Do" else None))
                kept, path = end, -1
            elif operator in _MARKED:
                self.keep(content[kept:start])
                if operator == b"MP" and (match := _POINT.fullmatch(operands)):
                    self.items.append(Point(match[1].decode("ascii")))
                kept = end
            elif operator in (b"BT", b"ET"):
                self.keep(content[kept:start])
                self.line, self.moved = _UNIT, 0.0
                self.items.append(operator)
                kept = end
            start = end
        self.keep(content[kept:])
        return self.items

    def keep(self, operators: bytes) -> None:
        """Add operators that stay unchanged."""
        if kept := operators.strip():
            self.items.append(kept)

    def show(self, operands: bytes) -> None:
        """Add a run."""
        if self.font is None:
            raise ValueError("a page shows text without a font")
        parts = shown(operands)
        factor = self.size * self.scale / 100_000
        width = self.font.advance(parts) * factor
        a, b, _, _, e, f = times(self.line, self.matrix) if self.matrix is not _UNIT else self.line
        x, y = a * self.moved + e, b * self.moved + f
        self.items.append(Run(parts, self.font, self.font_operator, self.scale, self.size * (a or 1.0), x, y, x + a * width))
        self.moved += width

    def image(self, operands: bytes) -> Box | None:
        """Return the bounding box of a picture on the page, if the operand is one."""
        if operands.strip()[1:] not in self.images:
            return None
        a, b, c, d, e, f = self.matrix
        xs, ys = (e, e + a, e + c, e + a + c), (f, f + b, f + d, f + b + d)
        return min(xs), min(ys), max(xs), max(ys)

    def select(self, operands: bytes) -> None:
        """Select a font."""
        if operands not in self.selected:
            name, size = operands.split()
            self.selected[operands] = self.fonts.get(name[1:]), float(size), operands.strip() + b" Tf"
        self.font, self.size, self.font_operator = self.selected[operands]

    def stretch(self, operands: bytes) -> None:
        """Set the horizontal scaling."""
        self.scale = float(operands)

    def move(self, operands: bytes) -> None:
        """Move to another line."""
        x, y = numbers(operands)
        a, b, c, d, e, f = self.line
        self.line, self.moved = (a, b, c, d, a * x + c * y + e, b * x + d * y + f), 0.0

    def place(self, operands: bytes) -> None:
        """Set the text matrix."""
        a, b, c, d, e, f = numbers(operands)
        self.line, self.moved = (a, b, c, d, e, f), 0.0

    def transform(self, operands: bytes) -> None:
        """Change the transformation matrix."""
        a, b, c, d, e, f = numbers(operands)
        self.matrix = times((a, b, c, d, e, f), self.matrix)

    def save(self, operands: bytes) -> None:
        """Save the graphics state."""
        self.saved.append((self.matrix, self.font, self.font_operator, self.size, self.scale))

    def restore(self, operands: bytes) -> None:
        """Restore the graphics state."""
        if self.saved:
            self.matrix, self.font, self.font_operator, self.size, self.scale = self.saved.pop()

    def refuse(self, operands: bytes) -> None:
        """Raise ValueError: TeX engines do not use this operator."""
        raise ValueError("a page shows text with an operator that is not supported")


_STATE = {
    b"Tf": Cutter.select,
    b"Tz": Cutter.stretch,
    b"Td": Cutter.move,
    b"TD": Cutter.move,
    b"Tm": Cutter.place,
    b"cm": Cutter.transform,
    b"q": Cutter.save,
    b"Q": Cutter.restore,
    b"T*": Cutter.refuse,
    b"'": Cutter.refuse,
    b'"': Cutter.refuse,
}
