"""Recognize titles whose words are abbreviated (ISO 4 and the usual ways of law and history), such as `Phys. Rev. Lett.`."""

from cvrender.model.expressions import expression

_WORD = expression(r"[^\W_]+")


def abbreviates(short: str, full: str) -> bool:
    """Return whether a title has a full stop and only beginnings or contractions of words of another one, in their order.

    An acronym such as `JIE` is a name of its own.
    """
    words = iter(word.lower() for word in _WORD.findall(full))
    parts = [part.lower() for part in _WORD.findall(short)]
    return "." in short and bool(parts) and all(any(_contracts(part, word) for word in words) for part in parts)


def _contracts(part: str, word: str) -> bool:
    """Return whether a word begins with the first letter of a part and has its other letters in order: `Natl`, `National`."""
    letters = iter(word)
    return part[0] == word[0] and all(letter in letters for letter in part)
