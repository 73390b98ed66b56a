"""Find terms in a profile: in what a view shows, and in what it does not."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from cvrender.compose.select import select
from cvrender.load.library import BUILT_IN, NamedView, find_view
from cvrender.model.annotations import is_printed
from cvrender.model.base import Model, fields_of
from cvrender.model.fields import Link, Localized, Person
from cvrender.model.kinds import Entry, Service
from cvrender.model.profile import Profile
from cvrender.model.value import Value, replace
from cvrender.model.view import Selection
from cvrender.rules.match.posting_words import has_stems
from cvrender.rules.match.terms import Term
from cvrender.rules.match.vocabulary import is_in, key_of, tokens
from cvrender.text.markup import inline

_NAMES = ("title", "name", "topic", "organization", "institution", "language", "outlet", "role", "text")
COMPOUNDING = frozenset({"de", "nl", "sv"})
"""Languages that write compounds as one word."""
_PART = 5  # letters of a part of a compound, which are enough to know it
_SHORTENED = re.compile(r"([^\W\d_]{3,})-(?=,?(?: [^\W\d_]+-,?)* (?:und|oder|sowie|bzw\.|en|of|och|eller) ([^\W\d_]+))")
"""A compound whose end is written once for several: `Arbeits- und Sozialrecht`."""
_SHORTEST_END = 4
_NOT_SEARCHED = frozenset({"url", "doi", "arxiv", "page", "number", "date", "start", "end"})


class TermPlace(Value, frozen=True):
    """An entry that holds a term: its field, what names it, the word for the term, and whether the view shows it there."""

    path: str
    label: str
    word: str
    shown: bool


class MatchedTerm(Value, frozen=True):
    """A term with the entries that hold it."""

    term: Term
    entries: tuple[TermPlace, ...]

    @property
    def status(self) -> str:
        """`found` if the view shows it, `hidden` if only other entries hold it, else `absent`."""
        return "found" if any(entry.shown for entry in self.entries) else "hidden" if self.entries else "absent"


class Searched(Value, frozen=True):
    """A part of a profile with the words of its texts, as they are (under an empty text) and their stems by language."""

    path: str
    label: str
    entry: Entry | None
    words: dict[str, list[str]]


def everything(profile: Profile, language: str) -> Selection:
    """Return all that a profile holds, whatever is withheld."""
    full = find_view("full", library=BUILT_IN)
    return select(profile, replace(full, view=replace(full.view, privacy="full")), {}, language=language)


def search(
    profile: Profile, named: NamedView, language: str, terms: Sequence[Term], understood: tuple[str, ...] = ()
) -> list[MatchedTerm]:
    """Return where each term is in a profile, in a language that joins words also within longer words and in its parts.

    `language` is that of the view, unless it is empty; `understood` are those of the posting.
    """
    own = language or named.view.language or profile.language
    compounds = next(iter(understood), "") in COMPOUNDING
    stemming = [code for code in dict.fromkeys((*understood, profile.language, own)) if has_stems(code)]
    shown = {part.path: part for part in parts(select(profile, named, {}, language=language), stemming)}
    every = list(parts(everything(profile, own), stemming))
    matched = []
    for term in terms:
        places = []
        for part in every:
            if word := _word(term, part.words, compounds):
                visible = part.path in shown and bool(_word(term, shown[part.path].words, compounds))
                places.append(TermPlace(part.path, part.label, word, visible))
        matched.append(MatchedTerm(term, tuple(places)))
    return matched


def _word(term: Term, words: dict[str, list[str]], compounds: bool) -> str:
    """Return the word for a term that a text has, or an empty text."""
    for meaning, language in term.meanings:
        for form, said in words.items():
            if form in ("", language) or not language:
                key = key_of(meaning, form)
                if key and is_in(key, said):
                    return meaning
    key = key_of(term.text)
    return _in_compounds(key[0], words[""]) if compounds and len(key) == 1 else ""


def _in_compounds(term: str, words: list[str]) -> str:
    """Return the compound that begins or ends with a term, or the two words that it is a compound of, or an empty text."""
    long = [word for word in dict.fromkeys(words) if len(word) >= _PART]
    if len(term) >= _PART:
        for word in long:
            if len(word) >= len(term) + _PART - 1 and (word.endswith(term) or word.startswith(term)):
                return word
        for first in long:
            rest = term.removeprefix(first)
            if rest != term and (last := next((word for word in long if word != first and _ends(rest, word)), "")):
                return f"{first} … {last}"
    return ""


def _ends(rest: str, word: str) -> bool:
    """Return whether the end of a compound is a word, perhaps after a letter or two that join it."""
    return rest.endswith(word) and rest[: -len(word)] in ("", "s", "es", "n", "en", "er")


def parts(selection: Selection, stemming: Sequence[str] = ()) -> Iterator[Searched]:
    """Yield what a selection shows: the headline, texts, and entries, with stems of some languages."""
    headline = str(selection.profile.person.headline or "")
    if headline:
        yield _part("person.headline", "", None, [headline], stemming)
    for section in selection.sections:
        texts = [
            *section.texts,
            *(cell for row in section.rows for cell in row),
            *(str(bullet.text) for bullet in section.bullets),
        ]
        if any(texts):
            yield _part(section.source, section.title, None, texts, stemming)
        for item in section.entries:
            yield _part(item.source, _label(item.entry), item.entry, texts_of(item.entry), stemming)


def name_field(entry: Entry) -> str:
    """Return the field that names an entry, or an empty text. Of service it is the venue, since roles are the same for many."""
    if isinstance(entry, Service):
        return "venue"
    return next((name for name in _NAMES if isinstance(getattr(entry, name, None), str | Localized)), "")


def fields_by_name(model: Model) -> list[str]:
    """Return the names of the fields of a model."""
    return [field.name for field in fields_of(type(model)).values()]


def name_value(entry: Entry) -> str:
    """Return what names an entry, as inline Markdown."""
    value = getattr(entry, name_field(entry), "") if name_field(entry) else ""
    return str(getattr(value, "name", value))


def _label(entry: Entry) -> str:
    return inline(name_value(entry)).plain


def _part(path: str, label: str, entry: Entry | None, texts: Iterable[str], stemming: Sequence[str]) -> Searched:
    words: dict[str, list[str]] = {form: [] for form in ("", *stemming)}
    for text in texts:
        plain = inline(text).plain
        for form, said in words.items():
            said += [word for word, _, _ in tokens(plain, form)]
            said.append("\n")  # no term goes over the end of a text
        words[""] += chain.from_iterable((word, "\n") for word in _written_out(plain))
    return Searched(path, label, entry, words)


def _written_out(text: str) -> Iterator[str]:
    """Yield what the shortened compounds of a text may mean: each with every end of the whole one, of which one is a word."""
    for match in _SHORTENED.finditer(text):
        first, whole = match[1].casefold(), match[2].casefold()
        yield from (key_of(first + whole[cut:])[0] for cut in range(1, len(whole) - _SHORTEST_END + 1))


def texts_of(value: Any) -> Iterator[str]:
    """Yield the printed texts of an entry, without names of people, links and identifiers."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Localized):
        yield from (text for _, text in value.texts)
    elif isinstance(value, tuple):
        for item in value:
            yield from texts_of(item)
    elif isinstance(value, Model) and not isinstance(value, Person | Link):
        for field in fields_of(type(value)).values():
            if field.name not in _NOT_SEARCHED and is_printed(field.type):
                yield from texts_of(getattr(value, field.name))


def own_words(profile: Profile) -> Iterator[str]:
    """Yield what a profile calls its skills, languages, interests and systems."""
    for skill in profile.skills:
        yield from texts_of((skill.name, skill.items))
    for language in profile.languages:
        yield from texts_of(language.language)
    for interest in profile.interests:
        yield from texts_of(interest.text)
    for system in profile.systems:
        yield from texts_of(system.name)
