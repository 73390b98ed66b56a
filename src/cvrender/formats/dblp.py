"""Read DBLP's XML of a person, or of publications: https://dblp.org/faq/, "What do I find in dblp.xml?".

Namesakes have numbers (`Qiang Liu 0034`), titles end in a full stop, and `CoRR` is arXiv.
"""

import re
from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import HTML_LINE, PAGES, PLAIN, PROSE
from cvrender.formats.syntax.xml_syntax import TEXT, XmlElement, as_source, element_text
from cvrender.formats.table import Converter, ImportedEntry, Noted, Row, SourceReading, as_list
from cvrender.formats.values import html_text, identifiers
from cvrender.formats.works import complete, is_preprint_venue, venue_name, with_arxiv

TYPES = {
    "article": ("article-journal", ""),
    "inproceedings": ("paper-conference", ""),
    "proceedings": ("book", "proceedings"),
    "book": ("book", ""),
    "incollection": ("chapter", ""),
    "phdthesis": ("thesis", "Ph.D. thesis"),
    "mastersthesis": ("thesis", "Master’s thesis"),
    "data": ("dataset", ""),
}
_LISTS = frozenset({"author", "editor", "ee", "url", "note", "r", "isbn", "cite"})
_NUMBER = re.compile(r"\s\d{4}$")


def _title(value: Any) -> str | None:
    said = element_text(value)
    title = html_text.inline_markdown(said) if isinstance(value, dict) else str(HTML_LINE.read(said))
    return (title.removesuffix(".") if not title.endswith("..") else title) or None


def _people(values: Any) -> list[Any]:
    """Names without their numbers; what DBLP knows of each (`pid`, `orcid`, the number) stays at the author."""
    people: list[Any] = []
    for value in values:
        name = element_text(value)
        kept = {key.lstrip("@"): part for key, part in value.items() if key.startswith("@")} if isinstance(value, dict) else {}
        if match := _NUMBER.search(name):
            kept["number"] = match[0].strip()
        bare = _NUMBER.sub("", name)
        people.append({"name": bare, "x-import": {"dblp": kept}} if kept else bare)
    return people


TABLE = (
    Row("title", "title", Converter(_title)),
    Row("author", "authors", Converter(_people)),
    Row("booktitle", "venue.name", PROSE),
    Row("journal", "venue.name", PROSE),
    Row("publisher", "publisher", PROSE),
    Row("school", "publisher", PROSE),
    Row("year", "date", PLAIN),
    Row("volume", "volume", PLAIN),
    Row("number", "issue", PLAIN),
    Row("pages", "page", PAGES),
    Row("~arxiv", "arxiv", PLAIN),
    Row("~doi", "doi", PLAIN),
    Row("~url", "url", PLAIN),
    Row("isbn.0", "isbn", Converter(lambda value: identifiers.isbn(element_text(value)))),
)
"""Fields without a row stay under `x-import`: keys, dates of change, editors, series, cross-references, further links."""


def _before(record: Any) -> Any:
    """A record with its DOI, arXiv number and link found among its electronic editions."""
    with_arxiv(record, "journal", "volume", "~arxiv")
    left = []
    for value in record.get("ee", ()):
        link = element_text(value)
        number, preprint = identifiers.doi(link), identifiers.arxiv_named(link)
        if (
            number
            and record.setdefault("~doi", number) == number
            or preprint
            and record.setdefault("~arxiv", preprint) == preprint
        ):
            link = ""
        elif not number and not preprint and identifiers.url(link) and "~url" not in record:
            record["~url"], link = link, ""
        more = {key: part for key, part in value.items() if key != TEXT} if isinstance(value, dict) else {}
        if link or more:
            left.append({**more, TEXT: link} if more and link else more or link)
    record["ee"] = left
    return record


def _section(name: str) -> RecordSection:
    kind, genre = TYPES[name]

    def finish(entry: ImportedEntry, reading: SourceReading) -> None:
        entry["type"] = "article" if is_preprint_venue(venue_name(entry)) else kind
        if genre:
            entry["genre"] = genre
        complete(entry, reading)

    return RecordSection(name, "publications", TABLE, before=_before, finish=finish)


def _links(values: list[Any]) -> Noted:
    """Links that a profile can contain; if there are others, all of them stay, too."""
    links = [element_text(value) for value in values]
    good = [link for link in links if identifiers.url(link)]
    return Noted(good, "", stays=good != links)


def _before_person(record: Any) -> Any:
    """Name what notes say, such as affiliations, without the signs of XML."""
    notes = [note if isinstance(note, dict) else {TEXT: note} for note in record.pop("note", ())]
    return {**record, "notes": [{key.lstrip("@#"): part for key, part in note.items()} for note in notes]}


def _finish_person(entry: ImportedEntry, reading: SourceReading) -> None:
    """Make the first name the main one; all of them are the owner's."""
    names = entry.pop("variants", [])
    reading.owners += names
    if names:
        entry["name"] = names[0]
    if names[1:]:
        entry["variants"] = names[1:]


NAMES = Converter(lambda values: [_NUMBER.sub("", element_text(value)) for value in as_list(values)])
PERSON = (Row("", "variants", NAMES), Row("author", "variants", NAMES), Row("url", "links", Converter(_links)))
SECTIONS = (
    RecordSection("@name", "person", PERSON, finish=_finish_person),
    RecordSection("person", "person", PERSON, before=_before_person, finish=_finish_person),
    *map(_section, TYPES),
)


def read(content: Content) -> Imported:
    """Read DBLP's page of a person or a list of publications, without namesakes and co-authors."""
    root = content.xml
    parts = [part for child in root.children for part in (child.children if child.name == "r" else [child])]
    records = [part for part in parts if part.name in TYPES or part.name == "person"]
    holder = XmlElement("records", "", root.attributes, root.place, list(records))
    return read_sections(as_source(holder, content.file, _LISTS | frozenset(TYPES)), "dblp", SECTIONS)


def _detects(content: Content) -> bool:
    return content.begins == "xml" and content.xml.name in ("dblpperson", "dblp")


FORMAT = Format("dblp", "DBLP", _detects, read)
