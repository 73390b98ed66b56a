"""Hide who a profile is about: name, contacts, photo, identifiers, ids, own pages, and the name in author lists and texts."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from cvrender.model.annotations import is_printed
from cvrender.model.base import Model, fields_of
from cvrender.model.citations import CITATION
from cvrender.model.expressions import expression
from cvrender.model.fields import Link, Localized, Person
from cvrender.model.kinds import KINDS, Entry
from cvrender.model.name_parts import SUFFIXES, Name, parts_of
from cvrender.model.names import is_owner, owner_names
from cvrender.model.profile import Owner, Profile
from cvrender.model.value import replace
from cvrender.model.view import SelectedSection

NAME = "A. Author"
"""The name that is shown instead. In lists of people, the place in the list follows it: `A. Author 3`."""

_OF_EAST_ASIA = expression("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{3,}")
_SHORTEST = 4  # letters of a name by which a link is that of an own page
_GENDER = re.compile(r"(?<!\w)(?:she|he|her|his|hers|him|herself|himself|Mr|Mrs|Ms)(?!\w)", re.IGNORECASE)


class Anonymizer:
    """Replaces one person's name."""

    def __init__(self, person: Owner) -> None:
        self.person = person
        self.names = owner_names(person)
        self.pattern = re.compile("|".join(sorted(_forms(person), key=len, reverse=True)), re.IGNORECASE)
        self.shown: dict[str, None] = {}
        addresses = [str(link.value) for link in person.links]
        users = [email.value.partition("@")[0] for email in person.emails]
        words = [word for name in (person.name, *users) for word in re.findall(r"[^\W\d_]+", name) if len(word) >= _SHORTEST]
        self.own = tuple(text.casefold() for text in (*map(_bare, addresses), *words))

    def profile(self, profile: Profile) -> Profile:
        """Return the profile without what tells who the person is. Fields of the person that are not known here are left out.

        The texts of `profile` are those of one language.
        """
        changed = {name: self.value(getattr(profile, name), name) for name in ("bio", "narratives", *KINDS)}
        person = profile.person
        headline = self.value(person.headline, "headline")
        shown = Owner(name=NAME, variants=tuple(self.shown), headline=headline, credentials=person.credentials)
        return replace(profile, person=shown, people=(), **changed)

    def value(self, value: Any, field: str = "") -> Any:
        """Return a value of a profile without the name."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Localized):
            return Localized(tuple((language, self.text(text)) for language, text in value.texts))
        if isinstance(value, tuple):
            kept = (item for item in value if not (isinstance(item, Link) and self._is_own(item.url)))
            return tuple(
                self._named(item, index) if isinstance(item, Person) else self.value(item) for index, item in enumerate(kept, 1)
            )
        if isinstance(value, dict):
            return {key: self.value(item) for key, item in value.items()}
        return self._model(value) if isinstance(value, Model) else value

    def text(self, text: str) -> str:
        """Return a text with another name."""
        return self.pattern.sub(NAME, text)

    def _named(self, person: Person, index: int) -> Person:
        if not is_owner(person, self.names):
            return person
        name = f"{NAME} {index}"
        self.shown[name] = None
        return replace(person, name=name, family=None, native=None, variants=(f"Author {index}, A.",))

    def _model(self, model: Model) -> Model:
        changed: dict[str, Any] = {}
        for field in fields_of(type(model)).values():
            old = getattr(model, field.name)
            if old is None or old == () or not (is_printed(field.type) or isinstance(old, tuple)):
                continue
            if field.name == "url":
                new = None if self._is_own(str(old)) and isinstance(model, Entry) else old
            else:
                new = self.value(old, field.name)
            if new is not old:
                changed[field.name] = new
        return replace(model, **changed)

    def _is_own(self, url: str) -> bool:
        """Return whether a link leads to a page whose address tells who the person is."""
        return any(part in url.casefold() for part in self.own)


def _bare(address: str) -> str:
    return re.sub(r"^https?://(www\.)?", "", address).rstrip("/")


def _forms(person: Owner) -> Iterator[str]:
    """Yield expressions for the ways of writing a name: whole, with initials, and with the family name first."""
    for name in filter(None, (person.name, person.native, *person.variants)):
        before, comma, after = name.partition(",")
        parts = Name(before.strip(), after.strip()) if comma else parts_of(name, person.family, person.variants)
        if not str(parts):
            continue
        spaced = r"[\s\u00a0]+"
        first, last = [re.escape(word) for word in parts.given.split()], spaced.join(map(re.escape, parts.last.split()))
        ways = [spaced.join((*first, last))]
        if parts.family_first:
            ways += [spaced.join((last, *first)), last + "".join(first)]
        if first:
            initials = r"[\s\u00a0]*".join(rf"{re.escape(word[0])}\." for word in parts.given.split())
            ways += [rf"{last},{spaced}{spaced.join(first)}", rf"{initials}[\s\u00a0]*{last}", rf"{last},{spaced}{initials}"]
            ways += [rf"{first[0]}{spaced}{last}"]
        yield from (rf"(?<!\w){way}(?!\w)" if name.isascii() else way for way in ways)


def without_ids(section: SelectedSection) -> SelectedSection:
    """Return a section whose entries have no ids, since an id such as `zhang2021` becomes a key and an anchor."""
    groups = tuple(
        replace(group, entries=tuple(replace(item, entry=replace(item.entry, id=None)) for item in group.entries))
        for group in section.groups
    )
    return replace(section, groups=groups)


def revealing_texts(
    person: Owner, headline: str, sections: Sequence[SelectedSection], language: str
) -> Iterator[tuple[str, str]]:
    """Yield fields that may still tell who it is, each with a word of the name, an address of an own page, or a gender.

    Names of other people are not searched.
    """
    words = _name_words(person)
    name = re.compile("|".join(words)) if words else None
    own = [*map(re.escape, Anonymizer(person).own), *(rf"(?<![^\W\d_]){word}(?![^\W\d_])" for word in _cased(person))]
    telling = re.compile("|".join(own), re.IGNORECASE) if own else None
    for source, text in (("person.headline", headline), *_texts_of(sections)):
        revealing = [match for match in _ADDRESS.findall(text) if telling and _tells(match, telling)]
        for match in revealing:
            text = text.replace(match, " ")
        revealing += [match[0] for match in name.finditer(text)] if name else []
        if not revealing and language.startswith("en") and _PROSE.search(source) and (gender := _GENDER.search(text)):
            revealing = [gender[0]]
        yield from ((source, word) for word in dict.fromkeys(revealing))


def _tells(address: str, telling: re.Pattern[str]) -> bool:
    """Return whether an address has a word of the name; a short one in a DOI is letters like others."""
    least = _SHORTEST if _IN_DOI.search(address) else 1
    return any(len(match[0]) >= least for match in telling.finditer(address))


_IN_DOI = re.compile(r"(?<!\d)10\.\d{4,}/")
_ADDRESS = re.compile(r"[^\s()<>\[\]]*[./@][^\s()<>\[\]]+")
_PROSE = re.compile(r"(?:\.note|\.text|\.summary|^bio|^narratives\.[^.]+|^custom\[\d+\]|^person\.headline)$|highlights\[\d+\]")
"""The fields in which a person is spoken of."""


def _cased(person: Owner) -> list[str]:
    """Return the words of the name in letters with capitals: no initials, no particles, no suffixes."""
    names = " ".join(filter(None, (person.name, person.native, *person.variants)))
    words = [word for word in re.findall(r"[^\W\d_]+(?:[-‐’'][^\W\d_]+)*", names) if len(word) > 1 and word[0].isupper()]
    return [re.escape(word) for word in dict.fromkeys(words) if word.casefold() not in SUFFIXES]


def _name_words(person: Owner) -> list[str]:
    """Return expressions for each word of the name, also within a compound such as “ZhangNet”.

    A name of East Asia without a space may be divided anywhere.
    """
    cased = [rf"(?<![^\W_]){form}(?![^\W\d_A-Z])" for word in _cased(person) for form in dict.fromkeys((word, word.upper()))]
    parts = (parts_of(name, person.family, person.variants) for name in (person.name, person.native) if name)
    other = [word for name in parts for word in (name.family, name.given) if len(word) > 1 and not word[0].isupper()]
    undivided = [word for word in other if _OF_EAST_ASIA.fullmatch(word)]
    other += [part for word in undivided for cut in range(1, len(word)) for part in (word[:cut], word[cut:]) if len(part) > 1]
    return [*cased, *(re.escape(word) for word in dict.fromkeys(other) if not word.isascii())]


def _texts_of(sections: Sequence[SelectedSection]) -> Iterator[tuple[str, str]]:
    """Yield the texts of sections with their fields, but no names of people."""
    for section in sections:
        head = (
            section.title,
            section.part,
            section.intro,
            *(CITATION.sub(" ", text) for text in section.texts),
            *section.columns,
            *sum(section.rows, ()),
        )
        yield section.source, "\n".join((*head, *(group.title or group.key for group in section.groups)))
        yield from _texts_in(section.bullets, f"{section.source}.highlights")
        for item in section.entries:
            yield from _texts_in(item.entry, item.source)


def _texts_in(value: Any, source: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield source, value
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _texts_in(item, f"{source}[{index}]")
    elif isinstance(value, Model) and not isinstance(value, Person):
        for field in fields_of(type(value)).values():
            old = getattr(value, field.name)
            if field.name in ("url", "links") or is_printed(field.type):
                yield from _texts_in(old, f"{source}.{field.name}")
