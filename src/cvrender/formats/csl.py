"""Read CSL-JSON, as Zotero, Mendeley and pandoc write it, and convert what it shares with Crossref.

Fields and types: https://docs.citationstyles.org/en/stable/specification.html, appendices III and IV, and the schema
`csl-data.json` of the same project. Lines such as `arXiv: 2101.1` in a note are Zotero's, for fields that it does not have.
"""

import re
from collections.abc import Mapping
from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.bibliography_notes import ANNOTATION, LINKS, restore
from cvrender.formats.content import Content
from cvrender.formats.converters import (
    ARXIV,
    ARXIV_NAMED,
    DATE,
    EDITION,
    HTML_LINE,
    PAGES,
    PLAIN,
    PROSE,
    URL,
    from_text,
    identifier_rows,
    mapped,
    split,
)
from cvrender.formats.table import ENTRY, Converter, Each, ImportedEntry, Noted, Row, SourceReading, Unreadable
from cvrender.formats.values import dates, identifiers
from cvrender.formats.values.names import parts_in, person_fields
from cvrender.formats.works import STATUS, complete
from cvrender.model.csl import CSL_TYPES, CSL_VARIABLES
from cvrender.model.identifier_table import WORK_IDS
from cvrender.model.name_parts import Name, is_east_asian


def _read_name(values: tuple[Any, ...]) -> dict[str, Any] | None:
    *parts, ordered = values
    given, dropping, particle, family, suffix = (str(value or "").strip() for value in parts)
    prefix = " ".join(part for part in (dropping, particle) if part)
    return person_fields(Name(family, given, prefix, suffix, family_first=bool(ordered and given)))


def _write_name(person: Any) -> tuple[Any, ...]:
    parts = parts_in(person)
    if parts.whole or not parts.given:
        raise Unreadable("has no parts")
    ordered = parts.family_first and not is_east_asian(parts.family)
    return parts.given, None, parts.prefix or None, parts.family, parts.suffix or None, ordered or None


def _read_dates(value: Any) -> Any:
    """One list of a year, month and day, or two for a range."""
    if not isinstance(value, list) or not all(isinstance(part, list) for part in value):
        raise Unreadable("is not a list of dates")
    days = [dates.parts(part) for part in value if any(part)]
    if not days or None in days:
        return None
    if any(len([item for item in part if item not in (None, "", "0", "00")]) > dates.parts_read(part) for part in value):
        return Noted(
            dates.span(str(days[0]), str(days[-1])) or days[0],
            f'only "{days[0]}" of the date is read',
            stays=True,
        )
    return dates.span(str(days[0]), str(days[-1])) or Noted(days[0], "is a range that ends before it begins", stays=True)


def _write_dates(value: Any) -> Any:
    ends = [part.rstrip("~") for part in str(value).split("/") if part]
    if not ends or not all(re.fullmatch(r"\d{4}(-\d\d){0,2}", end) for end in ends):
        raise Unreadable("has no year")
    return [[int(part) for part in end.split("-") if part not in dates.SEASONS] for end in ends]


def _first_isbn(value: Any) -> str | None:
    return identifiers.isbn(str(value).rpartition("/")[2])


_PARTS = ("given", "dropping-particle", "non-dropping-particle", "family", "suffix", "static-ordering")
NAME = (
    Row(_PARTS, ENTRY, Converter(_read_name, _write_name)),
    Row("literal", "name", PLAIN),
    Row("name", "name", PLAIN),
)
NAMES = Each(NAME, short="name")
ISSUED = Converter(_read_dates, _write_dates)
ISBN_OF_LINK = Converter(_first_isbn, str)


_OLD_TYPES = {"software": "software", "preprint": "article", "book-chapter": "chapter", "journal-article": "article-journal"}
_NAMES = {name.casefold(): name for name in ("arXiv", "DOI", "PMID", "PMCID", "ISBN", "ISSN", "Citation Key")}
_LINE = re.compile(rf"({'|'.join(_NAMES)})\s*:(.*)", re.IGNORECASE)


WRITTEN_IDS = frozenset(key for key, row in WORK_IDS.items() if "csl" in row.names) | {"isbn"}
"""Identifiers that have fields of CSL. The others are properties of `custom`, which is for what CSL has no field for."""
OTHER_IDS = WORK_IDS.keys() - WRITTEN_IDS


def _type(value: str) -> str | None:
    return value if value in CSL_TYPES else _OLD_TYPES.get(value)


_CONVERTERS: Mapping[str, Converter | Each] = {
    "title": HTML_LINE,
    "original-title": PLAIN,
    "author": NAMES,
    "editor": NAMES,
    "container-editor": NAMES,
    "translator": NAMES,
    "collection-title": HTML_LINE,
    "collection-number": PLAIN,
    "edition": EDITION,
    "container-title": HTML_LINE,
    "event-title": HTML_LINE,
    "event": HTML_LINE,
    "volume": PLAIN,
    "issue": PLAIN,
    "page": PAGES,
    "number": PLAIN,
}
"""How the variables are read and written that are not texts of Markdown."""

TABLE = (
    Row("id", "id", PLAIN),
    Row("type", "type", from_text(_type, "is not a type of CSL")),
    *(Row(name, ours, _CONVERTERS.get(name, PROSE), when, unless) for name, ours, when, unless in CSL_VARIABLES),
    Row("status", "status", mapped(STATUS)),
    Row("issued.date-parts", "date", ISSUED),
    Row("issued.raw", "date", DATE),
    Row("issued.literal", "date", DATE),
    *(row for row in identifier_rows("csl") if row.ours != "isbn"),
    Row("arXiv", "arxiv", Converter(ARXIV.read)),
    Row("custom.arxiv", "arxiv", ARXIV),
    Row("URL", "arxiv", ARXIV_NAMED),
    Row("URL", "url", URL),
    Row("ISBN", "isbn", ISBN_OF_LINK),
    Row("custom.links", "links", LINKS),
    Row("custom.author+an", ANNOTATION, PLAIN),
    Row("custom.et-al", "et_al", Converter(lambda value: value is True or None)),
    *(Row(f"custom.{key}", key, PLAIN) for key in sorted(OTHER_IDS - {"arxiv"})),
    Row("keyword", "tags", split(",;")),
    Row("note", "note", PROSE),
)
"""Fields without a row stay under `x-import`: editors of articles, ISSN, abstracts, languages."""


def _with_extra(record: Any) -> Any:
    """Zotero's lines of a note as the fields that they stand for."""
    if not isinstance(record.get("note"), str):
        return record
    left = []
    for line in record["note"].split("\n"):
        match = _LINE.fullmatch(line.strip())
        if match and match[2].strip() and (name := _NAMES[match[1].casefold()]) not in record:
            record[name] = match[2].strip()
        else:
            left.append(line)
    return {**record, "note": "\n".join(left).strip()}


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    restore(entry, reading)
    if entry.get("type") == "patent":
        del entry["type"]
    else:
        complete(entry, reading)


def _kind(record: Any) -> str:
    return _type(str(record.get("type"))) or ""


SECTION = RecordSection("", "publications", TABLE, kind=_kind, before=_with_extra, finish=_finish)


def read(content: Content) -> Imported:
    """Read a CSL-JSON file: a list of items, or one."""
    return read_sections(content.json, "csl", [SECTION])


def _detects(content: Content) -> bool:
    first = content.first_record()
    return "id" in first and first.get("type") in CSL_TYPES and not {"DOI", "member"} <= set(first)


FORMAT = Format("csl", "CSL-JSON", _detects, read)
