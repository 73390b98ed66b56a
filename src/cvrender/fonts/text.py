"""Make a family in TeX's T1 encoding from TrueType files: for words that the main font cannot set whole."""

import hashlib
import json
from pathlib import Path

from cvrender.fonts import subset
from cvrender.fonts.metrics import Kerns, tfm
from cvrender.fonts.scripts import glyph_name
from cvrender.fonts.sources import FACES, FontSource
from cvrender.model.glyphs import TextFont
from cvrender.tools import cache

_CACHE, _FORMAT = "families", "1"
_CORK = (
    '`´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›“”„«»–—\0\0ıȷ\0\0\0\0\0\0!"#$%&’()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_‘'
    "abcdefghijklmnopqrstuvwxyz{|}~\0ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£"
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞàáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß"
)
"""The characters of the T1 encoding (Cork, 1990) in order; \\0 where there is none that profiles can contain."""


def text_font(source: FontSource) -> TextFont:
    """Return the family of these files, from the cache if it was made before."""
    key = hashlib.sha256(json.dumps([_FORMAT, source.facts, _CORK]).encode()).hexdigest()
    present = [face for face in FACES if face in dict(source.faces)]
    names = ("enc", *(f"{prefix}{ending}" for prefix in ("", *(f"{face}." for face in present)) for ending in ("tfm", "ttf")))
    files = cache.read(_CACHE, key, (*names, "sums"))
    if files is None or files.pop("sums") != _sums(files):
        files = _make(source)
        cache.write(_CACHE, key, {**files, "sums": _sums(files)})
    return TextFont(files)


def _sums(files: dict[str, bytes]) -> bytes:
    return "\n".join(f"{name} {hashlib.sha256(content).hexdigest()}" for name, content in sorted(files.items())).encode()


def _make(source: FontSource) -> dict[str, bytes]:
    files = {"enc": _encoding()}
    for prefix, path in [("", source.path), *((f"{face}.", path) for face, path in source.faces)]:
        files[f"{prefix}ttf"], files[f"{prefix}tfm"] = _face(path)
    return files


def _encoding() -> bytes:
    names = [glyph_name(char) if char != "\0" else ".notdef" for char in _CORK]
    return "\n".join(["/cvtext [", *("/" + name for name in names), "] def", ""]).encode()


def _face(path: Path) -> tuple[bytes, bytes]:
    """Return the font with the characters of T1 only, and its metrics."""
    chars = "".join(sorted(subset.supported_chars(path, [char for char in _CORK if char != "\0"])))
    content, boxes, x_height = subset.name_glyphs(subset.subset(path, chars), chars)
    known = dict(zip(chars, boxes, strict=True))
    every = [known.get(char, (0.0, 0.0, 0.0)) for char in _CORK]
    return content, tfm(every, x_height, _kerns(path, chars), space=subset.space_width(path), first=0)


def _kerns(path: Path, chars: str) -> Kerns:
    """Return the kerning between letters and punctuation, as HarfBuzz finds it in the font."""
    import uharfbuzz as hb

    face = hb.Face(path.read_bytes())
    font = hb.Font(face)
    slots = {char: slot for slot, char in enumerate(_CORK) if char in chars and (char.isalpha() or char in ".,’”“‘-–:;")}
    features = {"kern": True, "liga": False, "calt": False, "clig": False, "ccmp": False}

    def advances(text: str) -> list[int]:
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.direction, buffer.script, buffer.language = "ltr", "Latn", "en"
        hb.shape(font, buffer, features)
        return [position.x_advance for position in buffer.glyph_positions]

    rights = "".join(slots)
    kerns = {}
    for left, slot in slots.items():
        alone, *found = advances(left + " " + "".join(left + right for right in rights))  # kerning moves the first of a pair
        for right, distance in zip(rights, (width - alone for width in found[1::2]), strict=True):
            if abs(distance) * 200 > face.upem:  # half a hundredth of an em cannot be seen
                kerns[slot, slots[right]] = round(distance / face.upem, 3)
    return kerns
