"""Propose a view that puts the entries first that hold the terms of a posting, and shows those that another view hides."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cvrender.compose.select import select
from cvrender.compose.select.redact import is_shown
from cvrender.load.library import NamedView
from cvrender.load.reader import parse_path
from cvrender.load.yaml_text import block
from cvrender.model.base import Model, defaults_of
from cvrender.model.fields import LEVELS, Localized
from cvrender.model.kinds import KINDS
from cvrender.model.moments import Age
from cvrender.model.profile import Profile
from cvrender.model.value import Value
from cvrender.model.view import SectionRequest, SelectedEntry
from cvrender.rules.match.find import MatchedTerm, everything, fields_by_name, name_field, name_value
from cvrender.rules.match.posting import RANKS

_NOT_COMBINED = ("prefer", "tags", "exclude", "since", "until")
"""Filters that an entry cannot pass by its id."""
_ENOUGH = 3  # entries by which the view shows a term
_MOST_PINS = 8  # of a section, and of entries that are named for want of an id
_MOST_TAGS = 6
_LONGEST = 900  # characters of a filter


class ProposedView(Value, frozen=True):
    """A view as data, and what to do by hand: entries that need an id to be pinned, and entries that are withheld.

    `tags` are those of the entries with terms, with the number of these entries, the most frequent first. The view is empty if it
    would be the same as the one that it extends.
    """

    name: str
    view: Mapping[str, Any]
    without_id: tuple[str, ...]
    withheld: tuple[str, ...]
    tags: Mapping[str, int]

    @property
    def yaml(self) -> str:
        """The view as YAML for a profile, with comments."""
        lines = []
        if self.without_id:
            lines.append(f"# to pin them, give an id to {', '.join(self.without_id)}")
        if self.withheld:
            lines.append(f"# withheld from this view by their privacy: {', '.join(self.withheld)}")
        if self.tags:
            counts = ", ".join(f"{tag} ({count})" for tag, count in self.tags.items())
            lines.append(f"# tags of the entries that hold terms, to show only these (tags: [{next(iter(self.tags))}]): {counts}")
        if self.view:
            lines += block({"views": {self.name: self.view}}, 0)
        return "".join(f"{line}\n" for line in lines)


def propose(name: str, profile: Profile, named: NamedView, language: str, terms: Sequence[MatchedTerm]) -> ProposedView | None:
    """Return a view named after the posting, or None if no entry of a collection holds one of its terms."""
    shown = {item.source: item for section in select(profile, named, {}, language=language).sections for item in section.entries}
    every = everything(profile, language or named.view.language or profile.language)
    items = {item.source: item for section in every.sections for item in section.entries if section.collection in KINDS}
    items = {source: item for source, item in items.items() if not source.startswith("custom")}
    ranked = _ranked(terms)
    withheld = [path for path in ranked if path in items and not _may_show(items[path], profile, named)]
    matched = [items[path] for path in ranked if path in items and path not in withheld]
    asked = [term for term in terms if term.term.rank != RANKS[-1]] or terms
    hidden = {path for term in asked if term.status == "hidden" for path in _best(term, ranked)}
    if not matched:
        return None
    proposal = _Proposal(matched, shown, hidden)
    sections = [section for _, request in named.requests for section in proposal.sections(request)]
    sections += proposal.missing({request.collection for _, request in named.requests})
    same = sections == [_section(request) for _, request in named.requests]
    tags = Counter(tag for item in matched for tag in getattr(item.entry, "tags", ())).most_common(_MOST_TAGS)
    data = {} if same else {"extends": named.name, "sections": sections}
    return ProposedView(_view_name(name), data, tuple(proposal.without_id[:_MOST_PINS]), tuple(withheld), dict(tags))


def _ranked(terms: Sequence[MatchedTerm]) -> list[str]:
    """Return the entries that hold terms, those with the most required terms first."""
    numbers: dict[str, list[int]] = {}
    for term in terms:
        for entry in term.entries:
            numbers.setdefault(entry.path, [0] * len(RANKS))[RANKS.index(term.term.rank)] -= 1
    return sorted(numbers, key=lambda path: numbers[path])


def _best(term: MatchedTerm, ranked: list[str]) -> list[str]:
    """Return the entries by which a view shows a term: those with the most terms."""
    return sorted((entry.path for entry in term.entries), key=ranked.index)[:_ENOUGH]


def _may_show(item: SelectedEntry, profile: Profile, named: NamedView) -> bool:
    """Return whether the privacy of the view allows an entry."""
    collection = str(parse_path(item.source)[0])
    level = profile.privacy.get(collection, "public")
    return is_shown(item.entry, named.view.privacy) and LEVELS.index(level) <= LEVELS.index(named.view.privacy)


class _Proposal:
    """Sections of a view, changed so that they show the entries that hold terms."""

    def __init__(self, matched: list[SelectedEntry], shown: Mapping[str, SelectedEntry], hidden: set[str]) -> None:
        self.matched = matched
        self.shown = shown
        self.hidden = hidden
        self.done = set[str]()
        self.without_id: list[str] = []

    def sections(self, request: SectionRequest) -> Iterator[Any]:
        """Yield the section of a request as data, and before it one for entries that its filters leave out."""
        data = _as_data(request)
        collection = request.collection
        items = self._of(collection)
        if request.counts or not items or collection in self.done:
            yield _section(request)
            return
        self.done.add(collection)
        pins = [item.entry.id for item in items if item.entry.id]
        self.without_id += [item.source for item in items if not item.entry.id and item.source in self.shown]
        lost = [item for item in items if item.source in self.hidden and item.source not in self.shown]
        partly = [item for item in items if item.source in self.hidden and item.source in self.shown]
        if partly:  # their bullets are hidden
            data.pop("bullets", None)
        if lost and any(getattr(request, key) for key in _NOT_COMBINED):
            yield from _sections_for(collection, lost)
        elif lost and request.where and len(request.where) + len(_where(lost)) < _LONGEST:
            data["where"] = f"({request.where}) or {_where(lost)}"
        elif lost and request.where:
            yield from _sections_for(collection, lost)
        if lost and request.limit and not any(getattr(request, key) for key in _NOT_COMBINED):
            data["limit"] = str(request.limit + len(lost))
            if any(not item.entry.id for item in lost):
                yield from _sections_for(collection, lost)
        if pins := list(dict.fromkeys((*request.pinned, *(name for name in pins if name in self._passing(request, items))))):
            data["pinned"] = pins[:_MOST_PINS]
        yield data if set(data) != {"from"} else collection

    def missing(self, there: set[str]) -> Iterator[Any]:
        """Yield sections for entries of collections that the view does not show at all."""
        for collection in dict.fromkeys(str(parse_path(item.source)[0]) for item in self.matched):
            lost = [item for item in self._of(collection) if item.source in self.hidden]
            if collection not in there and lost:
                yield from _sections_for(collection, lost)

    def _of(self, collection: str) -> list[SelectedEntry]:
        return [item for item in self.matched if parse_path(item.source)[0] == collection]

    def _passing(self, request: SectionRequest, items: Iterable[SelectedEntry]) -> set[str]:
        """Return the ids of entries that the section shows, so that they can be pinned in it."""
        filtered = any(getattr(request, key) for key in _NOT_COMBINED)
        return {
            item.entry.id
            for item in items
            if item.entry.id and (item.source in self.shown or (item.source in self.hidden and not filtered))
        }


def _sections_for(collection: str, items: Sequence[SelectedEntry]) -> Iterator[Any]:
    """Yield sections that show these entries; filters have a greatest length."""
    part: list[SelectedEntry] = []
    for item in items:
        if part and len(_where([*part, item])) > _LONGEST:
            yield {"from": collection, "where": _where(part)}
            part = []
        part.append(item)
    yield {"from": collection, "where": _where(part)}


def _where(items: Sequence[SelectedEntry]) -> str:
    """Return a filter for entries: by their ids, or else by what names them."""
    ids = [item.entry.id for item in items if item.entry.id]
    conditions = [f"id in [{', '.join(map(_quoted, ids))}]"] if ids else []
    named: dict[str, list[str]] = {}
    for item in items:
        if not item.entry.id and (field := name_field(item.entry)):
            named.setdefault(field, []).append(name_value(item.entry))
    for field, values in named.items():
        listed = [_quoted(value) for value in dict.fromkeys(values)]
        in_venue = [f"{value} in {field}" for value in listed]  # which has two names
        conditions += in_venue if field == "venue" else [f"{field} in [{', '.join(listed)}]"]
    return " or ".join(conditions)


def _quoted(text: str) -> str:
    if re.fullmatch(r"[A-Za-z][\w-]*", text):
        return text
    return f'"{text}"' if '"' not in text else f"'{text}'"


def _section(request: SectionRequest) -> Any:
    """Return a section as data; one without other keys is the name of its collection."""
    data = _as_data(request)
    return data if set(data) != {"from"} else request.collection


def _as_data(value: Any) -> Any:
    """Return a request as data of a YAML file."""
    if isinstance(value, tuple | list):
        return [_as_data(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _as_data(item) for key, item in value.items()}
    if isinstance(value, Localized):
        return dict(value.texts)
    if isinstance(value, Age):
        return f"{value.years} years"
    if not isinstance(value, Model):
        return value if value is None or isinstance(value, bool) else str(value)
    defaults = defaults_of(type(value))
    data = {}
    for name in fields_by_name(value):
        item = getattr(value, name)
        if name not in defaults or item != defaults[name]:
            data["from" if name == "collection" else name] = _as_data(item)
    return data


def _view_name(stem: str) -> str:
    """Return a valid name of a view for a posting."""
    return re.sub(r"[^\w.-]+", "-", stem).strip("-._") or "posting"
