"""Find suspicious dates: gaps, overlaps, future dates, and roles outside the time at their employer."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import combinations, pairwise

from cvrender.errors import shorten
from cvrender.model.convert import DataPath
from cvrender.model.dates import DateRange, PartialDate, When, newest, oldest
from cvrender.model.kinds import Certification, Entry, Position, Publication
from cvrender.model.status import UNPUBLISHED
from cvrender.rules.lint.base import Day, LintContext, LintFinding

_GAP = timedelta(days=184)
_OVERLAP = timedelta(days=92)
_SOON = timedelta(days=60)
_CONCURRENT = re.compile(
    r"intern\b|adjunct|visiting|affiliat|part.time|consult|advis[oe]r|fellow|founder|freelance|self.employed|volunteer|honorary|"
    r"courtesy|joint|secondary|emerit|lectur|director|chair|chief|head\b|board|trustee|editor|curator|musician|artist|locum|"
    r"attending|physician|surgeon|clinic|hospital|medic|nurs|doctor|registrar|resident|dentist|pharmac|therap"
)
"""Words in titles and employers of posts that are usual next to another one, such as a clinical post next to a professorship."""

_OFTEN_UNDATED = ("publications", "service", "memberships")
_FEWEST = 3  # entries from which on a section has a habit
_AHEAD = 2  # years; how early a position may be agreed
_PAST = ("positions", "publications", "patents", "systems", "awards", "memberships", "news", "press")
"""The collections whose entries have begun. A grant may be pending, a talk or an exhibition may be planned."""

_COVERING = ("positions", "education", "awards", "custom")
"""The collections whose entries fill a gap; a fellowship may be among the awards."""


@dataclass(frozen=True, slots=True)
class _Span:
    """A time span: at most from `first` to `last`, and certainly from `surely_first` to `surely_last`.

    A degree has the date of its end only: when the studies began is not known.
    """

    path: DataPath
    name: str
    first: date
    last: date
    surely_first: date
    surely_last: date
    is_secondary: bool
    is_degree: bool


def gaps(context: LintContext) -> Iterator[LintFinding]:
    """A gap of more than six months between positions or studies, unless an award or a custom entry covers it."""
    started = [span for span in _spans(context, covering=True) if span.first <= date(*context.today)]
    spans = sorted(started, key=lambda span: span.first)
    reach = spans[0] if spans else None
    for span in spans[1:]:
        assert reach is not None
        if span.first - reach.last > _GAP and span.path[0] in ("positions", "education") and not span.is_degree:
            months = round((span.first - reach.last).days / 30.4)
            message = f"gap of {months} months after {shorten(reach.name)}"
            yield LintFinding(span.path, message, "add what is missing, or correct the dates")
        reach = max(reach, span, key=lambda one: one.last)


def overlaps(context: LintContext) -> Iterator[LintFinding]:
    """Positions that overlap by more than three months, unless one contains the other or is usual next to another."""
    spans = [span for span in _spans(context, covering=False) if not span.is_secondary]
    for one, other in combinations(sorted(spans, key=lambda span: span.first), 2):
        begins, ends = max(one.surely_first, other.surely_first), min(one.surely_last, other.surely_last)
        within = one.last >= other.last or other.first <= one.first
        if ends - begins > _OVERLAP and not within:
            months = round((ends - begins).days / 30.4)
            message = f"overlaps with {shorten(one.name)} by about {months} months"
            yield LintFinding(other.path, message, "correct the dates, or suppress the rule")


def _spans(context: LintContext, covering: bool) -> list[_Span]:
    spans = []
    for path, entry in context.entries():
        if path[0] not in (_COVERING if covering else ("positions",)) or "roles" in path:
            continue
        timed = [entry] if entry.when else [*getattr(entry, "roles", ())]
        titles = [str(getattr(entry, name, "") or "") for name in ("title", "degree", "team")]
        titles += [str(role.title) for role in getattr(entry, "roles", ())]
        names = (getattr(entry, name, None) for name in ("organization", "institution", "degree", "title"))
        name = str(next(filter(None, names), ""))
        is_secondary = bool(_CONCURRENT.search(" ".join([*titles, name]).lower()))
        spans += [_span(path, name, one, item, context.today, is_secondary) for one in timed for item in one.when]
    return [span for span in spans if span]


def _span(path: DataPath, name: str, entry: Entry, item: PartialDate | DateRange, today: Day, is_secondary: bool) -> _Span | None:
    is_degree = path[0] == "education" and isinstance(item, PartialDate) and not entry.may_last
    if isinstance(item, PartialDate):
        item = DateRange(item, None if entry.may_last else item)
    start, end = item.start, item.end
    if start is None:
        return None
    last = date(*today) if end is None else date(*end.last_day())
    surely_last = date(*start.first_day()) if entry.may_last else last if end is None else date(*end.first_day())
    return _Span(path, name, date(*start.first_day()), last, date(*start.last_day()), surely_last, is_secondary, is_degree)


def without_end(context: LintContext) -> Iterator[LintFinding]:
    """A position, degree or membership with a start and no end, of which a CV cannot say whether it lasts."""
    for path, entry in context.entries():
        if path[0] in ("positions", "education", "memberships") and entry.may_last and not getattr(entry, "roles", ()):
            hint = f'write "end: present" if it lasts, its end, or "date: {entry.start}" if there is no more to say'
            yield LintFinding((*path, "start"), "has a start and no end, so that only the start is shown", hint)


def order(context: LintContext) -> Iterator[LintFinding]:
    """A role outside the time at its employer. (A range that ends before it begins is an error.)"""
    for index, position in enumerate(context.profile.positions):
        if not (isinstance(position, Position) and position.when and position.roles):
            continue
        begins, ends = oldest(position.when), newest(position.when)
        for number, role in enumerate(position.roles):
            if role.when and (_latest_start(role.when) < begins or _earliest_end(role.when) > ends):
                title, place = (shorten(context.shown(value)) for value in (role.title, position.organization))
                message = f"role {title} is outside the time at {place}"
                yield LintFinding(("positions", index, "roles", number), message)


def undated(context: LintContext) -> Iterator[LintFinding]:
    """An entry without a date in a section of which most others have one; not works (`WORK-YEAR`), service and memberships."""
    for entries in _sections(context):
        without_date = [
            (path, entry) for path, entry in entries if not (entry.when or any(role.when for role in getattr(entry, "roles", ())))
        ]
        dated = len(entries) - len(without_date)
        if entries[0][0][0] in _OFTEN_UNDATED or dated < _FEWEST or 4 * dated < 3 * len(entries):
            continue
        for path, entry in without_date:
            if getattr(entry, "status", None) not in UNPUBLISHED:
                yield LintFinding(path, f"has no date, but {dated} others of {path[0]} have one", 'add "date"')


def _is_dated(entry: Entry) -> bool:
    return bool(entry.when or any(role.when for role in getattr(entry, "roles", ())))


def unsorted(context: LintContext) -> Iterator[LintFinding]:
    """An entry out of the order of years that nearly all entries of its section with the same type, role and tags have."""
    for entries in (alike for section in _sections(context) for alike in _alike(section)):
        dated = [(path, entry.when) for path, entry in entries if entry.when]
        up = [(before, one) for before, one in pairwise(dated) if _is_before(before[1], one[1])]
        down = [(before, one) for before, one in pairwise(dated) if _is_before(one[1], before[1])]
        few, many = sorted((up, down), key=len)
        if len(many) < max(_FEWEST, 4 * len(few)):
            continue
        for (_, before), (path, when) in few:
            shown, last = (", ".join(map(str, one)) for one in (when, before))
            order = "newest" if few is up else "oldest"
            message = f"{shown} is below {last}, but other entries of {path[0]} have the {order} first"
            yield LintFinding(path, message, 'move the entry, or set "sort" in the view')


def _sections(context: LintContext) -> Iterator[list[tuple[DataPath, Entry]]]:
    """Yield the entries that stand below each other: of a collection, a custom section, or an employer."""
    lists: dict[DataPath, list[tuple[DataPath, Entry]]] = {}
    for path, entry in context.entries():
        lists.setdefault(path[:-1], []).append((path, entry))
    yield from lists.values()


def _alike(entries: Iterable[tuple[DataPath, Entry]]) -> Iterator[list[tuple[DataPath, Entry]]]:
    """Yield the entries of a section by their type, role and tags, by which people group them."""
    families: dict[str, list[tuple[DataPath, Entry]]] = {}
    for path, entry in entries:
        key = repr([getattr(entry, name, None) for name in ("type", "genre", "role", "tags")])
        families.setdefault(key, []).append((path, entry))
    yield from families.values()


def _is_before(one: When, other: When) -> bool:
    """Return whether a time begins and ends in earlier years than another one; within a year the order is free."""
    return oldest(one)[0] < oldest(other)[0] and newest(one)[0] < newest(other)[0]


def _latest_start(when: When) -> Day:
    first = when[0].start if isinstance(when[0], DateRange) else when[0]
    return first.last_day() if first else (9999, 12, 31)


def _earliest_end(when: When) -> Day:
    last = when[-1]
    end = last.end if isinstance(last, DateRange) else last
    return end.first_day() if end else (0, 0, 0)


def future(context: LintContext) -> Iterator[LintFinding]:
    """A date after the profile's `updated`, or after today if it has none. Grants, talks and the like may be planned."""
    for path, entry in context.entries():
        if path[0] not in _PAST:
            continue
        if isinstance(entry, Publication) and entry.status in UNPUBLISHED:
            continue
        for item in entry.when:
            begins = item.start if isinstance(item, DateRange) else item
            year, month, day = context.today
            latest = (year + _AHEAD, month, day) if path[0] == "positions" else context.today
            if begins and begins.first_day() > latest:
                updated = context.profile.updated
                today = f'"updated" ({updated})' if updated else f"today ({'-'.join(f'{part:02d}' for part in context.today)})"
                hint = 'correct it, or change "updated"' if updated else "correct it"
                yield LintFinding(path, f"{begins} is after {today}", hint)


def expired(context: LintContext) -> Iterator[LintFinding]:
    """A licence or certificate that has expired, or that expires within 60 days of `updated`, or of today if there is none."""
    today, dated = date(*context.today), [(path, entry) for path, entry in context.entries() if isinstance(entry, Certification)]
    for path, entry in dated:
        if not (last := entry.valid_until) or date(*last.last_day()) - today > _SOON:
            continue
        others = (other.valid_until for _, other in dated if (other.title, other.issuer) == (entry.title, entry.issuer))
        if not any(other and other.last_day() > last.last_day() for other in others):
            said = "has expired" if last.last_day() < context.today else "expires soon"
            yield LintFinding((*path, "valid_until"), f"{said} ({last})", "renew it, or correct the date")
