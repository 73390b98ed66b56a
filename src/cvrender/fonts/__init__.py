"""Make small TrueType fonts for TeX of the characters that the main font lacks.

A character comes from the first font of an ordered list that has it. Characters that need shaping are reported as missing, even
if a font has them, because glyphs side by side would be wrong. Results are cached; fontTools, which is slow to import, is only
needed for new ones.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from cvrender.fonts import subset
from cvrender.fonts.files import facts, readable
from cvrender.fonts.metrics import enc, tfm
from cvrender.fonts.scripts import breaks, glyph_name, needs_shaping
from cvrender.fonts.sources import font_sources
from cvrender.model.font_files import FontFile, FontSource
from cvrender.model.glyphs import Glyph, GlyphFont
from cvrender.tools import cache

__all__ = ["breaks", "glyph_fonts", "glyph_name", "needs_shaping"]

_T = TypeVar("_T")
GlyphFonts = tuple[tuple[GlyphFont, ...], tuple[str, ...]]

_CACHE, _FORMAT, _SUFFIXES = "glyphs", "4", ("ttf", "tfm", "enc")
_MANIFEST, _FILE = "manifest.json", re.compile(r"[A-Z]+\.((bold|italic|bolditalic)\.)?(ttf|tfm|enc)")
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
    key = _key(sources, wanted)
    cached = _load_cached(key, wanted)
    if cached is not None:
        return cached
    with readable(main):
        fonts = _make(sources, wanted)
    _store(key, fonts)
    return fonts


def _key(sources: list[FontSource], wanted: str) -> str:
    found = [_FORMAT, [facts(source) for source in sources], [ord(char) for char in wanted]]
    return hashlib.sha256(json.dumps(found).encode()).hexdigest()


def _load_cached(key: str, wanted: str) -> GlyphFonts | None:
    """Return the cached fonts, or None if they are missing or damaged."""
    manifest_file = cache.read(_CACHE, key, (_MANIFEST,))
    if manifest_file is None:
        return None
    try:
        manifest = json.loads(manifest_file[_MANIFEST])
        missing, groups = str(manifest["missing"]), [str(font["chars"]) for font in manifest["fonts"]]
        sums = _named([{str(kind): str(found) for kind, found in font["sums"].items()} for font in manifest["fonts"]])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    names = [name for name in sums if _FILE.fullmatch(name)]
    files = cache.read(_CACHE, key, tuple(names))
    if files is None or {name: _sum(content) for name, content in files.items()} != sums:
        return None
    if "".join(sorted("".join(groups) + missing)) != wanted:
        return None
    if any(files.get(f"{_letter(index)}.enc") != enc(_letter(index), group) for index, group in enumerate(groups)):
        return None
    fonts = []
    for index, group in enumerate(groups):
        own = {name.partition(".")[2]: content for name, content in files.items() if name.partition(".")[0] == _letter(index)}
        fonts.append(_font(index, group, own))
    return (tuple(fonts), tuple(missing)) if all(font.files.keys() >= set(_SUFFIXES) for font in fonts) else None


def _store(key: str, result: GlyphFonts) -> None:
    fonts, missing = result
    entries = [{"chars": "".join(g.char for g in f.glyphs), "sums": {k: _sum(c) for k, c in f.files.items()}} for f in fonts]
    manifest = json.dumps({"missing": "".join(missing), "fonts": entries}, indent=1)
    files = _named([font.files for font in fonts])
    cache.write(_CACHE, key, {_MANIFEST: manifest.encode(), **files})


def _named(fonts: Sequence[Mapping[str, _T]]) -> dict[str, _T]:
    """Return what each font has by kind of file, under the name of the file in the cache: `A.ttf`, `A.bold.ttf`."""
    return {f"{_letter(index)}.{kind}": found for index, font in enumerate(fonts) for kind, found in font.items()}


def _sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _make(sources: list[FontSource], wanted: str) -> GlyphFonts:
    groups = _assign_chars(sources, [char for char in wanted if not needs_shaping(char)])
    fonts: list[GlyphFont] = []
    for source, chars in groups.items():
        small = {kind: subset.subset(file, chars) for kind, file in _faces_with(source, chars)}
        for start in range(0, len(chars), _MOST):
            group = chars[start : start + _MOST]
            files = {"enc": enc(_letter(len(fonts)), group)}
            for prefix, content in small.items():
                named, boxes, x_height = subset.name_glyphs(subset.subset(content, group), group)
                files |= {f"{prefix}ttf": named, f"{prefix}tfm": tfm([boxes[glyph_name(char)] for char in group], x_height)}
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


def _assign_chars(sources: list[FontSource], chars: list[str]) -> dict[FontSource, str]:
    """Assign each character to the first font that has it, opening as few fonts as possible."""
    supported_chars: dict[FontSource, set[str]] = {}
    given: dict[FontSource, set[str]] = {}
    left = set(chars)
    for source in sources:
        if not left:
            break
        supported_chars[source] = subset.supported_chars(source.regular, chars)
        if supported_chars[source] & left:
            given[source] = supported_chars[source] & left
            left -= supported_chars[source]
    for filler in [source for source in given if source.filler]:
        later = list(given)[list(given).index(filler) + 1 :]
        other = next((source for source in later if given[filler] <= supported_chars[source]), None)
        if other:  # one font fewer
            given[other] |= given.pop(filler)
    return {source: "".join(sorted(given[source])) for source in given}
