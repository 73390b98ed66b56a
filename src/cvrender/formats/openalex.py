"""Read works of OpenAlex: https://docs.openalex.org/api-entities/works/work-object, one work or a page of them."""

from typing import Any

from cvrender.formats import crossref
from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import ARXIV_NAMED, HTML_LINE, PAGE_RANGE, PLAIN, PROSE, URL, from_text, identifier_rows
from cvrender.formats.table import Converter, Each, ImportedEntry, Row, SourceReading, as_list, look
from cvrender.formats.values import dates
from cvrender.formats.works import complete

TYPES = crossref.TYPES | {
    "article": "article-journal",
    "preprint": "article",
    "review": "article-journal",
    "software": "software",
}
"""OpenAlex's own types, and Crossref's."""
_SOURCES = {"conference": "paper-conference", "repository": "article"}


def _date(values: tuple[Any, ...]) -> str | None:
    """A day; where OpenAlex knows the year alone, it says the first of January."""
    day, year = values
    date = dates.date(day) if day else None
    return str(year) if year and (not date or date.endswith("-01-01")) else date


AUTHOR = (
    Row("author.display_name", "name", PLAIN),
    Row("raw_author_name", "name", PLAIN),
    Row("is_corresponding", "corresponding", Converter(lambda value: value is True or None)),
)
TABLE = (
    Row("type_crossref", "~type", PLAIN),
    Row("~source", "~source", Converter(str)),
    Row("type", "type", from_text(lambda value: TYPES.get(value, "document"), "")),
    Row("title", "title", HTML_LINE),
    Row("display_name", "title", HTML_LINE),
    Row("authorships", "authors", Each(AUTHOR, short="name")),
    Row("primary_location.source.display_name", "venue.name", PROSE),
    Row("biblio.volume", "volume", PLAIN),
    Row("biblio.issue", "issue", PLAIN),
    Row(("biblio.first_page", "biblio.last_page"), "page", PAGE_RANGE),
    Row(("publication_date", "publication_year"), "date", Converter(_date)),
    Row("open_access.is_oa", "open_access", Converter(lambda value: value is True or None)),
    *identifier_rows("openalex"),
    Row("primary_location.landing_page_url", "arxiv", ARXIV_NAMED),
    Row("best_oa_location.landing_page_url", "arxiv", ARXIV_NAMED),
    Row("primary_location.landing_page_url", "url", URL),
)
"""Fields without a row stay under `x-import`, but for those that `merge/ignored_keys.py` lists."""


def _before(record: Any) -> Any:
    """A work whose abstract is a text, not an index of its words."""
    index = record.get("abstract_inverted_index")
    if isinstance(index, dict):
        pairs = ((place, word) for word, places in index.items() for place in as_list(places))
        places = [(int(place), word) for place, word in pairs if str(place).isdigit()]
        record["abstract_inverted_index"] = " ".join(word for _, word in sorted(places))
    record["~source"] = look(record, "primary_location.source.type")
    return record


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    said, where = entry.pop("~type", ""), entry.pop("~source", "")
    if entry.get("type") == "article-journal":
        entry["type"] = TYPES.get(said) or _SOURCES.get(where) or "article-journal"
    complete(entry, reading)


def read(content: Content) -> Imported:
    """Read an OpenAlex answer, or works of one."""
    where = content.key_of_records("results")
    return read_sections(content.json, "openalex", [RecordSection(where, "publications", TABLE, before=_before, finish=_finish)])


def _detects(content: Content) -> bool:
    return "authorships" in content.first_record("results")


FORMAT = Format("openalex", "OpenAlex", _detects, read)
