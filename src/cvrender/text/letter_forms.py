"""Replace characters that no font needs to have by those that mean the same: forms of letters, sound marks, variation selectors.

Texts that are copied from a PDF or typed with emoji have them. The forms of Arabic and Hebrew letters (U+FB1D to U+FEFC) are only
there for old encodings (The Unicode Standard, 9.2); a selector only prefers one form of the character before it.
"""

import unicodedata

from cvrender.model.expressions import expression
from cvrender.text.scripts import is_latin
from cvrender.text.shaped import JOINERS

SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
"""Variation selectors, as a range for regular expressions."""
_FOUND = expression(f"[\u3099\u309a\ufb1d-\ufb4f\ufb50-\ufdfc\ufe70-\ufefc{SELECTORS}]|([{JOINERS}])\\1+")
_SOUND_MARKS = {"\u3099": "\u309b", "\u309a": "\u309c"}  # without a letter that they compose with


def plain_letters(text: str) -> str:
    """Return a text with letters instead of their forms, and signs instead of lone sound marks of kana.

    It has no selectors, and one joiner instead of several in a row.
    """
    if is_latin(text) and not any(joiner * 2 in text for joiner in JOINERS):
        return text
    return _FOUND.sub(lambda match: _letters(match[0]), text)


def _letters(char: str) -> str:
    if char[0] in JOINERS:
        return char[0]  # several do what one does
    if char in _SOUND_MARKS:
        return _SOUND_MARKS[char]
    letters = unicodedata.normalize("NFKC", char)
    if unicodedata.category(char) == "Mn":
        return ""
    return char if letters.startswith(" ") else letters
