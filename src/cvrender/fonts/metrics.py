"""Write the two files that TeX needs for a font: metrics (TFM) and encoding."""

import struct

from cvrender.fonts.scripts import glyph_name


def tfm(boxes: list[tuple[float, float, float]], x_height: float) -> bytes:
    """Return TeX font metrics of the characters in slots 1 and up; see "TeX: The Program", part 30."""
    widths = [0.0, *sorted({width for width, _, _ in boxes})]
    heights = [0.0, *sorted({height for _, height, _ in boxes} - {0.0})]
    depths = [0.0, *sorted({depth for _, _, depth in boxes} - {0.0})]
    italics, params = [0.0], [0.0, 0.25, 0.1, 0.1, x_height, 1.0, 0.0]  # slant, space, stretch, shrink, x, quad, extra
    info = b"".join(struct.pack(">4B", widths.index(w, 1), heights.index(h) << 4 | depths.index(d), 0, 0) for w, h, d in boxes)
    tables = [*widths, *heights, *depths, *italics, *params]
    size = 6 + 2 + len(boxes) + len(tables)
    counts = (len(widths), len(heights), len(depths), len(italics), 0, 0, 0, len(params))
    lengths = struct.pack(">12H", size, 2, 1, len(boxes), *counts)
    header = struct.pack(">Ii", 0, _fixed(10.0))  # no checksum; a design size of 10 pt
    return lengths + header + info + b"".join(struct.pack(">i", _fixed(value)) for value in tables)


def _fixed(value: float) -> int:
    """Convert to TeX's fix_word, in units of 2**-20 of the design size."""
    return round(value * (1 << 20))


def enc(letter: str, chars: str) -> bytes:
    """Return the encoding: the glyph of each slot; slot 0 is empty."""
    names = [".notdef", *(glyph_name(char) for char in chars)]
    names += [".notdef"] * (256 - len(names))
    return "\n".join([f"/cvglyphs{letter} [", *("/" + name for name in names), "] def", ""]).encode()
