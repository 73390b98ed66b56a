"""Read Zotero's RDF: http://www.zotero.org/namespaces/export#, http://purl.org/net/biblio#, Dublin Core and PRISM.

A journal, book or series is an element of its own, to which its works refer by `dcterms:isPartOf`.
"""

from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import DATE, EDITION, LINE, PAGES, PLAIN, URL, of_element
from cvrender.formats.csl import ISBN_OF_LINK
from cvrender.formats.syntax.xml_syntax import XmlElement, as_source, element_text
from cvrender.formats.table import Converter, ImportedEntry, Row, SourceReading, as_list, look
from cvrender.formats.values import identifiers
from cvrender.formats.values.names import people_of
from cvrender.formats.works import complete, with_arxiv
from cvrender.model.csl import IN_BOOKS
from cvrender.model.name_parts import Name

_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
TYPES = {
    "journalArticle": "article-journal",
    "magazineArticle": "article-magazine",
    "newspaperArticle": "article-newspaper",
    "preprint": "article",
    "conferencePaper": "paper-conference",
    "bookSection": "chapter",
    "encyclopediaArticle": "entry-encyclopedia",
    "book": "book",
    "thesis": "thesis",
    "report": "report",
    "computerProgram": "software",
    "dataset": "dataset",
    "presentation": "speech",
    "webpage": "webpage",
    "blogPost": "post-weblog",
    "manuscript": "manuscript",
    "standard": "standard",
    "patent": "patent",
    "document": "document",
}
_NOT_WORKS = frozenset("attachment note memo".split())
_BOOK = frozenset({"book"})


def _people(value: Any) -> list[Any] | None:
    people = (look(item, "Person") for item in as_list(look(value, "Seq.li")))
    names = (
        Name(element_text(look(each, "surname")), element_text(look(each, "givenName") or look(each, "givenname")))
        for each in people
        if each
    )
    return people_of(names)


PEOPLE = Converter(_people)
TABLE = (
    Row("title", "title", LINE),
    Row("authors", "authors", PEOPLE),
    Row("presenters", "authors", PEOPLE),
    Row("programmers", "authors", PEOPLE),
    Row("inventors", "authors", PEOPLE),
    Row("editors", "container_editors", PEOPLE, when=IN_BOOKS),
    Row("editors", "editors", PEOPLE, when=_BOOK),
    Row("translators", "translators", PEOPLE),
    Row("~part.title", "venue.name", LINE, unless=_BOOK),
    Row("conferenceName", "venue.name", LINE),
    Row("presentedAt.Conference.title", "venue.name", LINE),
    Row("presents.Conference.title", "venue.name", LINE),
    Row("repository", "venue.name", LINE),
    Row("~part.alternative", "venue.short", LINE),
    Row("~series.title", "collection_title", LINE),
    Row("~part.title", "collection_title", LINE, when=_BOOK),
    Row("~part.volume", "volume", of_element(PLAIN)),
    Row("~part.number", "issue", of_element(PLAIN)),
    Row("volume", "volume", of_element(PLAIN)),
    Row("issue", "issue", of_element(PLAIN)),
    Row("number", "number", of_element(PLAIN)),
    Row("pages", "page", of_element(PAGES)),
    Row("edition", "edition", of_element(EDITION)),
    Row("date", "date", of_element(DATE)),
    Row("publisher.Organization.name", "publisher", LINE),
    Row("publisher.Organization.adr.Address.locality", "publisher_place", LINE),
    Row("type", "genre", LINE),
    Row("~doi", "doi", PLAIN),
    Row("~arxiv", "arxiv", PLAIN),
    Row("~isbn", "isbn", ISBN_OF_LINK),
    Row("~url", "url", URL),
    Row("~tags", "tags", Converter(list)),
    Row("description", "note", LINE),
)
"""Elements without a row stay under `x-import`, but for those that `merge/ignored_keys.py` lists."""


def _before(record: Any) -> Any:
    """A record whose identifiers have names."""
    record.pop("itemType", None)
    for holder in (record, *(part for key in ("~part", "~series") if isinstance(part := record.get(key), dict))):
        left = []
        for value in as_list(holder.pop("identifier", None)):
            text = element_text(look(value, "URI.value") or value)
            word, _, rest = text.partition(" ")
            if word == "ISBN" or word == "DOI" and identifiers.doi(rest):
                record.setdefault(f"~{word.lower()}", identifiers.doi(rest) if word == "DOI" else rest.split()[0])
            elif number := identifiers.arxiv_named(text):
                record.setdefault("~arxiv", number)
            elif identifiers.url(text) and "~url" not in record:
                record["~url"] = text
            else:
                left.append(value)
        if left:
            holder["identifier"] = left
    subjects = [element_text(look(value, "AutomaticTag.value") or value) for value in as_list(record.pop("subject", None))]
    record["~tags"] = [subject for subject in subjects if subject]
    return with_arxiv(record, "publicationTitle", "volume", "~arxiv")


def _section(item: str) -> RecordSection:
    kind = TYPES[item]

    def finish(entry: ImportedEntry, reading: SourceReading) -> None:
        entry["type"] = kind
        if kind == "patent":
            del entry["type"]
            return
        if kind == "speech" and isinstance(entry.get("venue"), dict) and "publisher_place" in entry:
            entry["venue"]["location"] = entry.pop("publisher_place")  # Zotero has one element for every place
        complete(entry, reading)

    return RecordSection(item, "publications", TABLE, kind=lambda record: kind, before=_before, finish=finish)


def _item_type(element: XmlElement) -> str:
    return next((part.text for part in element.children if part.name == "itemType"), "")


def _joined(element: XmlElement, named: dict[str, XmlElement]) -> XmlElement:
    """Return a work with the journal, book or series that it is part of within it."""
    content: list[str | XmlElement] = []
    for part in element.content:
        if isinstance(part, XmlElement) and part.name == "isPartOf":
            inner = named.get(part.attributes.get("resource", "")) or next(iter(part.children), None)
            name = "~series" if inner is not None and inner.name == "Series" else "~part"
            if inner is not None:
                content.append(XmlElement(name, "", {}, part.place, inner.content))
                continue
        content.append(part)
    return XmlElement(_item_type(element), "", {}, element.place, content)


def read(content: Content) -> Imported:
    """Read the items, without notes and attached files."""
    root = content.xml
    named = {part.attributes["about"]: part for part in root.children if "about" in part.attributes}
    items = [_joined(part, named) for part in root.children if _item_type(part) in TYPES]
    others = [part for part in root.children if _item_type(part) and _item_type(part) not in TYPES.keys() | _NOT_WORKS]
    holder = XmlElement("records", "", {}, root.place, [*items, *others])
    source = as_source(holder, content.file, frozenset({"li", *TYPES}))
    return read_sections(source, "zotero-rdf", [_section(item) for item in TYPES])


def _detects(content: Content) -> bool:
    if content.begins != "xml" or (content.xml.name, content.xml.namespace) != ("RDF", _RDF):
        return False
    return any(_item_type(part) for part in content.xml.children)


FORMAT = Format("zotero-rdf", "Zotero RDF", _detects, read)
