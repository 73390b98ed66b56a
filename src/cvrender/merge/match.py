"""Find the entry of a profile that an imported entry is about."""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cvrender.formats.values.same_work import (
    author_name,
    contradictions,
    is_same_author,
    is_similar_title,
    plain_text,
    text_in,
    title_key,
    venue_names,
)
from cvrender.load.locations import Location
from cvrender.model.convert import DataPath
from cvrender.model.identifier_table import WORK_IDS
from cvrender.model.names import normalized_name

WORKS = frozenset({"publications", "patents"})
DISTINCTIVE = 4
"""How many words a title has that hardly two works have."""
SIMILAR_TITLE = "similar title, same first author and year"
CANDIDATES = 50
"""How many entries are compared that share an identifying value."""

_OTHER_NUMBERS = [key for key in WORK_IDS if key not in ("doi", "isbn", "issn", "nct")]
"""Identifiers by which works are the same if a DOI or a title does not tell: several works may share a book, journal or trial."""

_IDENTITY = {
    "education": ("institution", "degree", "field"),
    "positions": ("organization", "title"),
    "awards": ("title", "issuer"),
    "talks": ("title", "topic", "event"),
    "service": ("role", "venue", "organization"),
    "teaching": ("role", "code", "title"),
    "grants": ("title", "number"),
    "memberships": ("organization", "role"),
    "systems": ("name",),
    "skills": ("name",),
    "languages": ("language",),
    "references": ("name",),
    "interests": ("text",),
    "advising": ("name",),
    "press": ("outlet", "title"),
    "news": ("text",),
    "custom": ("title",),
}
"""The fields that say which entry it is. Their times tell apart entries that are equal in them."""


@dataclass
class Known:
    """An entry of the profile, or one that an earlier file adds: its path, and its values so far.

    `origins` says where values come from that are not in the profile yet.
    """

    path: DataPath
    data: dict[str, Any]
    is_new: bool = False
    origins: dict[str, Location] = field(default_factory=dict)
    taken_by: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Match:
    """An entry that was found, and why. A `twin` is another form of the work, such as its preprint."""

    known: Known
    reason: str
    twin: bool = False


def is_preprint(work: Mapping[str, Any]) -> bool:
    """Return whether a publication is a preprint."""
    return work.get("type") == "article"


def are_twins(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether one of two works is a preprint and the other one is published. Of a `document`, nothing is known."""
    return is_preprint(one) != is_preprint(other) and "document" not in (one.get("type"), other.get("type"))


def years(entry: Mapping[str, Any]) -> str:
    """Return the year in which an entry begins, or "" if it does not say."""
    when = entry.get("date", entry.get("start", ""))
    year = re.search(r"[0-9]{4}", str(when[0] if isinstance(when, list) and when else when))
    return year[0] if year else ""


class EntryMatcher:
    """The entries of one collection, found by what identifies them. Every file may match an entry once."""

    def __init__(self, collection: str) -> None:
        self.collection = collection
        self.index: dict[Hashable, list[Known]] = defaultdict(list)
        self.file = 0

    def add(self, known: Known) -> None:
        """Add an entry."""
        for key, reason in self._keys(known.data):
            if not (known.is_new and reason == SIMILAR_TITLE):
                self.index[key].append(known)

    def find(self, entry: Mapping[str, Any]) -> Match | None:
        """Return the entry that this one is about, and take it for this file."""
        for key, reason in self._keys(entry):
            candidates = self.index.get(key, [])[:CANDIDATES]
            match = next((known for known in candidates if self._fits(known, entry, reason)), None)
            if match:
                match.taken_by.add(self.file)
                return Match(match, reason)
        return self._twin(entry) if self.collection in WORKS else None

    def _fits(self, known: Known, entry: Mapping[str, Any], reason: str) -> bool:
        if self.collection not in WORKS:
            return self.file not in known.taken_by
        if reason == "same DOI":
            return _can_share_doi(known.data, entry)
        if self.file in known.taken_by or _has_other_doi(known.data, entry):
            return False
        if reason == "same title":
            return _can_be_one(known.data, entry)
        return not are_twins(known.data, entry) and any(
            is_similar_title(one, other) for one in _titles(known.data) for other in _titles(entry)
        )

    def clash(self, entry: Mapping[str, Any]) -> Known | None:
        """Return an entry that has the DOI of this one, though it is another work."""
        keys = [key for key, reason in self._keys(entry) if reason == "same DOI"] if self.collection in WORKS else []
        return next((known for key in keys for known in self.index.get(key, ()) if known.data is not entry), None)

    def _twin(self, entry: Mapping[str, Any]) -> Match | None:
        """Find another form of a work: the same title or arXiv number, one of them a preprint, or as a service says."""
        for number, reason in getattr(entry, "preprints", {}).items():
            keys = [key for key, _ in _numbers({"doi": number, "arxiv": number}, ("doi", "arxiv"), "")]
            for known in (known for key in keys for known in self.index.get(key, ())):
                if are_twins(known.data, entry):
                    return Match(known, reason, twin=True)
        for key, reason in self._keys(entry):
            for known in self.index.get(key, [])[:CANDIDATES]:
                if reason in ("same title", "same arXiv number") and are_twins(known.data, entry):
                    return Match(known, reason, twin=True)
        return None

    def _keys(self, entry: Mapping[str, Any]) -> Iterator[tuple[Hashable, str]]:
        if self.collection in WORKS:
            yield from _work_keys(entry)
        else:
            yield from _entry_keys(self.collection, entry)


def _work_keys(work: Mapping[str, Any]) -> Iterator[tuple[Hashable, str]]:
    """Yield what identifies a work, the most certain first."""
    title, year, kind = _title(work), years(work), work.get("type", "")
    yield from _numbers(work, ("doi",), "same DOI")
    for name in sorted({plain_text(name).casefold() for name in venue_names(work.get("venue"))}):
        yield ("part", title, year, name, str(work.get("volume")), str(work.get("issue")), str(work.get("page"))), "same title"
        yield ("exact", title, year, kind, name), "same title"
    yield ("type", title, year, kind), "same title"
    yield ("year", title, year), "same title"
    yield ("title", title), "same title"
    yield from _numbers(work, _OTHER_NUMBERS, "same {} number")
    if work.get("id"):
        yield ("id", str(work["id"])), "same key"
    authors = work.get("authors") or [""]
    family = normalized_name(author_name(authors[0])).rpartition(" ")[2] if isinstance(authors, list) else ""
    yield ("like", family, len(authors), year), SIMILAR_TITLE


def _numbers(work: Mapping[str, Any], keys: Iterable[str], reason: str) -> Iterator[tuple[Hashable, str]]:
    """Yield these identifiers of a work; versions of a preprint are one work."""
    for key in keys:
        if value := work.get(key):
            number = (WORK_IDS[key].find(value) or str(value)).casefold()
            yield (key, number.partition("v")[0] if key == "arxiv" else number), reason.format(WORK_IDS[key].name)


def _title(work: Mapping[str, Any]) -> str:
    return title_key(text_in(work.get("title")))


def _has_other_doi(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    first, second = (str(work.get("doi") or "").casefold() for work in (one, other))
    return bool(first and second and first != second)


def _titles(work: Mapping[str, Any]) -> list[str]:
    title = work.get("title")
    return [text for text in title.values() if isinstance(text, str)] if isinstance(title, dict) else [str(title or "")]


def _can_share_doi(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether works with one DOI are one: people copy entries, and leave the DOI of the first."""
    if not any(is_similar_title(left, right) for left in _titles(one) for right in _titles(other)):
        return False
    years_apart = years(one) and years(other) and abs(_number(years(one)) - _number(years(other))) > 1
    return len(contradictions(one, other)) + bool(years_apart) < 2


def _can_be_one(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether works of the same title can be one: not a paper and its preprint, and not in two venues.

    A venue may be spelled in a way that is not recognized, if title, authors and year are those of one work.
    """
    if are_twins(one, other):
        return False
    near = not (years(one) and years(other)) or abs(_number(years(one)) - _number(years(other))) <= 1
    wrong = contradictions(one, other)
    if wrong == ["venue"] and years(one) == years(other):
        return _same_kind(one, other) and _is_distinctive(one) and _have_same_authors(one, other)
    return near and not wrong


def _is_distinctive(work: Mapping[str, Any]) -> bool:
    """Return whether a title is not one that many works have, such as “Editorial”."""
    return len(text_in(work.get("title")).split()) >= DISTINCTIVE


def _have_same_authors(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether the authors that both works name are the same."""
    first, second = one.get("authors") or [], other.get("authors") or []
    return all(map(is_same_author, first, second)) and (len(first) == len(second) or bool(one.get("et_al") or other.get("et_al")))


def _same_kind(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return (
        one.get("type") == other.get("type") and one.get("genre") == other.get("genre") and one.get("note") == other.get("note")
    )


def _number(year: str) -> int:
    return int(year) if year.isdigit() else 0


def _entry_keys(collection: str, entry: Mapping[str, Any]) -> Iterator[tuple[Hashable, str]]:
    names = [_first(entry.get(key)) for key in _IDENTITY.get(collection, ("title", "name"))]
    key = tuple(plain_text(name).casefold() for name in names)
    if not any(key):
        return
    if collection == "positions" and isinstance(entry.get("roles"), list):
        for role in entry["roles"]:
            if isinstance(role, dict):
                yield (collection, key[0], plain_text(_first(role.get("title"))).casefold(), years(role)), "same name and year"
    yield (collection, *key, years(entry)), "same name and year"
    yield (collection, *key), "same name"


def _first(value: Any) -> str:
    if isinstance(value, dict) and "name" in value:
        value = value["name"]
    return text_in(value)
