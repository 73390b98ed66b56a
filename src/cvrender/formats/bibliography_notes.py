"""Carry what a bibliography has no field for, as short texts: links with labels, marks of authors, authors who are left out."""

import re
from collections.abc import Sequence
from typing import Any

from cvrender.formats.authorship import OTHERS, settle
from cvrender.formats.table import Converter, ImportedEntry, SourceReading
from cvrender.formats.values import identifiers
from cvrender.formats.values.authors import MARKS
from cvrender.model.identifier_table import WORK_IDS

ANNOTATION = "~annotation"
"""The key under which an entry that is being read has the marks of its authors."""
_OTHERS = frozenset({"others", "et al", "et. al", "and others"})
_LINK = re.compile(r"\s*(?:([^<>;]*?)\s*<(\S+)>|(\S+))\s*(?:;\s|$)")


def marks_of(authors: Any) -> str:
    """Return what authors are besides their names, as biblatex annotates it: `1=equal;2=equal,corresponding`."""
    marked = [
        (number, [mark for mark in MARKS if author.get(mark)])
        for number, author in enumerate(authors if isinstance(authors, list) else (), 1)
        if isinstance(author, dict)
    ]
    return ";".join(f"{number}={','.join(marks)}" for number, marks in marked if marks)


def pairs(links: Any) -> list[tuple[str, str]]:
    """Return the label and the address of each link; "" for no label."""
    divided = []
    for link in links if isinstance(links, list | tuple) else ():
        known = link if isinstance(link, dict) else {"url": link}
        divided.append((" ".join(str(known.get("label") or "").split()), str(known.get("url") or known.get("value") or "")))
    return [(label, url) for label, url in divided if url]


def links_line(links: Sequence[tuple[str, str]]) -> str:
    """Write links in one line: `Slides <https://a.example>; https://b.example`."""
    return "; ".join(f"{re.sub('[<>;]', ' ', label)} <{url}>" if label else url for label, url in links)


def _read_links(value: Any) -> list[Any] | None:
    """Read such a line; anything else in it is none."""
    links: list[Any] = []
    place, text = 0, str(value)
    while place < len(text):
        match = _LINK.match(text, place)
        url = identifiers.url(match[2] or match[3]) if match else None
        if match is None or url is None:
            return None
        links.append({"url": url, "label": match[1]} if match[1] else url)
        place = match.end()
    return links or None


LINKS = Converter(_read_links)


def other_identifiers(work: dict[str, Any], written: frozenset[str]) -> dict[str, str]:
    """Return the identifiers of a work for which a format has no field of its own."""
    return {key: str(work[key]) for key in WORK_IDS if key in work and key not in written}


def restore(entry: ImportedEntry, reading: SourceReading) -> None:
    """Put marks on the authors, and make `et_al` of an author called `others` or `et al.`."""
    annotation, authors = str(entry.pop(ANNOTATION, "")), entry.get("authors")
    if not isinstance(authors, list) or not authors:
        return
    people = [author if isinstance(author, dict) else {"name": author} for author in authors]
    is_cut = str(people[-1].get("name")).casefold().rstrip(". ") in _OTHERS
    if is_cut:
        people[-1] = {"name": OTHERS}
    if annotation or is_cut:
        entry["authors"] = people
        settle(entry, reading, annotation)
