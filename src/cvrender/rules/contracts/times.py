"""Find breaches of the rules about dates: order, precision, windows and gaps."""

from collections.abc import Iterable, Iterator

from cvrender.compose.select.choose import filter_values
from cvrender.load.filter import compile_filter
from cvrender.model.base import field_names
from cvrender.model.contract import ContractRule
from cvrender.model.dates import When, dates_of, is_open, newest, oldest
from cvrender.model.kinds import filter_fields
from cvrender.model.names import owner_names
from cvrender.model.view import SelectedEntry
from cvrender.rules.contracts.base import Breach, Measured, many
from cvrender.rules.lint.base import Day


def newest_first(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """Entries that begin later than the entry before them."""
    for section in measured.sections(rule.sections):
        before: tuple[Day, SelectedEntry] | None = None
        for item in section.entries:
            if not item.entry.span:
                continue
            start = oldest(item.entry.span)
            if before and start > before[0]:
                yield Breach("begins later than the entry before it", item.source, 'sort the section with "sort: -start"')
                break
            before = (start, item)


def precision(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """Dates that are less exact than the rule asks for."""
    for item in measured.entries(rule.sections):
        dates = list(dates_of(item.entry.span))
        exact = [date.day if rule.precision == "day" else date.month for date in dates]
        if not dates:
            yield Breach(f"has no date; the rule asks for the {rule.precision}", item.source)
        elif None in exact:
            form = "YYYY-MM-DD" if rule.precision == "day" else "YYYY-MM"
            yield Breach(f"{dates[exact.index(None)]} lacks the {rule.precision}", item.source, f"write it as {form}")


def window(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """Entries that ended before the window of months before the day of the submission."""
    first = months_before(measured.as_of, rule.months or 0)
    for item in measured.entries(rule.sections):
        if item.entry.span and not is_open(item.entry.span) and newest(item.entry.span) < first:
            limit = "-".join(f"{part:02d}" for part in first)
            yield Breach(f"ended more than {many(rule.months or 0, 'month')} ago (before {limit})", item.source, "leave it out")


def months_before(day: Day, months: int) -> Day:
    """Return the day that is `months` months before a day."""
    month = day[0] * 12 + day[1] - 1 - months
    return month // 12, month % 12 + 1, min(day[2], 28)


def gaps(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """Times of more than the rule's months that none of the entries, and no break that is shown, accounts for."""
    entries = [item for item in measured.entries(rule.sections) if item.entry.span]
    spans = [(*_ends(item.entry.span, measured.as_of), item.source) for item in entries]
    sections = [section for section in measured.selection.sections if section.collection == "breaks"]
    breaks = [item.entry.span for section in sections for item in section.entries]
    spans += [(*_ends(span, measured.as_of), "") for span in breaks if span]
    hint = 'explain it under "breaks"' if len(breaks) == len(measured.profile.breaks) else 'show the "breaks" that explain it'
    covered: Day | None = None
    for start, end, source in sorted(spans):
        if covered and start > covered and _months(covered, start) > (rule.months or 0):
            months = _months(covered, start)
            yield Breach(f"{many(months, 'month')} before it are not accounted for", source, hint)
        covered = max(covered or end, end)


def _ends(when: When, as_of: Day) -> tuple[Day, Day]:
    return oldest(when), as_of if is_open(when) else max(date.last_day() for date in dates_of(when))


def _months(before: Day, after: Day) -> int:
    days = (after[0] - before[0]) * 365.25 + (after[1] - before[1]) * 30.44 + (after[2] - before[2])
    return int(days / 30.44)


def fields(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """Entries without a field that the rule asks for."""
    owner = owner_names(measured.profile.person)
    for item in _matching(rule, measured.entries(rule.sections), owner):
        for name in rule.fields:
            if name in field_names(type(item.entry)) and not (item.entry.span if name == "date" else getattr(item.entry, name)):
                yield Breach(f'lacks "{name}"', item.source, f'add "{name}"')


def _matching(rule: ContractRule, entries: Iterable[SelectedEntry], owner: frozenset[str]) -> Iterator[SelectedEntry]:
    for item in entries:
        test = compile_filter(rule.where, filter_fields(type(item.entry))) if rule.where else None
        if test is None or test(filter_values(item.entry, owner)):
            yield item
