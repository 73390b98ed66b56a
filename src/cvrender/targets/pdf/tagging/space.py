"""Make the font for spaces in a tagged PDF: an invisible glyph for a space, and one for the two spaces in a wide gap.

TeX's fonts have no glyph for a space. The font is a TrueType font of about 500 bytes, since some recipients of PDFs refuse Type 3
fonts. Its tables are those that ISO 32000-1, 9.9 requires.
"""

from functools import cache
from struct import pack, unpack
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from cvrender.targets.pdf.tagging.descriptors import ASCENT, DESCENT

NAME = "CvSpace"
"""The name of the font in the resources of pages."""
_FONT = "CVRNDR+Space"  # named as a subset, since it has few characters
WIDTH = 200
"""The width of both glyphs in thousandths of the font size."""
_EM = 1000
_HEIGHT = 500
_FIRST = 0xFD
"""The code of the space; the next code is that of the wide gap. PDFium drops a glyph next to another with the same code, whatever
their fonts are, and fonts of shaped words use the codes from 1.
"""
SPACE, WIDE_GAP = bytes([_FIRST]), bytes([_FIRST + 1])


def _outline(*points: tuple[int, int]) -> bytes:
    """Return a glyph with one contour of straight lines (OpenType, table `glyf`)."""
    deltas = [(x - before[0], y - before[1]) for before, (x, y) in zip(((0, 0), *points), points, strict=False)]
    head = pack(">5hHH", 1, 0, 0, WIDTH, _HEIGHT, len(points) - 1, 0) + b"\x01" * len(points)
    body = b"".join(pack(">h", x) for x, _ in deltas) + b"".join(pack(">h", y) for _, y in deltas)
    return (head + body) + bytes(-len(head + body) % 4)


_TRIANGLE = _outline((0, 0), (WIDTH, 0), (WIDTH, _HEIGHT))
_LINE = _outline((0, 0), (WIDTH, _HEIGHT), (0, 0))
"""A glyph without area. PDFium takes glyphs without a bounding box for copies of each other, and drops some."""
_TO_UNICODE = b"""/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /CvSpace def
/CMapType 2 def
1 begincodespacerange
<00> <FF>
endcodespacerange
2 beginbfchar
<%02X> <0020>
<%02X> <00200020>
endbfchar
endcmap
CMapName currentdict /CMap defineresource pop
end
end""" % (_FIRST, _FIRST + 1)


def space_font(pdf: pikepdf.Pdf) -> Any:
    """Return the font as an object of a PDF."""
    program = pdf.make_stream(font_file())
    program.Length1 = len(font_file())
    descriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=Name(f"/{_FONT}"),
        Flags=4,
        FontBBox=Array([0, 0, WIDTH, _HEIGHT]),
        ItalicAngle=0,
        Ascent=ASCENT,
        Descent=DESCENT,
        CapHeight=_HEIGHT,
        StemV=0,
        FontFile2=program,
    )
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.TrueType,
            BaseFont=Name(f"/{_FONT}"),
            FirstChar=_FIRST,
            LastChar=_FIRST + 1,
            Widths=Array([WIDTH, WIDTH]),
            FontDescriptor=pdf.make_indirect(descriptor),
            ToUnicode=pdf.make_stream(_TO_UNICODE),
        )
    )


@cache
def font_file() -> bytes:
    """Return the font file: a glyph for missing characters, and the two for spaces."""
    tables = {
        b"cmap": pack(">HHHHI", 0, 1, 1, 0, 12) + pack(">HHHHH", 6, 14, 0, _FIRST, 2) + pack(">HH", 1, 2),
        b"glyf": _TRIANGLE + 2 * _LINE,
        b"head": _head(),
        b"hhea": pack(">I3hH11hH", 0x10000, 500, 0, 0, WIDTH, 0, 0, WIDTH, 1, 0, 0, 0, 0, 0, 0, 0, 3),
        b"hmtx": pack(">6H", *(WIDTH, 0) * 3),
        b"loca": pack(">4H", *(index * len(_LINE) // 2 for index in range(4))),
        b"maxp": pack(">I14H", 0x10000, 3, 3, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
    }
    place = 12 + 16 * len(tables)
    directory = pack(">I4H", 0x10000, len(tables), 64, 2, 16 * len(tables) - 64)
    body = b""
    for name, content in tables.items():
        directory += pack(">4s3I", name, _sum(content), place + len(body), len(content))
        body += content + bytes(-len(content) % 4)
    whole = directory + body
    head = place + body.index(tables[b"head"])
    return whole[: head + 8] + pack(">I", (0xB1B0AFBA - _sum(whole)) % 2**32) + whole[head + 12 :]


def _head() -> bytes:
    """Return the table `head`, without checksum and dates."""
    return pack(">4I", 0x10000, 0x10000, 0, 0x5F0F3CF5) + pack(">2H2Q4h2H3h", 0, _EM, 0, 0, 0, 0, WIDTH, _HEIGHT, 0, 8, 2, 0, 0)


def _sum(content: bytes) -> int:
    """Return the checksum of a table: the sum of its words."""
    padded = content + bytes(-len(content) % 4)
    words: tuple[int, ...] = unpack(f">{len(padded) // 4}I", padded)
    return sum(words) % 2**32
