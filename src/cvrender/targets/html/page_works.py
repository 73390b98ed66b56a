"""Write the publications of a page for programs: the name of each as an anchor, BibTeX, and COinS.

COinS (https://en.wikipedia.org/wiki/COinS) is an OpenURL in the title of an empty element, which reference managers read.
"""

from typing import NamedTuple
from urllib.parse import quote, urlencode

from cvrender.model.document import Document
from cvrender.model.facts import BibliographyItem
from cvrender.model.identifier_table import WORK_IDS

_FORMATS = {
    "book": ("book", "book", "btitle"),
    "chapter": ("book", "bookitem", "atitle"),
    "thesis": ("dissertation", "", "title"),
    "paper-conference": ("journal", "proceeding", "atitle"),
    "article": ("journal", "preprint", "atitle"),
    "report": ("book", "report", "btitle"),
}
"""For types of CSL, the metadata format of OpenURL, its genre and the key of the title (ANSI/NISO Z39.88)."""


_RESERVED = frozenset({"main", "person"})
"""Anchors of the page itself."""


class Work(NamedTuple):
    """A publication with its anchor, its BibTeX and its OpenURL."""

    anchor: str
    bibtex: str
    openurl: str


def anchors_of(document: Document) -> set[str]:
    """Return the anchors that no work may have, so that its citation key is unique on the page."""
    return {*_RESERVED, *(section.id for section in document.sections)}


def works_of(document: Document) -> dict[str, Work]:
    """Return the works of a document by their field in the profile. Anchors are citation keys that begin with a letter."""
    taken = {*anchors_of(document), *(item.key for item in document.works)}
    works = {}
    for item in document.works:
        key = item.key
        anchor = key if key[:1].isalpha() else f"work-{key}"  # html-validate wants a letter first
        while anchor != key and anchor in taken:
            anchor += "-"
        taken.add(anchor)
        works[item.source] = Work(anchor, item.bibtex, openurl(item))
    return works


def openurl(item: BibliographyItem) -> str:
    """Return a work as an OpenURL ContextObject in key/encoded-value form."""
    format, genre, title = _FORMATS.get(item.type, ("journal", "article", "atitle"))
    record, known = item.record, item.identifiers
    container = "btitle" if format == "book" else "jtitle"
    pairs = [
        ("ctx_ver", "Z39.88-2004"),
        ("rft_val_fmt", f"info:ofi/fmt:kev:mtx:{format}"),
        ("rft.genre", genre),
        (f"rft.{title}", item.title),
        (f"rft.{container}", item.venue if title == "atitle" else ""),
        ("rft.date", item.published),
        ("rft.volume", str(record.get("volume", ""))),
        ("rft.issue", str(record.get("issue", ""))),
        ("rft.pages", str(record.get("page", ""))),
        *((f"rft.{WORK_IDS[key].names['openurl']}", value) for key, value in known.items() if "openurl" in WORK_IDS[key].names),
        *(("rft.au", author) for author in item.authors),
        *(
            ("rft_id", f"info:{WORK_IDS[key].names['info']}/{value}")
            for key, value in known.items()
            if "info" in WORK_IDS[key].names
        ),
        ("rft_id", item.url),
    ]
    return urlencode([(key, value) for key, value in pairs if value], quote_via=quote)
