"""Read the Atom feed of arXiv's API: https://info.arxiv.org/help/api/user-manual.html."""

from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import DATE, DOI, LINE, PLAIN, URL, of_element
from cvrender.formats.syntax.xml_syntax import as_source, element_text
from cvrender.formats.table import Converter, Each, ImportedEntry, Row, SourceReading, as_list
from cvrender.formats.values import identifiers
from cvrender.formats.works import complete

_ATOM = "http://www.w3.org/2005/Atom"
AUTHOR = (Row("name", "name", of_element(PLAIN)),)
TABLE = (
    Row("id", "arxiv", Converter(lambda value: identifiers.arxiv_named(element_text(value)))),
    Row("title", "title", LINE),
    Row("author", "authors", Each(AUTHOR, short="name")),
    Row("published", "date", of_element(DATE)),
    Row("doi", "doi", of_element(DOI)),
    Row("~page", "url", URL),
    Row("comment", "note", LINE),
)
"""Elements without a row stay under `x-import`, but for those that `merge/ignored_keys.py` lists."""


def _before(record: Any) -> Any:
    """A record without the links that its number says."""
    left = []
    for link in as_list(record.get("link")):
        target = str(link.get("@href", "")) if isinstance(link, dict) else ""
        if not identifiers.arxiv_named(target) and not identifiers.doi(target):
            left.append(link)
    record["link"] = left
    return record


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    entry["type"] = "article"
    complete(entry, reading)


def read(content: Content) -> Imported:
    """Read the entries of an answer."""
    source = as_source(content.xml, content.file, frozenset({"entry", "author"}))
    for about in ("title", "id", "updated", "link", "totalResults", "startIndex", "itemsPerPage"):
        source.data.pop(about, None)  # which say what was asked for
    return read_sections(source, "arxiv", [RecordSection("entry", "publications", TABLE, before=_before, finish=_finish)])


def _detects(content: Content) -> bool:
    if content.begins != "xml" or (content.xml.name, content.xml.namespace) != ("feed", _ATOM):
        return False
    return any(part.name == "id" and "arxiv.org" in part.text for part in content.xml.children)


FORMAT = Format("arxiv", "arXiv's Atom feed", _detects, read)
