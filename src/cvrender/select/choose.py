"""Choose the entries that a section shows, and their order."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cvrender.filter import compile_filter
from cvrender.model.base import field_names
from cvrender.model.dates import DateRange, PartialDate, newest, oldest
from cvrender.model.fields import Acceptance, Contact, Highlight, Link, Person, Venue
from cvrender.model.kinds import KINDS, Entry, Publication, Role, filter_fields
from cvrender.model.names import authorship
from cvrender.model.profile import Profile
from cvrender.model.view import Age, Chosen, SectionRequest
from cvrender.select.prune import with_bullets

Day = tuple[int, int, int]
_TYPES = {"paper-conference": "conference", "article-journal": "journal", "article": "preprint"}


class Chooser:
    """Chooses section after section, and remembers what was shown: no entry stands in two sections unless asked.

    `profile` is what the view may show of a profile; an age in years counts from its `updated`, or its newest day.
    """

    def __init__(self, owner: frozenset[str], profile: Profile) -> None:
        self.owner = owner
        self.profile = profile
        self.shown: set[str] = set()

    def choose(self, entries: Sequence[Chosen], request: SectionRequest) -> list[Chosen]:
        """What the section shows of these entries."""
        wanted = self._test(request)
        left = [chosen for chosen in entries if request.repeat or chosen.source not in self.shown]
        left = [chosen for chosen in left if wanted(chosen.entry)]
        left = _in_order(left, request.sort or "")
        if request.pinned:
            place = {identifier: index for index, identifier in enumerate(request.pinned)}
            left.sort(key=lambda chosen: place.get(chosen.entry.id or "", len(place)))
        left = left[: request.limit]
        self.shown |= {chosen.source for chosen in left}
        return [Chosen(chosen.source, with_bullets(chosen.entry, request.bullets)) for chosen in left]

    def _test(self, request: SectionRequest) -> Callable[[Entry], bool]:
        tags, exclude = set(request.tags), set(request.exclude)
        since = self._day(request.since, PartialDate.first_day) if request.since else None
        until = self._day(request.until, PartialDate.last_day) if request.until else None
        test = compile_filter(request.where, filter_fields(request.collection)) if request.where else None

        def wanted(entry: Entry) -> bool:
            if (tags and tags.isdisjoint(entry.tags)) or not exclude.isdisjoint(entry.tags):
                return False
            if since and (not entry.when or newest(entry.when) < since):
                return False
            if until and (not entry.when or oldest(entry.when) > until):
                return False
            return test is None or test(filter_values(entry, self.owner))

        return wanted

    def _day(self, moment: PartialDate | Age, end: Callable[[PartialDate], Day]) -> Day:
        """A date's first or last day, or the day that lies that many years before the profile's last one: no clock is asked."""
        if isinstance(moment, PartialDate):
            return end(moment)
        today = self.profile.updated.last_day() if self.profile.updated else _newest_day(self.profile)
        return today[0] - moment.years, today[1], today[2]


def _newest_day(profile: Profile) -> Day:
    found = [entry for name in KINDS if name != "custom" for entry in getattr(profile, name)]
    days = [(1, 1, 1)]
    for entry in (*found, *(entry for section in profile.custom for entry in section.entries)):
        for item in entry.when:
            ends = (item.start, item.end) if isinstance(item, DateRange) else (item,)
            days += [end.first_day() for end in ends if end]
    return max(days)


def _in_order(entries: list[Chosen], sort: str) -> list[Chosen]:
    """Sorted by a field, entries that lack it last; those that are equal in it stay in their order."""
    if not sort:
        return entries
    keys = {chosen.source: _sort_key(chosen.entry, sort.removeprefix("-")) for chosen in entries}
    having = [chosen for chosen in entries if keys[chosen.source]]
    having.sort(key=lambda chosen: keys[chosen.source], reverse=sort.startswith("-"))
    return having + [chosen for chosen in entries if not keys[chosen.source]]


def _sort_key(entry: Entry, name: str) -> Any:
    """Something to sort by, empty where the entry has nothing there. Numbers within texts count as numbers."""
    if name in ("date", "year", "start", "end"):
        return (oldest if name == "start" else newest)(entry.when) if entry.when else ()
    value = filter_values(entry, frozenset())[name]
    text = " ".join(sorted(value)) if isinstance(value, frozenset) else "" if value in (None, False) else str(value)
    return re.sub(r"\d+", lambda match: match[0].zfill(20), text.casefold())


def filter_values(entry: Entry, owner: frozenset[str]) -> Mapping[str, Any]:
    """What a filter sees: texts, years, and sets where a field has several values or names."""
    values = {name: _plain(getattr(entry, name)) for name in field_names(type(entry))}
    for name, day in (("start", oldest), ("end", newest), ("date", newest), ("year", newest)):
        values[name] = (day(entry.when)[0] or None) if entry.when else None
    values["authorship"] = authorship(getattr(entry, "authors", ()), owner)
    values["employer"] = values.get("organization")
    if isinstance(entry, Publication):
        values["type"] = frozenset({entry.type, _TYPES.get(entry.group, entry.group)})
    return values


def _plain(value: Any) -> Any:
    """A field's value as a filter compares it: of what is more than a text, the part that people call it by."""
    if isinstance(value, tuple):
        return frozenset(text for item in value if (text := _plain(item)) is not None)
    if isinstance(value, Venue):
        return frozenset(str(text) for text in (value.name, value.short) if text)
    if isinstance(value, Acceptance):
        return value.rate or f"{value.accepted}/{value.submitted}"
    for kind, name in ((Person, "name"), (Highlight, "text"), (Role, "title"), (Link, "url"), (Contact, "value")):
        if isinstance(value, kind):
            return str(getattr(value, name))
    return value if value is None or isinstance(value, bool) else str(value)
