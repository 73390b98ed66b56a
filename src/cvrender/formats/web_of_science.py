"""Read the tagged text that Web of Science exports: https://images.webofknowledge.com/images/help/WOS/hs_wos_fieldtags.html."""

import re
from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import DATE, DOI, PAGE_RANGE, PAGES, PLAIN, PMID, PROSE, split
from cvrender.formats.csl import ISBN_OF_LINK
from cvrender.formats.ris import NAMES
from cvrender.formats.syntax.clean import clean
from cvrender.formats.table import Converter, ImportedEntry, Row, SourceReading
from cvrender.formats.values import dates
from cvrender.formats.works import complete
from cvrender.load.locations import Location
from cvrender.load.reader import Source
from cvrender.model.convert import DataPath

TYPES = {
    "article": "article-journal",
    "review": "article-journal",
    "letter": "article-journal",
    "editorial material": "article-journal",
    "proceedings paper": "paper-conference",
    "meeting abstract": "paper-conference",
    "book": "book",
    "book chapter": "chapter",
    "book review": "review-book",
    "data paper": "article-journal",
}


def _date(values: tuple[Any, ...]) -> str | None:
    """A year, with a month or a day such as `MAY 4` if it is one; `MAY-JUN` is not."""
    day, year = (str(value or "").strip() for value in values)
    return dates.date(f"{day} {year}" if day else year) or DATE.read(year)


TABLE = (
    Row("TI", "title", PROSE),
    Row("AF", "authors", NAMES),
    Row("AU", "authors", NAMES),
    Row("CA", "collaboration", PROSE),
    Row("SO", "venue.name", PROSE),
    Row("J9", "venue.short", PROSE),
    Row("SE", "collection_title", PROSE),
    Row("CL", "venue.location", PROSE),
    Row(("PD", "PY"), "date", Converter(_date)),
    Row("VL", "volume", PLAIN),
    Row("IS", "issue", PLAIN),
    Row(("BP", "EP"), "page", PAGE_RANGE),
    Row("PS", "page", PAGES),
    Row("AR", "number", PLAIN),
    Row("DI", "doi", DOI),
    Row("PM", "pmid", PMID),
    Row("BN", "isbn", ISBN_OF_LINK),
    Row("PU", "publisher", PROSE),
    Row("PI", "publisher_place", PROSE),
    Row("DE", "tags", split(";")),
)
"""Tags without a row stay under `x-import`, but for those that `merge/ignored_keys.py` lists."""
_PEOPLE = frozenset({"AU", "AF", "BE"})
_LINE = re.compile(r"([A-Z][A-Z0-9]) (.*)|(ER|EF)\s*$")


def read(content: Content) -> Imported:
    """Read the records, each from `PT` to `ER`."""
    records: list[dict[str, Any]] = []
    values: dict[DataPath, Location] = {}
    tag = ""
    for number, line in enumerate(re.split(r"\r\n|\r|\n", content.text), 1):
        match = _LINE.match(line)
        if match and match[1]:
            tag = match[1]
            if tag == "PT":
                records.append({})
                values[("works", len(records) - 1)] = (content.file, number, 1)
            if records:
                values[("works", len(records) - 1, tag)] = (content.file, number, 4)
                _add(records[-1], tag, clean(match[2].strip()))
        elif line.startswith("   ") and records and tag in records[-1]:
            _add(records[-1], tag, clean(line.strip()))
    works = [{key: value for key, value in record.items() if key != "AU" or "AF" not in record} for record in records]
    section = RecordSection("works", "publications", TABLE, finish=_finish)
    return read_sections(Source(content.file, {"works": works}, {}, values), "web-of-science", [section])


def _add(record: dict[str, Any], tag: str, value: str) -> None:
    if tag in _PEOPLE:
        record.setdefault(tag, []).append(value)
    else:
        record[tag] = f"{record[tag]} {value}" if tag in record else value


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    kept = entry.get("x-import", {}).get(reading.format, {})
    said = str(kept.get("DT", "")).split(";")[0].strip().casefold()
    usual = {"J": "article-journal", "C": "paper-conference", "B": "book", "S": "chapter", "P": "patent"}
    entry["type"] = TYPES.get(said) or usual.get(str(kept.get("PT", "")).strip(), "document")
    kept.pop("PT", None)
    if said in TYPES and ";" not in str(kept.get("DT", "")):
        kept.pop("DT")
    complete(entry, reading)


def _detects(content: Content) -> bool:
    head = content.text[:5000] if content.begins == "text" else ""
    return bool(re.search(r"^PT \w", head, re.MULTILINE) and re.search(r"^(?:FN |AU |TI )", head, re.MULTILINE))


FORMAT = Format("web-of-science", "Web of Science", _detects, read)
