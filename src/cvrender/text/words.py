"""Divide texts into words where a script has no spaces between them, so that lines can end there.

ICU's dictionaries know the words (with the package icu4py, the extra `thai`); without it, BudouX finds most of those of Thai, and
Lao, Khmer and Burmese are divided into syllables.
"""

import unicodedata
from functools import cache
from importlib.util import find_spec
from typing import Any

from cvrender.model.expressions import expression
from cvrender.text.shaped import JOINED_WORDS

_RUN = expression(f"[{JOINED_WORDS}]+")
_THAI = expression("[\u0e01-\u0e5b]")
_SYLLABLE = expression("(?<=[^\u17d2\u1039\u0ec0-\u0ec4])(?=[\u0ec0-\u0ec4\u1780-\u17b3]|[\u1000-\u102a](?!\u103a|\u1039))")
"""Where a syllable of Lao, Khmer or Burmese begins; a word may have several of them."""
_BEFORE = frozenset("เแโใไ")
"""Vowels that are written before their consonant."""


def divide(text: str) -> list[str]:
    """Return the words of a text in a script without spaces; together they are the text."""
    parts: list[str] = []
    for part in _divided(text):
        inside = parts and (unicodedata.category(part[0]) == "Mn" or part[0] in "ะาำๆฯ" or parts[-1][-1] in _BEFORE)
        if inside:
            parts[-1] += part
        else:
            parts.append(part)
    return parts


def with_breaks(text: str, mark: str) -> str:
    """Return a text with a mark between words that no space divides."""
    return text if text.isascii() else _RUN.sub(lambda match: mark.join(divide(match[0])), text)


def _divided(text: str) -> list[str]:
    if find_spec("icu4py"):
        from icu4py.breakers import LineBreaker

        return [str(part) for part in LineBreaker(text, "th")]
    if any(_THAI.match(char) for char in text):
        return list(_thai_parser().parse(text))
    return [part for part in _SYLLABLE.split(text) if part]


@cache
def _thai_parser() -> Any:
    import budoux

    return budoux.load_default_thai_parser()
