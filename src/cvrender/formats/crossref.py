"""Read works of Crossref's REST API: https://api.crossref.org/swagger-ui/index.html, one work or a list of them."""

from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import DOI, HTML_LINE, PAGES, PLAIN, PROSE, URL, joined, mapped
from cvrender.formats.csl import ISBN_OF_LINK, ISSUED, NAMES
from cvrender.formats.table import KEPT, ImportedEntry, Row, SourceReading, as_list, look
from cvrender.formats.works import complete

TYPES = {
    "journal-article": "article-journal",
    "proceedings-article": "paper-conference",
    "book-chapter": "chapter",
    "book-section": "chapter",
    "book-part": "chapter",
    "reference-entry": "entry-encyclopedia",
    "book": "book",
    "monograph": "book",
    "edited-book": "book",
    "reference-book": "book",
    "proceedings": "book",
    "posted-content": "article",
    "dissertation": "thesis",
    "report": "report",
    "dataset": "dataset",
    "peer-review": "review",
    "standard": "standard",
    "journal-issue": "periodical",
}


TABLE = (
    Row("type", "type", mapped(TYPES)),
    Row("subtype", "genre", mapped({"preprint": "preprint"})),
    Row(("title.0", "subtitle.0"), "title", joined(": ", HTML_LINE)),
    Row("original-title.0", "original_title", PLAIN),
    Row("author", "authors", NAMES),
    Row("editor", "editors", NAMES, when=frozenset({"book"})),
    Row("editor", "container_editors", NAMES, when=frozenset({"chapter", "paper-conference"})),
    Row("container-title.0", "venue.name", HTML_LINE),
    Row("event.name", "venue.name", HTML_LINE),
    Row("institution.0.name", "venue.name", PROSE),
    Row("short-container-title.0", "venue.short", PROSE),
    Row("event.location", "venue.location", PROSE),
    Row("publisher", "publisher", PROSE),
    Row("volume", "volume", PLAIN),
    Row("issue", "issue", PLAIN),
    Row("page", "page", PAGES),
    Row("article-number", "page", PLAIN),
    Row("published.date-parts", "date", ISSUED),
    Row("issued.date-parts", "date", ISSUED),
    Row("DOI", "doi", DOI),
    Row("URL", "url", URL),
    Row("ISBN.0", "isbn", ISBN_OF_LINK),
)
"""Fields without a row stay under `x-import`, but for those that `merge/ignored_keys.py` lists."""


def _kind(record: Any) -> str:
    return TYPES.get(str(record.get("type")), "")


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    """Complete a work; its publisher may name its preprint."""
    relations = look(entry, f"{KEPT}.crossref.relation.has-preprint")
    numbers = (str(each.get("id", "")) for each in as_list(relations) if isinstance(each, dict))
    entry.preprints = {number: "as Crossref says" for number in numbers if number}
    complete(entry, reading)


def read(content: Content) -> Imported:
    """Read a Crossref answer, or works of one."""
    message = look(content.json.data, "message")
    has_list = isinstance(message, dict) and "items" in message  # without a work, if none was found
    where = "message.items" if has_list else content.key_of_records("message", "items")
    return read_sections(content.json, "crossref", [RecordSection(where, "publications", TABLE, kind=_kind, finish=_finish)])


def _detects(content: Content) -> bool:
    first = content.first_record()
    message = look(first, "message")
    if isinstance(message, dict) and ("items" in message or "DOI" in message):
        return True
    return "DOI" in first and isinstance(first.get("title"), list)


FORMAT = Format("crossref", "Crossref", _detects, read)
