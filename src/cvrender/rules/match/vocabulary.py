"""Know words for the same thing: tables of synonyms by field and language, and what a profile itself calls its skills."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from cvrender.load.reader import load

_SHORT = 3  # letters of an acronym or a name of a language that is compared with its capitals
LONGEST = 6  # words of a term

Key = tuple[str, ...]
"""The words of a term, for comparison."""


def tokens(text: str) -> list[tuple[str, int, int]]:
    """Return the words of a text for comparison, with where they begin and end.

    Case and the plural do not count, but the capitals of short words do: `IT` is not `it`, and `Go` is not `go`.
    Characters of East Asia are words of their own.
    """
    return [(_folded(match[0]), match.start(), match.end()) for match in _words(text)]


def _words(text: str) -> Iterator[re.Match[str]]:
    return re.finditer(r"[\u3400-\u9fff]|(?:(?![\u3400-\u9fff])[^\W_])+(?:[+#]+(?![^\W_]))?", text)


@lru_cache(maxsize=65_536)
def _folded(word: str) -> str:
    plain = unicodedata.normalize("NFC", word)
    singular = plain[:-1] if len(plain) > _SHORT and plain.endswith("s") and plain[:-1].isupper() else plain
    if len(singular) <= _SHORT and any(char.isupper() for char in singular):
        return singular
    low = plain.casefold()
    if len(low) > _SHORT and low.endswith("ies"):
        return low[:-3] + "y"
    return low[:-1] if len(low) > _SHORT and low.endswith("s") and not low.endswith(("ss", "us", "is")) else low


@lru_cache(maxsize=65_536)
def key_of(term: str) -> Key:
    """Return the words of a term for comparison."""
    return tuple(word for word, _, _ in tokens(term))


@lru_cache(maxsize=1)
def groups() -> tuple[tuple[str, ...], ...]:
    """Return the groups of synonyms of all fields and languages."""
    collected = []
    for path in sorted((Path(__file__).parent / "synonyms").glob("*.yaml")):
        for group in load(path).data["groups"]:
            collected.append(tuple(dict.fromkeys(word for listed in group.values() for word in listed)))
    return tuple(collected)


class Vocabulary:
    """Terms, and which of them mean the same. `own` are words of a profile, `more` further groups."""

    def __init__(self, own: Iterable[str] = (), more: Iterable[tuple[str, ...]] = ()) -> None:
        self.synonyms: dict[Key, tuple[str, ...]] = {}
        for group in (*groups(), *more):
            for word in group:
                self.synonyms.setdefault(key_of(word), group)
        for word in own:
            if 0 < len(key_of(word)) <= LONGEST:
                self.synonyms.setdefault(key_of(word), (word,))

    def meanings(self, term: str) -> tuple[str, ...]:
        """Return a term and what means the same."""
        return tuple(dict.fromkeys((term, *self.synonyms.get(key_of(term), ()))))

    def same(self, term: str) -> Key:
        """Return what identifies a term and all that mean the same."""
        return key_of(self.synonyms.get(key_of(term), (term,))[0])

    def within(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where known terms are in a text, the longest ones first at each place."""
        words, index = tokens(text), 0
        while index < len(words):
            for size in range(min(LONGEST, len(words) - index), 0, -1):
                if tuple(word for word, _, _ in words[index : index + size]) in self.synonyms:
                    yield words[index][1], words[index + size - 1][2]
                    index += size - 1
                    break
            index += 1


def is_in(key: Key, words: list[str]) -> bool:
    """Return whether the words of a term are in a text, side by side."""
    size = len(key)
    return any(words[index] == key[0] and tuple(words[index : index + size]) == key for index in range(len(words) - size + 1))
