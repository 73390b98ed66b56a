"""Read answers of the SAO/NASA Astrophysics Data System: https://ui.adsabs.harvard.edu/help/api/api-docs.html, "search"."""

import re
from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import DOI, HTML_LINE, PAGE_RANGE, PAGES, PLAIN, PROSE, URL, listed
from cvrender.formats.csl.values import ISBN_OF_LINK
from cvrender.formats.rearrange import as_list
from cvrender.formats.table import Converter, ImportedEntry, Row, SourceReading, look
from cvrender.formats.values import dates, identifiers
from cvrender.formats.values.names import last_first, people_of
from cvrender.formats.works import complete

TYPES = {
    "article": "article-journal",
    "eprint": "article",
    "inproceedings": "paper-conference",
    "proceedings": "book",
    "abstract": "paper-conference",
    "book": "book",
    "inbook": "chapter",
    "phdthesis": "thesis",
    "mastersthesis": "thesis",
    "techreport": "report",
    "software": "software",
    "catalog": "dataset",
    "dataset": "dataset",
    "proposal": "document",
    "circular": "report",
    "bookreview": "review-book",
    "misc": "document",
}


def _date(value: Any) -> str | None:
    """`2019-07-00`, where 00 is a month or a day that is not known."""
    return dates.date(re.sub(r"(?:-00)+$", "", str(value)))


def _arxiv(values: Any) -> str | None:
    return next((number for value in as_list(values) if (number := identifiers.arxiv_named(value))), None)


TABLE = (
    Row("doctype", "type", Converter(lambda value: TYPES.get(str(value)))),
    Row("title.0", "title", HTML_LINE),
    Row("author", "authors", Converter(lambda values: people_of(last_first(str(value)) for value in as_list(values)))),
    Row("pub", "venue.name", PROSE),
    Row("bibstem.0", "venue.short", PROSE),
    Row("pubdate", "date", Converter(_date)),
    Row("year", "date", Converter(_date)),
    Row("volume", "volume", PLAIN),
    Row("issue", "issue", PLAIN),
    Row("page_range", "page", PAGES),
    Row(("page.0", "page.1"), "page", PAGE_RANGE),
    Row("publisher", "publisher", PROSE),
    Row("doi.0", "doi", DOI),
    Row("~arxiv", "arxiv", PLAIN),
    Row("isbn.0", "isbn", ISBN_OF_LINK),
    Row("keyword", "tags", listed(PLAIN)),
    Row("comment.0", "note", PROSE),
    Row("~page", "url", URL),
)
"""Fields without a row stay under `x-import`, but for those that `merge/ignored_keys.py` lists."""


def _before(record: Any) -> Any:
    """A record with its arXiv number, and without the other spellings of its identifiers."""
    for key in ("identifier", "alternate_bibcode", "eid"):
        if number := _arxiv(record.get(key)):
            record.setdefault("~arxiv", number)
    if isinstance(record.get("identifier"), list):
        known = {str(record.get("~arxiv")).casefold(), *(str(value).casefold() for value in as_list(record.get("doi")))}
        bare = {str(value): str(identifiers.arxiv(value) or value).casefold() for value in record["identifier"]}
        record["identifier"] = [value for value in record["identifier"] if bare[str(value)] not in known]
    return record


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    entry.setdefault("type", "document")
    if entry["type"] == "article":
        entry.pop("venue", None)  # "arXiv e-prints"
    complete(entry, reading)


def read(content: Content) -> Imported:
    """Read the works of an answer, or a list of them."""
    where = "response.docs" if look(content.json.data, "response.docs") else ""
    return read_sections(content.json, "ads", [RecordSection(where, "publications", TABLE, before=_before, finish=_finish)])


def _detects(content: Content) -> bool:
    first = content.first_record()
    docs = look(first, "response.docs")
    record = docs[0] if isinstance(docs, list) and docs else first
    return isinstance(record, dict) and "bibcode" in record and isinstance(record.get("title"), list)


FORMAT = Format("ads", "the Astrophysics Data System", _detects, read)
