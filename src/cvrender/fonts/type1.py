"""Turn the Type 1 fonts of TeX into TrueType fonts, with the kerning of their metrics."""

import io
from pathlib import Path
from typing import Any

_UNITS = 1000  # in an em of Type 1


def truetype(outlines: Path, metrics: Path, chars: str, encoding: str) -> bytes:
    """Return a TrueType font of those of the characters that a .pfb file has, and the space.

    `metrics` is the .tfm file with the kerning, whose codes are places in `encoding`. Raises OSError, and what fontTools raises
    for damaged files.
    """
    from fontTools.agl import toUnicode
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.t1Lib import T1Font
    from fontTools.tfmLib import TFM

    measured: Any = TFM(str(metrics))
    drawn = T1Font(str(outlines)).getGlyphSet()
    wanted = set(chars)
    names = {char: name for name in sorted(drawn) if len(char := toUnicode(name)) == 1 and char in wanted and "." not in name}
    glyphs, widths = {".notdef": TTGlyphPen(None).glyph()}, {".notdef": _UNITS // 2}
    for name in names.values():
        pen = TTGlyphPen(None)
        drawn[name].draw(Cu2QuPen(pen, 1.0, reverse_direction=True))
        glyphs[name], widths[name] = pen.glyph(), round(drawn[name].width)
    glyphs["space"], widths["space"] = TTGlyphPen(None).glyph(), round(measured.fontdimens["SPACE"] * _UNITS)
    builder = FontBuilder(_UNITS, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({**{ord(char): name for char, name in names.items()}, 0x20: "space", 0xA0: "space"})
    builder.setupGlyf(glyphs)
    boxes = builder.font["glyf"]
    builder.setupHorizontalMetrics({name: (width, getattr(boxes[name], "xMin", 0)) for name, width in widths.items()})
    builder.setupHorizontalHeader(ascent=935, descent=-265)
    builder.setupNameTable({"familyName": "CV", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=935, sTypoDescender=-265, usWinAscent=1125, usWinDescent=307)
    builder.setupPost(keepGlyphNames=False)
    builder.font["head"].created = builder.font["head"].modified = 0
    if kerns := _kerns(measured.kerning, names, encoding):
        builder.addOpenTypeFeatures("feature kern {\n" + "\n".join(kerns) + "\n} kern;")
    result = io.BytesIO()
    builder.font.recalcTimestamp = False
    builder.save(result)
    return result.getvalue()


def _kerns(known: dict[int, dict[int, float]], names: dict[str, str], encoding: str) -> list[str]:
    """Return the distances between pairs of these glyphs as statements of a feature file."""
    of = {code: names[char] for code, char in enumerate(encoding) if char in names}
    statements = []
    for left in sorted(known):
        for right, distance in sorted(known[left].items()):
            if left in of and right in of and round(distance * _UNITS):
                statements.append(f"pos {of[left]} {of[right]} {round(distance * _UNITS)};")
    return statements
