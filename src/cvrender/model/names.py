"""Compare names of people, and find the profile's owner in author lists."""

import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from cvrender.model.base import Model, fields_of
from cvrender.model.fields import Author, Person
from cvrender.model.kinds import KINDS
from cvrender.model.name_parts import Name, divided, is_east_asian, parts_of
from cvrender.model.profile import Owner, Profile
from cvrender.model.value import replace


@lru_cache(maxsize=4096)
def normalized_name(name: str) -> str:
    """Return a name for comparison: without case, accents, full stops and extra spaces; the order of words matters.

    Marks that make another letter in their script (kana, Devanagari) are kept. Spaces in ideographs, kana and Hangul are not.
    """
    folded = unicodedata.normalize("NFKD", name).casefold()
    letters = (char for char in folded if not "\u0300" <= char <= "\u036f")
    words = " ".join("".join(char if unicodedata.category(char)[0] in "LMN" else " " for char in letters).split())
    return words.replace(" ", "") if is_east_asian(unicodedata.normalize("NFC", words)) else words


def owner_names(owner: Owner | Person) -> frozenset[str]:
    """Return all normalized names of the profile's owner."""
    names = (owner.name, owner.native, *owner.variants)
    return frozenset(normalized_name(name) for name in names if name) - {""}


def is_owner(person: Person, names: frozenset[str]) -> bool:
    """Return whether the name, the native form or a variant is one of the owner's names."""
    return any(normalized_name(name) in names for name in (person.name, person.native, *person.variants) if name)


def authorship(authors: Sequence[Author], names: frozenset[str]) -> frozenset[str]:
    """Return the owner's role in an author list: `any`, and where it applies `first`, `co-first`, `last` and `corresponding`.

    `co-first` means that all authors up to the owner are marked as equal contributors. Of a group, it is the roles of all.
    """
    positions = [index for index, author in enumerate(authors) if is_owner(author, names)]
    if not positions:
        return frozenset()
    roles = {
        "any": True,
        "first": positions[0] == 0,
        "last": 0 < positions[-1] == len(authors) - 1,
        "corresponding": any(authors[position].corresponding for position in positions),
        "co-first": len(authors) > 1 and all(author.equal for author in authors[: max(positions[0] + 1, 2)]),
    }
    return frozenset(role for role, applies in roles.items() if applies)


def parts_of_person(person: Owner | Person) -> Name:
    """Return the parts of a person's name."""
    return parts_of(person.name, person.family, person.variants)


def with_family_names(profile: Profile) -> Profile:
    """Return a profile whose lists of people have the family names that it says of its owner and in `people`."""
    known: dict[str, str] = {}
    people: tuple[Owner | Person, ...] = (profile.person, *profile.people)
    for person in people:
        name = parts_of_person(person)
        if name.given and name != parts_of(person.name):
            known |= dict.fromkeys(owner_names(person), name.last)
    if not known:
        return profile
    return replace(profile, **{name: _with_families(getattr(profile, name), known) for name in ("person", *KINDS)})


def _with_families(value: Any, known: Mapping[str, str]) -> Any:
    """Return a value of a profile, in which each person with a known name has the family name, if that is in the name."""
    if isinstance(value, tuple):
        return tuple(_with_families(item, known) for item in value)
    if not isinstance(value, Model):
        return value
    changed = {}
    for field in fields_of(type(value)).values():
        old = getattr(value, field.name)
        if isinstance(old, tuple | Model) and (new := _with_families(old, known)) != old:
            changed[field.name] = new
    if isinstance(value, Owner | Person) and not value.family:
        family = known.get(normalized_name(value.name), "")
        if family and divided(value.name, family):
            changed["family"] = family
    return replace(value, **changed)
