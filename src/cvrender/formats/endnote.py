"""Read EndNote's tagged format (.enw, Refer), with EndNote's own tags, and its XML.

Tags: https://en.wikipedia.org/wiki/Refer_(software). XML: the document type RSXML.dtd that comes with EndNote.
"""

import re
from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import DATE, DOI, EDITION, LAST_FIRST, LINE, PAGES, PLAIN, PMCID, PROSE, URL, listed, of_element
from cvrender.formats.csl import ISBN_OF_LINK
from cvrender.formats.ris import NAMES
from cvrender.formats.syntax.clean import clean
from cvrender.formats.syntax.xml_syntax import XmlElement, as_source, element_text
from cvrender.formats.table import Converter, ImportedEntry, Noted, Row, SourceReading, as_list
from cvrender.formats.values import dates, identifiers
from cvrender.formats.works import complete, guessed_type
from cvrender.load.locations import Location
from cvrender.load.reader import Source
from cvrender.model.convert import DataPath
from cvrender.model.csl import IN_BOOKS

TYPES = {
    "journal article": "article-journal",
    "electronic article": "article-journal",
    "conference paper": "paper-conference",
    "conference proceedings": "paper-conference",
    "book section": "chapter",
    "book": "book",
    "edited book": "book",
    "electronic book": "book",
    "thesis": "thesis",
    "report": "report",
    "patent": "patent",
    "dataset": "dataset",
    "computer program": "software",
    "web page": "webpage",
    "magazine article": "article-magazine",
    "newspaper article": "article-newspaper",
    "unpublished work": "manuscript",
    "generic": "document",
}
TABLE = (
    Row("%F", "id", PLAIN),
    Row("%T", "title", PROSE),
    Row("%A", "authors", NAMES),
    Row("%E", "container_editors", NAMES, when=IN_BOOKS),
    Row("%E", "editors", NAMES, when=frozenset({"book"})),
    Row("%?", "translators", NAMES),
    Row("%J", "venue.name", PROSE),
    Row("%B", "venue.name", PROSE),
    Row("%S", "collection_title", PROSE),
    Row("%8", "date", DATE),
    Row("%D", "date", DATE),
    Row("%V", "volume", PLAIN),
    Row("%N", "issue", PLAIN),
    Row("%P", "page", PAGES),
    Row("%7", "edition", EDITION),
    Row("%I", "publisher", PROSE),
    Row("%C", "publisher_place", PROSE),
    Row("%R", "doi", DOI),
    Row("%@", "isbn", ISBN_OF_LINK),
    Row("%U", "url", URL),
    Row("%9", "genre", PROSE),
    Row("%K", "tags", listed(PLAIN)),
    Row("%Z", "note", PROSE),
)
"""Tags without a row stay under `x-import`, but for those that `merge/ignored_keys.py` lists."""
_LISTS = frozenset({"%A", "%E", "%K", "%?"})
_LINE = re.compile(r"(%[0-9A-Z@!?#$&()*+<=>\[\]^~{}|]) (.*)")


def read(content: Content) -> Imported:
    """Read the records: each ends with an empty line, or where the next type is."""
    records: list[dict[str, Any]] = []
    values: dict[DataPath, Location] = {}
    tag, is_open = "", False
    for number, line in enumerate(re.split(r"\r\n|\r|\n", content.text), 1):
        match = _LINE.match(line)
        if match and (not is_open or match[1] == "%0"):
            records.append({})
            is_open = True
            values[("works", len(records) - 1)] = (content.file, number, 1)
        if match:
            tag = match[1]
            values.setdefault(("works", len(records) - 1, tag), (content.file, number, 4))
            _add(records[-1], tag, clean(match[2].strip()))
        elif not line.strip():
            is_open = False
        elif is_open and isinstance(records[-1].get(tag), str):
            records[-1][tag] += f" {clean(line.strip())}"
    section = RecordSection("works", "publications", TABLE, kind=_kind, finish=_finish)
    return read_sections(Source(content.file, {"works": records}, {}, values), "endnote", [section])


def _add(record: dict[str, Any], tag: str, value: str) -> None:
    if tag in _LISTS:
        record.setdefault(tag, []).append(value)
    elif tag in record:
        record.setdefault(f"{tag} (more)", []).append(value)
    elif value:
        record[tag] = value


def _kind(record: Any) -> str:
    return TYPES.get(str(record.get("%0")).casefold(), "")


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    kept = entry.get("x-import", {}).get(reading.format, {})
    entry["type"] = TYPES.get(str(kept.get("%0")).casefold()) or guessed_type(entry)
    if str(kept.get("%0")).casefold() in TYPES:
        kept.pop("%0")
    if not kept and "x-import" in entry:
        entry["x-import"].pop(reading.format, None)
    complete(entry, reading)


def _detects(content: Content) -> bool:
    return content.begins == "text" and bool(re.search(r"^%0 \w", content.text[:20_000], re.MULTILINE))


FORMAT = Format("endnote", "EndNote (.enw)", _detects, read)


_XML_LISTS = frozenset({"record", "author", "keyword", "url"})
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


XML_TABLE = (
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


def _before_xml(record: Any) -> Any:
    kind = record.get("ref-type")
    if isinstance(kind, dict) and kind.get("@name"):
        record["~type"] = str(record.pop("ref-type").pop("@name"))
    return record


def _xml_kind(record: Any) -> str:
    return TYPES.get(str(record.get("~type")).casefold(), "")


def _finish_xml(entry: ImportedEntry, reading: SourceReading) -> None:
    kept = entry.get("x-import", {}).get(reading.format, {})
    kind = str(kept.get("~type", ""))
    if kind.casefold() in TYPES:
        del kept["~type"]
    elif kind:
        kept["ref-type"] = kept.pop("~type")
    entry["type"] = TYPES.get(kind.casefold(), "document")
    complete(entry, reading)


def read_xml(content: Content) -> Imported:
    """Read the records of a library."""
    root = content.xml
    _without_styles(root)
    section = RecordSection("records.record", "publications", XML_TABLE, kind=_xml_kind, before=_before_xml, finish=_finish_xml)
    return read_sections(as_source(root, content.file, _XML_LISTS), "endnote-xml", [section])


def _detects_xml(content: Content) -> bool:
    if content.begins != "xml" or content.xml.name != "xml":
        return False
    return any(child.name == "records" for child in content.xml.children)


XML_FORMAT = Format("endnote-xml", "EndNote XML", _detects_xml, read_xml)
