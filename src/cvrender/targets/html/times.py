"""Find the dates of an entry in its texts, for HTML's `time` elements."""

import re
from collections.abc import Iterator, Mapping

from cvrender.model.annotations import Invalid
from cvrender.model.dates import PartialDate, dates_of, parse_when
from cvrender.text.localize import format_date

Times = Mapping[str, str]
"""Dates as they are printed, each with its value for `datetime`."""


def times_of(when: str, form: str, language: str, years: bool = True) -> Times:
    """Return the printed forms of an entry's dates. `form` is one of DATE_FORMATS; `years` says whether years alone count.

    `when` is the time in EDTF, as entries of a Document have it. Seasons, academic years and approximate dates have no value that
    HTML accepts (https://html.spec.whatwg.org/#the-time-element).
    """
    times: dict[str, str] = {}
    for date in _dates(when):
        if date.is_plain and (years or date.month):
            times[format_date(date, form, language)] = str(date)
            if years:
                times.setdefault(str(date.year), f"{date.year:04d}")
    return times


def _dates(when: str) -> Iterator[PartialDate]:
    for item in filter(None, when.split(",")):
        try:
            parsed = parse_when(item)
        except Invalid:
            continue
        yield from dates_of((parsed,))


def pattern(times: Times) -> re.Pattern[str]:
    """Return a pattern for the printed dates, which finds a longer one before its parts."""
    longest = sorted(times, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")
