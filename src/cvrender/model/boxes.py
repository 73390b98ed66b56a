"""Define the block of a form: rows of boxes with rules around them."""

from typing import Literal

from cvrender.model.prose_blocks import Figure
from cvrender.model.text import Text
from cvrender.model.value import Value

PHOTO_SIZE = (30.0, 40.0)
"""The width and height of the place of a photo in millimetres."""

_TALL = 5  # lines


class Box(Value, frozen=True):
    """A box that takes a number of `columns` and is at least some `lines` high. A label says what the next boxes contain."""

    text: Text
    columns: int = 1
    is_label: bool = False
    align: Literal["start", "center", "end"] = "start"
    lines: int = 1
    is_large: bool = False
    source: str = ""

    @property
    def is_tall(self) -> bool:
        """Whether it has room for a long text, which begins at its top."""
        return self.lines >= _TALL


class Boxes(Value, frozen=True):
    """Rows of boxes. `widths` are the shares of the columns in the width, together 1.

    With `has_header`, the first row has the header cells of the columns. The first `photo_rows` rows leave room for the photo at
    their end, or contain it. With `new_page`, a page ends before it, in targets with fixed pages.
    """

    rows: tuple[tuple[Box, ...], ...]
    widths: tuple[float, ...]
    has_header: bool = False
    photo_rows: int = 0
    photo: Figure | None = None
    source: str = ""
    new_page: bool = False

    def width(self, row: int, index: int) -> float:
        """Return the share of a box in the width of its row."""
        first = sum(box.columns for box in self.rows[row][:index])
        return sum(self.widths[first : first + self.rows[row][index].columns])

    @property
    def filled(self) -> tuple[tuple[Box, ...], ...]:
        """The rows with a text."""
        return tuple(row for row in self.rows if any(box.text for box in row))
