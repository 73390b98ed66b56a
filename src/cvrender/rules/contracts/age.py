"""Compute the net academic age: the full-time equivalent of the time in research, without breaks."""

from collections.abc import Iterator

from cvrender.model.dates import When, dates_of, is_open, oldest
from cvrender.model.profile import Profile
from cvrender.rules.lint.base import Day

_OUTSIDE = "non-research"
"""The tag of positions that do not count."""


def net_academic_age(profile: Profile, as_of: Day) -> float:
    """Return years: for each month the shares of all positions (at most 100 %), less what breaks take of it.

    Positions with the tag `non-research` do not count. A date without a month counts from January to December. Several positions
    in one month count together, and so do roles at one employer, each with its own `fte`.
    """
    months: dict[int, float] = {}
    for when, share in _shares(profile):
        for month in _months(when, as_of):
            months[month] = min(100.0, months.get(month, 0.0) + share)
    for pause in profile.breaks:
        for month in _months(pause.span, as_of):
            if month in months:
                months[month] = min(months[month], float(pause.fte or 0))
    return sum(months.values()) / 1200


def _shares(profile: Profile) -> Iterator[tuple[When, int]]:
    for position in profile.positions:
        if _OUTSIDE in position.tags:
            continue
        parts = [role for role in position.roles if role.when and _OUTSIDE not in role.tags] or [position]
        for part in parts:
            share = part.fte if part.fte is not None else position.fte
            yield part.span, 100 if share is None else share


def _months(when: When, as_of: Day) -> range:
    """Return the months of a time, each as the number of months since the year 0, up to the month before `as_of`."""
    if not when:
        return range(0)
    start, last = oldest(when), (as_of if is_open(when) else max(date.last_day() for date in dates_of(when)))
    first, end = start[0] * 12 + start[1] - 1, last[0] * 12 + last[1] - 1
    return range(first, min(end + (0 if is_open(when) else 1), as_of[0] * 12 + as_of[1]))
