"""Order texts by the rules of a language.

With the package PyICU (the extra `sorting`) these are the rules of CLDR (https://www.unicode.org/reports/tr35/tr35-collation.html).
Without it a simple rule holds. Case, accents and signs at the beginning count only between texts that are otherwise equal.
Letters with a place of their own in the alphabet of the language stand there: `å` after `z` in Swedish, `ł` after `l` in Polish.
Ideographs have the order of Unicode, by radicals and strokes.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec

_AFTER = {
    "az": "cç eə gğ hx iı oö sş uü",
    "cs": "cč rř sš zž",
    "da": "zæøå",
    "es": "nñ",
    "fa": "ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی",
    "fi": "zåäö",
    "hr": "cčć dđ sš zž",
    "hu": "oö uü",
    "nb": "zæøå",
    "nn": "zæøå",
    "no": "zæøå",
    "pl": "aą cć eę lł nń oó sś zźż",
    "ro": "aăâ iî sș tț",
    "sk": "aä cč oô sš zž",
    "sv": "zåäö",
    "tr": "cç gğ hı oö sş uü",
    "uk": "гґ еє иії",
    "vi": "aăâ dđ eê oôơ uư",
}
"""The letters that follow another letter in the alphabet of a language, each group in its order (CLDR's collation charts)."""
_PAIRS = {"cs": ("ch", "h"), "sk": ("ch", "h")}
"""Two letters that are one in the alphabet of a language, and the letter that they follow."""
_SAME = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ς": "σ", "ё": "е"})
_LAST = 0x10FF00
"""Private-use characters behind a letter put it after all texts that begin with that letter."""

Key = tuple[object, ...]


@lru_cache(maxsize=32)
def collation(language: str) -> Callable[[str], Key]:
    """Return the function that gives the key of a text, by which texts of a language are sorted. Numbers count by their value."""
    if find_spec("icu"):
        import icu

        collator = icu.Collator.createInstance(icu.Locale(language.replace("-", "_")))
        collator.setAttribute(icu.UCollAttribute.NUMERIC_COLLATION, icu.UCollAttributeValue.ON)
        return lambda text: (collator.getSortKey(_begun(text)), text)
    places = _places(language.partition("-")[0])
    return lambda text: (_simple(text, places), text)


def _places(base: str) -> dict[str, str]:
    """Return what stands for each letter that has a place of its own."""
    places = {"й": f"и{chr(_LAST + 0x80)}"}
    for group in _AFTER.get(base, "").split():
        places |= {other: f"{group[0]}{chr(_LAST + index)}" for index, other in enumerate(group[1:])}
    if base in _PAIRS:
        pair, letter = _PAIRS[base]
        places[pair] = f"{letter}{chr(_LAST + 0x80)}"
    return places


def _simple(text: str, places: dict[str, str]) -> str:
    dotted = "ı" in places  # the capitals of i and ı differ
    folded = unicodedata.normalize("NFC", text.replace("I", "ı").replace("İ", "i") if dotted else text).casefold()
    if places:
        letters = re.compile("|".join(sorted(map(re.escape, places), key=len, reverse=True)))
        folded = letters.sub(lambda match: places[match[0]], folded)
    bare = "".join(char for char in unicodedata.normalize("NFD", folded.translate(_SAME)) if not unicodedata.combining(char))
    return re.sub(r"\d+", lambda match: match[0].zfill(20), _begun(bare))


def _begun(text: str) -> str:
    """Return a text without what precedes its first letter or digit."""
    return re.sub(r"^[\W_]+", "", text) or text
