"""Read CITATION.cff: https://github.com/citation-file-format/citation-file-format, schema 1.2."""

from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import ARXIV_NAMED, DATE, DOI, ISBN, PAGE_RANGE, PLAIN, PROSE, URL, listed, mapped
from cvrender.formats.table import ENTRY, Converter, Each, ImportedEntry, Rearranged, Row, SourceReading
from cvrender.formats.values import identifiers
from cvrender.formats.values.names import person_fields
from cvrender.formats.works import complete
from cvrender.model.name_parts import Name

TYPES = {
    "software": "software",
    "software-code": "software",
    "dataset": "dataset",
    "data": "dataset",
    "article": "article-journal",
    "conference-paper": "paper-conference",
    "proceedings": "book",
    "book": "book",
    "thesis": "thesis",
    "report": "report",
    "manual": "report",
    "unpublished": "manuscript",
    "patent": "patent",
    "website": "webpage",
    "standard": "standard",
    "generic": "document",
}


def _name(values: tuple[Any, ...]) -> dict[str, Any] | None:
    given, particle, family, suffix = (str(value or "").strip() for value in values)
    return person_fields(Name(family, given, particle, suffix))


def _date(values: tuple[Any, ...]) -> str | None:
    parts = [str(value).zfill(2) for value in values if value]
    return DATE.read("-".join(parts)) if parts else None


_AUTHOR = (
    Row(("given-names", "name-particle", "family-names", "name-suffix"), ENTRY, Converter(_name)),
    Row("name", "name", PLAIN),
    Row("alias", "name", PLAIN),
)
TABLE = (
    Row("title", "title", PROSE),
    Row("type", "type", mapped(TYPES)),
    Row("authors", "authors", Each(_AUTHOR, short="name")),
    Row("journal", "venue.name", PROSE),
    Row("conference.name", "venue.name", PROSE),
    Row("collection-title", "venue.name", PROSE),
    Row("publisher.name", "publisher", PROSE),
    Row("institution.name", "publisher", PROSE),
    Row("doi", "doi", DOI),
    Row("identifiers.0.value", "doi", Converter(identifiers.doi)),
    Row("identifiers.0.value", "arxiv", ARXIV_NAMED),
    Row("isbn", "isbn", ISBN),
    Row("date-released", "date", DATE),
    Row("date-published", "date", DATE),
    Row(("year", "month"), "date", Converter(_date)),
    Row("version", "number", PLAIN),
    Row("volume", "volume", PLAIN),
    Row("issue", "issue", PLAIN),
    Row(("start", "end"), "page", PAGE_RANGE),
    Row("repository-code", "url", URL),
    Row("url", "url", URL),
    *(
        Row(key, "links", Converter(lambda value: [link] if (link := identifiers.url(value)) else None))
        for key in ("url", "repository")
    ),
    Row("keywords", "tags", listed(PLAIN)),
)
_TOP = tuple(row for row in TABLE if row.theirs != "type")


def _finish_top(entry: ImportedEntry, reading: SourceReading) -> None:
    entry["type"] = "dataset" if entry.get("x-import", {}).get(reading.format, {}).get("type") == "dataset" else "software"
    complete(entry, reading)


SECTIONS = (
    RecordSection("preferred-citation", "publications", TABLE, finish=complete),
    RecordSection("work", "publications", _TOP, finish=_finish_top),
)


def read(content: Content) -> Imported:
    """Read the software or data set, and the work to be cited instead. Its references are works of others."""
    source = Rearranged(content.yaml)
    preferred = source.data.pop("preferred-citation", None)
    work, source.data = source.data, {} if preferred is None else {"preferred-citation": preferred}
    source.add("work", work, ())
    return read_sections(source.source(), "citation-cff", SECTIONS)


def _detects(content: Content) -> bool:
    return content.has_key("cff-version")


FORMAT = Format("citation-cff", "CITATION.cff", _detects, read)
