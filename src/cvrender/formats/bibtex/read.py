"""Read BibTeX and BibLaTeX.

Fields and types are those of BibTeX (Oren Patashnik, "BibTeXing", 1988) and of biblatex's manual, section 2, besides
those of al-folio's web pages (its `_bibliography/papers.bib`) and of DBLP, ACM and INSPIRE.
"""

import re
from typing import Any

from cvrender.errors import Problem
from cvrender.formats import works
from cvrender.formats.authorship import settle
from cvrender.formats.base import Format, Imported
from cvrender.formats.bibliography_notes import ANNOTATION, LINKS
from cvrender.formats.bibtex.crossref import with_inherited
from cvrender.formats.bibtex.syntax import BibtexFile, Block, read_bibtex
from cvrender.formats.bibtex.values import (
    ABBREVIATED,
    ADDRESS,
    ADDRESSES,
    EDITION_NUMBER,
    EDTF,
    EPRINT,
    FULL,
    KEYWORDS,
    LATEX,
    LATEXES,
    LINK_IN,
    NAMES,
    NUMBER,
    PEOPLE,
    SELECTED,
    TITLE,
    YEAR_MONTH_DAY,
    coded,
    identifier,
    joined,
    link,
    of_arxiv,
    plain,
)
from cvrender.formats.content import Content
from cvrender.formats.converters import PAGES, PMCID, PMID, identifier_rows, mapped
from cvrender.formats.table import Converter, ImportedEntry, Row, SourceReading, keep, read_record
from cvrender.formats.values import identifiers, latex
from cvrender.formats.works import complete, is_preprint_venue, venue_name, with_arxiv
from cvrender.load.locations import Location
from cvrender.load.reader import Source
from cvrender.model.convert import DataPath
from cvrender.model.csl import ARTICLES, CSL_TYPES, IN_BOOKS, PATENTS

TYPES = {
    "article": ("article-journal", ""),
    "inproceedings": ("paper-conference", ""),
    "conference": ("paper-conference", ""),
    "incollection": ("chapter", ""),
    "inbook": ("chapter", ""),
    "suppbook": ("chapter", ""),
    "inreference": ("entry-encyclopedia", ""),
    "book": ("book", ""),
    "mvbook": ("book", ""),
    "collection": ("book", ""),
    "proceedings": ("book", "proceedings"),
    "mvproceedings": ("book", "proceedings"),
    "reference": ("book", ""),
    "booklet": ("pamphlet", ""),
    "manual": ("report", "manual"),
    "phdthesis": ("thesis", "Ph.D. thesis"),
    "mastersthesis": ("thesis", "Master’s thesis"),
    "bachelorsthesis": ("thesis", "Bachelor’s thesis"),
    "thesis": ("thesis", ""),
    "techreport": ("report", "technical report"),
    "report": ("report", ""),
    "unpublished": ("manuscript", ""),
    "patent": ("patent", ""),
    "software": ("software", ""),
    "dataset": ("dataset", ""),
    "data": ("dataset", ""),
    "online": ("webpage", ""),
    "electronic": ("webpage", ""),
    "www": ("webpage", ""),
    "periodical": ("periodical", ""),
    "review": ("review", ""),
    "presentation": ("speech", ""),
    "talk": ("speech", ""),
    "misc": ("document", ""),
}
"""CSL's type and a genre for each type of entry."""

GENRES = {
    "phdthesis": "Ph.D. thesis",
    "mathesis": "Master’s thesis",
    "mastersthesis": "Master’s thesis",
    "bathesis": "Bachelor’s thesis",
    "candthesis": "Candidate thesis",
    "techreport": "technical report",
    "resreport": "research report",
}
STATUS = {
    "inpress": "in-press",
    "to appear": "accepted",
    "inpreparation": "in-preparation",
    **works.STATUS,
}
LINK_FIELDS = "code slides poster video website blog demo data dataset talk".split()

SUBTYPES = {"magazine": "article-magazine", "newspaper": "article-newspaper"} | {kind: kind for kind in CSL_TYPES}
"""CSL's type for what biblatex's field `entrysubtype` says; ours say it where BibTeX has no type for a work."""

PAPERS = frozenset({"paper-conference"})
THESES = frozenset({"thesis"})
INSTITUTIONAL = frozenset({"thesis", "report", "manuscript"})
IN_JOURNALS = ARTICLES | {"review", "review-book"}
IN_SERIES = IN_BOOKS | {"book"}
"""Types whose number BibTeX's styles take for the number in a series."""

VENUE_FIELDS = ("journal", "journaltitle", "booktitle")
"""Fields of a venue, the first one that styles print first."""

TABLE = (
    Row("@key", "id", Converter(str, str)),
    Row(("title", "subtitle"), "title", TITLE),
    Row("author", "authors", NAMES),
    *(Row(name, ANNOTATION, Converter(latex.plain)) for name in ("author+an", "author+an:default")),
    Row("editor", "container_editors", PEOPLE, when=IN_BOOKS),
    Row("editor", "editors", PEOPLE, unless=ARTICLES | PATENTS),
    Row("translator", "translators", PEOPLE, unless=PATENTS),
    *(Row(name, "venue.name", FULL, when=IN_JOURNALS) for name in ("fjournal", "journal-full")),
    Row("journal", "venue.name", LATEX, when=IN_JOURNALS),
    Row("journal", "venue.short", ABBREVIATED, when=IN_JOURNALS),
    Row("booktitle", "venue.name", LATEX, when=IN_BOOKS),
    Row("journaltitle", "venue.name", LATEX, unless=PATENTS),
    Row("journal", "venue.name", LATEX, unless=PATENTS),
    Row("booktitle", "venue.name", LATEX),
    Row("eventtitle", "venue.name", LATEX),
    Row("_venue", "venue.name", FULL, unless=PATENTS),
    Row("shortjournal", "venue.short", LATEX),
    Row("_venue_short", "venue.short", FULL),
    Row("abbr", "venue.short", LATEX),
    Row("venue", "venue.location", LATEX),
    Row("address", "venue.location", LATEX, when=PAPERS),
    Row("location", "venue.location", LATEX, when=PAPERS),
    Row("address", "publisher_place", LATEX, unless=PATENTS),
    Row("location", "publisher_place", LATEX, unless=PATENTS),
    Row("series", "collection_title", LATEX, unless=PATENTS),
    Row("edition", "edition", plain(EDITION_NUMBER), unless=PATENTS),
    Row(("eprint", "archiveprefix"), "arxiv", EPRINT),
    Row(("eprint", "eprinttype"), "arxiv", EPRINT),
    Row("eprint", "arxiv", of_arxiv(identifiers.arxiv)),
    *(Row(key, "arxiv", of_arxiv(identifiers.arxiv)) for key in ("arxivid", "arxiv", "arxivnumber")),
    Row("url", "arxiv", of_arxiv(identifiers.arxiv)),
    Row("howpublished", "arxiv", of_arxiv(identifiers.arxiv_in)),
    Row("note", "arxiv", of_arxiv(identifiers.arxiv_in)),
    *identifier_rows("bibtex", identifier),
    Row("pmc", "pmcid", plain(PMCID), unless=PATENTS),
    Row("pubmedid", "pmid", plain(PMID), unless=PATENTS),
    Row("pubstate", "status", mapped(STATUS)),
    Row("year", "status", mapped(STATUS)),
    Row("note", "status", mapped(STATUS)),
    Row("date", "date", EDTF),
    Row(("year", "month", "day"), "date", YEAR_MONTH_DAY),
    Row("eventdate", "date", EDTF),
    Row("volume", "volume", NUMBER, unless=PATENTS),
    Row("issue", "issue", Converter(NUMBER.read), when=IN_JOURNALS),
    Row("number", "issue", NUMBER, when=IN_JOURNALS),
    Row("issue", "issue", NUMBER, unless=IN_JOURNALS),
    Row("articleno", "number", NUMBER, when=IN_JOURNALS),
    Row("number", "collection_number", Converter(lambda value: None, NUMBER.write), when=IN_SERIES),
    Row("number", "number", NUMBER),
    Row("articleno", "number", NUMBER),
    Row("chapter", "section", LATEX, unless=PATENTS),
    Row("pages", "page", plain(PAGES)),
    Row("eid", "page", NUMBER),
    Row("type", "genre", coded(GENRES), unless=PATENTS),
    Row("school", "publisher", LATEX, when=THESES),
    Row("institution", "publisher", LATEX, when=INSTITUTIONAL),
    Row("school", "publisher", LATEX, when=INSTITUTIONAL),
    Row("holder", "authority", LATEX, when=PATENTS),
    Row("publisher", "publisher", LATEX, unless=PATENTS),
    Row("institution", "publisher", LATEX, unless=PATENTS),
    Row("organization", "publisher", LATEX, unless=PATENTS),
    Row("url", "url", ADDRESS),
    Row("url", "links", ADDRESSES),
    Row("howpublished", "url", LINK_IN),
    Row("howpublished", "publisher", LATEX, unless=PATENTS),
    Row(("note", "addendum"), "note", joined("; ")),
    Row("_note", "note", FULL),
    Row("keywords", "tags", KEYWORDS),
    Row("groups", "tags", KEYWORDS),
    Row("tags", "tags", KEYWORDS),
    Row("selected", "tags", SELECTED),
    Row("award", "awards", LATEXES),
    Row("award_name", "awards", LATEXES),
    Row("links", "links", plain(LINKS)),
    Row("pdf", "links", link("PDF")),
    Row("html", "links", link("web page")),
    Row("supp", "links", link("supplement")),
    *(
        Row(form.format(name), "links", link(name))
        for name in LINK_FIELDS
        for form in ("{}", "{}url", "url_{}", "{}_url", "{}link")
    ),
    *(Row(name, "links", link("PDF")) for name in ("url_pdf", "pdfurl", "urlpdf")),
    *(Row(name, "links", link("code")) for name in ("github", "repository", "software", "url_source")),
    *(Row(name, "links", link("web page")) for name in ("project", "project_page", "page", "homepage", "url_project")),
)
"""Fields without a row stay under `x-import`, but for those that `merge/ignored_keys.py` lists."""


def read(content: Content) -> Imported:
    """Read a BibTeX file; what others refer to by `crossref` is read into these."""
    file = read_bibtex(content.text, content.file)
    blocks, parents = with_inherited(file)
    values: dict[DataPath, Location] = {
        ("entries", index, name): value.place for index, block in enumerate(blocks) for name, value in block.fields.items()
    }
    values |= {("entries", index): block.place for index, block in enumerate(blocks)}
    reading = SourceReading(Source(content.file, None, {}, values), "bibtex", file.problems)
    imported = Imported("bibtex", content.file, problems=reading.problems, owners=reading.owners)
    first: dict[str, Block] = {}
    for index, block in enumerate(blocks):
        collection, entry = _entry(block, ("entries", index), reading)
        if "id" in entry and (known := first.setdefault(block.key, block)) is not block:
            message = f"duplicate key {block.key}; the first one is on line {known.place[1]}"
            hint = "give each entry a key of its own"
            imported.problems.append(Problem(message, *block.key_place, hint=hint, severity="warning", code="duplicate-key"))
            del entry["id"]
        imported.add(collection, entry)
    _keep_the_rest(file, parents, imported)
    imported.containers = [_entry(block, (), reading)[1] for block in parents if "editor" in block.fields]
    return imported


def _entry(block: Block, at: DataPath, reading: SourceReading) -> tuple[str, ImportedEntry]:
    """An entry, and the collection that it belongs to."""
    record: dict[str, Any] = {"@key": block.key, **{name: value.text for name, value in block.fields.items()}}
    kind, genre = TYPES.get(block.type, ("document", ""))
    if subtype := SUBTYPES.get(str(record.get("entrysubtype"))):
        kind, genre = subtype, ""
        del record["entrysubtype"]
    if record.get("eid") and record.get("eid") == record.get("articleno"):
        del record["eid"]
    if any(
        str(record.get("howpublished", "")).startswith(record[field])
        for field in (*VENUE_FIELDS, "publisher")
        if record.get(field)
    ):
        del record["howpublished"]  # it repeats these for styles that print no other field
    entry = read_record(TABLE, _with_eprint(record), at, reading, "article-journal" if block.type == "article" else kind)
    if block.type not in TYPES:
        reading.warn(entry.place, f"@{block.type} is not a type that is known; it is imported as a document")
        keep(entry, "bibtex", {"entrytype": block.type})
    settle(entry, reading, entry.pop(ANNOTATION, ""))
    if kind == "patent":
        return "patents", entry
    entry["type"] = _type(kind, entry)
    if genre and entry["type"] == kind:
        entry.setdefault("genre", genre)
    _settle(entry)
    complete(entry, reading)
    return "publications", entry


def _settle(entry: ImportedEntry) -> None:
    """Take the number of a part of a series for that, and no genre from a type that only repeats the type of work."""
    if entry["type"] in IN_SERIES and "collection_title" in entry and "number" in entry and "collection_number" not in entry:
        entry["collection_number"] = entry.pop("number")
        entry.places[("collection_number",)] = entry.places.get(("number",), entry.place)
    if str(entry.get("genre", "")).casefold() == entry["type"]:
        del entry["genre"]


def _type(kind: str, entry: ImportedEntry) -> str:
    """A preprint is an article in no journal but arXiv."""
    name = venue_name(entry)
    if "arxiv" in entry and kind in ("article-journal", "document", "manuscript") and (not name or is_preprint_venue(name)):
        return "article"
    return kind


def _with_eprint(record: dict[str, Any]) -> dict[str, Any]:
    """A record whose journal is arXiv, with its number where biblatex has it."""
    return with_arxiv(record, "journal", "volume", "eprint")


def _keep_the_rest(file: BibtexFile, parents: list[Block], imported: Imported) -> None:
    """Return what the file contains besides entries."""
    rest: dict[str, Any] = {
        "strings": file.strings,
        "preamble": file.preambles,
        "comments": [text for text in file.comments if text],
        "broken": file.broken,
        "containers": [
            {"entrytype": block.type, "key": block.key, **{name: value.text for name, value in block.fields.items()}}
            for block in parents
        ],
    }
    if left := {key: value for key, value in rest.items() if value}:
        keep(imported.data, "bibtex", left)


def _detects(content: Content) -> bool:
    return content.begins == "text" and bool(re.search(r"^[ \t]*@[ \t]*[A-Za-z]+[ \t]*[{(]", content.text, re.MULTILINE))


FORMAT = Format("bibtex", "BibTeX or BibLaTeX", _detects, read)
