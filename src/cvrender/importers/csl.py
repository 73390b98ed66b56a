"""Read CSL-JSON, as Zotero, Mendeley and pandoc write it.

Fields and types: https://docs.citationstyles.org/en/stable/specification.html, appendices III and IV, and the schema
`csl-data.json` of the same project. Lines such as `arXiv: 2101.1` in a note are Zotero's, for fields that it does not have.
"""

import re
from typing import Any

from cvrender.importers.base import Format, Imported, Section, read_sections
from cvrender.importers.content import Content
from cvrender.importers.converters import ARXIV, DATE, DOI, EDITION, PAGES, PLAIN, PMCID, PMID, PROSE, URL, mapped, of, split
from cvrender.importers.csl_values import ISBN_OF_LINK, ISSUED, NAMES, TITLE
from cvrender.importers.rearrange import Rearranged, as_list
from cvrender.importers.table import Converter, Entry, Reading, Row
from cvrender.importers.venues import complete
from cvrender.load.reader import Source
from cvrender.model.csl import CSL_TYPES

STATUS = {
    "in press": "in-press",
    "in-press": "in-press",
    "forthcoming": "accepted",
    "accepted": "accepted",
    "submitted": "submitted",
    "under review": "under-review",
    "revise and resubmit": "revise-and-resubmit",
    "in preparation": "in-preparation",
    "published": "published",
}
_OLD_TYPES = {"software": "software", "preprint": "article", "book-chapter": "chapter", "journal-article": "article-journal"}
_LINE = re.compile(r"^\s*(arXiv|DOI|PMID|PMCID|ISBN|ISSN|Citation Key)\s*:\s*(\S.*?)\s*$", re.IGNORECASE)
_NAMES = {name.casefold(): name for name in ("arXiv", "DOI", "PMID", "PMCID", "ISBN", "ISSN", "Citation Key")}


def _type(value: str) -> str | None:
    return value if value in CSL_TYPES else _OLD_TYPES.get(value)


IN_BOOKS = frozenset({"chapter", "paper-conference", "entry", "entry-dictionary", "entry-encyclopedia"})
ARTICLES = frozenset({"article-journal", "article-magazine", "article-newspaper", "article"})
TABLE = (
    Row("id", "id", PLAIN),
    Row("type", "type", of(_type, "is not a type of CSL")),
    Row("title", "title", TITLE),
    Row("original-title", "original_title", PLAIN),
    Row("author", "authors", NAMES),
    Row("editor", "container_editors", NAMES, when=IN_BOOKS),
    Row("container-editor", "container_editors", NAMES),
    Row("editor", "editors", NAMES, unless=ARTICLES),
    Row("translator", "translators", NAMES),
    Row("collection-title", "collection_title", TITLE),
    Row("collection-number", "collection_number", PLAIN),
    Row("edition", "edition", EDITION),
    Row("container-title", "venue.name", TITLE),
    Row("event-title", "venue.name", TITLE),
    Row("event", "venue.name", TITLE),
    Row("container-title-short", "venue.short", PROSE),
    Row("journalAbbreviation", "venue.short", PROSE),
    Row("event-place", "venue.location", PROSE),
    Row("publisher", "publisher", PROSE),
    Row("publisher-place", "publisher_place", PROSE),
    Row("volume", "volume", PLAIN),
    Row("issue", "issue", PLAIN),
    Row("page", "page", PAGES),
    Row("number", "number", PLAIN),
    Row("genre", "genre", PROSE),
    Row("status", "status", mapped(STATUS)),
    Row("issued.date-parts", "date", ISSUED),
    Row("issued.raw", "date", DATE),
    Row("issued.literal", "date", DATE),
    Row("DOI", "doi", DOI),
    Row("PMID", "pmid", PMID),
    Row("PMCID", "pmcid", PMCID),
    Row("arXiv", "arxiv", ARXIV),
    Row("URL", "arxiv", Converter(lambda value: ARXIV.read(value) if "arxiv.org" in str(value) else None)),
    Row("URL", "url", URL),
    Row("ISBN", "isbn", ISBN_OF_LINK),
    Row("keyword", "tags", split(",;")),
    Row("note", "note", PROSE),
)
"""Fields without a row stay under `x-import`: editors of articles, ISSN, abstracts, languages."""
_ONLY_WORKS = {"editors", "container_editors", "translators", "edition", "pmid", "pmcid"}
PATENT = (
    Row("authority", "authority", PROSE),
    *(row for row in TABLE if row.ours not in _ONLY_WORKS and not row.ours.startswith(("venue", "publisher", "collection"))),
)


def _with_extra(record: Any) -> Any:
    """Zotero's lines of a note as the fields that they stand for."""
    if not isinstance(record, dict) or not isinstance(record.get("note"), str):
        return record
    left = []
    for line in record["note"].split("\n"):
        match = _LINE.match(line)
        if match and _NAMES[match[1].casefold()] not in record:
            record[_NAMES[match[1].casefold()]] = match[2]
        else:
            left.append(line)
    return {**record, "note": "\n".join(left).strip()}


def _finish(entry: Entry, reading: Reading) -> None:
    entry.setdefault("type", "document")
    complete(entry, reading.format)


def _finish_patent(entry: Entry, reading: Reading) -> None:
    entry.pop("type", None)


def _kind(record: Any) -> str:
    return _type(str(record.get("type"))) or "" if isinstance(record, dict) else ""


SECTIONS = (
    Section("items", "publications", TABLE, kind=_kind, before=_with_extra, finish=_finish),
    Section("patents", "patents", PATENT, before=_with_extra, finish=_finish_patent),
)


def read(content: Content) -> Imported:
    """Read a CSL-JSON file: a list of items, or one."""
    source = content.json
    assert source
    made = Rearranged(under(source, "items"))
    items = as_list(made.data.pop("items"))
    for index, item in enumerate(items):
        path = ("items", index) if isinstance(source.data, list) else ("items",)
        made.add("patents" if isinstance(item, dict) and item.get("type") == "patent" else "items", item, path)
    return read_sections(made.source(), "csl", SECTIONS)


def under(source: Source, key: str) -> Source:
    """The data of a file that is a list, or one record, as a mapping with that list under a key; places are those of the file."""
    values = {(key, *path): place for path, place in source.values.items()}
    keys = {(key, *path): place for path, place in source.keys.items()}
    return Source(source.file, {key: source.data}, keys, values)


def _detects(content: Content) -> bool:
    data = content.json.data if content.json else None
    items = data if isinstance(data, list) else [data]
    first = items[0] if items else None
    return isinstance(first, dict) and "id" in first and first.get("type") in CSL_TYPES and not {"DOI", "member"} <= set(first)


FORMAT = Format("csl", "CSL-JSON", _detects, read, suffixes=(".json",))
