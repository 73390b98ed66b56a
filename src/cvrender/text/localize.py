"""Format dates and lists of names in a language, with CLDR's data and the style's terms."""

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from cvrender.model.dates import SEASONS, DateRange, PartialDate, When, dates_of
from cvrender.model.semesters import years_of
from cvrender.model.terms import Label, Terms
from cvrender.model.value import Value, replace
from cvrender.text.formatted import formatted
from cvrender.text.scripts import EAST_ASIAN

if TYPE_CHECKING:  # importing it takes as long as composing a short CV
    from babel import Locale

DATE_FORMATS = ("abbreviated", "long", "numeric", "iso", "era")
ERAS = "ja"
"""The language in which the form `era` counts the years by eras; in others it is as `long`."""
_LAYOUT = {0x200E: None, 0x200F: None, 0x202F: "\u00a0"}
_PLACE = "\0"
_ORDINAL = re.compile(r"(?<=\d\.) ")  # no line ends within `5. 3. 2021` and `5. März 2021`
RANGES = {"en-dash": "–", "hyphen": "-"}


class Wording(Value, frozen=True, dict=True):
    """What the wording of a CV depends on: its language, terms and date format, and the owner's names.

    `dates` is one of DATE_FORMATS; `dash`, one of the values of RANGES, separates the ends of a range. With `legend`, each entry
    explains its own author marks. `options` are those of the style. `heading` is the key of the group that contains the entry,
    or empty. `name_order` is that of people in lists, or empty for the usual one of the language.
    """

    language: str
    terms: Terms
    dates: str
    dash: str
    owner: frozenset[str]
    leave_out: frozenset[str] = frozenset()
    most_authors: int | None = None
    legend: bool = False
    heading: str = ""
    options: Mapping[str, str | bool] = {}
    name_order: str = ""

    @property
    def long_dates(self) -> str:
        """The form of dates in running text, which is `long` unless all dates have eras."""
        return "era" if self.dates == "era" else "long"

    @cached_property
    def singular_labels(self) -> dict[str, str]:
        """The labels of the terms, as for one value."""
        return {name: label.one for name, label in self.terms.labels.items()}


@lru_cache(maxsize=32)
def locale(language: str) -> "Locale":
    """Return Babel's locale for a CLDR language; fall back to the language without its region, then to English.

    A locale without names of months is passed over; Babel would write `M07` for July.
    """
    from babel import UnknownLocaleError
    from babel.localedata import load as load_data

    from cvrender.text.cldr import SeparateLocale

    for tag in (language, language.partition("-")[0]):
        with suppress(UnknownLocaleError):
            known = SeparateLocale.parse(tag, sep="-")
            if load_data(str(known))["months"]["format"]["wide"] != load_data("root")["months"]["format"]["wide"]:
                return known
    return SeparateLocale("en")


@lru_cache(maxsize=4096)
def format_date(value: PartialDate, form: str, language: str) -> str:
    """Format a date at its own precision. `form` is one of DATE_FORMATS. Seasons and `about` are left to `format_when`."""
    if form == "era":
        if language.partition("-")[0] == ERAS and not value.academic:
            return era_year(value.year, value.first_day()).removesuffix("年") if value.season else era_date(value)
        form = "long"
    worded = language.partition("-")[0] in EAST_ASIAN and value.is_plain
    if form == "iso" or value.month is None and not worded:
        return str(replace(value, season=None, about=False, semester=""))
    return formatted(language, f"{form} {value.year} {value.month} {value.day}", lambda: _made_date(value, form, language))


def _made_date(value: PartialDate, form: str, language: str) -> str:
    from babel.dates import format_date as whole_date
    from babel.dates import format_skeleton

    first = date(value.year, value.month or 1, value.day or 1)
    if form == "numeric" and value.month:
        return _plain(whole_date(first, _numeric_pattern(language, value.day is not None), locale=locale(language)))
    if form == "long" and value.day:
        return _ORDINAL.sub("\u00a0", _plain(whole_date(first, "long", locale=locale(language))))
    month = ("MMMM" if form == "long" else "MMM") if value.month else ""
    shown = _plain(format_skeleton(f"y{month}{'d' if value.day else ''}", first, locale=locale(language)))
    return _ORDINAL.sub("\u00a0", shown)


def _plain(text: str) -> str:
    """Replace what CLDR adds for layout: marks of direction, which the targets set themselves, and narrow spaces."""
    return text.translate(_LAYOUT)


@lru_cache(maxsize=64)
def _numeric_pattern(language: str, with_day: bool) -> str:
    """Return CLDR's short pattern of a language with all digits of the year, without the day if asked.

    Months and days have two digits, since dates stand one below the other.
    """
    pattern = re.sub("y+", "y", str(locale(language).date_formats["short"].pattern))
    pattern = re.sub("d+", "dd", re.sub("M+", "MM", pattern))
    return pattern if with_day else re.sub(r"d+[^\w']*", "", pattern).strip("/-, ")


def _worded(value: PartialDate, wording: Wording) -> str:
    """Format a date, with its season or semester and the word for an approximate date."""
    if value.semester:
        years = years_of(value.semester, value.year)
        words = wording.terms.semesters.get(value.semester, "")
        year = format_date(replace(value, semester="", about=False), wording.dates, wording.language)
        return words.replace("{years}", years).replace("{year}", year) or str(value)
    shown, terms = format_date(value, wording.dates, wording.language), wording.terms
    if value.season:
        shown = terms.seasons.get(SEASONS[value.season - 1], str(replace(value, about=False))).replace("{year}", shown)
    return terms.about.replace("{date}", shown) if value.about else shown


def format_when(when: When, wording: Wording) -> str:
    """Format all dates and ranges of an entry."""
    return wording.terms.punctuation.comma.join(_format_item(item, wording) for item in when)


def _format_item(item: PartialDate | DateRange, wording: Wording) -> str:
    if isinstance(item, PartialDate):
        return _worded(item, wording)
    dash = wording.dash
    start = _worded(item.start, wording) if item.start else ""
    end = _worded(item.end, wording) if item.end else wording.terms.present
    if start == end or not (start or item.end):
        return end
    years_only = item.end is not None and all(part.month is None and part.is_plain for part in dates_of((item,)))
    between = _between(wording.language) if dash == "–" and wording.dates != "iso" else f" {dash} "
    if years_only and dash == "–":
        between = "–" if between.strip().isalpha() else between.strip()
    return f"{start}{between}{end}".strip()


@lru_cache(maxsize=64)
def _between(language: str) -> str:
    """Return what CLDR sets between two dates; every dash with spaces is an en dash."""
    between = formatted(language, "range", lambda: str(locale(language).interval_formats[None]))
    between = between.removeprefix("{0}").removesuffix("{1}")
    return " – " if between.strip("\u2009 ") in ("–", "-", "—") else between


def format_years(when: When, wording: Wording) -> str:
    """Format the years only: `2018`, `2018, 2019`, `2016–2018`, `2023/24`, `ca. 1998`."""
    years: list[str] = []
    for item in when:
        if isinstance(item, PartialDate):
            year = str(replace(item, month=None, day=None, season=None, about=False)) if item.academic else _year(item, wording)
            years.append(wording.terms.about.replace("{date}", year) if item.about else year)
        else:
            ends = [_year(part, wording) if part else "" for part in (item.start, item.end)]
            years.append(ends[0] if ends[0] == ends[1] else wording.dash.join(ends))
    return wording.terms.punctuation.comma.join(dict.fromkeys(years))


def _year(value: PartialDate, wording: Wording) -> str:
    """Return the year of a date, by the era of its first day if dates have eras."""
    has_eras = wording.dates == "era" and wording.language.partition("-")[0] == ERAS
    return era_year(value.year, value.first_day()) if has_eras else str(value.year)


def last_year(when: When) -> str:
    """Return the last known year in four digits, or an empty text."""
    return next((f"{date.year:04d}" for date in reversed(list(dates_of(when)))), "")


def signs_around(number: int, language: str) -> list[str]:
    """Return what a list of `number` names has before the first name, and after each one."""
    return formatted(language, f"names {number}", lambda: _list_of(number, language)).split(_PLACE) if number else [""]


def _list_of(number: int, language: str) -> str:
    """Return a list of `number` placeholders."""
    from babel.lists import format_list

    return _plain(format_list([_PLACE] * number, locale=locale(language)))


def counted(number: int, label: Label, language: str) -> str:
    """Return a number with a word, as the language's plural rules ask: `28 authors`."""
    return label.counted(number, formatted(language, f"plural {number}", lambda: locale(language).plural_form(number)))


_ERAS = (
    ((2019, 5, 1), "令和"),
    ((1989, 1, 8), "平成"),
    ((1926, 12, 25), "昭和"),
    ((1912, 7, 30), "大正"),
    ((1873, 1, 1), "明治"),
)
"""The first day of each era, and its name (CLDR, calendar `japanese`). Before 1873 Japan had another calendar with other days."""
_BEGINS = {"明治": 1868}  # the first year, where the first day above is in a later one


def era_year(year: int, day: tuple[int, int, int]) -> str:
    """Return a year by the era of one of its days: `令和元年`, or the year alone, `1870年`, before all eras."""
    name, first = next(((name, _BEGINS.get(name, begin[0])) for begin, name in _ERAS if begin <= day), ("", 1))
    number = year - first + 1
    return f"{name}{'元' if name and number == 1 else number}年"


def era_date(value: PartialDate) -> str:
    """Return a date at its own precision: `平成31年4月30日`. A year or month in which an era ended has both names.

    So 2019 is `平成31年（令和元年）`, and January 1989 `昭和64年（平成元年）1月`.
    """
    first, last = (era_year(value.year, day) for day in (value.first_day(), value.last_day()))
    year = first if first == last else f"{first}（{last}）"
    return year + (f"{value.month}月" if value.month else "") + (f"{value.day}日" if value.day else "")


def format_number(number: int | Decimal, language: str) -> str:
    """Return a number without groups of digits, with the language's decimal sign if it has a fraction."""
    if number == int(number):
        return str(int(number))
    from babel.numbers import get_decimal_symbol

    return f"{Decimal(number).normalize():f}".replace(".", get_decimal_symbol(language.replace("-", "_")))
