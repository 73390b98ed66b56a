"""Make small TrueType fonts for TeX of the characters that the main font lacks.

A character comes from the first font of an ordered list that has it. Characters that need shaping are reported as missing, even
if a font has them, because glyphs side by side would be wrong. Results are cached; fontTools, which is slow to import, is only
needed for new ones.
"""

from collections.abc import Iterable, Mapping

from cvrender.fonts import subset
from cvrender.fonts.files import facts, readable
from cvrender.fonts.metrics import encoding, tfm
from cvrender.fonts.scripts import breaks, glyph_name, needs_shaping
from cvrender.fonts.sources import font_sources
from cvrender.model.font_files import FontFile, FontSource
from cvrender.model.glyphs import Glyph, GlyphFont
from cvrender.system import cache
from cvrender.text.scripts import WIDE_QUOTES

__all__ = ["breaks", "glyph_fonts", "glyph_name", "needs_shaping"]

GlyphFonts = tuple[tuple[GlyphFont, ...], tuple[str, ...]]

_CACHE, _FORMAT = "glyphs", 8
_MOST = 255  # slot 0 stays empty: to TeX, a character without width does not exist


def glyph_fonts(chars: Iterable[str], language: str = "en", sans: bool = False, main: FontSource | None = None) -> GlyphFonts:
    """Return fonts for these characters (single code points, in any order), and the characters that no font has.

    `language` (`ja`, `zh-Hans`) selects the shapes of ideographs, and `sans` whether letters have no serifs. Characters
    of the family `main` come from it. Glyphs are in code point order; the same input gives the same bytes. Raises
    InputError if a file of `main` is damaged.
    """
    wanted = "".join(sorted(set("".join(chars))))
    if not wanted:
        return (), ()
    sources = [*([main] if main else []), *font_sources(language, sans)]
    key = cache.key_of(_FORMAT, [facts(source) for source in sources], wanted)
    kept = cache.read_data(_CACHE, key)
    if kept is not None:
        return _from_cache(*kept)
    with readable(main):
        fonts, missing = _make(sources, wanted)
    groups = ["".join(glyph.char for glyph in font.glyphs) for font in fonts]
    files = {f"{font.letter}.{kind}": content for font in fonts for kind, content in font.files.items()}
    cache.write_data(_CACHE, key, [groups, missing], files)
    return fonts, missing


def _from_cache(data: list[list[str]], files: Mapping[str, bytes]) -> GlyphFonts:
    """Return fonts from the characters of each, those that no font has, and the files `A.ttf`, `A.bold.ttf` and so on."""
    groups, missing = data
    fonts = []
    for index, chars in enumerate(groups):
        prefix = f"{_letter(index)}."
        own = {name.removeprefix(prefix): content for name, content in files.items() if name.startswith(prefix)}
        fonts.append(_font(index, chars, own))
    return tuple(fonts), tuple(missing)


def _make(sources: list[FontSource], wanted: str) -> GlyphFonts:
    groups = _assign_chars(sources, [char for char in wanted if not needs_shaping(char)])
    fonts: list[GlyphFont] = []
    for source, chars in groups.items():
        small = {kind: subset.subset(file, chars) for kind, file in _faces_with(source, chars)}
        for start in range(0, len(chars), _MOST):
            group = chars[start : start + _MOST]
            names = [glyph_name(char) for char in group]
            files = {"enc": encoding(f"cvglyphs{_letter(len(fonts))}", [".notdef", *names])}
            for prefix, content in small.items():
                named, boxes, x_height = subset.name_glyphs(content if group == chars else subset.subset(content, group), group)
                files |= {f"{prefix}ttf": named, f"{prefix}tfm": tfm([boxes[name] for name in names], x_height)}
            fonts.append(_font(len(fonts), group, files))
    settable = {char for chars in groups.values() for char in chars}
    return tuple(fonts), tuple(char for char in wanted if char not in settable)


def _faces_with(source: FontSource, chars: str) -> list[tuple[str, FontFile]]:
    """Return the faces that have all of the characters, each with the prefix of its files' names; the regular one always does."""
    faces = [("", source.regular)]
    return faces + [(f"{face}.", file) for face, file in source.faces if subset.supported_chars(file, chars) == set(chars)]


def _font(index: int, chars: str, files: dict[str, bytes]) -> GlyphFont:
    glyphs = tuple(Glyph(char, slot, breaks(char)) for slot, char in enumerate(chars, 1))
    return GlyphFont(_letter(index), glyphs, files)


def _letter(index: int) -> str:
    """Return A to Z, then AA, AB and so on."""
    return (_letter(index // 26 - 1) if index >= 26 else "") + chr(ord("A") + index % 26)


def _has_ideographs(chars: Iterable[str]) -> bool:
    return any(breaks(char) == "ideograph" for char in chars)


def _assign_chars(sources: list[FontSource], chars: list[str]) -> dict[FontSource, str]:
    """Assign each character to the first font that has it, opening as few fonts as possible."""
    supported_chars: dict[FontSource, set[str]] = {}
    assigned: dict[FontSource, set[str]] = {}
    left = set(chars)
    quotes = set(WIDE_QUOTES) if _has_ideographs(chars) else set()
    for source in sources:
        if not left:
            break
        supported_chars[source] = subset.supported_chars(source.regular, chars)
        if not _has_ideographs(supported_chars[source]):
            supported_chars[source] -= quotes
        if supported_chars[source] & left:
            assigned[source] = supported_chars[source] & left
            left -= supported_chars[source]
    for filler in [source for source in assigned if source.filler]:
        later = list(assigned)[list(assigned).index(filler) + 1 :]
        other = next((source for source in later if assigned[filler] <= supported_chars[source]), None)
        if other:  # one font fewer
            assigned[other] |= assigned.pop(filler)
    return {source: "".join(sorted(assigned[source])) for source in assigned}
