"""Parse dates and ranges in EDTF notation, keeping the precision that was given.

Supported are EDTF (ISO 8601-2) level 0, and of level 1 open intervals, seasons and approximate dates: `2016`, `2016-10`,
`2016-10-03`, `2016/2018`, `2018/`, `2018/..`, `2023-21` (spring) to `2023-24` (winter), `1998~`. Besides, what people write: the
word `present`, `Spring 2023`, `ca. 1998`, academic years such as `2023/24`, and semesters such as `WiSe 2022/23`.
"""

import calendar
import re
from collections.abc import Iterator

from cvrender.model.annotations import Invalid
from cvrender.model.expressions import expression
from cvrender.model.semesters import SEMESTERS, semester_of, semester_text
from cvrender.model.value import Value, replace
from cvrender.model.written_dates import date_hint

SEASONS = ("spring", "summer", "autumn", "winter")
"""The seasons in the order of EDTF's numbers, which begin with 21."""

_DATE = expression(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?(~?)")
_SEASON = expression(rf"({'|'.join(SEASONS)}|fall) ([0-9]{{4}})(~?)", re.IGNORECASE)
_ABOUT = expression(r"(?:circa|ca?\.?) *(?=[0-9])", re.IGNORECASE)
_ACADEMIC = expression(r"([0-9]{4}) ?[/–] ?([0-9]{2})")
_MONTH_FIRST = expression(r"[0-9]{1,2}/[0-9]{4}")
_YEARS = expression(r"(?<=^[0-9]{4})–(?=[0-9]{4}$)")


class PartialDate(Value, frozen=True):
    """A year with an optional month (1 to 12) and day; unknown parts are None.

    `season` is 1 (spring) to 4 (winter). An `academic` year is the one that begins in that year's autumn. `about` means that the
    date is approximate. A `semester` is a key of SEMESTERS; its season is the nearest in EDTF.
    """

    year: int
    month: int | None = None
    day: int | None = None
    season: int | None = None
    academic: bool = False
    about: bool = False
    semester: str = ""

    def __str__(self) -> str:
        if self.semester:
            return semester_text(self.semester, self.year)
        text = f"{self.year:04d}"
        if self.academic:
            text += f"/{(self.year + 1) % 100:02d}"
        if self.season is not None:
            text += f"-{20 + self.season}"
        if self.month is not None:
            text += f"-{self.month:02d}"
        if self.day is not None:
            text += f"-{self.day:02d}"
        return text + "~" * self.about

    @property
    def is_plain(self) -> bool:
        """Whether it is a year, month or day, and nothing else."""
        return not (self.season or self.academic or self.about)

    def first_day(self) -> tuple[int, int, int]:
        """Return the earliest day that the date can mean; seasons are those of the northern hemisphere."""
        if self.semester:
            return self.year, SEMESTERS[self.semester].first_month, 1
        if self.season:
            return self.year, 3 * self.season, 1
        return self.year, self.month or (9 if self.academic else 1), self.day or 1

    def last_day(self) -> tuple[int, int, int]:
        """Return the latest day that the date can mean."""
        if self.academic:
            return self.year + 1, 8, 31
        if self.semester:
            years, month = divmod(SEMESTERS[self.semester].last_month - 1, 12)
            return self.year + years, month + 1, calendar.monthrange(self.year + years, month + 1)[1]
        month = min(3 * self.season + 2, 12) if self.season else self.month or 12
        return self.year, month, self.day or calendar.monthrange(self.year, month)[1]


class DateRange(Value, frozen=True):
    """A range from `start` to `end`. An `end` of None is open; `ongoing` means that it lasts to the present."""

    start: PartialDate | None
    end: PartialDate | None = None
    ongoing: bool = False

    def __str__(self) -> str:
        end = "present" if self.ongoing else str(self.end or "")
        return f"{self.start or ''}/{end}"


def edtf(item: PartialDate | DateRange) -> str:
    """Return a date or range in EDTF, in which the season next to a semester stands for it."""
    if isinstance(item, PartialDate):
        return str(replace(item, semester=""))
    ends = [replace(end, semester="") if end else None for end in (item.start, item.end)]
    return str(replace(item, start=ends[0], end=ends[1]))


When = tuple[PartialDate | DateRange, ...]
"""The time of an entry: usually one date or range, or several, as in `[2018, 2019, 2020]`."""


def parse_date(text: str) -> PartialDate:
    """Parse one date: EDTF, a season or a semester with its year, or an approximate date. Raises Invalid."""
    if (named := semester_of(text)) and not named[2]:
        return PartialDate(_year(str(named[1]), text), season=SEMESTERS[named[0]].season, semester=named[0])
    written, about = _ABOUT.subn("", text, count=1) if _ABOUT.match(text) else (text, 0)
    if season := _SEASON.fullmatch(written):
        name = season[1].lower().replace("fall", "autumn")
        return PartialDate(_year(season[2], text), season=SEASONS.index(name) + 1, about=bool(about or season[3]))
    match = _DATE.fullmatch(written)
    if not match:
        raise Invalid(f'not a valid date: "{text}"', date_hint(text), code="bad-date")
    year, (month, day) = _year(match[1], text), (int(part) if part else None for part in match.group(2, 3))
    approximate = bool(about or match[4])
    if month is not None and 21 <= month <= 24 and day is None:
        return PartialDate(year, season=month - 20, about=approximate)
    if month is not None and not 1 <= month <= 12:
        raise Invalid(f'not a valid date: "{text}" (there is no month {month})', code="bad-date")
    if month is not None and day is not None:
        last = calendar.monthrange(year, month)[1]
        if not 1 <= day <= last:
            raise Invalid(f'not a valid date: "{text}" (the month has {last} days)', code="bad-date")
    return PartialDate(year, month, day, about=approximate)


def _year(digits: str, text: str) -> int:
    if not int(digits):
        raise Invalid(f'not a valid date: "{text}" (there is no year 0)', code="bad-date")
    return int(digits)


def parse_when(text: str) -> PartialDate | DateRange:
    """Parse a date, an academic year such as `2023/24`, the word `present`, or a range. Raises Invalid."""
    text = text.strip()
    if text == "present":
        return DateRange(None, ongoing=True)
    if (academic := _ACADEMIC.fullmatch(text)) and int(academic[2]) == (int(academic[1]) + 1) % 100:
        return PartialDate(_year(academic[1], text), academic=True)
    written, text = text, _YEARS.sub("/", text)
    if "/" not in text or _MONTH_FIRST.fullmatch(text):
        return parse_date(text)
    begins = len(text) - len(named[2]) if (named := semester_of(text)) else 0  # the years of a semester may have a stroke
    if begins == len(text):
        return parse_date(text)
    first, _, last = text[begins:].partition("/")
    first, last = (text[:begins] + first).strip(), last.strip()
    try:
        start = parse_date(first) if first not in ("", "..") else None
        if last == "present":
            return check_order(DateRange(start, ongoing=True))
        end = parse_date(last) if last not in ("", "..") else None
    except Invalid as error:
        if "/" in written and not error.hint.startswith("write 2016, "):
            raise  # it says what to write for one of the ends
        raise Invalid(f'not a valid date: "{written}"', date_hint(written)) from None
    if start is None and end is None:
        raise Invalid(f'not a valid date: "{text}"', date_hint(text), code="bad-date")
    return check_order(DateRange(start, end))


def check_order(span: DateRange) -> DateRange:
    """Return the range unchanged. Raises Invalid if it ends before it begins, at the given precision."""
    if span.start and span.end and span.end.last_day() < span.start.first_day():
        raise Invalid(f"range ends ({span.end}) before it begins ({span.start})", code="reversed-range")
    return span


def is_open(when: When) -> bool:
    """Return whether a time lasts to the present, or its end is open."""
    return any(isinstance(item, DateRange) and item.end is None for item in when)


def dates_of(when: When) -> Iterator[PartialDate]:
    """Yield the known dates, of a range its start and its end."""
    for item in when:
        ends = (item.start, item.end) if isinstance(item, DateRange) else (item,)
        yield from (date for date in ends if date)


def oldest(when: When) -> tuple[int, int, int]:
    """Return a sort key: the earliest day that the time can mean. Unknown beginnings sort first."""
    days = []
    for item in when:
        begins = next(dates_of((item,)), None)
        days.append(begins.first_day() if begins else (0, 0, 0))
    return min(days, default=(0, 0, 0))


def newest(when: When) -> tuple[int, int, int]:
    """Return a sort key: the latest day that the time reaches. What lasts to the present sorts last."""
    days = [(0, 0, 0)]
    for item in when:
        if isinstance(item, PartialDate):
            days.append(item.last_day())
        elif item.ongoing or item.end is None:
            days.append((9999, 12, 31))
        else:
            days.append(item.end.last_day())
    return max(days)
