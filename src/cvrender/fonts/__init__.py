"""The characters that the main font lacks in, small TrueType fonts that TeX can load out.

A character comes from the first font of an ordered table that has it. Characters of scripts that need shaping are
handed back, whatever the fonts hold: glyphs side by side would be wrong there. What was made is kept in the cache;
fontTools, which is slow to load, is imported only to make something new.
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

Made = tuple[tuple[GlyphFont, ...], tuple[str, ...]]

_PACKAGE = "rendercv_fonts"
_TEXT = ("Gentium Book Plus/GentiumBookPlus-Regular.ttf",)  # Greek, Cyrillic, extended Latin; a serif that suits Latin Modern
_FILLERS = ("Noto Sans/NotoSans-Regular.ttf", "Source Sans 3/SourceSans3-Regular.ttf", "EB Garamond/EBGaramond-Regular.ttf")
_CJK = {
    "zh": "Noto Sans/NotoSansSC-Regular.ttf",
    "ja": "Noto Sans/NotoSansJP-Regular.ttf",
    "ko": "Noto Sans/NotoSansKR-Regular.ttf",
}
_ROOM, _FORMAT, _KINDS = "glyphs", "2", ("ttf", "tfm", "enc")
_MOST = 255  # slot 0 stays empty, for TeX takes a character without a width for one that does not exist


def glyph_fonts(chars: Iterable[str], language: str = "en") -> Made:
    """The fonts that hold these characters (single code points, in any order), and the characters that none can set.

    The language (`ja`, `zh-Hans`) says whose shapes ideographs take. Glyphs are in the order of their code points, and the
    same input gives the same bytes.
    """
    wanted = "".join(sorted(set("".join(chars))))
    if not wanted:
        return (), ()
    sources = _sources(language)
    key = _key(sources, wanted)
    kept = _kept(key, wanted)
    if kept is not None:
        return kept
    made = _make([path for path, _ in sources], wanted)
    _keep(key, made)
    return made


def _sources(language: str) -> list[tuple[Path, int]]:
    """The font files there are, in the order in which they are tried, with their sizes."""
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


# What was made before


def _key(sources: list[tuple[Path, int]], wanted: str) -> str:
    facts = [_FORMAT, [(path.name, size) for path, size in sources], [ord(char) for char in wanted]]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def _kept(key: str, wanted: str) -> Made | None:
    """The cached entry, or None when it is not there, or is not as it was written."""
    index = cache.read(_ROOM, key, ("manifest.json",))
    if index is None:
        return None
    try:
        manifest = json.loads(index["manifest.json"])
        missing, groups = str(manifest["missing"]), [str(font["chars"]) for font in manifest["fonts"]]
        sums = [str(font[kind]) for font in manifest["fonts"] for kind in _KINDS]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    names = [f"{_letter(place)}.{kind}" for place in range(len(groups)) for kind in _KINDS]
    files = cache.read(_ROOM, key, tuple(names))
    if files is None or [_sum(files[name]) for name in names] != sums:
        return None
    if "".join(sorted("".join(groups) + missing)) != wanted:
        return None
    if any(files[f"{_letter(place)}.enc"] != enc(_letter(place), group) for place, group in enumerate(groups)):
        return None
    fonts = [_font(place, group, [files[name] for name in names[3 * place :][:3]]) for place, group in enumerate(groups)]
    return tuple(fonts), tuple(missing)


def _keep(key: str, made: Made) -> None:
    fonts, missing = made
    entries = [{"chars": "".join(g.char for g in f.glyphs), **{kind: _sum(f.files[kind]) for kind in _KINDS}} for f in fonts]
    manifest = json.dumps({"missing": "".join(missing), "fonts": entries}, indent=1)
    files = {f"{font.letter}.{kind}": font.files[kind] for font in fonts for kind in _KINDS}
    cache.write(_ROOM, key, {"manifest.json": manifest.encode(), **files})


def _sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


# Making the fonts


def _make(sources: list[Path], wanted: str) -> Made:
    groups = _share_out(sources, [char for char in wanted if not needs_shaping(char)])
    fonts: list[GlyphFont] = []
    for source, chars in groups.items():
        small = subset.subset(source, chars)
        for start in range(0, len(chars), _MOST):
            group = chars[start : start + _MOST]
            content, boxes, x_height = subset.named(subset.subset(small, group), group)
            files = [content, tfm(boxes, x_height), enc(_letter(len(fonts)), group)]
            fonts.append(_font(len(fonts), group, files))
    settable = {char for chars in groups.values() for char in chars}
    return tuple(fonts), tuple(char for char in wanted if char not in settable)


def _font(place: int, chars: str, files: Sequence[bytes]) -> GlyphFont:
    glyphs = tuple(Glyph(char, slot, breaks(char)) for slot, char in enumerate(chars, 1))
    return GlyphFont(_letter(place), glyphs, dict(zip(_KINDS, files, strict=True)))


def _letter(place: int) -> str:
    """A to Z, then AA, AB and so on."""
    return (_letter(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)


def _share_out(sources: list[Path], chars: list[str]) -> dict[Path, str]:
    """Each font with the characters it gives, in the order of the fonts; no font is opened without need."""
    held: dict[Path, set[str]] = {}
    given: dict[Path, set[str]] = {}
    left = set(chars)
    for source in sources:
        if not left:
            break
        held[source] = subset.held(source, chars)
        if held[source] & left:
            given[source] = held[source] & left
            left -= held[source]
    for filler in [source for source in given if source.as_posix().endswith(_FILLERS)]:
        later = list(given)[list(given).index(filler) + 1 :]
        other = next((source for source in later if given[filler] <= held[source]), None)
        if other:  # one font fewer
            given[other] |= given.pop(filler)
    return {source: "".join(sorted(given[source])) for source in given}
