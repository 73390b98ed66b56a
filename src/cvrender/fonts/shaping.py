"""Shape the words of scripts whose letters change with their neighbours, and make fonts of the glyphs that come out.

HarfBuzz shapes each word in a regular and a bold face. What it makes of a character, or of several that join, is one glyph of a
TrueType subset, composed of the font's own glyphs at their places, and stands for that text; so the text can be read back.
From right to left, each character has a glyph of its own, because readers of PDFs reverse a line character by character.
"""

import io
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from cvrender.fonts import subset
from cvrender.fonts.files import facts, open_font, read, readable
from cvrender.fonts.installed import find_family
from cvrender.fonts.metrics import height, tfm
from cvrender.model.font_files import FontFile, FontSource
from cvrender.model.private_use import GLYPHS
from cvrender.model.value import replace
from cvrender.system import cache
from cvrender.text.shaped import JOINERS, PlacedGlyph, ShapedFont, ShapedScript, ShapedWord, script_of

_CACHE, _FORMAT = "shaped", 14
_MOST = 255
_SHORT = 200
"""The part of an em that the outline of an invisible glyph extends over: less than one can see."""
_LIKE = {"\u05f3": "’", "\u05f4": "”"}
"""What looks the same in a font that lacks the Hebrew signs of abbreviations."""
_Parts = tuple[tuple[int, int, int], ...]
"""Glyphs with their places in font units."""
_Cluster = tuple[_Parts, int, str]
"""Glyphs, the width of all, and the text that they stand for."""
_Unit = list[tuple[str, _Parts]]
"""What has a width of its own: texts with their glyphs, from left to right."""
Shaped = tuple[tuple[ShapedWord, ...], tuple[ShapedFont, ...]]


def shape(words: Iterable[str], main: FontSource | None = None, sans: bool = False) -> Shaped:
    """Return words of these scripts, shaped, in their order, and the fonts that they need.

    A word comes from the family `main` if that has it, else from the first installed family of its script, which is one next to
    letters that are `sans` or have serifs; a word that none has whole is left out. Results are cached.
    """
    unique = [*dict.fromkeys(words)]
    scripts = dict.fromkeys(script for word in unique if (script := script_of(word)))
    sources = {script: [*([main] if main else []), *_sources(script, sans)] for script in scripts}
    key = cache.key_of(_FORMAT, unique, [[facts(source) for source in each] for each in sources.values()])
    kept = cache.read_data(_CACHE, key)
    if kept is not None:
        return _from_cache(*kept)
    with readable(main):
        shaped, fonts = _shape(unique, sources)
    data = [[[word.text, word.regular, word.bold] for word in shaped], [[font.letter, font.texts] for font in fonts]]
    files = {f"{font.letter}.{kind}": content for font in fonts for kind, content in font.files.items()}
    cache.write_data(_CACHE, key, data, files)
    return shaped, fonts


def _from_cache(data: Any, files: Mapping[str, bytes]) -> Shaped:
    """Return words and fonts from their texts and glyphs, and the files `AA.ttf`, `AA.tfm` and so on."""
    words = [ShapedWord(text, _glyphs(regular), _glyphs(bold)) for text, regular, bold in data[0]]
    fonts = [
        ShapedFont(letter, tuple(texts), {kind: files[f"{letter}.{kind}"] for kind in ("ttf", "tfm", "enc")})
        for letter, texts in data[1]
    ]
    return tuple(words), tuple(fonts)


def _glyphs(placed: list[tuple[str, int]]) -> tuple[PlacedGlyph, ...]:
    return tuple((letter, slot) for letter, slot in placed)


def _sources(script: ShapedScript, sans: bool) -> list[FontSource]:
    families = (find_family(name, None) for name in script.families_next_to(sans))
    return [family.source for family in families if family and family.source][: 1 if sans or not script.serif else 2]


def _shape(words: list[str], sources: Mapping[ShapedScript, list[FontSource]]) -> Shaped:
    faces: dict[FontFile, _Face] = {}
    letters = {script: "".join(word for word in words if script_of(word) == script) for script in sources}
    shaped = []
    for word in words:
        script = script_of(word)
        for source in sources.get(script, []) if script else []:
            pair = [_face(faces, file, letters) for file in (source.regular, dict(source.faces).get("bold", source.regular))]
            if script and all(face.has(word) for face in pair):
                shaped.append(ShapedWord(word, pair[0].shape(word, script), pair[1].shape(word, script)))
                break
    return tuple(shaped), tuple(font for face in faces.values() for font in face.fonts())


def _face(faces: "dict[FontFile, _Face]", file: FontFile, letters: Mapping[ShapedScript, str]) -> "_Face":
    if file not in faces:
        faces[file] = _Face(_content(file, "".join(letters.values())), chr(ord("A") + len(faces)))
    return faces[file]


def _content(file: FontFile, letters: str) -> bytes:
    """Return a static TrueType font; what is in a profile's folder is written again by fontTools."""
    content = read(file)
    special = file.own or file.weight or file.number or content[:4] != b"\0\1\0\0"
    if not special:
        return content
    parts = unicodedata.normalize("NFKD", letters)  # HarfBuzz takes some letters apart
    return subset.subset(file, "".join(sorted({*letters, *parts, *JOINERS, *_LIKE.values()})), ["*"])


class _Face:
    """A font, the slots that are used of it, and HarfBuzz's view of it. Names of its subsets begin with a letter."""

    def __init__(self, content: bytes, letter: str) -> None:
        import uharfbuzz as hb

        self.content, self.letter = content, letter
        self.face = hb.Face(content)
        self.font = hb.Font(self.face)
        self.characters = set(self.face.unicodes)
        self.clusters: list[_Cluster] = []
        self.slots: dict[_Cluster, list[int]] = {}

    def has(self, word: str) -> bool:
        """Return whether the font has every character of a word; joiners need no glyph."""
        return all(
            ord(_LIKE.get(char, char)) in self.characters or ord(char) in self.characters or char in JOINERS for char in word
        )

    def shape(self, word: str, script: ShapedScript) -> tuple[PlacedGlyph, ...]:
        """Return the glyphs of a word from left to right."""
        import uharfbuzz as hb

        buffer = hb.Buffer()
        buffer.add_str("".join(char if ord(char) in self.characters else _LIKE.get(char, char) for char in word))
        number = all(char.isdigit() for char in word)
        buffer.direction = "rtl" if script.right_to_left and not number else "ltr"
        buffer.script = script.tag
        right_to_left = buffer.direction == "rtl"
        if right_to_left:
            buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
        hb.shape(self.font, buffer, {"kern": True, "liga": True})
        glyphs: list[PlacedGlyph] = []
        for unit, width in _units(buffer, word):
            for cluster in _clusters(unit, width, right_to_left):
                glyphs.append(self._placed(cluster, glyphs[-2:]))
        return tuple(glyphs)

    def _placed(self, cluster: _Cluster, before: list[PlacedGlyph]) -> PlacedGlyph:
        """Return a slot of glyphs that stand for one text.

        PDFium compares the slots of glyphs next to each other, but not their fonts, and leaves out one that it takes for a copy.
        So no slot is that of a glyph before it in another font.
        """
        known = self.slots.setdefault(cluster, [])
        for glyph in map(self._glyph, known):
            if all(font == glyph[0] or slot != glyph[1] for font, slot in before):
                return glyph
        known.append(len(self.clusters))
        self.clusters.append(cluster)
        return self._placed(cluster, before)

    def _glyph(self, place: int) -> PlacedGlyph:
        return f"{self.letter}{chr(ord('A') + place // _MOST)}", place % _MOST + 1

    def fonts(self) -> list[ShapedFont]:
        """Return subsets of the glyphs that were used, of at most 255 each."""
        groups = [self.clusters[start : start + _MOST] for start in range(0, len(self.clusters), _MOST)]
        return [self._subset(f"{self.letter}{chr(ord('A') + index)}", group) for index, group in enumerate(groups)]

    def _subset(self, letter: str, clusters: list[_Cluster]) -> ShapedFont:
        from fontTools.subset import Options, Subsetter

        result = io.BytesIO()
        with open_font(self.content) as font:
            options = Options(layout_features=[], hinting=False, glyph_names=False, bidi_closure=False)
            options.drop_tables += ["GSUB", "GPOS", "GDEF", "BASE", "STAT"]
            subsetter = Subsetter(options)
            names = {code: font.getGlyphName(code) for parts, _, _ in clusters for code, _, _ in parts}
            subsetter.populate(glyphs=names.values(), unicodes=[0x20])  # XeTeX and LuaTeX measure a font by its space
            subsetter.subset(font)
            font.ensureDecompiled()
            shaped = ShapedFont(letter, tuple(text for _, _, text in clusters), {})
            placed = [([(names[code], x, y) for code, x, y in parts], width) for parts, width, _ in clusters]
            boxes = _compose(font, shaped.names, placed)
            font.save(result)
        encoding = "\n".join([f"/cvshaped{letter} [ /.notdef", *(f"/{name}" for name in shaped.names)])
        encoding += "\n/.notdef" * (255 - len(clusters)) + "\n] def\n"
        return replace(shaped, files={"ttf": result.getvalue(), "tfm": tfm(boxes, 0.45), "enc": encoding.encode()})


def _units(buffer: Any, word: str) -> list[tuple[_Unit, int]]:
    """Return what HarfBuzz made of a word from left to right, and the width of each unit.

    A mark may have no width, and a letter a negative one (Amiri moves back in كرك), which TeX cannot set: it is one unit with
    what follows.
    """
    glyphs = list(zip(buffer.glyph_infos, buffer.glyph_positions, strict=True))
    starts = sorted({info.cluster for info, _ in glyphs})
    ends = dict(zip(starts, [*starts[1:], len(word)], strict=True))
    units: list[tuple[_Unit, int]] = []
    unit: _Unit = []
    pen = 0
    for start, group in groupby(glyphs, key=lambda pair: pair[0].cluster):
        text, parts = word[start : ends[start]], []
        for info, position in group:
            parts.append((info.codepoint, pen + position.x_offset, position.y_offset))
            pen += position.x_advance
        unit.append((text, tuple(parts)))
        if pen > 0 or (pen == 0 and text.strip(JOINERS) == ""):
            units.append((unit, pen))
            unit, pen = [], 0
    if unit:  # the last one, which is one with what precedes it
        before, width = units.pop() if units else ([], 0)
        units.append((before + [(text, _moved(parts, width)) for text, parts in unit], max(width + pen, 0)))
    return units


def _clusters(unit: _Unit, width: int, right_to_left: bool) -> Iterator[_Cluster]:
    """Yield a unit as one cluster, or from right to left as one for each character, with a part of the width."""
    if not right_to_left:
        yield tuple(part for _, parts in unit for part in parts), width, "".join(text for text, _ in unit)
        return
    chars = [(char, () if index else parts) for text, parts in unit for index, char in enumerate(reversed(text))]
    for index, (char, parts) in enumerate(chars):
        start, end = (width * place // len(chars) for place in (index, index + 1))
        yield _moved(parts, -start), end - start, char


def _moved(parts: _Parts, distance: int) -> _Parts:
    return tuple((code, x + distance, y) for code, x, y in parts)


def _compose(
    font: Any, names: tuple[str, ...], clusters: list[tuple[list[tuple[str, int, int]], int]]
) -> list[tuple[float, float, float]]:
    """Add a glyph for each cluster, composed of glyphs at their places; return the boxes of the new ones in em."""
    from fontTools.ttLib.tables import _g_l_y_f as outlines

    table, metrics = font["glyf"], font["hmtx"].metrics
    for outline in table.glyphs.values():
        outline.expand(table)  # while the numbers of glyphs are valid
    order = [*font.getGlyphOrder(), *names]
    font.setGlyphOrder(order)
    table.glyphOrder = order
    em, boxes = font["head"].unitsPerEm, []
    for name, (parts, width) in zip(names, clusters, strict=True):
        visible = [(part, x, y) for part, x, y in parts if table[part].numberOfContours]
        table.glyphs[name] = glyph = _composed(outlines, visible) if visible else _invisible(em // _SHORT)
        glyph.recalcBounds(table)
        metrics[name] = (width, glyph.xMin)
        top, bottom = (glyph.yMax, glyph.yMin) if visible else (0, 0)
        boxes.append((width / em, height(top / em), height(-bottom / em)))
    for cmap in font["cmap"].tables:
        space = {0x20: cmap.cmap[0x20]} if 0x20 in cmap.cmap else {}
        cmap.cmap = {**space, **{GLYPHS.first + slot: name for slot, name in enumerate(names, 1)}} if cmap.isUnicode() else {}
    subset.set_for_tex(font)
    return boxes


def _composed(outlines: Any, parts: list[tuple[str, int, int]]) -> Any:
    glyph = outlines.Glyph()
    glyph.numberOfContours, glyph.components = -1, [_component(outlines, *part) for part in parts]
    return glyph


def _invisible(width: int) -> Any:
    """Return a glyph whose outline has no area.

    PDFium takes no notice of a glyph without width of its outline, unless it is next to others of its font.
    """
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    pen.lineTo((width, 0))
    pen.lineTo((width // 2, 0))
    pen.closePath()
    return pen.glyph()


def _component(outlines: Any, name: str, x: int, y: int) -> Any:
    component = outlines.GlyphComponent()
    component.glyphName, component.x, component.y = name, x, y
    component.flags = 0x0004  # ROUND_XY_TO_GRID
    return component
