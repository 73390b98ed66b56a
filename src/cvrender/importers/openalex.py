"""Read works of OpenAlex: https://docs.openalex.org/api-entities/works/work-object, one work or a page of them."""

from typing import Any

from cvrender.importers.base import Format, Imported, Section, read_sections
from cvrender.importers.content import Content
from cvrender.importers.converters import DOI, HTML_LINE, PLAIN, PMCID, PMID, PROSE, URL, of
from cvrender.importers.csl import under
from cvrender.importers.table import Converter, Each, Entry, Reading, Row, look
from cvrender.importers.text import dates, identifiers
from cvrender.importers.venues import complete

TYPES = {
    "article": "article-journal",
    "journal-article": "article-journal",
    "proceedings-article": "paper-conference",
    "preprint": "article",
    "posted-content": "article",
    "book-chapter": "chapter",
    "book": "book",
    "dissertation": "thesis",
    "dataset": "dataset",
    "report": "report",
    "review": "article-journal",
    "standard": "standard",
    "software": "software",
    "peer-review": "review",
    "reference-entry": "entry-encyclopedia",
}
_SOURCES = {"conference": "paper-conference", "repository": "article"}


def _date(values: tuple[Any, ...]) -> str | None:
    """A day; where OpenAlex knows the year alone, it says the first of January."""
    day, year = values
    found = dates.date(day) if day else None
    return str(year) if year and (not found or found.endswith("-01-01")) else found


def _pages(values: tuple[Any, ...]) -> str | None:
    first, last = values
    return f"{first}–{last}" if first and last and first != last else first or last


def _of_arxiv(value: Any) -> str | None:
    return identifiers.arxiv(value) if "arxiv" in str(value).casefold() else None


AUTHOR = (
    Row("author.display_name", "name", PLAIN),
    Row("raw_author_name", "name", PLAIN),
    Row("is_corresponding", "corresponding", Converter(lambda value: value is True or None, bool)),
)
TABLE = (
    Row("type_crossref", "~type", PLAIN),
    Row("type", "type", of(lambda value: TYPES.get(value, "document"), "")),
    Row("title", "title", HTML_LINE),
    Row("display_name", "title", HTML_LINE),
    Row("authorships", "authors", Each(AUTHOR, short="name")),
    Row("primary_location.source.display_name", "venue.name", PROSE),
    Row("biblio.volume", "volume", PLAIN),
    Row("biblio.issue", "issue", PLAIN),
    Row(("biblio.first_page", "biblio.last_page"), "page", Converter(_pages)),
    Row(("publication_date", "publication_year"), "date", Converter(_date)),
    Row("doi", "doi", DOI),
    Row("ids.pmid", "pmid", PMID),
    Row("ids.pmcid", "pmcid", PMCID),
    Row("primary_location.landing_page_url", "arxiv", Converter(_of_arxiv)),
    Row("best_oa_location.landing_page_url", "arxiv", Converter(_of_arxiv)),
    Row("primary_location.landing_page_url", "url", URL),
)
"""Fields without a row stay under `x-import`: identifiers, locations, counts; and affiliations at each author."""


def _before(record: Any) -> Any:
    """A work whose abstract is a text, not an index of its words."""
    index = record.get("abstract_inverted_index")
    if isinstance(index, dict):
        places = [
            (int(place), word)
            for word, found in index.items()
            if isinstance(found, list)
            for place in found
            if str(place).isdigit()
        ]
        record["abstract_inverted_index"] = " ".join(word for _, word in sorted(places))
    where = look(record, "primary_location.source.type")
    record["~source"] = where
    return record


def _finish(entry: Entry, reading: Reading) -> None:
    said = entry.pop("~type", "")
    left = entry.get("x-import", {}).get("openalex", {})
    where = _SOURCES.get(str(left.pop("~source", "")), "") if isinstance(left, dict) else ""
    kind = entry.get("type", "document")
    if kind == "article-journal":
        entry["type"] = TYPES.get(said) or where or kind
    complete(entry, reading.format)


SECTIONS = (
    Section("results", "publications", TABLE, before=_before, finish=_finish),
    Section("work", "publications", TABLE, before=_before, finish=_finish),
)


def read(content: Content) -> Imported:
    """Read an OpenAlex answer, or works of one."""
    source = content.json
    assert source
    if isinstance(source.data, list) or "results" not in source.data:
        source = under(source, "work")
    return read_sections(source, "openalex", SECTIONS)


def _detects(content: Content) -> bool:
    data = content.json.data if content.json else None
    works = data.get("results", data) if isinstance(data, dict) else data
    first = works[0] if isinstance(works, list) and works else works
    return isinstance(first, dict) and "authorships" in first


FORMAT = Format("openalex", "OpenAlex", _detects, read)
