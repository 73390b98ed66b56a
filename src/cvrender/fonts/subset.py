"""Make a small TrueType font of some characters, and measure their boxes.

HarfBuzz reduces an installed font before fontTools reads it, in a twentieth of the time. Fonts with PostScript outlines
are converted, and one weight is taken of variable ones. fontTools reads and writes again every table of the result, so that
HarfBuzz and TeX see no table of a file in the profile's folder.
"""

import io
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from cvrender.fonts.files import open_font
from cvrender.fonts.metrics import height
from cvrender.fonts.scripts import breaks, glyph_name
from cvrender.model.font_files import FontFile

if TYPE_CHECKING:
    from fontTools.subset import Options
    from fontTools.ttLib import TTFont
    from fontTools.ttLib.tables._n_a_m_e import table__n_a_m_e as NameTable
    from uharfbuzz import Face

Box = tuple[float, float, float]
"""Width, height and depth in em."""
_OUTLINES = ("glyf", "CFF ", "CFF2")
_LAYOUT = frozenset(["GSUB", "GPOS", "GDEF"])
_TABLES = frozenset("head hhea maxp hmtx OS/2 cmap name post loca fvar gvar avar HVAR MVAR".split()) | {*_OUTLINES}
_MOST_KERNS = 10_000  # of a table in the old format


def supported_chars(source: FontFile | bytes, chars: Iterable[str]) -> set[str]:
    """Return those of the characters that the font has; none if it has no outlines."""
    if isinstance(source, FontFile) and not source.own:
        face = _face(source)
        codes = face.unicodes if set(_OUTLINES) & set(face.table_tags) else set()
        return {char for char in chars if ord(char) in codes}
    with open_font(source) as font:
        known = font.getBestCmap() if any(table in font for table in _OUTLINES) else None
        return {char for char in chars if ord(char) in (known or {})}


def _face(source: FontFile) -> "Face":
    """Open an installed font with HarfBuzz. Raises OSError if the file cannot be read."""
    import uharfbuzz as hb

    return hb.Face(hb.Blob.from_file_path(source.path), source.number)


def _reduced(source: FontFile, codes: Iterable[int], features: Iterable[str]) -> bytes:
    """Return an installed font with these code points and features only."""
    import uharfbuzz as hb

    wanted = hb.SubsetInput()
    wanted.unicode_set.update(codes)
    wanted.flags = hb.SubsetFlags.NO_HINTING
    tags = wanted.layout_feature_tag_set
    tags.clear()
    if "*" in features:
        tags.invert()
    else:
        tags.update(int.from_bytes(feature.encode(), "big") for feature in features)
    return bytes(hb.subset(_face(source), wanted).blob.data)


def space_width(source: FontFile | bytes) -> float:
    """Return the width of a font's space in em."""
    with open_font(source) as font:
        name = (font.getBestCmap() or {}).get(0x20)
        return float(font["hmtx"].metrics[name][0] / font["head"].unitsPerEm) if name else 0.25


def subset(source: FontFile | bytes, chars: str, features: Iterable[str] = ()) -> bytes:
    """Return a TrueType font of these characters only, without instructions, with the named OpenType features."""
    from fontTools import subset

    features, codes = [*features], [ord(char) for char in chars + " "]  # XeTeX and LuaTeX measure a font by its space
    content = _reduced(source, codes, features) if isinstance(source, FontFile) and not source.own else source
    options = subset.Options(layout_features=features, hinting=False, glyph_names=False, bidi_closure=False)
    result = io.BytesIO()
    with open_font(content) as font:
        kept = _TABLES | (_LAYOUT if features else frozenset())
        options.drop_tables += sorted(set(font.keys()) - kept)
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=codes)
        names = _few_names(font, options) if "name" in font and "fvar" not in font else None
        subsetter.subset(font)
        if names:
            font["name"] = names
        special = "fvar" in font or "glyf" not in font
        font.save(result)
    reduced = result.getvalue()
    return _static(reduced, source.weight if isinstance(source, FontFile) else 0) if special else reduced


def _few_names(font: "TTFont", options: "Options") -> "NameTable":
    """Remove and return the table of names, with those that fontTools would keep if no feature had a name.

    To find names of features, fontTools walks through every object of the layout tables: a third of the time of a subset.
    """
    table = font["name"]
    del font["name"]
    languages = options.name_languages
    table.names = [
        name for name in table.names if name.nameID in options.name_IDs and name.isUnicode() and name.langID in languages
    ]
    return table


def _static(content: bytes, weight: int) -> bytes:
    """Return a font with one weight and TrueType outlines."""
    result = io.BytesIO()
    with open_font(content) as font:
        if "fvar" in font:
            from fontTools.varLib.instancer import instantiateVariableFont

            axes = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
            instantiateVariableFont(font, axes | ({"wght": weight} if weight and "wght" in axes else {}), inplace=True)
        if "glyf" not in font:
            _convert_outlines(font)
        font.save(result)
    return result.getvalue()


def _convert_outlines(font: "TTFont") -> None:
    """Replace PostScript outlines by TrueType ones, to a thousandth of an em."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    drawn, glyphs = font.getGlyphSet(), {}
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(None)
        drawn[name].draw(Cu2QuPen(pen, font["head"].unitsPerEm / 1000, reverse_direction=True))
        glyphs[name] = pen.glyph()
    for table in ("CFF ", "CFF2"):
        if table in font:
            del font[table]
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = font.getGlyphOrder(), glyphs
    limits = font["maxp"]
    limits.tableVersion, limits.maxZones = 0x00010000, 1
    for name in "TwilightPoints Storage FunctionDefs InstructionDefs StackElements SizeOfInstructions ComponentElements".split():
        setattr(limits, f"max{name}", 0)
    font["post"].formatType, font["head"].glyphDataFormat, font.sfntVersion = 3.0, 0, "\0\1\0\0"
    for name, glyph in glyphs.items():
        glyph.recalcBounds(font["glyf"])
        font["hmtx"].metrics[name] = (font["hmtx"].metrics[name][0], getattr(glyph, "xMin", 0))


def name_glyphs(
    small: bytes,
    chars: str,
    instead: Mapping[str, str] = MappingProxyType({}),
    kerns: Mapping[tuple[str, str], float] = MappingProxyType({}),
) -> tuple[bytes, dict[str, Box], float]:
    """Name the glyphs of a font after its characters; return it with the box of each, and the x-height in em.

    `instead` are glyphs by their new names: other ones for some of the characters, and ligatures. `kerns` are distances in em
    between glyphs by their new names.
    """
    result = io.BytesIO()
    with open_font(small) as font:
        letters = {glyph_name(char): char for char in chars}
        _name_glyphs(font, chars, instead)
        em = font["head"].unitsPerEm
        if kerns:
            _add_kerns(font, {pair: round(distance * em) for pair, distance in kerns.items()})
        font.save(result)
        boxes = {name: _box(font, name, letters.get(name, ""), em) for name in [*letters, *instead]}
        return result.getvalue(), boxes, getattr(font["OS/2"], "sxHeight", 0) / em or 0.45


def _name_glyphs(font: "TTFont", chars: str, instead: Mapping[str, str]) -> None:
    """Name each character's glyph after it, and duplicate glyphs of several characters, so that each is read back."""
    font.ensureDecompiled()  # while the old names are valid
    cmap, glyphs, metrics = font.getBestCmap(), dict(font["glyf"].glyphs), dict(font["hmtx"].metrics)
    renamed: dict[str, str] = {}
    duplicates: dict[str, str] = {}
    for new, old in ({glyph_name(char): cmap[ord(char)] for char in chars} | dict(instead)).items():
        if renamed.setdefault(old, new) != new:
            duplicates[new] = old
    origins = {**{renamed.get(old, old): old for old in font.getGlyphOrder()}, **duplicates}
    for glyph in glyphs.values():
        glyph.expand(font["glyf"])  # so that it is written again and not copied
        for component in glyph.components if glyph.isComposite() else ():
            component.glyphName = renamed.get(component.glyphName, component.glyphName)
    font.setGlyphOrder(list(origins))
    font["glyf"].glyphOrder = list(origins)
    font["glyf"].glyphs = {new: glyphs[old] for new, old in origins.items()}
    font["hmtx"].metrics = {new: metrics[old] for new, old in origins.items()}
    for table in font["cmap"].tables:
        space = {0x20: renamed.get(cmap[0x20], cmap[0x20])} if 0x20 in table.cmap else {}
        table.cmap = space | {ord(char): glyph_name(char) for char in chars if ord(char) in table.cmap}
    for layout in _LAYOUT.intersection(font.keys()):
        del font[layout]
    set_for_tex(font)


def set_for_tex(font: "TTFont") -> None:
    """Set what TeX needs of a font whose glyphs have names, and are expanded."""
    from fontTools.ttLib.tables._g_l_y_f import Glyph

    missing, *others = font.getGlyphOrder()
    order = [missing, ".null", *others]  # pdfTeX always embeds glyph 1, and damages a font that uses it for a character, too
    font.setGlyphOrder(order)
    font["glyf"].glyphOrder = order
    font["glyf"].glyphs[".null"], font["hmtx"].metrics[".null"] = Glyph(), (0, 0)
    font["OS/2"].version = min(font["OS/2"].version, 3)  # pdfTeX before 1.40.25 reads up to 3; 4 added three flags
    font["OS/2"].fsSelection &= 0b1111111
    font["post"].formatType, font["post"].extraNames, font["post"].mapping = 2.0, [], {}


def _add_kerns(font: "TTFont", kerns: Mapping[tuple[str, str], int]) -> None:
    """Add a table of kerning for XeTeX and LuaTeX; if there are too many pairs, it has those with the largest distances."""
    from fontTools.ttLib import newTable
    from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0

    most = sorted(kerns, key=lambda pair: (-abs(kerns[pair]), pair))[:_MOST_KERNS]
    table = KernTable_format_0()
    table.version, table.coverage, table.format, table.tupleIndex = 0, 1, 0, None
    table.apple = False
    table.kernTable = {pair: kerns[pair] for pair in most}
    font["kern"] = newTable("kern")
    font["kern"].version, font["kern"].kernTables = 0, [table]


def _box(font: "TTFont", name: str, char: str, em: int) -> Box:
    """Return the box of a character: a full square for ideographs, else the extent of its outline."""
    width = font["hmtx"].metrics[name][0] / em
    if char and breaks(char) != "letter":
        return width, 0.88, 0.12
    glyph = font["glyf"][name]
    top, bottom = (glyph.yMax, glyph.yMin) if glyph.numberOfContours else (0, 0)
    return width, height(top / em), height(-bottom / em)
