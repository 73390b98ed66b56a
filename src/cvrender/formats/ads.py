"""Read answers and XML of the SAO/NASA Astrophysics Data System.

Answers: https://ui.adsabs.harvard.edu/help/api/api-docs.html, "search". The schemas of the XML ("REF-XML", "REFABS-XML"):
http://ads.harvard.edu/schema/abs/1.1/references.xsd and abstracts.xsd; a journal is a whole citation there.
"""

import re
from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import (
    ARXIV_NAMED,
    DATE,
    DOI,
    HTML_LINE,
    LAST_FIRST,
    LINE,
    PAGE_RANGE,
    PAGES,
    PLAIN,
    PROSE,
    URL,
    listed,
    of_element,
)
from cvrender.formats.csl import ISBN_OF_LINK
from cvrender.formats.syntax.xml_syntax import as_source, element_text
from cvrender.formats.table import Converter, ImportedEntry, Row, SourceReading, as_list, look
from cvrender.formats.values import dates, identifiers
from cvrender.formats.values.names import last_first, people_of
from cvrender.formats.works import complete, guessed_type, is_preprint_venue
from cvrender.model.identifier_table import WORK_IDS

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


_NAMESPACE = re.compile(r"https?://ads\.harvard\.edu/schema/abs/1\.1/(?:references|abstracts?)")
_CITATION = re.compile(
    r"(?P<venue>.+?),? (?:Volume|vol\.) (?P<volume>[^,\s]+?)(?:, (?:Issue|no\.) (?P<issue>[^,\s]+?))?"
    r"(?:, (?:pp?\.|id\.|article id\.) ?(?P<page>[^,\s]+?))?(?:[,.] ?\d+ pp\.?)?\.?(?: \(\d{4}\)\.?)?",
    re.IGNORECASE,
)
XML_TABLE = (
    Row("@type", "type", Converter(lambda value: TYPES.get(str(value)))),
    Row("title", "title", LINE),
    Row("author", "authors", LAST_FIRST),
    Row("~venue", "venue.name", PROSE),
    Row("pubdate", "date", of_element(DATE)),
    Row("volume", "volume", of_element(PLAIN)),
    Row("~volume", "volume", PLAIN),
    Row("~issue", "issue", PLAIN),
    Row(("page", "lastpage"), "page", PAGE_RANGE),
    Row("~page", "page", PAGES),
    Row("DOI", "doi", of_element(DOI)),
    Row("eprintid", "arxiv", of_element(ARXIV_NAMED)),
    Row("bibcode", "bibcode", of_element(Converter(WORK_IDS["bibcode"].find))),
    Row("keywords.keyword", "tags", Converter(lambda values: [element_text(value) for value in as_list(values)])),
)
"""Elements without a row stay under `x-import`, but for those that `merge/ignored_keys.py` lists."""


def _before_xml(record: Any) -> Any:
    """A record with the parts of the citation that its journal is."""
    said = element_text(record.pop("journal", ""))
    if match := _CITATION.fullmatch(said):
        return {**record, **{f"~{name}": part for name, part in match.groupdict().items() if part}}
    return {**record, "~venue": said} if said and not is_preprint_venue(said.removeprefix("eprint ")) else record


def _finish_xml(entry: ImportedEntry, reading: SourceReading) -> None:
    if "type" not in entry:
        entry["type"] = "article" if entry.get("arxiv") and "venue" not in entry else guessed_type(entry)
    complete(entry, reading)


def read_xml(content: Content) -> Imported:
    """Read the records of an answer."""
    source = as_source(content.xml, content.file, frozenset({"record", "author"}))
    for about in ("@retrieved", "@start", "@selected", "@schemaLocation"):
        source.data.pop(about, None)  # which say what was asked for
    return read_sections(
        source, "ads-xml", [RecordSection("record", "publications", XML_TABLE, before=_before_xml, finish=_finish_xml)]
    )


def _detects_xml(content: Content) -> bool:
    return content.begins == "xml" and content.xml.name == "records" and bool(_NAMESPACE.fullmatch(content.xml.namespace))


XML_FORMAT = Format("ads-xml", "ADS’s XML", _detects_xml, read_xml)
