"""Read the XML of the SAO/NASA Astrophysics Data System, with abstracts or without ("REF-XML", "REFABS-XML").

Its schemas: http://ads.harvard.edu/schema/abs/1.1/references.xsd and abstracts.xsd. A journal is a whole citation.
"""

import re
from typing import Any

from cvrender.formats.ads.read import TYPES
from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import ARXIV_NAMED, DATE, DOI, PAGE_RANGE, PAGES, PLAIN, PROSE
from cvrender.formats.rearrange import as_list
from cvrender.formats.syntax.xml_syntax import as_source, element_text
from cvrender.formats.table import Converter, ImportedEntry, Row, SourceReading
from cvrender.formats.works import complete, guessed_type, is_preprint_venue
from cvrender.formats.xml_values import LAST_FIRST, LINE, of_element
from cvrender.model.identifier_table import WORK_IDS

_NAMESPACE = re.compile(r"https?://ads\.harvard\.edu/schema/abs/1\.1/(?:references|abstracts?)")
_CITATION = re.compile(
    r"(?P<venue>.+?),? (?:Volume|vol\.) (?P<volume>[^,\s]+?)(?:, (?:Issue|no\.) (?P<issue>[^,\s]+?))?"
    r"(?:, (?:pp?\.|id\.|article id\.) ?(?P<page>[^,\s]+?))?(?:[,.] ?\d+ pp\.?)?\.?(?: \(\d{4}\)\.?)?",
    re.IGNORECASE,
)
TABLE = (
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


def _before(record: Any) -> Any:
    """A record with the parts of the citation that its journal is."""
    said = element_text(record.pop("journal", ""))
    if match := _CITATION.fullmatch(said):
        return {**record, **{f"~{name}": part for name, part in match.groupdict().items() if part}}
    return {**record, "~venue": said} if said and not is_preprint_venue(said.removeprefix("eprint ")) else record


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    if "type" not in entry:
        entry["type"] = "article" if entry.get("arxiv") and "venue" not in entry else guessed_type(entry)
    complete(entry, reading)


def read(content: Content) -> Imported:
    """Read the records of an answer."""
    source = as_source(content.xml, content.file, frozenset({"record", "author"}))
    for about in ("@retrieved", "@start", "@selected", "@schemaLocation"):
        source.data.pop(about, None)  # which say what was asked for
    return read_sections(source, "ads-xml", [RecordSection("record", "publications", TABLE, before=_before, finish=_finish)])


def _detects(content: Content) -> bool:
    return content.begins == "xml" and content.xml.name == "records" and bool(_NAMESPACE.fullmatch(content.xml.namespace))


FORMAT = Format("ads-xml", "ADS’s XML", _detects, read)
