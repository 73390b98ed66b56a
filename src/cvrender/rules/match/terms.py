"""Find the terms of a posting: what it asks for or mentions, in its own words. No term is made up."""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from cvrender.model.value import Value
from cvrender.rules.match.posting import RANKS, Posting, Rank, Sentence
from cvrender.rules.match.posting_words import WORD, pattern, words
from cvrender.rules.match.vocabulary import LONGEST, Key, Meaning, Vocabulary, key_of

_SIGNS = r"[,;:、，；：،؛。]|(?<![A-Z\d])/|/(?![A-Z\d])|(?<!\w)[(（]|(?<!\w\(\w)(?<!\w\(\w\w)[)）]"
_SHAPED = re.compile(
    r"(?<![\w@./-])(?:[A-Z]{1,3}(?:/[A-Z]{1,3})+|[A-Z][a-z]*[A-Z]\w*|[A-Z]{2,}s?|[a-z]+[A-Z]\w+|[A-Z][\w]*(?:\+\+|#)|[A-Z]\w*[0-9]\w*)"
    r"(?:\(\w{1,2}\))?(?![\w@])"
)
"""Words that look like the name of a tool or a method: with capitals inside, of capitals only, with a digit or with signs."""
_LATIN = re.compile(r"(?<![\w@./-])[A-Za-z][A-Za-z0-9]*(?:[+#]+|(?:[./-][A-Za-z0-9]+)*)(?: [A-Z]\w*| \d+)*(?![\w@])", re.ASCII)
"""Words in Latin letters, which are names in a posting in another script."""
_IN_BRACKETS = re.compile(r" ?\((?P<inside>[^(),;/、，]{1,24})\)")
_NAME = re.compile(r"(?:[A-Z][\w+#.]{0,2}|[A-Z]\w*[A-Z0-9+#]\w*)", re.ASCII)
_LEVEL = re.compile(r"[ABC][12]\+?(?:\s?[–-]\s?[ABC][12])?")
_STOP = re.compile(r"(?<!\b[A-Za-z])[.!?](?:\s|$)|[;；。！？]")
_ACRONYM = re.compile(r"(?<=[^\W\d_]) \((?P<acronym>[A-Z][A-Za-z]*[A-Z])s?\)")
_NO_TERMS = frozenset(
    "PhD Ph MSc BSc MA BA MS BS MD CV PDF EU UK US USA TV-L TVL TVöD UTC CET EUR USD GBP CHF DIN ISO ID FTE HR PI Dr Prof ERC "
    "DFG NSF NIH GmbH AG LLC Inc e.V CET AM PM OK FAQ WWW URL II III IV DEI EDI COVID FH PostDoc GPA".split()
)
_QUOTES = "“”„\"'’‘«»「」『』"
_MOST_WORDS, _MOST_CHARACTERS = 4, 14
_MOST_IN_BULLET = 2  # words of a bullet that is a term by itself
_E13 = re.compile(r"[EWAS]\s?\d{1,2}")  # pay grades


class Term(Value, frozen=True):
    """A term in the words of the posting, with its line. `meanings` are the words that mean the same, itself first."""

    text: str
    rank: Rank
    line: int
    key: Key
    meanings: tuple[Meaning, ...]


def find_terms(posting: Posting, vocabulary: Vocabulary) -> list[Term]:
    """Return the terms in the order of the posting, those that are required first, each once with its highest rank."""
    best: dict[Key, Term] = {}
    for sentence in posting.sentences:
        if sentence.of_employer or (sentence.applying and sentence.rank == "mentioned"):
            continue
        for text, start in _in_sentence(sentence, vocabulary):
            key = vocabulary.same(text)
            known = best.get(key)
            if known is None or RANKS.index(sentence.rank) < RANKS.index(known.rank):
                best[key] = Term(text, sentence.rank, sentence.line_at(start), key, _meanings(text, vocabulary))
    terms = list(best.values())
    return sorted(terms, key=lambda term: (RANKS.index(term.rank), term.line))


def _meanings(text: str, vocabulary: Vocabulary) -> tuple[Meaning, ...]:
    """Return what means the same as a term; of `R (tidyverse)` also what means the same as either name."""
    bracket = _IN_BRACKETS.search(text)
    if not bracket or bracket.end() < len(text):
        return vocabulary.meanings(text)
    inside = () if _LEVEL.fullmatch(bracket["inside"]) else vocabulary.meanings(bracket["inside"])
    return (*vocabulary.meanings(text), *vocabulary.meanings(text[: bracket.start()]), *inside)


def spelled_out(posting: Posting) -> Iterator[tuple[str, str]]:
    """Yield the terms that a posting names with their acronyms, such as `Neonatal Resuscitation Program (NRP)`, each with it."""
    for sentence in posting.sentences:
        for match in _ACRONYM.finditer(sentence.text):
            before = list(re.finditer(r"[^\W\d_]+", sentence.text[: match.start()]))
            letters = match["acronym"].casefold()
            for count in range(2, min(LONGEST, len(before)) + 1):
                name = sentence.text[before[-count].start() : match.start()]
                if _abbreviates(letters, [word[0].casefold() for word in before[-count:]]):
                    yield name, match["acronym"]
                    break


def _abbreviates(letters: str, words: list[str]) -> bool:
    """Return whether letters are the first ones of words, of which small ones such as “of” may have none."""
    if not words:
        return not letters
    with_letter = letters[:1] == words[0][0] and _abbreviates(letters[1:], words[1:])
    return with_letter or (len(words[0]) <= 3 and bool(letters) and _abbreviates(letters, words[1:]))


def _in_sentence(sentence: Sentence, vocabulary: Vocabulary) -> Iterator[tuple[str, int]]:
    """Yield the terms of a sentence in their order: known ones, and in what is asked for also those that its words announce."""
    text, understood = sentence.text, vocabulary.understood
    whole = list(_with_brackets(text, vocabulary))
    places = [place for place in vocabulary.within(text) if not _overlaps(place, whole)]
    if sentence.rank == "mentioned":
        whole = [place for place in whole if next(vocabulary.within(text[place[0] : place[1]]), None)]
    else:
        hidden = _hidden(text, whole)
        for more in (
            (match.span() for match in pattern("itself", understood).finditer(hidden)),
            _announced(hidden, understood),
            (match.span() for match in _names_in(hidden, understood[0]) if _may_be_term(match[0])),
        ):
            places += [place for place in more if not _overlaps(place, [*places, *whole])]
        if sentence.is_bullet and not places and not whole:
            places += _bare(hidden, understood)
    for start, end in sorted([*places, *whole]):
        is_open = text.count("(", start, end) > text.count(")", start, end) and text[end : end + 1] == ")"
        yield text[start : end + is_open], start


def _with_brackets(text: str, vocabulary: Vocabulary) -> Iterator[tuple[int, int]]:
    """Yield the places of names with a bracket that belongs to them: `R (tidyverse)`, `Deutsch (C1)`."""
    for bracket in _IN_BRACKETS.finditer(text):
        before = list(re.finditer(r"[^\s,;:、，()/]+", text[: bracket.start()]))
        if not before or before[-1].end() < bracket.start() or _is_said_only(bracket["inside"], vocabulary):
            continue
        name = before[-1][0]
        if _LEVEL.fullmatch(bracket["inside"]):
            known = [place for place in vocabulary.within(text[: bracket.start()]) if place[1] == bracket.start()]
            yield from ((start, bracket.end()) for start, _ in known)
        elif bracket[0][0] == " " and not _ACRONYM.match(text, bracket.start()) and _is_name(name, vocabulary):
            latin = re.search(r"[A-Za-z][\w+#.]*$", name, re.ASCII)
            yield bracket.start() - len(latin[0] if latin else name), bracket.end()


def _is_said_only(inside: str, vocabulary: Vocabulary) -> bool:
    """Return whether a bracket begins with a word that no name begins with, such as “in” or “such as”."""
    is_plain = _is_plain(inside.split()[0] if inside.strip() else "", vocabulary.understood)
    return is_plain or bool(pattern("and", vocabulary.understood).match(inside))


def _is_name(word: str, vocabulary: Vocabulary) -> bool:
    """Return whether a word is the name of a tool: by its shape, or in the tables in English with a capital."""
    latin = re.search(r"[A-Za-z][\w+#.]*$", word, re.ASCII)
    tail = latin[0] if latin else ""
    listed = vocabulary.meanings(tail)[1:] if tail[:1].isupper() else ()
    return bool(_NAME.fullmatch(tail)) and tail not in _NO_TERMS or (tail, "en") in listed


def _hidden(text: str, places: Iterable[tuple[int, int]]) -> str:
    """Return a text without brackets at some places, of the same length, so that it is not divided there."""
    for start, end in places:
        text = text[:start] + text[start:end].replace("(", "_").replace(")", "_") + text[end:]
    return text


def _names_in(text: str, language: str) -> Iterator[re.Match[str]]:
    """Yield the words that look like names, in another script all those in Latin letters."""
    yield from (_SHAPED if not _is_other_script(language) else _LATIN).finditer(text)


@cache
def _is_other_script(language: str) -> bool:
    """Return whether a language is written in other letters than Latin ones."""
    return not any("a" <= char <= "z" for word in words(language).get("documents", {}).get("letter", ()) for char in word)


def _may_be_term(word: str) -> bool:
    return word not in _NO_TERMS and word.rstrip("s") not in _NO_TERMS and not _E13.fullmatch(word)


def _overlaps(place: tuple[int, int], others: Iterable[tuple[int, int]]) -> bool:
    return any(place[0] < end and start < place[1] for start, end in others)


def _announced(text: str, understood: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Yield the places of terms after words such as “experience with”, or before them, up to where something else is said."""
    cues = sorted(
        [(cue.start(), cue.end(), True) for cue in pattern("before", understood).finditer(text)]
        + [(cue.start(), cue.end(), False) for cue in pattern("after", understood).finditer(text)]
    )
    last = 0
    for start, end, is_before in cues:
        if start < last:
            continue
        if is_before:
            stop = _STOP.search(text[end:])
            yield from _listed(text[end : end + stop.start()] if stop else text[end:], end, understood)
        else:
            stops = [match.end() for match in _STOP.finditer(text[last:start])]
            begin = last + (stops[-1] if stops else 0)
            cuts = [match.end() for match in pattern("cut", understood).finditer(text[begin:start])]
            begin += cuts[-1] if cuts else 0
            yield from _listed(text[begin:start], begin, understood)
        last = end


def _listed(text: str, position: int, understood: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Yield the places of the terms of a list in words."""
    for part, start in _parts(text, understood):
        place = None if pattern("before", understood).search(part) else _trimmed(part, position + start, understood)
        if place and _is_short(part[place[0] - position - start : place[1] - position - start], _MOST_WORDS):
            yield place
        if pattern("cut", understood).search(part) or pattern("after", understood).search(part):
            break


def _bare(text: str, understood: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Yield the places of the terms of a bullet that only lists them."""
    for part, start in _parts(text.rstrip(".。"), understood):
        place = _trimmed(part, start, understood)
        if place and _is_short(part.strip(), _MOST_IN_BULLET):
            yield place


def _is_short(term: str, most: int) -> bool:
    """Return whether a term has few words, or few characters in a script without spaces."""
    key = key_of(term)
    single = sum(bool(WORD.fullmatch(word)) and len(word) == 1 and word >= "\u3041" for word in key)
    return 0 < len(key) - single <= most if not single else len(key) <= _MOST_CHARACTERS * most / _MOST_WORDS


@lru_cache(maxsize=64)
def _between(understood: tuple[str, ...]) -> re.Pattern[str]:
    joined = pattern("and", understood).pattern
    return re.compile(rf"\s*(?:{_SIGNS}|{joined})\s*", re.IGNORECASE)


def _parts(text: str, understood: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """Yield the items of a list in words, each with its place."""
    position = 0
    for sign in _between(understood).finditer(text):
        if sign.start() > position:
            yield text[position : sign.start()], position
        position = sign.end()
    if position < len(text):
        yield text[position:], position


def _trimmed(part: str, position: int, understood: tuple[str, ...]) -> tuple[int, int] | None:
    """Return the place of a term without what is said around it, or None if nothing is left."""
    cuts = (pattern(key, understood).search(part) for key in ("cut", "after"))
    end = min((cut.start() for cut in cuts if cut), default=len(part))
    said = list(re.finditer(r"[^\s]+", part[:end]))
    while said and _is_plain(said[0][0], understood):
        said.pop(0)
    while said and _is_plain(said[-1][0], understood):
        said.pop()
    if not said or (len(said) == 1 and (said[0][0] in _NO_TERMS or len(said[0][0]) == 1 and not said[0][0].isupper())):
        return None
    start, end = _without_plain(part, said[0].start(), said[-1].end(), understood)
    start, end = end - len(part[start:end].lstrip(_QUOTES)), start + len(part[start:end].rstrip(_QUOTES))
    return (position + start, position + end) if end > start else None


def _without_plain(part: str, start: int, end: int, understood: tuple[str, ...]) -> tuple[int, int]:
    """Return a place without plain words at its ends, in a language that has no spaces between words."""
    if words(understood[0]).get("ends") != "nowhere":
        return start, end
    plain = pattern("plain", understood[:1]).pattern
    before = re.match(rf"(?:{plain}|\s)*", part[start:end])
    start += before.end() if before else 0
    behind = re.search(rf"(?:{plain}|\s|[.。])*$", part[start:end])
    return start, end - (len(behind[0]) if behind else 0)


def _is_plain(word: str, understood: tuple[str, ...]) -> bool:
    return bool(pattern("plain", understood).fullmatch(word.strip(_QUOTES + "-–"))) or not any(char.isalnum() for char in word)
