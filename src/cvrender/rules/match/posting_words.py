"""Know languages of postings: the words that say what is asked for, stems, and which language a text is in.

`words/LANGUAGE.yaml` has the words of a language, `languages.yaml` the most frequent ones.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from cvrender.load.reader import load

_FOLDER = Path(__file__).parent
ENGLISH = "en"
"""Postings of every language use its words, too."""
_MARKS = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u200c"
"""Vowel signs and joiners, which are part of a word."""
_IN_WORD = rf"[\w{_MARKS}]"
_SCRIPTS = (("ja", "[\u3040-\u30ff]"), ("ko", "[\uac00-\ud7af]"), ("zh", "[\u4e00-\u9fff]"))
"""Languages that are known by letters that only they have, or that those before them have, too."""
_LEAST_IN_SCRIPT, _LEAST_KNOWN, _LEAST_PART = 0.1, 0.08, 0.2
"""The share of letters, or of frequent words, from which on a language is known; and that of a second language's letters."""
_NEAR = 0.75  # share of the frequent words of the most likely language that another one may have
_SHORTEST_STEM, _LONG_STEM = 3, 5
_LONG_BLOCK = 8  # words by which the language of a paragraph is known
WORD = re.compile(
    r"[\u3400-\u9fff]|[\u30a1-\u30fa\u30fc]+|[\u3041-\u309f]"
    rf"|(?:(?![\u3041-\u30ff\u3400-\u9fff])(?:[^\W_]|[{_MARKS}]))+(?:[+#]+(?![^\W_]))?"
)
"""A word; Chinese characters and Hiragana are words of their own, since no spaces tell their words."""
_VARIANTS = {"ي": "ی", "ى": "ی", "ك": "ک", "أ": "ا", "إ": "ا", "آ": "ا", "ة": "ه", "ё": "е"}
_FOLDED = str.maketrans({**_VARIANTS, "ـ": None, "\u200c": None})
_VOWEL_SIGNS = re.compile("[\u0591-\u05c7\u064b-\u065f\u0670]")


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have words."""
    return tuple(sorted(path.stem for path in (_FOLDER / "words").glob("*.yaml")))


@cache
def words(language: str) -> dict[str, Any]:
    """Return the words of postings in a language, or nothing for a language that has none."""
    data: dict[str, Any] = load(_FOLDER / "words" / f"{language}.yaml").data if language in languages() else {}
    return data


@cache
def frequent_words() -> dict[str, frozenset[str]]:
    """Return the most frequent words of each language."""
    data = load(_FOLDER / "languages.yaml").data
    return {language: frozenset(listed) for language, listed in data.items()}


def language_of(text: str) -> str:
    """Return the language of a text by its script or its frequent words, or an empty text."""
    letters = sum(map(str.isalpha, text))
    for language, script in _SCRIPTS:
        if len(re.findall(script, text)) > _LEAST_IN_SCRIPT * letters:
            return language
    said = re.findall(r"[^\s\d_.,;:!?()/'’\"“”।،؛-]+", text.lower())  # a vowel sign of Hindi is not a letter
    shares = {language: sum(word in known for word in said) for language, known in frequent_words().items()}
    most = max(shares.values())
    near = [language for language, share in shares.items() if share >= _NEAR * most]
    return max(near, key=lambda language: asking_words(text, language)) if most > _LEAST_KNOWN * len(said) else ""


def asking_words(text: str, language: str) -> int:
    """Return how many words of a text ask for something in a language."""
    return sum(len(pattern(key, (language,)).findall(text)) for key in ("must", "should", "before", "after"))


def languages_of(blocks: list[str]) -> tuple[str, ...]:
    """Return the languages of a posting: its own, or an empty text, and those of a good part of its paragraphs."""
    counts = Counter[str]()
    for text in blocks:
        if len(text.split()) >= _LONG_BLOCK:
            counts[language_of(text)] += len(text)
    own = language_of(" ".join(blocks))
    others = (language for language, count in counts.items() if language and count > _LEAST_PART * counts.total())
    return tuple(dict.fromkeys((own, *others)))


def _listed(language: str, key: str) -> str:
    """Return an expression for the words of a language under a key, or an empty text."""
    listed = words(language).get(key, ())
    ends = words(language).get("ends", "words")  # where its words are known to end: `words`, `starts` or `nowhere`
    begin = "" if ends == "nowhere" or (ends == "starts" and key == "after") else f"(?<!{_IN_WORD})"
    end = f"(?!{_IN_WORD})" if ends == "words" else ""
    return "|".join(f"{'' if word.startswith('(?<') else begin}(?:{word}){end}" for word in listed)


@lru_cache(maxsize=512)
def pattern(key: str, understood: tuple[str, ...]) -> re.Pattern[str]:
    """Return the expression for the words of languages under a key."""
    listed = filter(None, (_listed(language, key) for language in understood))
    return re.compile("|".join(listed) or "(?!)", re.IGNORECASE)


@lru_cache(maxsize=512)
def document_pattern(document: str, understood: tuple[str, ...]) -> re.Pattern[str]:
    """Return the expression for the names of a document that applicants send."""
    bounded = (language for language in understood if words(language).get("ends", "words") == "words")
    joined = (language for language in understood if words(language).get("ends", "words") != "words")
    named = [rf"(?<!\w)(?:{'|'.join(listed)})(?!\w)" for language in bounded if (listed := _names(language, document))]
    named += ["|".join(listed) for language in joined if (listed := _names(language, document))]
    return re.compile("|".join(named) or "(?!)", re.IGNORECASE)


def _names(language: str, document: str) -> list[str]:
    return list(words(language).get("documents", {}).get(document, ()))


def folded(word: str) -> str:
    """Return a word in lower case, without the vowel signs and variants of letters that writers leave out."""
    plain = unicodedata.normalize("NFC", word).replace("İ", "i").casefold()
    return plain if plain.isascii() else _VOWEL_SIGNS.sub("", plain).translate(_FOLDED)


@lru_cache(maxsize=65_536)
def stem(word: str, language: str) -> str:
    """Return what the forms of a word have in common, by the rules of a language."""
    low = folded(word)
    return low if any(char.isdigit() or char in "+#" for char in low) else _stemmer(language)(low)


@cache
def _stemmer(language: str) -> Callable[[str], str]:
    known = words(language)
    if name := known.get("stemmer"):
        import snowballstemmer

        stem_once: Callable[[str], str] = snowballstemmer.stemmer(name).stemWord
        return lambda word: _repeated(stem_once, word)  # the stems of some plurals are other words
    return lambda word: _without(word, known.get("prefixes", ()), known.get("endings", ()))


def _repeated(stem_once: Callable[[str], str], word: str) -> str:
    shorter = stem_once(word)
    return _repeated(stem_once, shorter) if shorter != word and len(shorter) > _LONG_STEM else shorter


def _without(word: str, prefixes: Iterable[str], endings: Iterable[str]) -> str:
    for prefix in prefixes:
        if word.startswith(prefix) and len(word) - len(prefix) >= _SHORTEST_STEM:
            return _without(word.removeprefix(prefix), prefixes, endings)  # a word may have several
    for ending in sorted(endings, key=len, reverse=True):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word.removesuffix(ending)
    return word


def has_stems(language: str) -> bool:
    """Return whether words of a language have more forms than those that English has."""
    return any(key in words(language) for key in ("stemmer", "prefixes", "endings"))


@cache
def small_words(language: str) -> frozenset[str]:
    """Return the words that do not count between those of a term, such as “of the”."""
    return frozenset(word for word in frequent_words().get(language, ()) if " " not in word)
