"""Read records of INSPIRE: https://inspire-schemas.readthedocs.io/en/latest/schemas/, one record or the answer of a search."""

from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import ARXIV, DATE, DOI, HTML_LINE, PAGE_RANGE, PLAIN, PROSE, URL, joined
from cvrender.formats.csl import ISBN_OF_LINK
from cvrender.formats.table import ENTRY, Converter, Each, ImportedEntry, Row, SourceReading, as_list, look
from cvrender.formats.values.names import last_first, person_fields
from cvrender.formats.works import complete

TYPES = {
    "article": "article-journal",
    "conference paper": "paper-conference",
    "thesis": "thesis",
    "book": "book",
    "book chapter": "chapter",
    "proceedings": "book",
    "report": "report",
    "note": "report",
    "activity report": "report",
}
_DEGREES = {"phd": "Ph.D. thesis", "master": "Master’s thesis", "bachelor": "Bachelor’s thesis", "diploma": "Diploma thesis"}
_AUTHOR = (Row("full_name", ENTRY, Converter(lambda value: person_fields(last_first(str(value))))),)
TABLE = (
    Row("texkeys.0", "id", PLAIN),
    Row(("titles.0.title", "titles.0.subtitle"), "title", joined(": ", HTML_LINE)),
    Row("authors", "authors", Each(_AUTHOR, short="name")),
    Row("collaborations.0.value", "collaboration", PROSE),
    Row("publication_info.0.journal_title", "venue.name", PROSE),
    Row("publication_info.0.journal_volume", "volume", PLAIN),
    Row("publication_info.0.journal_issue", "issue", PLAIN),
    Row(("publication_info.0.page_start", "publication_info.0.page_end"), "page", PAGE_RANGE),
    Row("publication_info.0.artid", "page", PLAIN),
    Row("publication_info.0.year", "date", Converter(lambda value: DATE.read(str(value)))),
    Row("imprints.0.date", "date", DATE),
    Row("thesis_info.date", "date", DATE),
    Row("earliest_date", "date", DATE),
    Row("preprint_date", "date", DATE),
    Row("imprints.0.publisher", "publisher", PROSE),
    Row("imprints.0.place", "publisher_place", PROSE),
    Row("thesis_info.institutions.0.name", "publisher", PROSE),
    Row("thesis_info.degree_type", "genre", Converter(lambda value: _DEGREES.get(str(value)))),
    Row("dois.0.value", "doi", DOI),
    Row("arxiv_eprints.0.value", "arxiv", ARXIV),
    Row("isbns.0.value", "isbn", ISBN_OF_LINK),
    Row("report_numbers.0.value", "number", PLAIN),
    Row("urls.0.value", "url", URL),
    Row("public_notes.0.value", "note", HTML_LINE),
)
"""Fields without a row stay under `x-import`, but for those that `merge/ignored_keys.py` lists."""


def _before(record: Any) -> Any:
    metadata = record.get("metadata")
    return metadata if isinstance(metadata, dict) else record


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    kept = entry.get("x-import", {}).get(reading.format, {})
    names = [name for name in as_list(kept.get("document_type")) if isinstance(name, str)]
    kind = next((TYPES[name] for name in names if name in TYPES), "document")
    entry["type"] = "article" if kind == "article-journal" and "venue" not in entry and "arxiv" in entry else kind
    complete(entry, reading)


def read(content: Content) -> Imported:
    """Read a record, or those of an answer."""
    where = "hits.hits" if look(content.json.data, "hits.hits") else ""
    return read_sections(content.json, "inspire", [RecordSection(where, "publications", TABLE, before=_before, finish=_finish)])


def _detects(content: Content) -> bool:
    first = content.first_record()
    hits = look(first, "hits.hits")
    record = hits[0] if isinstance(hits, list) and hits else first
    metadata = record.get("metadata", record) if isinstance(record, dict) else {}
    return isinstance(metadata, dict) and isinstance(metadata.get("titles"), list) and "document_type" in metadata


FORMAT = Format("inspire", "INSPIRE", _detects, read)
