"""Draw the pages of a PDF, and find where their lines are."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cvrender.targets.pdf.read import open_in_pdfium

MAX_WIDTH = 4000
"""The maximum width of a picture in pixels."""

_COVER = 1200, 630  # width and height in pixels

_HYPHENS = str.maketrans("\x02\ufffe", "--")
"""The characters that PDFium has for a hyphen at the end of a line."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text and its box, as fractions of the page's width and height from the top left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def page_sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Return the width and height of each page in points."""
    with open_in_pdfium(pdf) as document:
        return [document.get_page_size(index) for index in range(len(document))]


def draw_page(pdf: bytes, index: int, width: int) -> bytes:
    """Return a page as a PNG of this width in pixels, at most MAX_WIDTH. Raises IndexError if there is no such page."""
    content = io.BytesIO()
    _draw(pdf, index, max(1, min(width, MAX_WIDTH))).save(content, "PNG", compress_level=1)
    return content.getvalue()


def thumbnail(pdf: bytes, width: int) -> bytes:
    """Return the first page as a small PNG with few colours."""
    content = io.BytesIO()
    _draw(pdf, 0, width).quantize(24).save(content, "PNG", optimize=True)
    return content.getvalue()


def cover(pdf: bytes) -> bytes:
    """Return the top of the first page as a PNG with few colours, of the size that networks show of a link (Open Graph)."""
    content = io.BytesIO()
    _draw(pdf, 0, _COVER[0]).crop((0, 0, *_COVER)).quantize(32).save(content, "PNG", optimize=True)
    return content.getvalue()


def _draw(pdf: bytes, index: int, width: int) -> Any:
    """Return a page as a picture of Pillow of this width in pixels. Raises IndexError if there is no such page."""
    with open_in_pdfium(pdf) as document:
        if not 0 <= index < len(document):
            raise IndexError(index)
        page = document[index]
        return page.render(scale=width / page.get_width()).to_pil()


def page_lines(pdf: bytes) -> list[list[Line]]:
    """Return the lines of each page, in reading order."""
    with open_in_pdfium(pdf) as document:
        return [_lines(page) for page in document]


def _lines(page: Any) -> list[Line]:
    """Join the characters that are on one line.

    PDFium has larger pieces of text, but their boxes overlap where the font changes, and a comma's box is too low for its line.
    The boxes used here have the height of the font.
    """
    width, height = page.get_size()
    textpage = page.get_textpage()
    lines: list[tuple[list[str], list[float]]] = []
    for index, char in enumerate(_characters(textpage)):
        if char.isspace():
            if lines:
                lines[-1][0].append(" ")
            continue
        left, bottom, right, top = textpage.get_charbox(index, loose=True)
        if lines and _same_line(lines[-1][1], bottom, top):
            chars, box = lines[-1]
            chars.append(char)
            box[:] = [min(box[0], left), min(box[1], bottom), max(box[2], right), max(box[3], top)]
        else:
            lines.append(([char], [left, bottom, right, top]))
    textpage.close()
    return [
        Line(_text(chars), round(box[0] / width, 4), round(1 - box[3] / height, 4), round(box[2] / width, 4),
             round(1 - box[1] / height, 4))
        for chars, box in lines
    ]  # fmt: skip


def _characters(textpage: Any) -> list[str]:
    """Return the characters of a page, each at the index that it has for PDFium, which may take a pair of surrogates for two."""
    from pypdfium2.raw import FPDFText_GetUnicode

    return [chr(FPDFText_GetUnicode(textpage, index)) for index in range(textpage.count_chars())]


def _text(chars: Sequence[str]) -> str:
    text = "".join(chars).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return " ".join(text.translate(_HYPHENS).split())


def _same_line(box: list[float], bottom: float, top: float) -> bool:
    """Return whether a piece overlaps a line by more than half of the smaller height."""
    overlap = min(box[3], top) - max(box[1], bottom)
    return overlap > min(box[3] - box[1], top - bottom) / 2
