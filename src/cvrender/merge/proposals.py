"""Propose changes of a profile: what imported files say that it does not say."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from cvrender.errors import Problem, shorten
from cvrender.formats.base import COLLECTIONS, CUSTOM, PERSON, Imported
from cvrender.formats.table import KEPT, ImportedEntry, keep
from cvrender.formats.values.authors import author_changes
from cvrender.formats.values.same_work import author_name, author_names, is_better, is_same, item_key, preprint_links, text_in
from cvrender.load.locations import Location
from cvrender.load.reader import format_path
from cvrender.merge.labels import label, shown_shortly
from cvrender.merge.match import EntryMatcher, Known, Match, is_preprint
from cvrender.model.convert import DataPath
from cvrender.model.names import normalized_name
from cvrender.model.status import UNPUBLISHED

LISTS = frozenset({"tags", "links", "awards", "highlights", "emails", "phones", "variants", "items", "grades", "interests"})
"""Fields whose items are added one by one; the order of what is there is kept."""
DERIVED = frozenset({"id", "type", "genre", KEPT})
"""Fields that an importer finds out or that name an entry: they are not changed in an entry that exists."""
PUBLISHED = "the published version of this preprint"
_FOLLOWS = {"title", "type", "venue", "date", "doi", "volume", "issue", "page", "number", "publisher", "status", "isbn"}
"""What a preprint gets from its published version."""
_UNTIL_PUBLISHED = UNPUBLISHED | {"preprint"}
"""The statuses and the genre that a publication loses when it appears."""

Kind = Literal["entry", "field", "value", "item", "order"]


@dataclass(frozen=True)
class Proposal:
    """A change: a new entry of a list, a new field, another value of a field, a new item of a field's list, or another order.

    `path` is that of the list or field in the profile; `about` names the entry for readers; `origin` is where the file says it.
    An item is inserted before the one with the index `at`, or added at the end. The `new` order is that of these indices. The new
    value of what is removed is None.
    """

    kind: Kind
    path: DataPath
    new: Any
    old: Any = None
    about: str = ""
    reason: str = ""
    origin: Location = ("", 0, 0)
    at: int | None = None

    @property
    def field(self) -> str:
        """Return the name of the field, or of the collection of a new entry."""
        return next((part for part in reversed(self.path) if isinstance(part, str)), "")


@dataclass
class Proposed:
    """What was found: proposals, conflicts between the files, and notes on likely duplicates."""

    proposals: list[Proposal]
    problems: list[Problem]


def propose(profile: Mapping[str, Any], files: Sequence[Imported]) -> Proposed:
    """Compare files with a profile's data, which may be empty. What an earlier file says is not contradicted by a later one."""
    merger = _Merger(profile)
    for number, imported in enumerate(files, 1):
        merger.add(imported, number)
    return Proposed(merger.proposals, merger.problems)


class _Merger:
    def __init__(self, profile: Mapping[str, Any]) -> None:
        self.profile = profile
        self.proposals: list[Proposal] = []
        self.problems: list[Problem] = []
        self.person = Known((PERSON,), dict(profile.get(PERSON) or {}))
        self.top_keys = ("bio",) if profile else ("bio", "language")  # a profile without a language is in English
        self.top = Known((), {"bio": profile.get("bio")} if profile.get("bio") else {})
        self.matchers: dict[str, EntryMatcher] = {}

    def add(self, imported: Imported, number: int) -> None:
        """Compare one file."""
        self._fields(self.person, self._person(imported), "")
        self._fields(self.top, ImportedEntry({key: imported.data[key] for key in self.top_keys if key in imported.data}), "")
        for collection in (*COLLECTIONS, CUSTOM):
            matcher = self._matcher(collection)
            matcher.file = number
            for value in imported.data.get(collection, ()):
                entry = (
                    value
                    if isinstance(value, ImportedEntry)
                    else ImportedEntry(value if isinstance(value, dict) else {"text": value})
                )
                self._entry(matcher, entry)

    def _person(self, imported: Imported) -> ImportedEntry:
        """Return what a file says about the person; another form of the name is a variant."""
        person = imported.data.get(PERSON) or ImportedEntry()
        name, known = person.get("name"), author_names(self.person.data)
        if not name or not known:
            return person
        rest = ImportedEntry({key: value for key, value in person.items() if key != "name"}, person.places)
        variants = [
            part for part in (name, *rest.pop("variants", ())) if normalized_name(part) not in map(normalized_name, known)
        ]
        return ImportedEntry({**rest, "variants": variants}, {**person.places, ("variants",): person.place}) if variants else rest

    def _matcher(self, collection: str) -> EntryMatcher:
        matcher = self.matchers.get(collection)
        if matcher is None:
            matcher = self.matchers[collection] = EntryMatcher(collection)
            values = self.profile.get(collection)
            for index, value in enumerate(values if isinstance(values, list) else ()):
                matcher.add(Known((collection, index), dict(value) if isinstance(value, dict) else {"text": value}))
        return matcher

    def _entry(self, matcher: EntryMatcher, entry: ImportedEntry) -> None:
        match = matcher.find(entry)
        if match is None:
            if clash := matcher.clash(entry):
                self._two_with_one_doi(clash, entry)
            known = Known((matcher.collection,), entry, is_new=True)
            known.origins = {str(path[0]): place for path, place in reversed(entry.places.items()) if path}
            known.taken_by.add(matcher.file)
            matcher.add(known)
            shown = label(entry)
            self.proposals.append(Proposal("entry", (matcher.collection,), entry, about=shown, reason="new", origin=entry.place))
        elif match.twin:
            self._twin(match, entry)
            matcher.add(match.known)  # a further file finds it by the DOI and title of the published version, too
        elif matcher.collection == CUSTOM:
            self._custom(match.known, entry)
        else:
            self._fields(match.known, entry, match.reason)

    def _two_with_one_doi(self, known: Known, entry: ImportedEntry) -> None:
        """Note that two works have one DOI, which is wrong in one of them."""
        where = ":".join(map(str, known.origins.get("doi", ("", 0))[:2])) if known.is_new else _where(known)
        message = f"{label(entry)} has the DOI of another work, {label(known.data)} in {where}; both are kept"
        origin = entry.places.get(("doi",), entry.place)
        self.problems.append(
            Problem(message, *origin, hint="correct the DOI of one of them", severity="warning", code="doubtful")
        )

    def _custom(self, known: Known, section: ImportedEntry) -> None:
        """Compare a custom section with the section of that title: its texts and its entries."""
        texts = {key: section[key] for key in ("text", "highlights") if key in section}
        self._fields(known, ImportedEntry(texts, section.places), "")
        matcher = EntryMatcher(CUSTOM)
        there = known.data.setdefault("entries", [])
        for index, value in enumerate(there):
            matcher.add(Known((*known.path, "entries", index), value, known.is_new))
        for entry in section.get("entries", ()):
            match = matcher.find(entry)
            if match:
                self._fields(match.known, entry, match.reason)
            elif known.is_new:
                there.append(entry)
            else:
                path = (*known.path, "entries")
                self.proposals.append(Proposal("entry", path, entry, about=label(entry), reason="new", origin=entry.place))

    def _twin(self, match: Match, entry: ImportedEntry) -> None:
        """A preprint and its paper are one entry: the paper's, with the preprint's number."""
        published = is_preprint(match.known.data)
        wanted = _FOLLOWS if published else {"arxiv"}
        reason = f"{match.reason}: {PUBLISHED}" if published else f"{match.reason}: its preprint"
        part = ImportedEntry({key: value for key, value in entry.items() if key in wanted}, entry.places)
        if links := preprint_links(match.known.data, entry) if published else preprint_links(entry, match.known.data):
            part["links"] = links
        if not published and "arxiv" not in part:
            message = f"{shorten(text_in(entry.get('title')))} looks like the preprint of {_where(match.known)}"
            self.problems.append(
                Problem(message, *entry.place, hint="it is not imported a second time", severity="warning", code="duplicate-work")
            )
        for key in ("genre", "status") if published else ():
            if match.known.data.get(key) in _UNTIL_PUBLISHED:
                if match.known.is_new:
                    match.known.data.pop(key)
                else:
                    part[key] = None
        self._fields(match.known, part, reason, replace=published)

    def _fields(self, known: Known, entry: ImportedEntry, reason: str, *, replace: bool = False) -> None:
        about = label(known.data) if known.path[:1] != (PERSON,) else PERSON
        for key, new in entry.items():
            if (key in DERIVED and not replace) or (new is None and key not in known.data):
                self._keep_more(known, key, new)
                continue
            origin = entry.places.get((key,), entry.place)
            changes = list(_changes(known, key, new))
            if not changes and key in known.data:
                known.origins.setdefault(key, origin)  # a further file does not contradict what this one confirms
            completes = any(change.path == ("et_al",) for change in changes)
            is_settled = (known.is_new or key in known.origins) and key in known.data
            is_settled = is_settled and not completes and not is_better(key, known.data[key], new)
            for change in changes:
                if change.kind == "value" and is_settled and not replace:
                    self._conflict(known, key, change, origin)
                    continue
                if not known.is_new:
                    path = (*known.path, *change.path)
                    self.proposals.append(Proposal(change.kind, path, change.new, change.old, about, reason, origin))
                _set(known.data, change)
                known.origins[key] = origin
                if isinstance(known.data, ImportedEntry):
                    known.data.places[(key,)] = origin

    def _keep_more(self, known: Known, key: str, new: Any) -> None:
        """Keep what a further file says about a new entry and nothing reads."""
        if key == KEPT and known.is_new and isinstance(new, dict):
            for name, values in new.items():
                keep(known.data, name, values)

    def _conflict(self, known: Known, key: str, change: Proposal, origin: Location) -> None:
        """Note that an earlier file says something else."""
        place_of_entry: Location = known.data.place if isinstance(known.data, ImportedEntry) else ("", 0, 0)
        file, line, _ = known.origins.get(key, place_of_entry)
        place = f"on line {line}" if file == origin[0] and line else f"in {file or 'an earlier file'}{f':{line}' if line else ''}"
        message = f"{key} is {shown_shortly(change.new)}, but {shown_shortly(change.old)} {place}"
        about = f" ({label(known.data)})" if label(known.data) else ""
        self.problems.append(
            Problem(message + about, *origin, hint="the first one is used", severity="warning", code="contradiction")
        )
        if known.is_new:
            keep(known.data, "contradictions", {key: change.new})


def _changes(known: Known, key: str, new: Any) -> Iterator[Proposal]:
    """Yield the differences between a field of an entry and what a file says; paths are relative to the entry."""
    have = known.data.get(key)
    if have is None or have == []:
        if new is not None and not _is_said_by_another_field(known.data, key, new):
            yield Proposal("field", (key,), new)
    elif key == "authors":
        for path, author, old in author_changes(have, new, et_al=bool(known.data.get("et_al"))):
            yield Proposal("value", path, author, old)
    elif key in LISTS:
        values = have if isinstance(have, list) else [have]
        there = {item_key(value) for value in values}
        for item in new if isinstance(new, list) else [new]:
            if item_key(item) not in there:
                there.add(item_key(item))
                yield Proposal("item", (key,), item)
    elif not is_same(key, have, new) and not (key == "note" and text_in(new) in text_in(have)):
        yield _other_value(key, have, new)


def _other_value(key: str, have: Any, new: Any) -> Proposal:
    """Propose another value; of a text in several languages the first is changed, of a venue the name."""
    if isinstance(have, dict) and key in ("venue", "event") and "name" in have:
        have, new, path = have["name"], new["name"] if isinstance(new, dict) else new, (key, "name")
    elif isinstance(have, dict) and isinstance(new, str) and have:
        part = "value" if "value" in have else "name" if "name" in have else next(iter(have))
        have, path = have[part], (key, part)
    else:
        return Proposal("value", (key,), new, have)
    return Proposal("value", path, new, have)


def _is_said_by_another_field(entry: Mapping[str, Any], key: str, new: Any) -> bool:
    """Return whether an entry without a field has its facts: a time, or the collaboration that signs a work without authors."""
    if key == "authors":
        group = text_in(entry.get("collaboration"))
        return bool(group) and [author_name(author) for author in new] == [group]
    times = ("start", "end", "date")
    return key in times and any(entry.get(time) for time in times)


def _set(data: dict[str, Any], change: Proposal) -> None:
    """Make a change, whose path is relative to the entry, in its data, so that a further file is compared with the result."""
    key, *inner = map(str, change.path)
    have = data.get(key)
    if change.kind == "item":
        data[key] = [*(have if isinstance(have, list) else [have]), change.new]
    elif inner and isinstance(have, dict):
        data[key] = {**have, inner[0]: change.new}
    elif inner:
        data[key] = [change.new if str(index) == inner[0] else part for index, part in enumerate(have or ())]
    elif change.new is None:
        data.pop(key, None)
    else:
        data[key] = change.new


def _where(known: Known) -> str:
    return label(known.data) if known.is_new else format_path(known.path)
