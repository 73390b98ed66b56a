"""Text in, dates out: years, months and days in EDTF's notation, with just the precision that was given.

The notation is EDTF (ISO 8601-2), level 0 and the open intervals of level 1: `2016`, `2016-10`,
`2016-10-03`, `2016/2018`, `2018/` and `2018/..`; to that comes the word `present`.
"""

import calendar
import re
from dataclasses import dataclass

_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_FORMS = "write 2016, 2016-10, 2016-10-03, present, or a range such as 2016/2018 or 2018/"


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A year, perhaps with its month (1 to 12), perhaps with its day; what is not known is None."""

    year: int
    month: int | None = None
    day: int | None = None

    def __str__(self) -> str:
        text = f"{self.year:04d}"
        if self.month is not None:
            text += f"-{self.month:02d}"
        return text if self.day is None else f"{text}-{self.day:02d}"

    def first_day(self) -> tuple[int, int, int]:
        """The earliest day that this date can mean."""
        return self.year, self.month or 1, self.day or 1

    def last_day(self) -> tuple[int, int, int]:
        """The latest day that this date can mean."""
        return self.year, self.month or 12, self.day or 31


@dataclass(frozen=True, slots=True)
class DateRange:
    """From `start` to `end`. An `end` of None is open; `ongoing` says that it lasts to the present."""

    start: PartialDate | None
    end: PartialDate | None = None
    ongoing: bool = False

    def __str__(self) -> str:
        end = "present" if self.ongoing else str(self.end or "")
        return f"{self.start or ''}/{end}"


When = tuple[PartialDate | DateRange, ...]
"""The time of an entry: mostly one date or one range; several for a list such as `[2018, 2019, 2020]`."""


def parse_date(text: str) -> PartialDate:
    """Read one EDTF date. Raises ValueError with a message for the person who typed it."""
    match = _DATE.fullmatch(text)
    if not match:
        raise ValueError(f'"{text}" is not a date; {_FORMS}')
    year, month, day = (int(part) if part else None for part in match.groups())
    if not year:
        raise ValueError(f'"{text}" is not a date: there is no year 0')
    if month is not None and not 1 <= month <= 12:
        raise ValueError(f'"{text}" is not a date: there is no month {month}')
    if month is not None and day is not None:
        last = calendar.monthrange(year, month)[1]
        if not 1 <= day <= last:
            raise ValueError(f'"{text}" is not a date: that month has {last} days')
    return PartialDate(year, month, day)


def parse_when(text: str) -> PartialDate | DateRange:
    """Read a date, the word `present`, or a range. Raises ValueError as `parse_date` does."""
    text = text.strip()
    if text == "present":
        return DateRange(None, ongoing=True)
    if "/" not in text:
        return parse_date(text)
    first, _, last = (part.strip() for part in text.partition("/"))
    start = parse_date(first) if first not in ("", "..") else None
    if last == "present":
        return check_order(DateRange(start, ongoing=True))
    end = parse_date(last) if last not in ("", "..") else None
    if start is None and end is None:
        raise ValueError(f'"{text}" is not a date; {_FORMS}')
    return check_order(DateRange(start, end))


def check_order(span: DateRange) -> DateRange:
    """Return the range as it is. Raises ValueError when it ends before it begins, at the precision given."""
    if span.start and span.end and span.end.last_day() < span.start.first_day():
        raise ValueError(f"the range ends ({span.end}) before it begins ({span.start})")
    return span


def oldest(when: When) -> tuple[int, int, int]:
    """A key to sort by: the earliest day that the time can mean; an unknown beginning is before all others."""
    days = []
    for item in when:
        begins = item if isinstance(item, PartialDate) else item.start or item.end
        days.append(begins.first_day() if begins else (0, 0, 0))
    return min(days, default=(0, 0, 0))


def newest(when: When) -> tuple[int, int, int]:
    """A key to sort by: the latest day that the time reaches; what lasts to the present comes last of all."""
    days = [(0, 0, 0)]
    for item in when:
        if isinstance(item, PartialDate):
            days.append(item.last_day())
        elif item.ongoing or item.end is None:
            days.append((9999, 12, 31))
        else:
            days.append(item.end.last_day())
    return max(days)
