"""Read dates as people write them, such as `May 2019`, to say how they are typed in a profile."""

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
    day = f"-{re.sub(r'[a-z]', '', days[0]).zfill(2)}" if days else ""
    return f"{years[0]}-{number:02d}{day}"


def date_hint(text: str) -> str:
    """Return a hint for a text that is not a date in our form: the form that is probably meant, or else the usual ones."""
    said = " ".join(text.split()) if len(text) <= _LIMIT else ""
    date, _, rest = said.partition(" (")
    ends = re.split(r"\s+(?:-|–|—|to|until)\s+|(?<=[0-9])[–—](?=[0-9])", said)
    if ours := _ours(said):
        return f"write {ours}"
    if len(ends) == 2 and (start := _ours(ends[0])) and (end := _ours(ends[1])) and start != "present":
        return f"write {start}/{end}"
    if rest and (ours := _ours(date)):
        return f'write {ours}, and the words in "note"'
    return _USUAL


def _ours(text: str) -> str | None:
    """Return a date in our form, or None; a day and a month in figures are left alone, for their order is not known."""
    if text.casefold() in PRESENT:
        return "present"
    if re.fullmatch(r"[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?", text):
        return text
    if match := re.fullmatch(r"(0?[1-9]|1[0-2])[/.-]([0-9]{4})", text):
        return f"{match[2]}-{match[1].zfill(2)}"
    return date_of_words(text)
