"""Hide who a profile is about: name, contacts, photo, identifiers, own pages, and the name in author lists and texts."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from cvrender.model.annotations import is_printed
from cvrender.model.base import Model, fields_of
from cvrender.model.fields import Link, Localized, Person
from cvrender.model.kinds import KINDS, Entry
from cvrender.model.names import is_owner, owner_names
from cvrender.model.profile import Owner, Profile
from cvrender.model.value import replace
from cvrender.model.view import SelectedSection

NAME = "A. Author"
"""The name that is shown instead. In lists of people, the place in the list follows it: `A. Author 3`."""

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
        """Return the profile without what tells who the person is. Fields of the person that are not known here are left out."""
        changed = {name: self.value(getattr(profile, name), name) for name in ("bio", "narratives", *KINDS)}
        person = self.person
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
        return replace(person, name=name, native=None, variants=(f"Author {index}, A.",))

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
        family, comma, given = name.partition(",")
        words = [*given.split(), *family.split()] if comma else name.split()
        if not words:
            continue
        *first, last = map(re.escape, words)
        spaced = r"[\s\u00a0]+"
        ways = [spaced.join((*first, last))]
        if first:
            initials = r"[\s\u00a0]*".join(rf"{re.escape(word[0])}\." for word in words[:-1])
            ways += [rf"{last},{spaced}{spaced.join(first)}", rf"{initials}[\s\u00a0]*{last}", rf"{last},{spaced}{initials}"]
            ways += [rf"{first[0]}{spaced}{last}"]
        yield from (rf"(?<!\w){way}(?!\w)" if name.isascii() else way for way in ways)


def revealing_texts(person: Owner, sections: Sequence[SelectedSection], language: str) -> Iterator[tuple[str, str]]:
    """Yield fields of texts that may still tell the family name or the gender, each with the word."""
    family = re.escape(person.name.split()[-1])
    words = re.compile(rf"(?<!\w){family}(?!\w)")
    for section in sections:
        texts = [(section.source, text) for text in section.texts]
        for item in section.entries:
            texts += [(f"{item.source}.{name}", text) for name, text in _prose(item.entry)]
        for source, text in texts:
            if found := words.search(text) or (_GENDER.search(text) if language.startswith("en") else None):
                yield source, found[0]


def _prose(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield the texts of an entry in which a person is spoken of: notes and bullets, but no titles and names."""
    if entry.note:
        yield "note", str(entry.note)
    for index, bullet in enumerate(entry.highlights):
        yield f"highlights[{index}]", str(bullet.text)
    if text := getattr(entry, "text", None):
        yield "text", str(text)
