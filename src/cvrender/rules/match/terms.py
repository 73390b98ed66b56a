"""Find the terms of a posting: what it asks for or mentions, in its own words. No term is made up."""

import re
from collections.abc import Iterable, Iterator

from cvrender.model.value import Value
from cvrender.rules.match.posting import RANKS, Posting, Rank, Sentence, pattern
from cvrender.rules.match.vocabulary import LONGEST, Key, Vocabulary, key_of

_LIST = re.compile(
    r"\s*(?:[,;:/]|(?<!\w)\(|(?<!\w\(\w)(?<!\w\(\w\w)\)"
    r"|\b(?:and|or|und|oder|sowie|et|ou|such as|including|like|e\.\s?g\.|z\.\s?B\.|wie|notamment)(?!\w))\s*",
    re.IGNORECASE,
)
_SHAPED = re.compile(
    r"(?<![\w@./-])(?:[A-Z][a-z]*[A-Z]\w*|[A-Z]{2,}s?|[a-z]+[A-Z]\w+|[A-Z][\w]*(?:\+\+|#)|[A-Z]\w*[0-9]\w*)"
    r"(?:\(\w{1,2}\))?(?![\w@])"
)
"""Words that look like the name of a tool or a method: with capitals inside, of capitals only, with a digit or with signs."""
_ACRONYM = re.compile(r"(?<=[^\W\d_]) \((?P<acronym>[A-Z][A-Za-z]*[A-Z])s?\)")
_NO_TERMS = frozenset(
    "PhD Ph MSc BSc MA BA MS BS MD CV PDF EU UK US USA TV-L TVL TVöD UTC CET EUR USD GBP CHF DIN ISO ID FTE HR PI Dr Prof ERC "
    "DFG NSF NIH GmbH AG LLC Inc e.V CET AM PM OK FAQ WWW URL II III IV DEI EDI COVID FH PostDoc GPA".split()
)
_MOST_WORDS = 4
_E13 = re.compile(r"[EWAS]\s?\d{1,2}")  # pay grades


class Term(Value, frozen=True):
    """A term in the words of the posting, with its line. `meanings` are the words that mean the same, itself first."""

    text: str
    rank: Rank
    line: int
    key: Key
    meanings: tuple[str, ...]


def find_terms(posting: Posting, vocabulary: Vocabulary) -> list[Term]:
    """Return the terms in the order of the posting, those that are required first, each once with its highest rank."""
    best: dict[Key, Term] = {}
    for sentence in posting.sentences:
        if sentence.of_employer or (sentence.applying and sentence.rank == "mentioned"):
            continue
        for text in _in_sentence(sentence, vocabulary):
            key = vocabulary.same(text)
            known = best.get(key)
            if known is None or RANKS.index(sentence.rank) < RANKS.index(known.rank):
                best[key] = Term(text, sentence.rank, sentence.line, key, vocabulary.meanings(text))
    terms = list(best.values())
    return sorted(terms, key=lambda term: (RANKS.index(term.rank), term.line))


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


def _in_sentence(sentence: Sentence, vocabulary: Vocabulary) -> Iterator[str]:
    """Yield the terms of a sentence in their order: known ones, and in what is asked for also those that its words announce."""
    text = sentence.text
    places = list(vocabulary.within(text))
    if sentence.rank != "mentioned":
        places += [place for place in _announced(text) if not _overlaps(place, places)]
        shaped = (match.span() for match in _SHAPED.finditer(text) if _may_be_term(match[0]))
        places += [place for place in shaped if not _overlaps(place, places)]
    for start, end in sorted(places):
        is_open = text.count("(", start, end) > text.count(")", start, end) and text[end : end + 1] == ")"
        yield text[start : end + is_open]


def _may_be_term(word: str) -> bool:
    return word not in _NO_TERMS and word.rstrip("s") not in _NO_TERMS and not _E13.fullmatch(word)


def _overlaps(place: tuple[int, int], others: Iterable[tuple[int, int]]) -> bool:
    return any(place[0] < end and start < place[1] for start, end in others)


def _announced(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of terms after words such as “experience with”, up to where something else is said."""
    for cue in pattern("before").finditer(text):
        rest = text[cue.end() :]
        stop = re.search(r"[.!?](?:\s|$)|;", rest)
        rest = rest[: stop.start()] if stop else rest
        position = cue.end()
        for part, start in _parts(rest):
            place = None if pattern("before").search(part) else _trimmed(part, position + start)  # which announces its own
            if place and 0 < len(key_of(text[place[0] : place[1]])) <= min(_MOST_WORDS, LONGEST):
                yield place
            if pattern("cut").search(part):
                break


def _parts(text: str) -> Iterator[tuple[str, int]]:
    """Yield the items of a list in words, each with its place."""
    position = 0
    for sign in _LIST.finditer(text):
        if sign.start() > position:
            yield text[position : sign.start()], position
        position = sign.end()
    if position < len(text):
        yield text[position:], position


def _trimmed(part: str, position: int) -> tuple[int, int] | None:
    """Return the place of a term without what is said around it, or None if nothing is left."""
    cut = pattern("cut").search(part)
    end = cut.start() if cut else len(part)
    words = list(re.finditer(r"[^\s]+", part[:end]))
    while words and _is_plain(words[0][0]):
        words.pop(0)
    while words and _is_plain(words[-1][0]):
        words.pop()
    if not words or (len(words) == 1 and (words[0][0] in _NO_TERMS or len(words[0][0]) == 1 and not words[0][0].isupper())):
        return None
    return position + words[0].start(), position + words[-1].end()


def _is_plain(word: str) -> bool:
    return bool(pattern("plain").fullmatch(word.strip("“”\"'’‘-–"))) or not any(char.isalnum() for char in word)
