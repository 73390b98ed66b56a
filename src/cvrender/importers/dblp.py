"""Read DBLP's XML of a person, or of publications: https://dblp.org/faq/, "What do I find in dblp.xml?".

Namesakes have numbers (`Qiang Liu 0034`), titles end in a full stop, and `CoRR` is arXiv.
"""

import re
from typing import Any

from cvrender.importers.base import Format, Imported, Section, read_sections
from cvrender.importers.content import Content
from cvrender.importers.converters import HTML_LINE, PAGES, PLAIN, PROSE
from cvrender.importers.syntax.xml_syntax import TEXT, Element, as_source, text_in
from cvrender.importers.table import Converter, Entry, Reading, Row
from cvrender.importers.text import html_text, identifiers
from cvrender.importers.venues import complete, is_preprint_venue, with_arxiv

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


def _title(value: Any) -> str:
    said = text_in(value)
    made = html_text.inline_markdown(said) if isinstance(value, dict) else str(HTML_LINE.read(said))
    return made.removesuffix(".") if not made.endswith("..") else made


def _people(values: Any) -> list[Any]:
    """Names without their numbers; what DBLP knows of each (`pid`, `orcid`, the number) stays at the author."""
    made: list[Any] = []
    for value in values:
        name = text_in(value)
        kept = {key.lstrip("@"): part for key, part in value.items() if key.startswith("@")} if isinstance(value, dict) else {}
        if match := _NUMBER.search(name):
            kept["number"] = match[0].strip()
        bare = _NUMBER.sub("", name)
        made.append({"name": bare, "x-import": {"dblp": kept}} if kept else bare)
    return made


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
    Row("isbn.0", "isbn", Converter(lambda value: identifiers.isbn(text_in(value)))),
)
"""Fields without a row stay under `x-import`: keys, dates of change, editors, series, cross-references, further links."""


def _before(record: Any) -> Any:
    """A record with its DOI, arXiv number and link found among its electronic editions."""
    with_arxiv(record, "journal", "volume", "~arxiv")
    left = []
    for value in record.get("ee", ()):
        link = text_in(value)
        number, preprint = identifiers.doi(link), identifiers.arxiv(link) if "arxiv.org" in link else None
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


def _section(name: str) -> Section:
    kind, genre = TYPES[name]

    def finish(entry: Entry, reading: Reading) -> None:
        venue = entry.get("venue", {})
        entry["type"] = "article" if is_preprint_venue(str(venue.get("name", ""))) else kind
        if genre:
            entry["genre"] = genre
        complete(entry, reading)

    return Section(name, "publications", TABLE, before=_before, finish=finish)


def _person(root: Element, made: Imported) -> None:
    """The person's names, links and affiliations."""
    person = made.person
    names = [_NUMBER.sub("", child.text) for child in root.children if child.name == "author"]
    if names:
        made.owners += names
        person["name"] = names[0]
    if len(names) > 1:
        person["variants"] = names[1:]
    links = [child.text for child in root.children if child.name == "url"]
    if good := [link for link in links if identifiers.url(link)]:
        person["links"] = good
    kept: dict[str, Any] = {f"@{key}": value for key, value in root.attributes.items()}
    notes = [{**child.attributes, "text": child.text} for child in root.children if child.name not in ("author", "url")]
    kept |= {"notes": notes} if notes else {}
    kept |= {"links": other} if (other := [link for link in links if link not in good]) else {}
    person.places.setdefault((), root.place)
    if kept:
        person.setdefault("x-import", {})["dblp"] = kept


def read(content: Content) -> Imported:
    """Read DBLP's page of a person or a list of publications, without namesakes and co-authors."""
    root = content.xml
    records: list[Element] = []
    made = Imported("dblp", content.file)
    for child in root.children:
        if child.name == "person":
            _person(child, made)
        elif child.name in TYPES:
            records.append(child)
        elif child.name == "r":
            records += [record for record in child.children if record.name in TYPES]
    holder = Element("records", "", {}, root.place, list(records))
    lists = _LISTS | frozenset(TYPES)
    found = read_sections(as_source(holder, content.file, lists), "dblp", [_section(name) for name in TYPES])
    made.data |= found.data
    made.problems += found.problems
    if root.attributes.get("name"):
        made.owners.append(_NUMBER.sub("", root.attributes["name"]))
        made.person.setdefault("name", made.owners[-1])
    if left := {f"@{key}": value for key, value in root.attributes.items() if key != "name"}:
        made.data.setdefault("x-import", {})["dblp"] = left
    return made


def _detects(content: Content) -> bool:
    return content.begins == "xml" and content.xml.name in ("dblpperson", "dblp")


FORMAT = Format("dblp", "DBLP", _detects, read)
