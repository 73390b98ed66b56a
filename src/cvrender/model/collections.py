"""A collection's name in, what its entries are out."""

from functools import lru_cache
from typing import get_args

from cvrender.model.entries import CustomEntry, Entry
from cvrender.model.profile import Profile

KINDS = {
    "news": "news",
    "positions": "position",
    "education": "education",
    "publications": "publication",
    "systems": "system",
    "patents": "patent",
    "talks": "talk",
    "teaching": "teaching",
    "advising": "advising",
    "awards": "award",
    "grants": "grant",
    "service": "service",
    "press": "press",
    "memberships": "membership",
    "skills": "skill",
    "languages": "language",
    "references": "reference",
    "custom": "custom",
}
"""The name of one entry of each collection, by which a style's patterns go."""

DERIVED = frozenset({"year", "authorship", "employer"})
"""What a filter can ask about beside an entry's own fields."""


@lru_cache(maxsize=64)
def entry_model(collection: str) -> type[Entry]:
    """The class of a collection's entries."""
    if collection == "custom":
        return CustomEntry
    model: type[Entry] = get_args(Profile.model_fields[collection].annotation)[0]
    return model


@lru_cache(maxsize=64)
def filter_fields(collection: str) -> frozenset[str]:
    """The names that `where` and `sort` know for a collection; none for what is no list of entries."""
    if collection not in KINDS:
        return frozenset()
    return frozenset(entry_model(collection).model_fields) | DERIVED
