"""Cache shaped words and their fonts."""

import hashlib
import json
from typing import Any

from cvrender.model.shaped import PlacedGlyph, ShapedFont, ShapedWord
from cvrender.tools import cache

Shaped = tuple[tuple[ShapedWord, ...], tuple[ShapedFont, ...]]

_CACHE, _FORMAT, _NAME, _KINDS = "shaped", 4, "words.json", ("ttf", "tfm", "enc")


def key_of(facts: Any) -> str:
    """Return the key of words and of the fonts that they come from, as JSON data."""
    return hashlib.sha256(json.dumps([_FORMAT, facts]).encode()).hexdigest()


def read(key: str) -> Shaped | None:
    """Return the words and fonts of a key, or None if they are missing or damaged."""
    about = cache.read(_CACHE, key, (_NAME,))
    try:
        data = json.loads(about[_NAME]) if about else {}
        words = tuple(ShapedWord(str(text), _glyphs(regular), _glyphs(bold)) for text, regular, bold in data["words"])
        fonts = []
        for letter, texts, total in data["fonts"]:
            files = cache.read(_CACHE, key, tuple(f"{letter}.{kind}" for kind in _KINDS)) if str(letter).isalpha() else None
            if files is None or _sum(files) != total:
                return None
            named = {kind: files[f"{letter}.{kind}"] for kind in _KINDS}
            fonts.append(ShapedFont(str(letter), tuple(map(str, texts)), named))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return words, tuple(fonts)


def write(key: str, shaped: Shaped) -> None:
    """Keep words and fonts under a key."""
    words, fonts = shaped
    files = {font.letter: {f"{font.letter}.{kind}": font.files[kind] for kind in _KINDS} for font in fonts}
    data = {
        "words": [[word.text, word.regular, word.bold] for word in words],
        "fonts": [[font.letter, font.texts, _sum(files[font.letter])] for font in fonts],
    }
    all_files = {name: content for each in files.values() for name, content in each.items()}
    cache.write(_CACHE, key, {_NAME: json.dumps(data).encode(), **all_files})


def _glyphs(found: Any) -> tuple[PlacedGlyph, ...]:
    return tuple((str(letter), int(slot)) for letter, slot in found)


def _sum(files: dict[str, bytes]) -> str:
    return hashlib.sha256(b"".join(files[name] for name in sorted(files))).hexdigest()
