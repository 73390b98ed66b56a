"""Read EndNote's XML: records with styled texts, as in the document type RSXML.dtd that comes with EndNote."""

from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import DOI, EDITION, PAGES, PLAIN, PMCID
from cvrender.formats.csl.values import ISBN_OF_LINK
from cvrender.formats.endnote.read import TYPES
from cvrender.formats.rearrange import as_list
from cvrender.formats.syntax.xml_syntax import XmlElement, as_source, element_text
from cvrender.formats.table import Converter, ImportedEntry, Noted, Row, SourceReading
from cvrender.formats.values import dates, identifiers
from cvrender.formats.works import complete
from cvrender.formats.xml_values import LAST_FIRST, LINE, of_element
from cvrender.model.csl import IN_BOOKS

_LISTS = frozenset({"record", "author", "keyword", "url"})
_FACES = {"italic": "i", "bold": "b", "superscript": "sup", "subscript": "sub"}
_JOURNAL = frozenset({"article-journal"})
_BOOK = frozenset({"book"})


def _date(values: tuple[Any, ...]) -> str | None:
    """A day such as `Mar 4` with its year, a whole date, or a year."""
    day, year = (element_text(value) for value in values)
    return dates.date(f"{day} {year}") or dates.date(day) or dates.date(year)


def _links(value: Any) -> Noted:
    """Links of the web; others, such as those to Web of Science's own pages, stay."""
    texts = [element_text(part) for part in as_list(value) if part]
    links = [text for text in texts if identifiers.url(text)]
    return Noted(links or None, "", stays=len(links) < len(texts))


TABLE = (
    Row("label", "id", of_element(PLAIN)),
    Row("titles.title", "title", LINE),
    Row("contributors.authors.author", "authors", LAST_FIRST),
    Row("contributors.secondary-authors.author", "container_editors", LAST_FIRST, when=IN_BOOKS),
    Row("contributors.secondary-authors.author", "editors", LAST_FIRST, when=_BOOK),
    Row("contributors.translated-authors.author", "translators", LAST_FIRST),
    Row("contributors.subsidiary-authors.author", "translators", LAST_FIRST, when=_BOOK),
    Row("periodical.full-title", "venue.name", LINE),
    Row("titles.secondary-title", "venue.name", LINE, unless=_BOOK),
    Row("titles.secondary-title", "collection_title", LINE, when=_BOOK),
    Row("titles.tertiary-title", "collection_title", LINE),
    Row("periodical.abbr-1", "venue.short", LINE),
    Row("titles.alt-title", "venue.short", LINE, when=_JOURNAL),
    Row(("dates.pub-dates.date", "dates.year"), "date", Converter(_date)),
    Row("volume", "volume", of_element(PLAIN)),
    Row("number", "issue", of_element(PLAIN), when=_JOURNAL),
    Row("number", "number", of_element(PLAIN)),
    Row("pages", "page", of_element(PAGES)),
    Row("section", "section", LINE),
    Row("edition", "edition", of_element(EDITION)),
    Row("publisher", "publisher", LINE),
    Row("pub-location", "publisher_place", LINE),
    Row("work-type", "genre", LINE),
    Row("isbn", "isbn", of_element(ISBN_OF_LINK)),
    Row("electronic-resource-num", "doi", of_element(DOI)),
    Row("custom2", "pmcid", of_element(PMCID), when=_JOURNAL),
    Row("urls.related-urls.url.0", "url", Converter(lambda value: identifiers.url(element_text(value)))),
    Row("urls.related-urls.url", "links", Converter(_links)),
    Row("keywords.keyword", "tags", Converter(lambda value: [text for part in as_list(value) if (text := element_text(part))])),
    Row("notes", "note", LINE),
)
"""Elements without a row stay under `x-import`, but for those that `merge/ignored_keys.py` lists."""


def _without_styles(element: XmlElement) -> None:
    """Make of runs of styled text (`<style face="italic">`) plain text and HTML's elements."""
    content: list[str | XmlElement] = []
    for part in element.content:
        if isinstance(part, XmlElement):
            _without_styles(part)
            faces = part.attributes.get("face", "").split() if part.name == "style" else []
            face = next((_FACES[name] for name in faces if name in _FACES), "")
            if part.name == "style" and not face:
                content += part.content
                continue
            part = XmlElement(face, "", {}, part.place, part.content) if face else part
        content.append(part)
    if any(isinstance(part, str) and part.strip() for part in content) or len(content) != 1:
        element.content = content
    else:
        (only,) = content
        element.content = only.content if isinstance(only, XmlElement) and only.name in _FACES.values() else content


def _before(record: Any) -> Any:
    kind = record.get("ref-type")
    if isinstance(kind, dict) and kind.get("@name"):
        record["~type"] = str(record.pop("ref-type").pop("@name"))
    return record


def _kind(record: Any) -> str:
    return TYPES.get(str(record.get("~type")).casefold(), "")


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    kept = entry.get("x-import", {}).get(reading.format, {})
    kind = str(kept.get("~type", ""))
    if kind.casefold() in TYPES:
        del kept["~type"]
    elif kind:
        kept["ref-type"] = kept.pop("~type")
    entry["type"] = TYPES.get(kind.casefold(), "document")
    complete(entry, reading)


def read(content: Content) -> Imported:
    """Read the records of a library."""
    root = content.xml
    _without_styles(root)
    section = RecordSection("records.record", "publications", TABLE, kind=_kind, before=_before, finish=_finish)
    return read_sections(as_source(root, content.file, _LISTS), "endnote-xml", [section])


def _detects(content: Content) -> bool:
    if content.begins != "xml" or content.xml.name != "xml":
        return False
    return any(child.name == "records" for child in content.xml.children)


FORMAT = Format("endnote-xml", "EndNote XML", _detects, read)
