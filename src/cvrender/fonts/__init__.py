"""Make small TrueType fonts for TeX of the characters that the main font lacks.

A character comes from the first font of an ordered list that has it. Characters that need shaping are reported as missing, even
if a font has them, because glyphs side by side would be wrong. Results are cached; fontTools, which is slow to import, is only
needed for new ones.
"""

import hashlib
import importlib.util
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from cvrender.fonts import subset
from cvrender.fonts.metrics import enc, tfm
from cvrender.fonts.scripts import breaks, glyph_name, needs_shaping
from cvrender.model.glyphs import Glyph, GlyphFont
from cvrender.tools import cache

__all__ = ["breaks", "glyph_fonts", "glyph_name", "needs_shaping"]

GlyphFonts = tuple[tuple[GlyphFont, ...], tuple[str, ...]]

_PACKAGE = "rendercv_fonts"
_TEXT = ("Gentium Book Plus/GentiumBookPlus-Regular.ttf",)  # Greek, Cyrillic, extended Latin; a serif that suits Latin Modern
_FILLERS = ("Noto Sans/NotoSans-Regular.ttf", "Source Sans 3/SourceSans3-Regular.ttf", "EB Garamond/EBGaramond-Regular.ttf")
_CJK = {
    "zh": "Noto Sans/NotoSansSC-Regular.ttf",
    "ja": "Noto Sans/NotoSansJP-Regular.ttf",
    "ko": "Noto Sans/NotoSansKR-Regular.ttf",
}
_CACHE, _FORMAT, _SUFFIXES = "glyphs", "2", ("ttf", "tfm", "enc")
_MOST = 255  # slot 0 stays empty: to TeX, a character without width does not exist


def glyph_fonts(chars: Iterable[str], language: str = "en") -> GlyphFonts:
    """Return fonts for these characters (single code points, in any order), and the characters that no font has.

    `language` (`ja`, `zh-Hans`) selects the shapes of ideographs. Glyphs are in code point order; the same input gives the same
    bytes.
    """
    wanted = "".join(sorted(set("".join(chars))))
    if not wanted:
        return (), ()
    sources = _sources(language)
    key = _key(sources, wanted)
    cached = _load_cached(key, wanted)
    if cached is not None:
        return cached
    fonts = _make([path for path, _ in sources], wanted)
    _store(key, fonts)
    return fonts


def _sources(language: str) -> list[tuple[Path, int]]:
    """Return the installed font files in search order, with their sizes."""
    spec = importlib.util.find_spec(_PACKAGE)
    base = language.partition("-")[0]
    cjk = [_CJK[key] for key in sorted(_CJK, key=lambda key: key != base)]
    found = []
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for name in (*_TEXT, *_FILLERS, *cjk):
            path = Path(folder, name)
            if path.is_file():
                found.append((path, path.stat().st_size))
    return found


def _key(sources: list[tuple[Path, int]], wanted: str) -> str:
    facts = [_FORMAT, [(path.name, size) for path, size in sources], [ord(char) for char in wanted]]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def _load_cached(key: str, wanted: str) -> GlyphFonts | None:
    """Return the cached fonts, or None if they are missing or damaged."""
    manifest_file = cache.read(_CACHE, key, ("manifest.json",))
    if manifest_file is None:
        return None
    try:
        manifest = json.loads(manifest_file["manifest.json"])
        missing, groups = str(manifest["missing"]), [str(font["chars"]) for font in manifest["fonts"]]
        sums = [str(font[kind]) for font in manifest["fonts"] for kind in _SUFFIXES]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    names = [f"{_letter(index)}.{kind}" for index in range(len(groups)) for kind in _SUFFIXES]
    files = cache.read(_CACHE, key, tuple(names))
    if files is None or [_sum(files[name]) for name in names] != sums:
        return None
    if "".join(sorted("".join(groups) + missing)) != wanted:
        return None
    if any(files[f"{_letter(index)}.enc"] != enc(_letter(index), group) for index, group in enumerate(groups)):
        return None
    fonts = [_font(index, group, [files[name] for name in names[3 * index :][:3]]) for index, group in enumerate(groups)]
    return tuple(fonts), tuple(missing)


def _store(key: str, result: GlyphFonts) -> None:
    fonts, missing = result
    entries = [{"chars": "".join(g.char for g in f.glyphs), **{kind: _sum(f.files[kind]) for kind in _SUFFIXES}} for f in fonts]
    manifest = json.dumps({"missing": "".join(missing), "fonts": entries}, indent=1)
    files = {f"{font.letter}.{kind}": font.files[kind] for font in fonts for kind in _SUFFIXES}
    cache.write(_CACHE, key, {"manifest.json": manifest.encode(), **files})


def _sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _make(sources: list[Path], wanted: str) -> GlyphFonts:
    groups = _assign_chars(sources, [char for char in wanted if not needs_shaping(char)])
    fonts: list[GlyphFont] = []
    for source, chars in groups.items():
        small = subset.subset(source, chars)
        for start in range(0, len(chars), _MOST):
            group = chars[start : start + _MOST]
            content, boxes, x_height = subset.name_glyphs(subset.subset(small, group), group)
            files = [content, tfm(boxes, x_height), enc(_letter(len(fonts)), group)]
            fonts.append(_font(len(fonts), group, files))
    settable = {char for chars in groups.values() for char in chars}
    return tuple(fonts), tuple(char for char in wanted if char not in settable)


def _font(index: int, chars: str, files: Sequence[bytes]) -> GlyphFont:
    glyphs = tuple(Glyph(char, slot, breaks(char)) for slot, char in enumerate(chars, 1))
    return GlyphFont(_letter(index), glyphs, dict(zip(_SUFFIXES, files, strict=True)))


def _letter(index: int) -> str:
    """Return A to Z, then AA, AB and so on."""
    return (_letter(index // 26 - 1) if index >= 26 else "") + chr(ord("A") + index % 26)


def _assign_chars(sources: list[Path], chars: list[str]) -> dict[Path, str]:
    """Assign each character to the first font that has it, opening as few fonts as possible."""
    supported_chars: dict[Path, set[str]] = {}
    given: dict[Path, set[str]] = {}
    left = set(chars)
    for source in sources:
        if not left:
            break
        supported_chars[source] = subset.supported_chars(source, chars)
        if supported_chars[source] & left:
            given[source] = supported_chars[source] & left
            left -= supported_chars[source]
    for filler in [source for source in given if source.as_posix().endswith(_FILLERS)]:
        later = list(given)[list(given).index(filler) + 1 :]
        other = next((source for source in later if given[filler] <= supported_chars[source]), None)
        if other:  # one font fewer
            given[other] |= given.pop(filler)
    return {source: "".join(sorted(given[source])) for source in given}
