"""Merge profiles of several people into one of the group: each shared work once, with the people whose work it is.

Two records are one work by the rule of the importers (`merge/match.py`). The merged data knows the location of every
value, so that errors are at the file and line of the profile that they come from.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cvrender.errors import InputError, Problem
from cvrender.formats.values.same_work import is_better, is_same
from cvrender.load.locations import Location
from cvrender.load.reader import Source
from cvrender.load.request import LoadedProfile
from cvrender.load.validate import as_model
from cvrender.merge.labels import label
from cvrender.merge.match import EntryMatcher, Known, Match, is_preprint
from cvrender.model.convert import DataPath
from cvrender.model.dates import newest
from cvrender.model.fields import LEVELS, Level
from cvrender.model.identifier_table import WORK_IDS
from cvrender.model.kinds import KINDS, Entry
from cvrender.model.kinds.base import main_key
from cvrender.model.names import is_owner, owner_names, with_family_names
from cvrender.model.profile import Profile
from cvrender.model.value import Record

SHARED = ("publications", "patents", "grants", "systems")
"""Collections in which several people may have the same entry; what they did themselves, such as talks, is listed for each."""

_FACTS = frozenset(
    {"venue", "volume", "issue", "page", "number", "publisher", "acceptance", "url", "funder", "amount", *WORK_IDS}
)
"""Fields of a shared entry that another profile may add to the first one's."""
_COMPARED = ("date", "type", "venue")
_YET_TO_APPEAR = (9999, 12, 31)
_Places = dict[DataPath, Location]


class MergedProfiles(Record):
    """The merged profile of a group, and what is to report of the merging."""

    loaded: LoadedProfile
    problems: list[Problem]


class _Listed(Record):
    """An entry of the group: its raw data, who lists it, and the places of what is in it, by paths within it."""

    data: Any
    entry: Entry
    people: list[str]
    values: _Places
    keys: _Places


def merge(name: str, profiles: Sequence[LoadedProfile], privacy: Level) -> MergedProfiles:
    """Merge profiles as a group of that name, without entries that a view of that privacy withholds. Raises InputError."""
    problems: list[Problem] = []
    merged: dict[str, list[_Listed]] = {}
    for collection in KINDS:
        if collection != "custom":
            merged[collection] = _collection(collection, profiles, privacy, problems)
    for listed in merged["publications"] + merged["patents"]:
        _add_authors(listed, profiles)
    source = _source(name, profiles, merged)
    members = {
        f"{collection}[{index}]": tuple(one.people) for collection, entries in merged.items() for index, one in enumerate(entries)
    }
    return MergedProfiles(LoadedProfile(source, with_family_names(as_model(source, Profile)), members), problems)


def _collection(collection: str, profiles: Sequence[LoadedProfile], privacy: Level, problems: list[Problem]) -> list[_Listed]:
    """Return the entries of a collection, the newest first; shared ones are merged."""
    matcher = EntryMatcher(collection)
    merged: dict[int, _Listed] = {}
    for number, loaded in enumerate(profiles, 1):
        matcher.file = number
        for listed in _entries(collection, loaded, privacy):
            match = matcher.find(listed.data) if collection in SHARED else None
            if match and not (match.twin and number in match.known.taken_by):  # a person may list a paper and its long version
                _join(merged[id(match.known)], listed, match, problems)
            else:
                known = Known((collection,), listed.data, is_new=True, taken_by={number})
                merged[id(known)] = listed
                if collection in SHARED:
                    matcher.add(known)
    return sorted(merged.values(), key=lambda one: newest(one.entry.span) if one.entry.span else _YET_TO_APPEAR, reverse=True)


def _entries(collection: str, loaded: LoadedProfile, privacy: Level) -> Iterator[_Listed]:
    """Yield the entries of a profile that a view of that privacy shows."""
    profile, source = loaded.profile, loaded.source
    if LEVELS.index(profile.privacy.get(collection, "public")) > LEVELS.index(privacy):
        return
    values, keys = (_within(table, collection) for table in (source.values, source.keys))
    raw = source.data.get(collection)
    pairs = zip(raw if isinstance(raw, list) else [raw] if raw else [], getattr(profile, collection), strict=True)
    for index, (data, entry) in enumerate(pairs):
        if entry.shown_at(privacy):
            whole = dict(data) if isinstance(data, dict) else {main_key(type(entry)): data}
            here = {(): source.location((collection, index)), **values.get(index, {})}
            yield _Listed(whole, entry, [profile.person.name], here, keys.get(index, {}))


def _within(table: Mapping[DataPath, Location], collection: str) -> dict[int, _Places]:
    """Return the places within each entry of a collection."""
    places: dict[int, _Places] = {}
    for path, place in table.items():
        if path[:1] == (collection,) and len(path) > 1 and isinstance(path[1], int):
            places.setdefault(path[1], {})[path[2:]] = place
    return places


def _join(known: _Listed, new: _Listed, match: Match, problems: list[Problem]) -> None:
    """Add to a work what another profile says of it. Of a preprint and its published version, the latter is listed."""
    known.people += [name for name in new.people if name not in known.people]
    if match.twin:
        first, second = (new, known) if is_preprint(known.data) else (known, new)
        preprint = second.data.get("arxiv")
        where = _where(known)
        message = f"{label(new.data)} is another version of the work in {where}; the report lists the published one"
        problems.append(_problem(new, (), message, "duplicate-work"))
        known.data, known.entry, known.values, known.keys = {**first.data}, first.entry, first.values, first.keys
        match.known.data = known.data
        if preprint:
            known.data.setdefault("arxiv", preprint)
        return
    for key, value in new.data.items():
        have = known.data.get(key)
        if key in _COMPARED and have and not (is_same(key, have, value) or is_better(key, have, value)):
            message = f"{key} is {_shown(value)}, but {_shown(have)} in {_where(known, key)}; the report has the latter"
            problems.append(_problem(new, (key,), message, "contradiction"))
        if (have is None and key in _FACTS) or (key == "date" and have and is_better(key, have, value)):
            _take(known, new, key)
    if known.data.get("et_al") and new.data.get("authors") and not new.data.get("et_al"):
        _take(known, new, "authors")
        known.data.pop("et_al")


def _take(known: _Listed, new: _Listed, key: str) -> None:
    """Take a field with its places from another profile."""
    known.data[key] = new.data[key]
    for mine, others in ((known.values, new.values), (known.keys, new.keys)):
        mine.update({path: place for path, place in others.items() if path[:1] == (key,)})


def _add_authors(listed: _Listed, profiles: Sequence[LoadedProfile]) -> None:
    """Add the people who are among the authors of a work, though their profile does not list it."""
    authors = [*getattr(listed.entry, "authors", ()), *getattr(listed.entry, "including", ())]
    for loaded in profiles:
        person = loaded.profile.person
        if person.name not in listed.people and any(is_owner(author, owner_names(person)) for author in authors):
            listed.people.append(person.name)
    order = [loaded.profile.person.name for loaded in profiles]
    listed.people.sort(key=order.index)


def _source(name: str, profiles: Sequence[LoadedProfile], merged: Mapping[str, list[_Listed]]) -> Source:
    """Return the data of the group, with the places of the profiles."""
    people = [loaded.profile.person for loaded in profiles]
    names = dict.fromkeys(text for person in people for text in (person.name, person.native, *person.variants) if text)
    data: dict[str, Any] = {"person": {"name": name, "variants": [text for text in names if text != name]}}
    dates = [loaded.profile.updated for loaded in profiles if loaded.profile.updated]
    if dates:
        data["updated"] = str(max(dates, key=lambda date: date.last_day()))
    data["language"] = profiles[0].profile.language
    values: _Places = {}
    keys: _Places = {}
    for collection, entries in merged.items():
        if entries:
            data[collection] = [one.data for one in entries]
        for index, one in enumerate(entries):
            values |= {(collection, index, *path): place for path, place in one.values.items()}
            keys |= {(collection, index, *path): place for path, place in one.keys.items()}
    sources = [loaded.source for loaded in profiles]
    directives = {place: words for source in sources for place, words in source.directives.items()}
    cut = tuple(problem for source in sources for problem in source.cut_texts)
    return Source(name, data, keys, values, directives, cut_texts=cut)


def _problem(one: _Listed, path: DataPath, message: str, code: str) -> Problem:
    return Problem(message, *one.values.get(path, one.values[()]), severity="warning", code=code)


def _where(one: _Listed, key: str = "") -> str:
    file, line, _ = one.values.get((key,), one.values[()])
    return f"{file}:{line}"


def _shown(value: Any) -> str:
    text = value.get("name", value) if isinstance(value, dict) else value
    return f'"{text}"'


def no_profiles(pattern: str) -> InputError:
    """Return the error for a pattern that no file matches."""
    hint = "quote the pattern, such as --profiles 'profiles/*.yaml'"
    return InputError([Problem("no profile matches", pattern, hint=hint, code="file-not-found")])
