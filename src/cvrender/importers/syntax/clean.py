"""Normalize texts of other programs so that a profile can contain them."""

import re
import unicodedata

from cvrender.load.reader import MAX_MARKS, InputLimits

LIMITS = InputLimits(32_000_000, 2_000_000, 1_000_000)
"""What a file to import may hold: its bytes, its values, the characters of one of them."""
MAX_DEPTH = 64
"""How deep its values may be nested."""

_HALVES = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """Return the text in Unicode's composed form, with U+FFFD for surrogates and a limited number of accents per letter."""
    if text.isascii():
        return text
    text = _HALVES.sub("\ufffd", text)
    return unicodedata.normalize("NFC", _with_few_marks(text))


def _with_few_marks(text: str) -> str:
    """The text with no more accents on a letter than our reader takes: to order a long run of them takes hours."""
    if not any(unicodedata.combining(char) for char in text):
        return text
    kept, run = [], 0
    for char in text:
        run = run + 1 if unicodedata.combining(char) else 0
        if run < MAX_MARKS:
            kept.append(char)
    return "".join(kept)
