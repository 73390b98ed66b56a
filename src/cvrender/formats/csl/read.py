"""Read CSL-JSON, as Zotero, Mendeley and pandoc write it.

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
    mapped,
    split,
)
from cvrender.formats.csl.values import ISBN_OF_LINK, ISSUED, NAMES
from cvrender.formats.identifier_rows import identifier_rows
from cvrender.formats.table import Converter, Each, ImportedEntry, Row, SourceReading
from cvrender.formats.works import STATUS, complete
from cvrender.model.csl import CSL_TYPES, CSL_VARIABLES
from cvrender.model.identifier_table import WORK_IDS

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
