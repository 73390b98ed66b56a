"""Choose the entries of a section, their order, and their bullets."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from cvrender.load.filter import compile_filter
from cvrender.model.amounts import Acceptance
from cvrender.model.base import field_names
from cvrender.model.dates import PartialDate, dates_of, is_open, newest, oldest
from cvrender.model.fields import Contact, Highlight, LabelledField, Link, Person, Venue
from cvrender.model.kinds import KINDS, Entry, Position, Publication, Role
from cvrender.model.moments import Age
from cvrender.model.names import authorship
from cvrender.model.profile import Profile
from cvrender.model.value import replace
from cvrender.model.view import BulletRequest, SectionRequest, SelectedEntry
from cvrender.text.collation import collation

Day = tuple[int, int, int]
_NEVER: Day = (9999, 12, 31)
_YET_TO_APPEAR = ("in-press", "forthcoming")
MAX_SHOWN = 25_000
"""Maximum number of entries in a view, counting those that several sections show."""
MAX_TESTED = 500_000
"""Maximum number of entries that the sections of a view test or sort; a filter counts once more for every 50 characters."""
_TYPES = {"paper-conference": "conference", "article-journal": "journal", "article": "preprint"}


class NotANumber(ValueError):
    """Report that a field which is to be added is not a number alone; the message names the field and its text."""

    hint, code = "write a number, or leave the field out of the sums", "bad-value"


class TooManyEntries(ValueError):
    """Report that a view shows or tests more entries than it may."""

    hint, code = "show fewer sections or entries", "too-large"


class Chooser:
    """Chooses the entries of one section after another; no entry is shown twice unless a section asks for it.

    `profile` is what the view may show; ages count from its `updated`, or from its newest date. `filter_fields` returns the names
    that a section's filters know. `undated` are entries that a section would show if they had a certain date.
    """

    def __init__(
        self, owner: frozenset[str], profile: Profile, filter_fields: Callable[[str], frozenset[str]], language: str = "en"
    ) -> None:
        self.filter_fields = filter_fields
        self.owner = owner
        self.language = language
        self.profile = profile
        self.shown: set[str] = set()
        self.undated: dict[str, SelectedEntry] = {}
        self.total_shown = self.total_tested = 0
        self._values: dict[str, Mapping[str, Any]] = {}

    def choose(self, entries: Sequence[SelectedEntry], request: SectionRequest) -> list[SelectedEntry]:
        """Return the entries that the section shows. If entries have a preferred tag, `where` does not apply.

        Raises TooManyEntries.
        """
        if request.filters or request.sort:
            self.total_tested += len(entries) * (1 + len(request.where or "") // 50)
            if self.total_tested > MAX_TESTED:
                raise TooManyEntries(f"sections of this view test more than {MAX_TESTED:,} entries")
        items = [item for item in entries if request.repeat or request.counts or item.source not in self.shown]
        if preferred := [item for item in items if not set(request.prefer).isdisjoint(item.entry.tags)]:
            items, request = preferred, replace(request, where=None)
        matches = self._test(request)
        items = [item for item in items if matches(item)]
        items = self._sorted(items, request.sort or "")
        if request.pinned:
            position = {identifier: index for index, identifier in enumerate(request.pinned)}
            items.sort(key=lambda item: position.get(item.entry.id or "", len(position)))
        items = items[: request.limit]
        if request.counts:
            return items
        self.total_shown += len(items)
        if self.total_shown > MAX_SHOWN:
            raise TooManyEntries(f"view shows more than {MAX_SHOWN:,} entries")
        self.shown |= {item.source for item in items}
        prune = bullet_filter(request.bullets)
        return [replace(item, entry=prune(item.entry)) for item in items]

    def _values_of(self, item: SelectedEntry) -> Mapping[str, Any]:
        """Return what filters see of an entry."""
        if item.source not in self._values:
            self._values[item.source] = filter_values(item.entry, self.owner, self._updated)
        return self._values[item.source]

    def _sorted(self, entries: list[SelectedEntry], sort: str) -> list[SelectedEntry]:
        """Sort by a field, stably; entries without the field come last."""
        if not sort:
            return entries
        keys = {item.source: self._sort_key(item, sort.removeprefix("-")) for item in entries}
        with_key = [item for item in entries if keys[item.source]]
        with_key.sort(key=lambda item: keys[item.source], reverse=sort.startswith("-"))
        return with_key + [item for item in entries if not keys[item.source]]

    def _sort_key(self, item: SelectedEntry, name: str) -> Any:
        """Return a sort key, empty if the field is empty. Texts sort by the rules of the language.

        A publication that is in press or has no date is newer than every other.
        """
        entry = item.entry
        if name in ("date", "year", "start", "end"):
            if isinstance(entry, Publication) and (entry.status in _YET_TO_APPEAR or not entry.span):
                return (9999, 12, 31)
            return (oldest if name == "start" else newest)(entry.span) if entry.span else ()
        value = self._values_of(item)[name]
        text = " ".join(sorted(value)) if isinstance(value, frozenset) else "" if value in (None, False) else str(value)
        return collation(self.language)(text) if text else ()

    def _test(self, request: SectionRequest) -> Callable[[SelectedEntry], bool]:
        tags, exclude = set(request.tags), set(request.exclude)
        since = self._day(request.since, PartialDate.first_day) if request.since else None
        until = self._day(request.until, PartialDate.last_day) if request.until else None
        test = compile_filter(request.where, self.filter_fields(request.collection)) if request.where else None
        with_years = _with_years(request)

        def is_tagged(entry: Entry) -> bool:
            return not (tags and tags.isdisjoint(entry.tags)) and exclude.isdisjoint(entry.tags)

        def matches(item: SelectedEntry) -> bool:
            entry = item.entry
            if not is_tagged(entry):
                return False
            if since and not entry.may_last and (not entry.span or newest(entry.span) < since):
                return False
            if until and (not entry.span or oldest(entry.span) > until):
                return False
            return test is None or test(self._values_of(item))

        def is_shown(item: SelectedEntry) -> bool:
            if matches(item):
                return True
            values = (
                () if item.entry.span or item.entry.may_last or not is_tagged(item.entry) else with_years(self._values_of(item))
            )
            if any(test is None or test(each) for each in values):
                self.undated[item.source] = item
            return False

        return is_shown

    def _day(self, moment: PartialDate | Age, end: Callable[[PartialDate], Day]) -> Day:
        """Return a date's first or last day, or the day that number of years before the profile's date; no clock is used."""
        if isinstance(moment, PartialDate):
            return end(moment)
        return self._today[0] - moment.years, self._today[1], self._today[2]

    @cached_property
    def _today(self) -> Day:
        return self._updated if self.profile.updated else _newest_day(self.profile)

    @property
    def _updated(self) -> Day:
        return self.profile.updated.last_day() if self.profile.updated else _NEVER


def _with_years(request: SectionRequest) -> Callable[[Mapping[str, Any]], Iterator[Mapping[str, Any]]]:
    """Return a function of an entry's values that yields them with each year between which a section's filters may choose."""
    where = request.where or ""
    said = re.findall(r"\d{4}", where) if re.search(r"\b(?:year|date|start|end)\b", where) else []
    years = sorted({int(year) + step for year in said for step in (-1, 0, 1)})
    if not years and (request.since or request.until):
        return lambda values: iter([values])
    return lambda values: ({**values, **dict.fromkeys(("year", "date", "start", "end"), year)} for year in years)


def _newest_day(profile: Profile) -> Day:
    entries = [entry for name in KINDS if name != "custom" for entry in getattr(profile, name)]
    entries += [entry for section in profile.custom for entry in section.entries]
    return max((date.first_day() for entry in entries for date in dates_of(entry.span)), default=(1, 1, 1))


def filter_values(entry: Entry, owner: frozenset[str], updated: Day = _NEVER) -> Mapping[str, Any]:
    """Return the values that filters see: texts, years, and sets for fields with several values or names.

    A field that the entry's kind does not have is None. What ends after the day on which the profile was `updated` is current.
    """
    values = defaultdict(lambda: None, {name: _plain(getattr(entry, name)) for name in field_names(type(entry))})
    for name, day in (("start", oldest), ("end", newest), ("date", newest), ("year", newest)):
        values[name] = (day(entry.span)[0] or None) if entry.span else None
    values["authorship"] = authorship(entry.credited if isinstance(entry, Publication) else getattr(entry, "authors", ()), owner)
    values["current"] = is_open(entry.span) or newest(entry.span) > updated
    values["employer"] = values.get("organization")
    if isinstance(entry, Publication):
        values["type"] = frozenset({entry.type, _TYPES.get(entry.group, entry.group)})
    return values


def _plain(value: Any) -> Any:
    """Return a field's value for comparison; a structured value is represented by its name."""
    if isinstance(value, tuple):
        return frozenset(text for item in value if (text := _plain(item)) is not None)
    if isinstance(value, Venue):
        return frozenset(str(text) for text in (value.name, value.short) if text)
    if isinstance(value, Acceptance):
        return value.rate or f"{value.accepted}/{value.submitted}"
    for kind, name in (
        (Person, "name"),
        (Highlight, "text"),
        (LabelledField, "value"),
        (Role, "title"),
        (Link, "url"),
        (Contact, "value"),
    ):
        if isinstance(value, kind):
            return str(getattr(value, name))
    return value if value is None or isinstance(value, bool) else str(value)


def bullet_filter(request: BulletRequest) -> Callable[[Entry], Entry]:
    """Return a function that returns an entry, and its roles, with the requested bullets only."""
    if request == BulletRequest():
        return lambda entry: entry
    wanted, exclude = frozenset(request.tags), frozenset(request.exclude)

    def bullets(highlights: Iterable[Highlight]) -> tuple[Highlight, ...]:
        kept = []
        for bullet in highlights:
            if not exclude.isdisjoint(bullet.tags) or (wanted and bullet.tags and wanted.isdisjoint(bullet.tags)):
                continue
            kept.append(replace(bullet, highlights=bullets(bullet.highlights)))
        return tuple(kept[: request.limit])

    def pruned(entry: Entry) -> Entry:
        changed: dict[str, Any] = {"highlights": bullets(entry.highlights)}
        if isinstance(entry, Position):
            changed["roles"] = tuple(pruned(role) for role in entry.roles)
        return replace(entry, **changed)

    return pruned
