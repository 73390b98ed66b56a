"""Make the faces of a family for web pages: small files in the Web Open Font Format 2 (https://www.w3.org/TR/WOFF2/)."""

import hashlib
import io
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

from cvrender.fonts import subset
from cvrender.fonts.files import facts, readable
from cvrender.fonts.sources import FONT_PACKAGE, SANS, package_folders, source_of
from cvrender.fonts.text import CORK
from cvrender.fonts.type1 import truetype
from cvrender.model.engines import TEX_PACKAGES
from cvrender.model.families import Family
from cvrender.model.font_files import FontFile, FontSource
from cvrender.system import cache

_CACHE, _WHOLE, _FORMAT = "webfonts", "truetype", 2
_TYPE1 = {
    "latin-modern": {"": "lmr10", "bold": "lmbx10", "italic": "lmri10", "bolditalic": "lmbxi10"},
    "latin-modern-sans": {"": "lmss10", "bold": "lmssbx10", "italic": "lmsso10", "bolditalic": "lmssbo10"},
}
"""The files of TeX's own families, by option value and face; the regular face has no name."""
_CHARTER = "XCharter/XCharter"
_SUFFIXES = {"bold": "Bold", "italic": "Italic", "bolditalic": "BoldItalic"}


def web_fonts(name: str, family: Family, chars: Iterable[str], features: Iterable[str] = ()) -> dict[str, bytes]:
    """Return the faces of a family (`""` is regular, `bold`, `italic`, `bolditalic`) with these characters, as WOFF2 or WOFF.

    `name` is the value of the option `font`. No face is returned for a family that is not installed. `features` are those of
    OpenType that the page uses besides kerning and ligatures. Raises InputError if a file is damaged.
    """
    wanted, used = "".join(sorted(set(chars))), ("kern", "liga", *sorted(features))
    faces: dict[str, bytes] = {}
    source = family.source or _source(name)
    with readable(source):
        for face, file in _files(name, source):
            known = [hashlib.sha256(file).hexdigest()] if isinstance(file, bytes) else facts(FontSource(file, ()))
            key = cache.key_of(_FORMAT, _format(), known, wanted, used)
            kept = cache.read_data(_CACHE, key)
            if kept is None:
                kept = (None, {"woff": _compressed(file, wanted, used)})
                cache.write_data(_CACHE, key, *kept)
            faces[face] = kept[1]["woff"]
    return faces


def _source(name: str) -> FontSource | None:
    """Return the files of a built-in family that has some."""
    if name == "source-sans":
        return source_of(SANS)
    for folder in package_folders(FONT_PACKAGE) if name == "charter" else ():
        faces = {face: folder / f"{_CHARTER}-{suffix}.otf" for face, suffix in {"": "Regular", **_SUFFIXES}.items()}
        if all(path.is_file() for path in faces.values()):
            return FontSource(FontFile(faces.pop("")), tuple((face, FontFile(path)) for face, path in faces.items()))
    return None


def _files(name: str, source: FontSource | None) -> Iterator[tuple[str, FontFile | bytes]]:
    if source:
        yield from (("", source.regular), *source.faces)
        return
    trees = [folder / tree for package, tree in TEX_PACKAGES.items() for folder in package_folders(package)]
    for tree in trees[:1]:
        for face, file in _TYPE1.get(name, {}).items():
            fonts = tree / "texmf-dist/fonts"
            outlines, metrics = fonts / f"type1/public/lm/{file}.pfb", fonts / f"tfm/public/lm/ec-{file}.tfm"
            if outlines.is_file() and metrics.is_file():
                yield face, _whole(outlines, metrics)


def _whole(outlines: Path, metrics: Path) -> bytes:
    """Return a font of TeX as TrueType, from the cache if it was made before: it takes a second."""
    key = cache.key_of(_FORMAT, outlines.name, outlines.stat().st_size, metrics.stat().st_size)
    kept = cache.read_data(_WHOLE, key)
    if kept is None:
        kept = (None, {"ttf": truetype(outlines, metrics, CORK, CORK)})
        cache.write_data(_WHOLE, key, *kept)
    return kept[1]["ttf"]


def _format() -> str:
    """Return the format: WOFF2, or without brotli, which has no package for some machines, WOFF, a third larger."""
    return "woff2" if find_spec("brotli") else "woff"


def _compressed(file: FontFile | bytes, chars: str, features: tuple[str, ...]) -> bytes:
    from fontTools.ttLib import TTFont

    small = subset.subset(file, chars, features)
    font, result = TTFont(io.BytesIO(small), recalcTimestamp=False), io.BytesIO()
    font.flavor = _format()
    font.save(result)
    return result.getvalue()
