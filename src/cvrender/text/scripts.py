"""Define character classes for typesetting and comparison, as ranges for regular expressions, and the scripts of languages."""

import re

from cvrender.model.expressions import expression

IDEOGRAPHIC = "\u2e80-\u312f\u3190-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6\U00020000-\U0003ffff"
"""Characters of Chinese and Japanese: no spaces between them, and a line may break anywhere."""

WIDE_QUOTES = "“”"
"""Quotes that Chinese has in common with Latin; between ideographs they are as wide as these."""

HANGUL = "\u3130-\u318f\uac00-\ud7a3"
"""Letters and syllables of Korean: words are separated by spaces, and a line may break anywhere."""

EAST_ASIAN = frozenset({"zh", "ja", "ko"})
"""Languages with ideographs; they also write a word after each number of a date (CLDR: `y年`, `y년`)."""

_CYRILLIC, _ARABIC = "\u0400-\u052f", "\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff"
_LETTERS = {
    **dict.fromkeys(("zh", "ja"), IDEOGRAPHIC),
    "ko": HANGUL + IDEOGRAPHIC,
    **dict.fromkeys(("ru", "uk", "be", "bg", "sr", "mk", "kk"), _CYRILLIC),
    "el": "\u0370-\u03ff\u1f00-\u1fff",
    **dict.fromkeys(("ar", "fa", "ur"), _ARABIC),
    "he": "\u0590-\u05ff",
    **dict.fromkeys(("hi", "mr", "ne", "sa"), "\u0900-\u097f"),
    "bn": "\u0980-\u09ff",
    "ta": "\u0b80-\u0bff",
    "th": "\u0e00-\u0e7f",
    "ka": "\u10a0-\u10ff",
    "hy": "\u0530-\u058f",
}
"""The letters of languages that are not written in Latin ones (Unicode's Blocks.txt)."""
RIGHT_TO_LEFT_LETTERS = _LETTERS["ar"] + _LETTERS["he"]
"""Letters that run from right to left."""
_ITALIC = ("", _LETTERS["ru"], _LETTERS["el"])
"""The letters, besides Latin ones, that have italics."""
UPRIGHT = "".join(dict.fromkeys(letters for letters in _LETTERS.values() if letters not in _ITALIC))
"""Letters of scripts without italics."""
_RIGHT_TO_LEFT = expression(f"[{RIGHT_TO_LEFT_LETTERS}]")
_LATIN = expression("[\0-\u036f\u1e00-\u1eff\u2000-\u2bff]*")
FORWARD = expression(
    r"[A-Za-z][+#]+(?!\w)"  # C++ and C#
    r"|https?://[!-~]*[\w/=&#-]"
    r"|(?<!\w)\+\d(?:[ \u00a0\u2011().-]*\d){4,14}(?!\w)",  # a phone number with the code of its country
    re.ASCII,
)
"""What runs from left to right in every text, though its signs and digits alone would not (a higher-level protocol, HL1)."""
RIGHT_TO_LEFT = frozenset("ar arc ckb dv fa he ks ku ps sd ug ur yi Arab Hebr".split())
"""Languages and scripts written from right to left (CLDR, characterOrder)."""

_UNJOINED = frozenset("dv he yi Hebr".split())


def is_latin(text: str) -> bool:
    """Return whether a text has only characters of Unicode's blocks for Latin letters, combining marks and symbols.

    A cheap test before expressions for other scripts, whose classes take long to compile.
    """
    return text.isascii() or bool(_LATIN.fullmatch(text))


def writes(language: str, text: str) -> bool:
    """Return whether a text has letters of the language's own script; always false for languages in Latin letters."""
    letters = _LETTERS.get(language.partition("-")[0])
    return bool(letters and re.search(f"[{letters}]", text))


def has_italics(language: str) -> bool:
    """Return whether the script of a language has italics."""
    return _LETTERS.get(language.partition("-")[0], "") in _ITALIC


def has_right_to_left(text: str) -> bool:
    """Return whether a text has letters that run from right to left."""
    return not is_latin(text) and bool(_RIGHT_TO_LEFT.search(text))


def is_right_to_left(language: str) -> bool:
    """Return whether a language is written from right to left."""
    return bool(RIGHT_TO_LEFT.intersection(language.split("-")))


def has_joined_letters(language: str) -> bool:
    """Return whether a language joins its letters, as Arabic does, so that no space may be between them."""
    return bool((RIGHT_TO_LEFT - _UNJOINED).intersection(language.split("-")))
