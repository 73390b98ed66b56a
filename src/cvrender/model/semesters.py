"""Read semesters and terms of universities, such as `WiSe 2022/23`, `SoSe 2023`, `Michaelmas 2022` and `2023年度前期`."""

import re
from typing import NamedTuple

from cvrender.model.annotations import Invalid
from cvrender.model.expressions import expression


class Semester(NamedTuple):
    """A semester: its name before the year, its first and last month (over 12 in the next year), and its season in EDTF."""

    name: str
    first_month: int
    last_month: int
    season: int

    @property
    def crosses(self) -> bool:
        """Whether it ends in the year after that in which it begins."""
        return self.last_month > 12


SEMESTERS = {
    "winter": Semester("WiSe", 10, 15, 4),
    "summer": Semester("SoSe", 4, 9, 2),
    "autumn": Semester("HS", 8, 12, 3),
    "spring": Semester("FS", 2, 7, 1),
    "michaelmas": Semester("Michaelmas", 10, 12, 3),
    "hilary": Semester("Hilary", 1, 3, 1),
    "lent": Semester("Lent", 1, 3, 1),
    "trinity": Semester("Trinity", 4, 6, 2),
    "easter": Semester("Easter", 4, 6, 2),
    "first": Semester("前期", 4, 9, 1),
    "second": Semester("後期", 10, 15, 3),
}
"""The semesters of universities by their keys in the terms of a language."""

TRANSLATED = ("winter", "summer", "autumn", "spring", "first", "second")
"""The semesters that each language has words for; the others are names, which are the same in all languages."""

_WORDS = {
    "winter": "wise|ws|wintersemester|winter semester",
    "summer": "sose|ss|sommersemester|summer semester",
    "autumn": "hs|herbstsemester|autumn semester|fall semester",
    "spring": "fs|frühjahrssemester|frühlingssemester|spring semester",
    "michaelmas": "michaelmas|michaelmas term",
    "hilary": "hilary|hilary term",
    "lent": "lent|lent term",
    "trinity": "trinity|trinity term",
    "easter": "easter|easter term",
    "first": "前期",
    "second": "後期|后期",
}
_KEYS = {word: key for key, words in _WORDS.items() for word in words.split("|")}
_NAMES = "|".join(sorted(_KEYS, key=len, reverse=True))
_YEARS = r"([0-9]{4})(?: ?[/–-] ?([0-9]{4}|[0-9]{2})(?![0-9]))?"
_SEMESTER = expression(rf"(?:({_NAMES}) ?{_YEARS}|([0-9]{{4}})年?度? ?(前期|後期|后期))", re.IGNORECASE)


def semester_of(text: str) -> tuple[str, int, str] | None:
    """Return the key and year of a semester at the beginning of a text, and what is behind it; None if there is none.

    Raises Invalid for years that do not fit the semester.
    """
    match = _SEMESTER.match(text)
    if not match:
        return None
    name, year, other, japanese_year, japanese = match.groups()
    key, first = _KEYS[(name or japanese).lower()], int(year or japanese_year)
    crosses = SEMESTERS[key].crosses
    if other and (not crosses or int(other) != (first + 1 if len(other) == 4 else (first + 1) % 100)):
        years = f"{first}/{(first + 1) % 100:02d}" if crosses else str(first)
        raise Invalid(f'"{match[0]}" is not a semester', f"write {name} {years}", code="bad-date")
    return key, first, text[match.end() :]


def semester_text(key: str, year: int) -> str:
    """Return a semester as it is typed in a profile."""
    semester = SEMESTERS[key]
    return f"{semester.name} {years_of(key, year)}"


def years_of(key: str, year: int) -> str:
    """Return the years of a semester: `2022/23` for one that ends in the next year, else `2022`."""
    return f"{year:04d}/{(year + 1) % 100:02d}" if SEMESTERS[key].crosses else f"{year:04d}"
