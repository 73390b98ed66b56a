"""A Subject in, what is odd about its dates out: gaps, overlaps, what is yet to come, roles outside of their employer's time."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import combinations

from cvrender.lint.base import Day, Finding, Subject, quoted
from cvrender.model.convert import DataPath
from cvrender.model.dates import DateRange, PartialDate, When, newest, oldest
from cvrender.model.kinds import Education, Entry, Position, Publication

_GAP = timedelta(days=184)
_OVERLAP = timedelta(days=92)
_BESIDE = (
    "intern",
    "adjunct",
    "visiting",
    "affiliate",
    "part-time",
    "part time",
    "consult",
    "advisor",
    "adviser",
    "fellow",
    "founder",
)
_AHEAD = 2  # years: so long before its beginning a position may be agreed upon
_UPCOMING = ("talks", "service", "teaching")
_NOT_YET = frozenset({"in-preparation", "submitted", "under-review", "accepted", "in-press"})


@dataclass(frozen=True, slots=True)
class _Span:
    """When something surely lasted: from the latest day it may have begun to the earliest it may have ended; and at most."""

    path: DataPath
    name: str
    first: date
    last: date
    surely_first: date
    surely_last: date
    beside: bool


def gaps(subject: Subject) -> Iterator[Finding]:
    """Between positions and education, more than six months of which nothing is said, however the dates are read."""
    begun = [span for span in _spans(subject, education=True) if span.first <= _day(subject.today)]
    spans = sorted(begun, key=lambda span: span.first)
    reach = spans[0] if spans else None
    for span in spans[1:]:
        assert reach is not None
        if span.first - reach.last > _GAP:
            months = round((span.first - reach.last).days / 30.4)
            message = f"begins {months} months after {quoted(reach.name)} ended, with nothing in between"
            yield Finding(span.path, message, "fill the time, or correct the dates")
        reach = max(reach, span, key=lambda one: one.last)


def overlaps(subject: Subject) -> Iterator[Finding]:
    """Two positions that surely ran side by side for more than three months, when neither lies within the other."""
    spans = [span for span in _spans(subject, education=False) if not span.beside]
    for one, other in combinations(sorted(spans, key=lambda span: span.first), 2):
        begins, ends = max(one.surely_first, other.surely_first), min(one.surely_last, other.surely_last)
        within = one.last >= other.last or other.first <= one.first
        if ends - begins > _OVERLAP and not within:
            months = round((ends - begins).days / 30.4)
            yield Finding(other.path, f"overlaps {quoted(one.name)} by about {months} months", "if both are right, ignore this")


def _spans(subject: Subject, education: bool) -> list[_Span]:
    found = []
    entries: list[tuple[DataPath, Entry]] = [(("positions", i), entry) for i, entry in enumerate(subject.profile.positions)]
    if education:
        entries += [(("education", i), entry) for i, entry in enumerate(subject.profile.education)]
    for path, entry in entries:
        times = [entry.when] if entry.when else [role.when for role in getattr(entry, "roles", ())]
        said = [str(getattr(entry, name, "") or "") for name in ("title", "degree", "team")]
        said += [str(role.title) for role in getattr(entry, "roles", ())]
        beside = any(word in " ".join(said).lower() for word in _BESIDE)
        name = str(getattr(entry, "organization", None) or getattr(entry, "institution", None) or getattr(entry, "degree", ""))
        found += [_span(path, name, item, subject.today, beside) for when in times for item in when]
    return [span for span in found if span]


def _span(path: DataPath, name: str, item: PartialDate | DateRange, today: Day, beside: bool) -> _Span | None:
    if isinstance(item, PartialDate):
        item = DateRange(item, item)
    start, end = item.start, item.end
    if start is None:
        return None
    last = _day(today) if end is None else _day(end.last_day())
    surely_last = last if end is None else _day(end.first_day())
    return _Span(path, name, _day(start.first_day()), last, _day(start.last_day()), surely_last, beside)


def _day(day: Day) -> date:
    year, month, number = day
    while True:
        try:
            return date(year, month, number)
        except ValueError:  # the 31st of a shorter month
            number -= 1


def order(subject: Subject) -> Iterator[Finding]:
    """A role that begins before its employer does, or ends after it."""
    for index, position in enumerate(subject.profile.positions):
        if not (isinstance(position, Position) and position.when and position.roles):
            continue
        begins, ends = oldest(position.when), newest(position.when)
        for place, role in enumerate(position.roles):
            if role.when and (_latest_start(role.when) < begins or _earliest_end(role.when) > ends):
                message = f"the role {quoted(role.title)} lies outside of the time at {quoted(position.organization)}"
                yield Finding(("positions", index, "roles", place), message)


def _latest_start(when: When) -> Day:
    first = when[0].start if isinstance(when[0], DateRange) else when[0]
    return first.last_day() if first else (9999, 12, 31)


def _earliest_end(when: When) -> Day:
    last = when[-1]
    end = last.end if isinstance(last, DateRange) else last
    return end.first_day() if end else (0, 0, 0)


def future(subject: Subject) -> Iterator[Finding]:
    """A date that is yet to come, but for planned ends, works that are not out yet, agreed positions, talks and service."""
    for path, entry in subject.entries():
        if path[0] in _UPCOMING or isinstance(entry, Education):
            continue
        if isinstance(entry, Publication) and entry.status in _NOT_YET:
            continue
        for item in entry.when:
            begins = item.start if isinstance(item, DateRange) else item
            year, month, day = subject.today
            latest = (year + _AHEAD, month, day) if path[0] == "positions" else subject.today
            if begins and begins.first_day() > latest:
                today = "-".join(f"{part:02d}" for part in subject.today)
                yield Finding(
                    path, f"the date {begins} is after {today}", 'correct it, or bring the profile\'s "updated" up to date'
                )
