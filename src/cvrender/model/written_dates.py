"""Read dates as people write them, such as `May 2019`, to say how they are typed in a profile."""

import calendar
import re
from collections.abc import Callable

_MONTHS = (
    "jan january januar janvier enero ene janeiro gennaio gen",
    "feb february februar février fevrier febrero fevereiro febbraio",
    "mar march märz maerz mrz mars marzo março",
    "apr april avril abril aprile abr avr",
    "may mai mayo maio maggio",
    "jun june juni juin junio junho giugno giu",
    "jul july juli juillet julio julho luglio lug",
    "aug august août aout agosto ago",
    "sep sept september septembre septiembre setembro settembre set",
    "oct october oktober okt octobre octubre outubro ottobre out ott",
    "nov november novembre noviembre novembro",
    "dec december dezember dez décembre decembre diciembre dezembro dicembre dic déc",
)
MONTHS = {word: number for number, words in enumerate(_MONTHS, 1) for word in words.split()}
"""The number of each month by its names and abbreviations in several languages, in lower case."""
PRESENT = frozenset("present current now today ongoing heute aujourd'hui actualidad presente atual".split())
"""Words for what still lasts, in lower case."""

_USUAL = "write 2016, 2016-10, 2016-10-03, present, or a range such as 2016/2018 or 2018/"
_LIMIT = 60  # characters of a text that may be a date


def date_of_words(text: str, month_number: Callable[[str], int | None] = MONTHS.get) -> str | None:
    """Return `2016-09-01` for `Sep 1, 2016`, and `2015-08` for `August 2015`; None for what is not a year with a named month.

    `month_number` returns the number of a month by its name in lower case, or None.
    """
    words = [word for word in re.split(r"[ ,./]+", text) if word]
    years = [word for word in words if re.fullmatch(r"[0-9]{4}", word)]
    days = [word for word in words if re.fullmatch(r"[0-9]{1,2}(st|nd|rd|th)?", word)]
    names = [word for word in words if word not in (*years, *days)]
    if len(years) != 1 or len(names) != 1 or len(days) > 1 or not (number := month_number(names[0].casefold().strip("."))):
        return None
    return _written(years[0], str(number), re.sub(r"[a-z]", "", days[0]) if days else None)


def date_hint(text: str) -> str:
    """Return a hint for a text that is not a date in our form: the form that is probably meant, or else the usual ones."""
    said = " ".join(text.split()) if len(text) <= _LIMIT else ""
    date, _, rest = said.partition(" (")
    if ours := typed_date(said):
        return f"write {ours}"
    if rest and (ours := _ours(date)):
        return f'write {ours}, and the words in "note"'
    if match := re.fullmatch(r"(0?[1-9]|1[0-2])/(0?[1-9]|1[0-2])/([0-9]{4})", said):
        first, second = match[1].zfill(2), match[2].zfill(2)
        return f"write {match[3]}-{second}-{first} or {match[3]}-{first}-{second}, as it is meant"
    if last := _last_day(said):
        return f"write the day that is meant; that month ends on {last}"
    return _USUAL


def typed_date(said: str) -> str | None:
    """Return how a date, a range or a list of dates that people write is typed in a profile: `2019-05`, `2019/2021`."""
    return _ours(said) or _range(said) or _list(said)


def _last_day(said: str) -> str | None:
    """Return the last day of the month of a date that does not exist, such as `2025-02-28` for `31/02/2025`."""
    day = re.search(r"(?<![0-9])(?:29|30|31)(?![0-9])", said)
    earlier = (f"{said[: day.start()]}{int(day[0]) - less}{said[day.end() :]}" for less in (1, 2, 3)) if day else ()
    return next(filter(None, map(_ours, earlier)), None)


def _range(said: str) -> str | None:
    """Return a range in our form, such as `2019/2021` for `2019-2021`, and `2019/` for `since 2019`."""
    if match := re.fullmatch(r"(?:since|seit|depuis|desde|from|ab) (.+)|(.+?) ?[-–—/]", said, re.IGNORECASE):
        start = _ours(match[1] or match[2])
        return f"{start}/" if start and start != "present" else None
    if match := re.fullmatch(r"([0-9]{2})([0-9]{2}) ?[-–—/] ?([0-9]{2})", said):
        return f"{match[1]}{match[2]}/{match[1]}{match[3]}" if match[3] > match[2] else None
    ends = re.split(r"\s+(?:-|–|—|to|until|bis|/)\s+|(?<=[0-9])[–—](?=\S)|(?<=^[0-9]{4})-(?=[0-9]{4}$)", said)
    ends = ends if len(ends) == 2 else re.split(r"\s*[–—]\s*", said)
    if len(ends) != 2:
        return None
    year = re.search(r"[0-9]{4}", ends[1])  # that of `March–May 2020`
    start, end = _ours(ends[0]) or (_ours(f"{ends[0]} {year[0]}") if year else None), _ours(ends[1])
    return f"{start}/{end}" if start and end and start != "present" else None


def _list(said: str) -> str | None:
    """Return a list in our form, such as `[2019, 2021]` for `2019, 2021` and `2019 & 2021`."""
    dates = [_ours(part) for part in re.split(r"\s*(?:[,;&]|\band\b|\bund\b)\s*", said)]
    return f"[{', '.join(map(str, dates))}]" if len(dates) > 1 and all(dates) else None


def _ours(text: str) -> str | None:
    """Return a date in our form, or None; of `05/06/2016` it is not known which number is the month."""
    if text.casefold() in PRESENT:
        return "present"
    if re.fullmatch(r"(spring|summer|autumn|fall|winter) [0-9]{4}", text, re.IGNORECASE):
        return text
    if match := re.fullmatch(r"(0?[1-9]|1[0-2])[/.-]([0-9]{4})", text):
        return f"{match[2]}-{match[1].zfill(2)}"
    if match := re.fullmatch(r"(?:AY|academic year) ?([0-9]{4}) ?[/–-] ?([0-9]{2})", text, re.IGNORECASE):
        return f"{match[1]}/{match[2]}"
    year_first = r"([0-9]{4})(?:[-/.年] ?([0-9]{1,2})月?(?:[-/.]? ?([0-9]{1,2})[日.]?)?|年)?"
    day_first = r"(?P<day>[0-9]{1,2})(?:\. ?|/)(?P<month>[0-9]{1,2})(?:\. ?|/)(?P<year>[0-9]{4})"
    if match := re.fullmatch(year_first, text):
        return _written(match[1], match[2], match[3])
    if match := re.fullmatch(day_first, text):
        day, month = match["day"], match["month"]
        if "/" not in text or int(day) > 12:
            return _written(match["year"], month, day)
        return _written(match["year"], day, month) if int(month) > 12 else None
    return date_of_words(text)


def _written(year: str, month: str | None, day: str | None) -> str | None:
    if not (1 <= int(month or 1) <= 12 and 1 <= int(day or 1) <= calendar.monthrange(max(int(year), 1), int(month or 1))[1]):
        return None
    return "-".join([year, *(part.zfill(2) for part in (month, day) if part)])
