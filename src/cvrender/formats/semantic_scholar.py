"""Read papers of Semantic Scholar: https://api.semanticscholar.org/api-docs/graph, one paper or a list of them."""

from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import DATE, PAGES, PLAIN, PROSE, URL, identifier_rows, labelled
from cvrender.formats.table import Converter, Each, ImportedEntry, Row, SourceReading
from cvrender.formats.works import complete, guessed_type

TYPES = {
    "JournalArticle": "article-journal",
    "Conference": "paper-conference",
    "Book": "book",
    "BookSection": "chapter",
    "Dataset": "dataset",
    "News": "article-newspaper",
}


def _type(value: Any) -> str | None:
    known = [TYPES[str(name)] for name in value if str(name) in TYPES] if isinstance(value, list) else []
    return "paper-conference" if "paper-conference" in known else known[0] if known else None


TABLE = (
    Row("publicationTypes", "type", Converter(_type)),
    Row("title", "title", PROSE),
    Row("authors", "authors", Each((Row("name", "name", PLAIN),), short="name")),
    Row("publicationVenue.name", "venue.name", PROSE),
    Row("venue", "venue.name", PROSE),
    Row("journal.name", "venue.name", PROSE),
    Row("journal.volume", "volume", PLAIN),
    Row("journal.pages", "page", PAGES),
    Row("publicationDate", "date", DATE),
    Row("year", "date", DATE),
    *identifier_rows("semantic_scholar"),
    Row("openAccessPdf.url", "links", labelled("PDF")),
    Row("url", "url", URL),
)
"""Fields without a row stay under `x-import`: identifiers, counts, abstracts, summaries."""


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    kind = guessed_type(entry)
    if kind == "article" or "type" not in entry:
        entry["type"] = "article" if kind == "document" and "arxiv" in entry else kind
    complete(entry, reading)


def read(content: Content) -> Imported:
    """Read an answer of Semantic Scholar, or papers of one."""
    where = content.key_of_records("data", "papers")
    return read_sections(content.json, "semantic-scholar", [RecordSection(where, "publications", TABLE, finish=_finish)])


def _detects(content: Content) -> bool:
    return "paperId" in content.first_record("data", "papers")


FORMAT = Format("semantic-scholar", "Semantic Scholar", _detects, read)
