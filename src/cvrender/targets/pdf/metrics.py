"""Measure the type and the margins of a PDF: what rules about the layout of a page refer to."""

from collections import Counter
from ctypes import byref, c_double
from itertools import pairwise
from typing import Any

from cvrender.model.value import Value
from cvrender.targets.pdf.read import open_in_pdfium

_RUNNING = 80  # characters of a head or foot with the page number, at most
_SMALL_SHARE = 0.02  # of the characters of a page: superscripts and marks, which rules about the size of type leave out


class PageMetrics(Value, frozen=True):
    """A page in points: its size, the margins (top, right, bottom, left), the smallest type, and the distance of lines.

    The margin at the bottom ends at the last baseline, as in TeX and Word: descenders reach into it.
    Small type that is less than a fiftieth of the page is left out. `size` is the main size of type; `leading` is the least
    distance between the baselines of lines in it that occurs twice, or 0 if the page has too few lines.
    """

    width: float
    height: float
    margins: tuple[float, float, float, float]
    smallest: float
    size: float
    leading: float


class _Glyph(Value, frozen=True):
    text: str
    size: float
    baseline: float
    box: tuple[float, float, float, float]


def measure(pdf: bytes) -> list[PageMetrics]:
    """Return the measures of each page that has text. Raises ValueError if it is not a PDF."""
    metrics = []
    with open_in_pdfium(pdf) as document:
        for number, page in enumerate(document, 1):
            width, height = page.get_size()
            textpage = page.get_textpage()
            glyphs = _without_page_number(_glyphs(textpage), number)
            if glyphs:
                metrics.append(_metrics(glyphs, width, height))
            textpage.close()
            page.close()
    return metrics


def _glyphs(textpage: Any) -> list[_Glyph]:
    from pypdfium2 import raw

    glyphs = []
    for index in range(textpage.count_chars()):
        code = raw.FPDFText_GetUnicode(textpage, index)
        if not code or chr(code).isspace():
            continue
        x, y = c_double(), c_double()
        raw.FPDFText_GetCharOrigin(textpage, index, byref(x), byref(y))
        size = raw.FPDFText_GetFontSize(textpage, index)
        glyphs.append(_Glyph(chr(code), round(size, 2), round(y.value, 1), textpage.get_charbox(index)))
    return glyphs


def _without_page_number(glyphs: list[_Glyph], number: int) -> list[_Glyph]:
    """Return the glyphs without the first and the last line, if it is short and has the number of the page."""
    for edge in (max, min):
        baseline = edge((glyph.baseline for glyph in glyphs), default=0.0)
        line = [glyph for glyph in glyphs if glyph.baseline == baseline]
        if number > 1 and len(line) <= _RUNNING and str(number) in "".join(glyph.text for glyph in line):
            glyphs = [glyph for glyph in glyphs if glyph.baseline != baseline]
    return glyphs


def _metrics(glyphs: list[_Glyph], width: float, height: float) -> PageMetrics:
    boxes = [glyph.box for glyph in glyphs]
    margins = (
        height - max(box[3] for box in boxes),
        width - max(box[2] for box in boxes),
        min(glyph.baseline for glyph in glyphs),
        min(box[0] for box in boxes),
    )
    sizes = Counter(glyph.size for glyph in glyphs)
    size = sizes.most_common(1)[0][0]
    smallest = min(some for some, count in sizes.items() if count >= _SMALL_SHARE * len(glyphs))
    return PageMetrics(width, height, margins, smallest, size, _leading(glyphs, size))


def _leading(glyphs: list[_Glyph], size: float) -> float:
    baselines = sorted({glyph.baseline for glyph in glyphs if glyph.size == size})
    steps = Counter(round(after - before, 1) for before, after in pairwise(baselines) if 0.8 * size < after - before < 2 * size)
    return min((step for step, count in steps.items() if count > 1), default=0.0)


def line_ends(pdf: bytes, bottom: float) -> list[float]:
    """Return how far the lower edge of the last line of each page is below the page's upper edge.

    Lengths are shares of the height of the page. What is below `bottom`, the height of the lower margin, is a foot.
    """
    ends = []
    with open_in_pdfium(pdf) as document:
        for page in document:
            textpage, height = page.get_textpage(), page.get_height()
            edges = [textpage.get_rect(index)[1] / height for index in range(textpage.count_rects())]
            textpage.close()
            page.close()
            ends.append(1 - min((edge for edge in edges if edge > bottom), default=1.0))
    return ends
