"""Write texts in capitals, by the rules of their language.

The rules are those of Unicode's SpecialCasing.txt, and of CLDR's transform el-Upper, by which capitals of Greek have no accents.
Georgian stays as typed: few fonts have the capitals that Unicode added in 2018, and few texts use them.
"""

import re
import unicodedata

from cvrender.model.expressions import expression
from cvrender.model.private_use import CASING

OWN_CAPITALS = ("az", "el", "tr")
"""Languages whose capitals are not those of Unicode's default."""

_ACCENTS = expression("(?<=[\u0370-\u03ff])[\u0300-\u0307\u0309-\u036f]+|(?<=[\u0370-\u03ff]\u0308)[\u0300-\u036f]+")
_ETA = CASING.char(0)
_GEORGIAN = {upper: ord(chr(upper).lower()) for upper in range(0x1C90, 0x1CC0)}
_LONE_ETA = expression("(?<!\\w)Η\u0301(?!\\w)")  # the word for "or"


def capitals(text: str, language: str) -> str:
    """Return a text in the capitals of a language."""
    base = language.partition("-")[0]
    if base in ("az", "tr"):
        return text.replace("i", "İ").upper()
    if base == "el":
        decomposed = unicodedata.normalize("NFD", text.upper())
        kept = _LONE_ETA.sub(_ETA, decomposed)
        return unicodedata.normalize("NFC", _ACCENTS.sub("", kept).replace(_ETA, "Η\u0301"))
    upper = text.upper()
    return upper if upper.isascii() else upper.translate(_GEORGIAN)


def caseless(text: str) -> str:
    """Return a text for comparisons without regard to case, by the rules of any language."""
    upper = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).upper())
    folded = unicodedata.normalize("NFC", upper.replace("İ", "I").casefold())
    if folded.isascii():
        return folded
    return re.sub("(?<=[\u0370-\u03ff])\u0308", "", _ACCENTS.sub("", unicodedata.normalize("NFD", folded)))
