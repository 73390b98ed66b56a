"""Read dates as other formats write them: as a year, a month or a day, with just the precision that they have."""

import re
from typing import Any

from cvrender.model.dates import parse_when
from cvrender.model.written_dates import MONTHS, PRESENT, date_of_words

_SEASONS = {"21": "", "22": "", "23": "", "24": ""}  # EDTF's numbers for spring to winter, of which a profile keeps the year
_ISO = re.compile(r"(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?(?:[T ][0-9:.]+(?:Z|[+-]\d\d:?\d\d)?)?[~?%]?/?")


def month(text: str) -> int | None:
    """The number of a month, given as a name, an abbreviation or a number; None for anything else."""
    word = text.strip().strip(".").casefold()
    if word.isascii() and word.isdigit():
        return int(word) if 1 <= int(word) <= 12 else None
    return MONTHS.get(word)


def date(text: Any) -> str | None:
    """One date in our form: from ISO 8601 with what programs put behind it, `Jan 2022`, `Sep 1, 2016`, `2015 Aug 4`.

    None for anything else: nothing is guessed.
    """
    said = " ".join(str(text).split())
    if match := _ISO.fullmatch(said):
        year, *rest = match.groups()
        if rest[0] in _SEASONS and rest[1] is None:
            return year
        return checked("-".join((year, *(part.zfill(2) for part in rest if part))))
    found = date_of_words(said)
    return checked(found) if found else None


def parts(values: Any) -> str | None:
    """A list such as CSL's `[2019, 7]`; parts that are missing or empty end it."""
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
    """The date if it is one in our form; else None."""
    try:
        parse_when(text)
    except ValueError:
        return None
    return text


def is_present(text: Any) -> bool:
    """Return whether a word means that something continues."""
    return str(text).strip().casefold() in PRESENT
