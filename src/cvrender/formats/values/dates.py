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
_CIRCA = re.compile(r"(?:ca?\.|circa) ?(\d{4}(?:-\d\d){0,2})", re.IGNORECASE)
_ISO = re.compile(r"(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?(?:[T ][0-9:.]+(?:Z|[+-]\d\d:?\d\d)?)?(~?)[?%]?/?")


_PRESENT = frozenset(
    [
        *("till date", "to date", "till now", "until now", "to present", "till present", "in progress", "current position"),
        *("bis heute", "laufend", "aujourd'hui", "à ce jour", "en cours", "la actualidad", "a la fecha", "actualmente", "oggi"),
        *("in corso", "o momento", "nu", "heden", "i dag", "idag", "obecnie", "současnost", "günümüz", "devam ediyor", "halen"),
        *(
            "по настоящее время",
            "настоящее время",
            "н. в",
            "н.в",
            "до теперішнього часу",
            "至今",
            "现在",
            "現在",
            "현재",
            "الآن",
            "حتى الآن",
        ),
    ]
)
"""More words for what still lasts, as people write them where another program shows any text."""


@lru_cache(maxsize=1)
def _other_months() -> dict[str, int]:
    from cvrender.text.cldr import month_numbers

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
    if match := _CIRCA.fullmatch(said):
        said = f"{match[1]}~"
    if match := _ISO.fullmatch(said):
        *parts, circa = match.groups()
        return checked("-".join(part.zfill(2) for part in parts if part) + circa)
    if match := _SEASON.fullmatch(said):
        season, year = (match[1], match[2]) if match[1] else (match[4], match[3])
        return str(parse_when(f"{season.capitalize()} {year}"))  # as EDTF's number, so that dates can be sorted
    day = date_of_words(said, _month_number)
    return checked(day) if day else None


def parts(values: Any) -> str | None:
    """Read a list such as CSL's `[2019, 7]`; parts that are missing or empty end it. A month may be a name, or a season."""
    if not isinstance(values, list) or not values:
        return None
    numbers: list[str] = []
    for value, width in zip(values, (4, 2, 2), strict=False):
        text = str(value or "").strip()
        if len(numbers) == 1 and text and not text.isdigit():
            word = date(f"{text} {numbers[0]}")
            numbers = word.split("-") if word else numbers
            if not word or int(numbers[1]) > 12:
                break
        elif not re.fullmatch(r"\d{1,4}", text) or int(text) == 0:
            break
        else:
            numbers.append(str(int(text)).zfill(width))
    return checked("-".join(numbers)) if numbers else None


def parts_read(values: Any) -> int:
    """Return how many parts of such a list its date has; what is left must not get lost."""
    date = parts(values)
    return len(date.split("-")) if date else 0


def span(start: str | None, end: str | None) -> str | None:
    """Join two dates to one field; return one date if they are the same."""
    if start and end and start != end:
        return checked(f"{start}/{end}")
    return start or end


_BETWEEN = re.compile(
    r"\s+(?:-{1,3}|[–—→]|to|until|till|bis|à|au|al|hasta)\s+|(?<=\d)\s*[–—]\s*"
    r"|(?<=\d{4})\s?-{1,3}\s?(?=\d{4}\b|[^\W\d]|$)"
)


def period(text: Any) -> tuple[str, str] | None:
    """Read a period, such as `March 2022 - Present` or `2014–2018`: its start and its end. None for anything else."""
    said = " ".join(str(text).split())
    if len(said) > 80:
        return None
    parts = _BETWEEN.split(said)
    if len(parts) != 2:
        return None
    start, end = date(parts[0]), "present" if is_present(parts[1]) or not parts[1] else date(parts[1])
    return (start, end) if start and end and (end == "present" or checked(f"{start}/{end}")) else None


def checked(text: str) -> str | None:
    """Return the date if it is one in our form; else None."""
    try:
        parse_when(text)
    except ValueError:
        return None
    return text


def is_present(text: Any) -> bool:
    """Return whether a word means that something continues."""
    return str(text).strip(" .,)(").casefold().replace("’", "'") in PRESENT | _PRESENT
