"""Find terms in a profile: in what a view shows, and in what it does not."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cvrender.compose.markup import inline
from cvrender.library import BUILT_IN, NamedView, find_view
from cvrender.matching.terms import Term
from cvrender.matching.vocabulary import is_in, key_of, tokens
from cvrender.model.annotations import is_printed
from cvrender.model.base import Model, fields_of
from cvrender.model.fields import Link, Localized, Person
from cvrender.model.kinds import Entry, Service
from cvrender.model.profile import Profile
from cvrender.model.value import Value, replace
from cvrender.model.view import Selection
from cvrender.select import select

_NAMES = ("title", "name", "topic", "organization", "institution", "language", "outlet", "role", "text")
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
    """A part of a profile with the words of its texts."""

    path: str
    label: str
    entry: Entry | None
    words: list[str]


def everything(profile: Profile, language: str) -> Selection:
    """Return all that a profile holds, whatever is withheld."""
    full = find_view("full", library=BUILT_IN)
    return select(profile, replace(full, view=replace(full.view, privacy="full")), {}, language=language)


def search(profile: Profile, named: NamedView, language: str, terms: Sequence[Term]) -> list[MatchedTerm]:
    """Return where each term is in a profile. `language` is that of the view, unless it is empty."""
    shown = list(parts(select(profile, named, {}, language=language)))
    seen = {part.path: part for part in shown}
    every = list(parts(everything(profile, language or named.view.language or profile.language)))
    made = []
    for term in terms:
        found = []
        for part in every:
            if word := _word(term, part.words):
                visible = part.path in seen and bool(_word(term, seen[part.path].words))
                found.append(TermPlace(part.path, part.label, word, visible))
        made.append(MatchedTerm(term, tuple(found)))
    return made


def _word(term: Term, words: list[str]) -> str:
    """Return the word for a term that a text has, or an empty text."""
    return next((meaning for meaning in term.meanings if (key := key_of(meaning)) and is_in(key, words)), "")


def parts(selection: Selection) -> Iterator[Searched]:
    """Yield what a selection shows: the headline, texts, and entries."""
    headline = str(selection.profile.person.headline or "")
    if headline:
        yield _part("person.headline", "", None, [headline])
    for section in selection.sections:
        texts = [
            *section.texts,
            *(cell for row in section.rows for cell in row),
            *(str(bullet.text) for bullet in section.bullets),
        ]
        if any(texts):
            yield _part(section.source, section.title, None, texts)
        for item in section.entries:
            yield _part(item.source, _label(item.entry), item.entry, texts_of(item.entry))


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


def _part(path: str, label: str, entry: Entry | None, texts: Iterable[str]) -> Searched:
    words: list[str] = []
    for text in texts:
        words += [word for word, _, _ in tokens(inline(text).plain)]
        words.append("\n")  # no term goes over the end of a text
    return Searched(path, label, entry, words)


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
