"""Format dates and lists of names in a language, with CLDR's data and the style's terms."""

from contextlib import suppress
from datetime import date
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.dates import format_date as whole_date
from babel.dates import format_skeleton
from babel.lists import format_list as join_names

from cvrender.model.dates import DateRange, PartialDate, When
from cvrender.model.terms import FALLBACK, Label, Terms

DATE_FORMATS = ("abbreviated", "long", "numeric", "iso")
_YEAR_WORDS = frozenset({"zh", "ja", "ko"})
"""Languages that write a word after a year: `2019年`."""
_LAYOUT = {0x200E: None, 0x200F: None, 0x202F: "\u00a0"}
RANGES = {"en-dash": "–", "hyphen": "-"}


@lru_cache(maxsize=32)
def locale(language: str) -> Locale:
    """Return Babel's locale for a CLDR language; fall back to the language without its region, then to English."""
    for tag in (language, language.partition("-")[0]):
        with suppress(UnknownLocaleError):
            return Locale.parse(tag, sep="-")
    return Locale("en")


@lru_cache(maxsize=4096)
def format_date(value: PartialDate, form: str, language: str) -> str:
    """Format a date at its own precision. `form` is one of DATE_FORMATS."""
    base = language.partition("-")[0]
    if form == "iso" or value.month is None and base not in _YEAR_WORDS:
        return str(value)
    if form == "numeric" and base == FALLBACK and value.month:
        day = "" if value.day is None else f"{value.day:02d}/"
        return f"{day}{value.month:02d}/{value.year:04d}"
    first = date(value.year, value.month or 1, value.day or 1)
    if form == "long" and value.day:
        return _plain(whole_date(first, "long", locale=locale(language)))
    month = {"long": "MMMM", "numeric": "M"}.get(form, "MMM") if value.month else ""
    return _plain(format_skeleton(f"y{month}{'d' if value.day else ''}", first, locale=locale(language)))


def _plain(text: str) -> str:
    """Replace what CLDR adds for layout: marks of direction, which the targets set themselves, and narrow spaces."""
    return text.translate(_LAYOUT)


def format_when(when: When, form: str, terms: Terms, language: str, dash: str = "–") -> str:
    """Format all dates and ranges of an entry. `dash` is one of the values of RANGES."""
    return terms.punctuation.comma.join(_format_item(item, form, terms, language, dash) for item in when)


def _format_item(item: PartialDate | DateRange, form: str, terms: Terms, language: str, dash: str) -> str:
    if isinstance(item, PartialDate):
        return format_date(item, form, language)
    start = format_date(item.start, form, language) if item.start else ""
    end = terms.present if item.ongoing else format_date(item.end, form, language) if item.end else ""
    if start == end or not (start or item.end):
        return end
    years_only = all(part is None or part.month is None for part in (item.start, item.end)) and not item.ongoing
    return f"{start}–{end}" if years_only and dash == "–" else f"{start} {dash} {end}".strip()


def format_years(when: When, dash: str = "–", comma: str = ", ") -> str:
    """Format the years only: `2018`, `2018, 2019`, `2016–2018`."""
    found: list[str] = []
    for item in when:
        if isinstance(item, PartialDate):
            found.append(str(item.year))
        else:
            ends = [str(part.year) if part else "" for part in (item.start, item.end)]
            found.append(ends[0] if ends[0] == ends[1] else dash.join(ends))
    return comma.join(dict.fromkeys(found))


def last_year(when: When) -> str:
    """Return the last known year in four digits, or an empty text."""
    found = [date for item in when for date in ([item] if isinstance(item, PartialDate) else [item.start, item.end]) if date]
    return f"{found[-1].year:04d}" if found else ""


def format_names(names: list[str], language: str) -> str:
    """Join names as the language does: `A`, `A and B`, `A, B, and C`."""
    return _plain(join_names(names, locale=locale(language))) if names else ""


def counted(number: int, label: Label, language: str) -> str:
    """Return a number with a word, as the language's plural rules ask: `28 authors`."""
    return label.counted(number, locale(language).plural_form(number))
