"""Names in, whether they mean the same person out."""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from cvrender.model.fields import Author, Person
from cvrender.model.profile import Owner


@lru_cache(maxsize=4096)
def same_name(name: str) -> str:
    """A name as it is compared: without case, accents, full stops and needless blanks; the order of words counts.

    The marks of scripts in which another mark makes another letter (kana, Devanagari) stay.
    """
    folded = unicodedata.normalize("NFKD", name).casefold()
    letters = (char for char in folded if not "\u0300" <= char <= "\u036f")
    return " ".join("".join(char if unicodedata.category(char)[0] in "LMN" else " " for char in letters).split())


def owner_names(owner: Owner) -> frozenset[str]:
    """All the names that mean the profile's owner, ready to be compared."""
    names = (owner.name, owner.native, *owner.variants)
    return frozenset(same_name(name) for name in names if name) - {""}


def is_owner(person: Person, names: frozenset[str]) -> bool:
    """True when the whole name, its native form or a variant is one of the owner's names."""
    return any(same_name(name) in names for name in (person.name, person.native, *person.variants) if name)


def authorship(authors: Sequence[Author], names: frozenset[str]) -> frozenset[str]:
    """The owner's part in an author list: `any`, and as it applies `first`, `co-first`, `last`, `corresponding`.

    Who contributed equally with the first author, as one of the marked authors at the head of the list, is `co-first`.
    """
    place = next((index for index, author in enumerate(authors) if is_owner(author, names)), None)
    if place is None:
        return frozenset()
    parts = {"any"}
    parts |= {"first"} if place == 0 else set()
    parts |= {"last"} if place == len(authors) - 1 and place else set()
    parts |= {"corresponding"} if authors[place].corresponding else set()
    parts |= {"co-first"} if len(authors) > 1 and all(author.equal for author in authors[: max(place + 1, 2)]) else set()
    return frozenset(parts)
