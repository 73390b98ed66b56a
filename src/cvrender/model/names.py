"""Compare names of people, and find the profile's owner in author lists."""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from cvrender.model.fields import Author, Person
from cvrender.model.profile import Owner


@lru_cache(maxsize=4096)
def normalized_name(name: str) -> str:
    """Return a name for comparison: without case, accents, full stops and extra spaces; the order of words matters.

    Marks that make another letter in their script (kana, Devanagari) are kept.
    """
    folded = unicodedata.normalize("NFKD", name).casefold()
    letters = (char for char in folded if not "\u0300" <= char <= "\u036f")
    return " ".join("".join(char if unicodedata.category(char)[0] in "LMN" else " " for char in letters).split())


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
