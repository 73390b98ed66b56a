"""Read dates as other formats write them: as a year, a month or a day, with just the precision that they have."""

import re
from functools import lru_cache
from typing import Any

from cvrender.model.dates import SEASONS as NAMES_OF_SEASONS
from cvrender.model.dates import parse_when
from cvrender.model.written_dates import MONTHS, PRESENT, date_of_words

_OTHER_LANGUAGES = "cs da el fi hu id nb nl pl ro ru sv tr uk vi".split()
SEASONS = {str(number): name for number, name in enumerate(NAMES_OF_SEASONS, 21)}
"""Seasons by EDTF's numbers for them."""
_SEASON = re.compile(r"(?:(spring|summer|autumn|fall|winter) (\d{4})|(\d{4}) (spring|summer|autumn|fall|winter))", re.IGNORECASE)
_ISO = re.compile(r"(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?(?:[T ][0-9:.]+(?:Z|[+-]\d\d:?\d\d)?)?(~?)[?%]?/?")


@lru_cache(maxsize=1)
def _other_months() -> dict[str, int]:
    from cvrender.compose.cldr import month_numbers

    return month_numbers(_OTHER_LANGUAGES)


def _month_number(name: str) -> int | None:
    """Return the number of a month by a name of it in any language known, in lower case, or None."""
    if name in MONTHS or not name[:1].isalpha():
        return MONTHS.get(name)
    return _other_months().get(name)


def month(text: str) -> int | None:
    """Read the number of a month, given as a name, an abbreviation or a number; None for anything else."""
    word = text.strip()
    if word.isascii() and word.isdigit():
        return int(word) if 1 <= int(word) <= 12 else None
    return _month_number(word.casefold().strip("."))


def date(text: Any) -> str | None:
    """Read one date: ISO 8601 with what programs put behind it, `Jan 2022`, `Sep 1, 2016`, `2015 Aug 4`.

    None for anything else: nothing is guessed.
    """
    said = " ".join(str(text).split())
    if match := _ISO.fullmatch(said):
        *parts, circa = match.groups()
        return checked("-".join(part.zfill(2) for part in parts if part) + circa)
    if match := _SEASON.fullmatch(said):
        season, year = (match[1], match[2]) if match[1] else (match[4], match[3])
        return str(parse_when(f"{season.capitalize()} {year}"))  # as EDTF's number, so that dates can be sorted
    found = date_of_words(said, _month_number)
    return checked(found) if found else None


def parts(values: Any) -> str | None:
    """Read a list such as CSL's `[2019, 7]`; parts that are missing or empty end it."""
    if not isinstance(values, list) or not values:
        return None
    found = []
    for value, width in zip(values, (4, 2, 2), strict=False):
        if not re.fullmatch(r"\d{1,4}", str(value or "")) or int(value) == 0:
            break
        found.append(str(int(value)).zfill(width))
    return checked("-".join(found)) if found else None


def span(start: str | None, end: str | None) -> str | None:
    """Join two dates to one field; return one date if they are the same."""
    if start and end and start != end:
        return checked(f"{start}/{end}")
    return start or end


def checked(text: str) -> str | None:
    """Return the date if it is one in our form; else None."""
    try:
        parse_when(text)
    except ValueError:
        return None
    return text


def is_present(text: Any) -> bool:
    """Return whether a word means that something continues."""
    return str(text).strip().casefold() in PRESENT
