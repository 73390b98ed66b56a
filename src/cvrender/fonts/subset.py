"""Make a small TrueType font of some characters, and measure their boxes.

fontTools is slow to import, so it is imported only here and only when something is made.
"""

import io
import math
from pathlib import Path
from typing import TYPE_CHECKING

from cvrender.fonts.scripts import breaks, glyph_name

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

Box = tuple[float, float, float]
"""Width, height and depth in em."""


def supported_chars(source: Path, chars: list[str]) -> set[str]:
    """Return those of the characters that the font has; none if pdfTeX cannot use its outlines."""
    with open_font(source) as font:
        if "glyf" not in font:  # PostScript outlines
            return set()
        known = font.getBestCmap() or {}
        return {char for char in chars if ord(char) in known}


def space_width(source: Path) -> float:
    """Return the width of a font's space in em."""
    with open_font(source) as font:
        name = (font.getBestCmap() or {}).get(0x20)
        return float(font["hmtx"].metrics[name][0] / font["head"].unitsPerEm) if name else 0.25


def open_font(source: Path | bytes) -> "TTFont":
    """Open a font with its glyphs named by number, which is fast and cannot clash with our names."""
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(source) if isinstance(source, bytes) else source, lazy=True, recalcTimestamp=False)
    font.setGlyphOrder([".notdef", *(f"g{number}" for number in range(1, font["maxp"].numGlyphs))])
    return font


def subset(source: Path | bytes, chars: str) -> bytes:
    """Return a font of these characters only, without instructions and layout tables."""
    from fontTools import subset

    options = subset.Options(layout_features=[], hinting=False, glyph_names=False, bidi_closure=False)
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "BASE", "STAT", "VORG", "vhea", "vmtx"]
    result = io.BytesIO()
    with open_font(source) as font:
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=[ord(char) for char in chars + " "])  # XeTeX and LuaTeX measure a font by its space
        subsetter.subset(font)
        font.save(result)
    return result.getvalue()


def name_glyphs(small: bytes, chars: str) -> tuple[bytes, list[Box], float]:
    """Name the glyphs of a font after its characters; return it with each character's box and the x-height in em."""
    result = io.BytesIO()
    with open_font(small) as font:
        _name_glyphs(font, chars)
        font.save(result)
        em = font["head"].unitsPerEm
        boxes = [_box(font, char, em) for char in chars]
        return result.getvalue(), boxes, getattr(font["OS/2"], "sxHeight", 0) / em or 0.45


def _name_glyphs(font: "TTFont", chars: str) -> None:
    """Name each character's glyph after it, and duplicate glyphs of several characters, so that each is read back."""
    font.ensureDecompiled()  # while the old names are valid
    cmap, glyphs, metrics = font.getBestCmap(), dict(font["glyf"].glyphs), dict(font["hmtx"].metrics)
    renamed: dict[str, str] = {}
    duplicates: dict[str, str] = {}
    for char in chars:
        old, new = cmap[ord(char)], glyph_name(char)
        if renamed.setdefault(old, new) != new:
            duplicates[new] = old
    origins = {**{renamed.get(old, old): old for old in font.getGlyphOrder()}, **duplicates}
    for glyph in glyphs.values():
        for component in glyph.components if glyph.isComposite() else ():
            component.glyphName = renamed.get(component.glyphName, component.glyphName)
    font.setGlyphOrder(list(origins))
    font["glyf"].glyphOrder = list(origins)
    font["glyf"].glyphs = {new: glyphs[old] for new, old in origins.items()}
    font["hmtx"].metrics = {new: metrics[old] for new, old in origins.items()}
    for table in font["cmap"].tables:
        space = {0x20: renamed.get(cmap[0x20], cmap[0x20])} if 0x20 in table.cmap else {}
        table.cmap = space | {ord(char): glyph_name(char) for char in chars if ord(char) in table.cmap}
    font["OS/2"].version = min(font["OS/2"].version, 3)  # pdfTeX before 1.40.25 reads up to 3; 4 added three flags
    font["OS/2"].fsSelection &= 0b1111111
    font["post"].formatType, font["post"].extraNames, font["post"].mapping = 2.0, [], {}


def _box(font: "TTFont", char: str, em: int) -> Box:
    """Return the box of a character: a full square for ideographs, else rounded up to tenths, since a TFM has only 15 heights."""
    width = font["hmtx"].metrics[glyph_name(char)][0] / em
    if breaks(char) != "letter":
        return width, 0.88, 0.12
    glyph = font["glyf"][glyph_name(char)]
    top, bottom = (glyph.yMax, glyph.yMin) if glyph.numberOfContours else (0, 0)
    return width, _round_up(top / em), _round_up(-bottom / em)


def _round_up(size: float) -> float:
    return min(max(math.ceil(size * 10), 0), 14) / 10
