"""Read RIS, which EndNote, RefMan, Zotero and publishers write.

Tags: https://en.wikipedia.org/wiki/RIS_(file_format) and the types of EndNote's import filter.
"""

import re
from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.bibliography_notes import ANNOTATION, LINKS, restore
from cvrender.formats.content import Content
from cvrender.formats.converters import DOI, EDITION, HTML_LINE, PAGE_RANGE, PLAIN, PROSE, URL, from_text, listed
from cvrender.formats.csl import ISBN_OF_LINK
from cvrender.formats.syntax.tagged import is_tagged, read_tagged
from cvrender.formats.table import Converter, ImportedEntry, Row, SourceReading
from cvrender.formats.values import dates, identifiers
from cvrender.formats.values.names import last_first, parts_in, people_of
from cvrender.formats.works import complete, with_arxiv
from cvrender.model.csl import ARTICLES, IN_BOOKS, PATENTS
from cvrender.model.identifier_table import WORK_IDS

TYPES = {
    "JOUR": "article-journal",
    "JFULL": "article-journal",
    "EJOUR": "article-journal",
    "CPAPER": "paper-conference",
    "CONF": "paper-conference",
    "ABST": "paper-conference",
    "CHAP": "chapter",
    "ECHAP": "chapter",
    "BOOK": "book",
    "EBOOK": "book",
    "EDBOOK": "book",
    "THES": "thesis",
    "RPRT": "report",
    "PAT": "patent",
    "DATA": "dataset",
    "COMP": "software",
    "UNPB": "manuscript",
    "INPR": "article-journal",
    "ELEC": "webpage",
    "BLOG": "post-weblog",
    "MGZN": "article-magazine",
    "NEWS": "article-newspaper",
    "PREP": "article",
    "PREPRINT": "article",
    "PAMP": "pamphlet",
    "SLIDE": "speech",
    "STAND": "standard",
    "ENCYC": "entry-encyclopedia",
    "GEN": "document",
    "MISC": "document",
}
_AUTHORS = frozenset({"AU", "A1"})
_LISTS = _AUTHORS | frozenset({"A2", "A3", "A4", "ED", "KW", "UR", "L1", "L2", "N1", "C8"})


def _date(value: Any) -> str | None:
    """`2021/03/04/`, `2021///` with a season or a note behind the last stroke, or any date."""
    said = str(value).strip()
    year, *parts = said.split("/")
    season = dates.date(f"{parts[2]} {year}") if len(parts) == 3 and parts[:2] == ["", ""] else None
    return season or dates.date("-".join(part for part in (year, *parts[:2]) if part))


def _write_date(date: Any) -> str:
    year, *parts = str(date).rstrip("~").split("-")
    season = dates.SEASONS.get("".join(parts))
    return f"{year}///{season}" if season else "/".join((year, *parts))


def _write_name(person: Any) -> str:
    parts = parts_in(person)
    return ", ".join(part for part in (parts.last, parts.given, parts.suffix) if part)


def _pmid(value: Any) -> str | None:
    """The number of an accession number that names PubMed."""
    return WORK_IDS["pmid"].find(value) if str(value).upper().startswith("PMID") else None


def _arxiv_in(value: Any) -> str | None:
    return identifiers.arxiv_in(str(value)) or identifiers.arxiv_named(value)


DATE = from_text(_date, "is not a date", _write_date)
NAMES = Converter(
    lambda values: people_of(map(last_first, filter(None, values))), lambda people: [_write_name(person) for person in people]
)
WRITTEN_IDS = frozenset({"doi", "isbn", "arxiv", "pmid"})
"""Identifiers that have tags of their own. The others are in C8, which is free for the use of programs, as `key: value`."""
OTHER_IDS = WORK_IDS.keys() - WRITTEN_IDS
CARRIED = OTHER_IDS | {"links", "author+an"}
BOOKS = frozenset({"book"})
PAPERS = frozenset({"paper-conference"})

TABLE = (
    Row("ID", "id", PLAIN),
    Row("TY", "~type", PLAIN),
    Row("TI", "title", HTML_LINE),
    Row("T1", "title", HTML_LINE),
    Row("CT", "title", HTML_LINE),
    Row("AU", "authors", NAMES),
    Row("PM", "number", PLAIN, when=PATENTS),
    Row("M1", "number", PLAIN, when=PATENTS),
    Row("PB", "authority", PROSE, when=PATENTS),
    Row("T2", "venue.name", PROSE, unless=PATENTS),
    Row("JF", "venue.name", PROSE, unless=PATENTS),
    Row("JO", "venue.name", PROSE, unless=PATENTS),
    Row("BT", "venue.name", PROSE, unless=PATENTS),
    *(Row(tag, "venue.short", PROSE, unless=PATENTS) for tag in ("JA", "J1", "JO")),
    Row("J2", "venue.short", PROSE, unless=PATENTS),
    Row("C1", "venue.location", PROSE, when=PAPERS),
    Row("CY", "venue.location", PROSE, when=PAPERS),
    Row("DA", "date", DATE),
    Row("PY", "date", DATE),
    Row("Y1", "date", DATE),
    Row("ED", "container_editors", NAMES, when=IN_BOOKS),
    Row("A2", "container_editors", NAMES, when=IN_BOOKS),
    Row("ED", "editors", NAMES, when=BOOKS),
    Row("A2", "editors", NAMES, when=BOOKS),
    Row("A4", "translators", NAMES, unless=PATENTS),
    Row("C7", "number", PLAIN, when=PAPERS | ARTICLES),
    Row("M1", "number", PLAIN, unless=PAPERS | ARTICLES),
    Row("AN", "pmid", Converter(_pmid, lambda number: f"PMID: {number}")),
    Row("C2", "pmcid", Converter(WORK_IDS["pmcid"].find), when=ARTICLES),
    Row("~links", "links", LINKS),
    Row("~author+an", ANNOTATION, PLAIN),
    *(Row(f"~{key}", key, PLAIN) for key in sorted(OTHER_IDS)),
    Row("T3", "collection_title", PROSE, unless=PATENTS),
    Row("ET", "edition", EDITION, unless=PATENTS),
    Row("CY", "publisher_place", PROSE, unless=PATENTS),
    Row("VL", "volume", PLAIN, unless=PATENTS),
    Row("IS", "issue", PLAIN, unless=PATENTS),
    Row("CP", "issue", PLAIN, unless=PATENTS),
    Row("SE", "section", PROSE, unless=PATENTS),
    Row(("SP", "EP"), "page", PAGE_RANGE, unless=PATENTS),
    Row("DO", "doi", DOI),
    Row("M3", "doi", Converter(identifiers.doi), unless=frozenset({"thesis", "report"})),
    Row("SN", "isbn", Converter(lambda value: ISBN_OF_LINK.read(value) or None, str), unless=PATENTS),
    Row("UR.0", "url", URL),
    Row("UR", "links", Converter(lambda values: [link for value in values if value and (link := identifiers.url(value))])),
    Row("L2", "links", Converter(lambda values: [link for value in values if value and (link := identifiers.url(value))])),
    Row("~arxiv", "arxiv", PLAIN),
    Row("M3", "genre", PROSE, when=frozenset({"thesis", "report"})),
    Row("PB", "publisher", PROSE, unless=PATENTS),
    Row("KW", "tags", listed(PLAIN)),
    Row("N1.0", "note", PROSE),
)
"""Tags without a row stay under `x-import`, but for those that `merge/ignored_keys.py` lists."""


def _record(fields: list[tuple[str, str]]) -> dict[str, Any]:
    record: dict[str, Any] = {}
    for name, value in fields:
        tag = "AU" if name in _AUTHORS else name
        if tag in _LISTS:
            record.setdefault(tag, []).append(value)
        elif tag in record:
            record.setdefault(f"{tag} (more)", []).append(value)
        elif value:
            record[tag] = value
    for value in record.pop("C8", ()):
        key, colon, text = value.partition(": ")
        if colon and key in CARRIED and f"~{key}" not in record:
            record[f"~{key}"] = text
        else:
            record.setdefault("C8", []).append(value)
    number = next((arxiv for value in record.get("UR", ()) if (arxiv := _arxiv_in(value))), None)
    if number:
        record["UR"] = [value for value in record["UR"] if _arxiv_in(value) != number]
        record["~arxiv"] = number
    for tag in ("T2", "JO", "JF"):
        with_arxiv(record, tag, "VL", "~arxiv")
    return record


def _kind(record: Any) -> str:
    return TYPES.get(str(record.get("TY")).upper(), "")


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    kind = str(entry.pop("~type", "")).upper()
    restore(entry, reading)
    if kind == "PAT":
        return
    entry["type"] = TYPES.get(kind, "document")
    if kind == "INPR":
        entry["status"] = "in-press"
    if kind not in TYPES or kind in ("GEN", "MISC"):
        entry.setdefault("x-import", {}).setdefault("ris", {})["TY"] = kind
    if kind == "JOUR" and entry.get("arxiv") and "arxiv" in str(entry.get("venue", "arxiv")).casefold():
        entry["type"] = "article"
    complete(entry, reading)


def read(content: Content) -> Imported:
    """Read the records of the file."""
    source, problems = read_tagged(content.text, content.file, "TY", "ER", _record)
    return read_sections(source, "ris", [RecordSection("works", "publications", TABLE, kind=_kind, finish=_finish)], problems)


def _detects(content: Content) -> bool:
    return content.begins == "text" and is_tagged(content.text, "TY") and bool(re.search(r"^TY  -", content.text, re.MULTILINE))


FORMAT = Format("ris", "RIS", _detects, read)
