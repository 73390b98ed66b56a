"""Read the CSV that NIH RePORTER exports of projects: a row for each fiscal year, after some lines about the search.

The columns are those of https://report.nih.gov/faqs, "RePORTER data elements". Rows of one project become one grant: its number
without type and year of support, its whole period, and the sum of the total costs. What differs from year to year is kept.
"""

import re
from collections.abc import Iterator
from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import PARAGRAPHS, PLAIN, PROSE
from cvrender.formats.syntax.csv_syntax import read_csv
from cvrender.formats.table import Converter, Row, Unreadable
from cvrender.formats.values import dates
from cvrender.formats.values.names import last_first
from cvrender.load.locations import Location
from cvrender.load.reader import Source
from cvrender.model.convert import DataPath

_HEADER = re.compile(r'^(?=[^\n]*"?Project Number"?)(?=[^\n]*"?Contact PI / Project Leader"?)[^\n]*$', re.MULTILINE)
_NUMBER = re.compile(r"\d?([A-Z][A-Z0-9]{2}[A-Z]{2}\d{6})-\w+", re.ASCII)
_DAY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})(?: .*)?")
_NOTHING = ("", "Not Applicable", "N/A", "None")
_SMALL = frozenset("and at for in of on the to".split())
_ABBREVIATIONS = frozenset("NIH VA US USA UCLA MIT".split())
_COSTS = ("Total Cost", "Total Cost (Sub Projects)")
_YEAR = "Fiscal Year"


def _day(value: Any) -> str | None:
    """`6/1/2020`, the month first."""
    match = _DAY.fullmatch(str(value).strip())
    day = dates.parts([match[3], match[1], match[2]]) if match else dates.date(value)
    if day is None:
        raise Unreadable("is not a date that a profile can contain")
    return day


def _words(text: str) -> str:
    """Return a text in capitals as words, of which the small ones are in lower case; other texts are not changed."""
    if not text.isupper() or " " not in text:
        return text
    words = (
        word if word in _ABBREVIATIONS else word.lower() if word.lower() in _SMALL else _capital(word) for word in text.split()
    )
    return " ".join(words)


def _capital(word: str) -> str:
    return re.sub(r"[^\W\d_]+", lambda part: part[0][0] + part[0][1:].lower(), word)


def _person(name: str) -> str:
    """`EXAMPLE, ADA M` or `Example, Ada M.`"""
    return str(last_first(_capital(name) if name.isupper() else name))


def _people(values: Any) -> list[str]:
    """The contact first, which the column of the others may list again."""
    listed = [part.strip() for value in values for part in re.split(r"[;\n]", str(value or ""))]
    names = [_person(re.sub(r"\s*\(contact\)", "", part)) for part in listed if part not in _NOTHING]
    return list(dict.fromkeys(names))


def _dollars(value: Any) -> str:
    return f"${int(value):,}"


TABLE = (
    Row("Project Title", "title", PROSE),
    Row("~number", "number", PLAIN),
    Row("Administering IC", "funder", Converter(lambda value: PROSE.read(_words(str(value))))),
    Row(("Contact PI / Project Leader", "Other PI or Project Leader(s)"), "investigators", Converter(_people)),
    Row("Organization Name", "place", Converter(lambda value: PROSE.read(_words(str(value))))),
    Row("~cost", "amount", Converter(_dollars)),
    Row("Project Start Date", "start", Converter(_day)),
    Row("Project End Date", "end", Converter(_day)),
    Row("Public Health Relevance", "objectives", PARAGRAPHS),
)
SECTION = RecordSection("rows", "grants", TABLE)


def _key(record: dict[str, Any]) -> str:
    """Return what the rows of a project share: its number without type and year, and the number of a part."""
    number = str(record.get("Project Number", ""))
    match = _NUMBER.match(number)
    part = str(record.get("Subproject Number", ""))
    return f"{match[1] if match else number} {part}".strip() if part not in _NOTHING else match[1] if match else number


def _merged(source: Source) -> Source:
    """Return the source with one record for each project, where its first row is; the newest year's values count."""
    projects: dict[str, list[int]] = {}
    rows = source.data["rows"]
    for index, row in enumerate(rows):
        projects.setdefault(_key(row) or f"row {index}", []).append(index)
    values: dict[DataPath, Location] = {
        ("rows", number): source.values["rows", indices[0]] for number, indices in enumerate(projects.values())
    }
    records = [_project(key, [rows[index] for index in indices]) for key, indices in projects.items()]
    return Source(source.file, {"rows": records}, {}, values)


def _project(key: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the newest row, with the period and the costs of all, and what others have that it has not."""
    years = sorted(
        ({name: value for name, value in row.items() if value not in _NOTHING} for row in rows),
        key=lambda row: str(row.get(_YEAR, "")),
    )
    project = {**years[-1], "~number": key}
    begins = [(day, row["Project Start Date"]) for row in years if (day := _sortable(row.get("Project Start Date")))]
    if begins:
        project["Project Start Date"] = min(begins)[1]
    said = [next((row[name] for name in _COSTS if name in row), "") for row in years]
    costs = [re.sub(r"[$,\s]", "", str(cost)) for cost in said]
    if any(costs) and all(re.fullmatch(r"\d*(\.\d*)?", cost, re.ASCII) for cost in costs):
        project["~cost"] = sum(round(float(cost)) for cost in costs if cost.strip("."))
    others = [left for row in years[:-1] if (left := dict(_differences(row, project)))]
    return {**project, "earlier years": others} if others else project


def _sortable(value: Any) -> str:
    try:
        return _day(value) or "" if value else ""
    except Unreadable:
        return ""


def _differences(row: dict[str, Any], newest: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((name, value) for name, value in row.items() if newest.get(name) != value)


def read(content: Content) -> Imported:
    """Read the projects of the file. The lines before the names of the columns are about the search, not the projects."""
    match = _HEADER.search(content.text)
    begins = match.start() if match else 0
    text = "\n" * content.text.count("\n", 0, begins) + content.text[begins:]
    source, problems = read_csv(text, content.file, "rows")
    return read_sections(_merged(source), "nih-reporter", [SECTION], problems)


def _detects(content: Content) -> bool:
    return content.begins == "text" and _HEADER.search(content.text[:5_000]) is not None


FORMAT = Format("nih-reporter", "NIH RePORTER", _detects, read)
