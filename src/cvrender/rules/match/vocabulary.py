"""Know words for the same thing: tables of synonyms by field and language, and what a profile itself calls its skills."""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path

from cvrender.load.reader import load
from cvrender.rules.match.posting_words import ENGLISH, WORD, folded, has_stems, languages, small_words, stem, words
from cvrender.text.cldr import language_name

_SHORT = 3  # letters of an acronym or a name of a language that is compared with its capitals
LONGEST = 12  # words of a term; a character of East Asia is one

Key = tuple[str, ...]
"""The words of a term, for comparison."""
Meaning = tuple[str, str]
"""A word with its language, which is empty if it may be in any."""
_Place = tuple[str, int, int]


def tokens(text: str, language: str = "") -> list[_Place]:
    """Return the words of a text for comparison, with where they begin and end; with a language their stems, without small words.

    Case and the plural do not count, but the capitals of short words do: `IT` is not `it`, and `Go` is not `go`.
    Chinese characters are words of their own.
    """
    if not language:
        return [(_folded(match[0]), match.start(), match.end()) for match in WORD.finditer(text)]
    small = small_words(language)
    return [
        (_stem(match[0], language), match.start(), match.end())
        for match in WORD.finditer(text)
        if match[0].casefold() not in small or match[0].isupper()
    ]


@lru_cache(maxsize=65_536)
def _folded(word: str) -> str:
    if acronym := _acronym(word):
        return acronym
    low = folded(word)
    if len(low) > _SHORT and low.endswith("ies"):
        return low[:-3] + "y"
    return low[:-1] if len(low) > _SHORT and low.endswith("s") and not low.endswith(("ss", "us", "is")) else low


def _acronym(word: str) -> str:
    """Return a short word with capitals, without its plural, or an empty text."""
    plain = unicodedata.normalize("NFC", word)
    singular = plain[:-1] if len(plain) > _SHORT and plain.endswith("s") and plain[:-1].isupper() else plain
    return singular if len(singular) <= _SHORT and any(char.isupper() for char in singular) else ""


def _stem(word: str, language: str) -> str:
    return _acronym(word) or stem(word, language)


@lru_cache(maxsize=65_536)
def key_of(term: str, language: str = "") -> Key:
    """Return the words of a term for comparison, with a language their stems."""
    return tuple(word for word, _, _ in tokens(term, language)) or tuple(word for word, _, _ in tokens(term))


@cache
def groups(shown_in: tuple[str, ...] = ()) -> tuple[tuple[Meaning, ...], ...]:
    """Return the groups of synonyms of all fields and languages, and the names of languages in some of them."""
    by_name: dict[str, list[Meaning]] = {}
    for path in sorted((Path(__file__).parent / "synonyms").glob("*.yaml")):
        by_name |= {group[0]: [(word, ENGLISH) for word in group] for group in load(path).data["groups"]}
    for code in languages():
        by_name[code] = [(name, shown) for shown in shown_in if (name := language_name(code, shown))]
    for language in languages():
        for name, listed in words(language).get("synonyms", {}).items():
            by_name[name] += [(word, language) for word in listed]
    return tuple(tuple(dict.fromkeys(group)) for group in by_name.values() if group)


class Vocabulary:
    """Terms, and which of them mean the same, in the languages of a posting, of which the first is its own.

    `own` are words of a profile, whose language is `also` one; `more` are further groups.
    """

    def __init__(
        self, understood: tuple[str, ...], own: Iterable[str] = (), more: Iterable[tuple[str, ...]] = (), also: str = ""
    ) -> None:
        self.understood = understood
        self.stemming = [language for language in understood if has_stems(language)]
        self.groups: dict[tuple[str, Key], tuple[Meaning, ...]] = {}
        for group in groups(tuple(dict.fromkeys((*understood, *filter(None, [also]))))):
            for word, language in group:
                if language in understood:
                    self._add(word, language, group)
        for words_of_group in (*more, *((word,) for word in own)):
            for word in words_of_group:
                if 0 < len(key_of(word)) <= LONGEST:
                    self._add(word, "", tuple((other, "") for other in words_of_group))

    def _add(self, word: str, language: str, group: tuple[Meaning, ...]) -> None:
        for form in ("", *(other for other in self.stemming if language in ("", other))):
            self.groups.setdefault((form, key_of(word, form)), group)

    def _group(self, term: str) -> tuple[Meaning, ...]:
        groups = (self.groups.get((form, key_of(term, form)), ()) for form in ("", *self.stemming))
        return next(filter(None, groups), ())

    def meanings(self, term: str) -> tuple[Meaning, ...]:
        """Return a term and what means the same."""
        said = ((term, self.understood[0]), *self._group(term))
        known = (ending for ending in words(self.understood[0]).get("known", ()) if term.endswith(ending))
        named = ((term.removesuffix(ending).rstrip("-"), self.understood[0]) for ending in known)  # `Lateinkenntnisse`
        return tuple(dict.fromkeys((*said, *(meaning for meaning in named if len(meaning[0]) >= _SHORT))))

    def same(self, term: str) -> Key:
        """Return what identifies a term and all that mean the same."""
        group = self._group(term)
        return key_of(group[0][0]) if group else key_of(term, next(iter(self.stemming), ""))

    def within(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where known terms are in a text, the longest ones first at each place."""
        places = {place for form in ("", *self.stemming) for place in self._within(text, form)}
        last = 0
        for start, end in sorted(places, key=lambda place: (place[0], -place[1])):
            if start >= last:
                yield start, end
                last = end

    def _within(self, text: str, form: str) -> Iterator[tuple[int, int]]:
        said, index = tokens(text, form), 0
        while index < len(said):
            for size in range(min(LONGEST, len(said) - index), 0, -1):
                if (form, key := tuple(word for word, _, _ in said[index : index + size])) in self.groups:
                    start, end = said[index][1], said[index + size - 1][2]
                    yield start + _attached(text[start:end], key, form), end
                    index += size - 1
                    break
            index += 1


def _attached(term: str, key: Key, language: str) -> int:
    """Return how many letters before a term are another word, such as the Arabic “with” or “and”."""
    letters = words(language).get("attached", ()) if language else ()
    return next((len(part) for part in letters if term.startswith(part) and key_of(term[len(part) :], language) == key), 0)


def is_in(key: Key, words: list[str]) -> bool:
    """Return whether the words of a term are in a text, side by side."""
    size = len(key)
    return any(words[index] == key[0] and tuple(words[index : index + size]) == key for index in range(len(words) - size + 1))
