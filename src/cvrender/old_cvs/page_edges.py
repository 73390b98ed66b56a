"""Tell headers and footers of pages from the text: they give contacts, or the name above a CV, and no entries."""

import re
from collections.abc import Iterable

from cvrender.formats.lines import LineCell, OldLine
from cvrender.model.value import replace
from cvrender.old_cvs.header import ORCID, PHONE, SIGNS, URL, says_nothing, without_labels
from cvrender.old_cvs.headings import section_of
from cvrender.old_cvs.mail_addresses import EMAIL
from cvrender.old_cvs.person_name import is_likely

_CONTACTS = (EMAIL, ORCID, PHONE, URL)
_NAME = re.compile(r"[^\W\d_][\w.’'-]*(?:,? [^\W\d_][\w.’'-]*){1,4}|[\u3040-\u9fff\uac00-\ud7a3]{2,8}")


def with_edges(body: list[OldLine], headers: list[OldLine], footers: list[OldLine]) -> tuple[list[OldLine], list[OldLine]]:
    """Return the lines of a document with what its headers and footers say of the person, and the lines that are left out.

    A header is kept whole where the text below it does not begin with a name, as on paper with the name at its head.
    """
    kept: list[OldLine] = []
    left: list[OldLine] = []
    if headers and not any(map(_may_name, _before_heading(body)[:6])):
        kept, headers = _letterhead(headers), []
    known = {part for line in (*kept, *body) for part in _parts(line)}
    contacts: list[OldLine] = []
    for line in (*headers, *footers):
        parts = [part for part in _parts(line) if part not in known]
        own = [part for part in parts if is_contact(part)]
        known.update(parts)
        contacts += [replace(line, cells=(LineCell(part),), kind="person") for part in own]
        if other := [part for part in parts if part not in own]:
            left.append(replace(line, cells=tuple(map(LineCell, other)), kind="text"))
    return [*kept, *contacts, *body], left


def is_contact(text: str) -> bool:
    """Return whether a text is an address of e-mail or of a page, a telephone number or an ORCID iD, and nothing else."""
    bare = without_labels(text)
    return any(pattern.fullmatch(bare) for pattern in _CONTACTS)


def _letterhead(headers: Iterable[OldLine]) -> list[OldLine]:
    """Return the lines of headers without page numbers, each once."""
    said: set[str] = set()
    kept = []
    for line in headers:
        cells = tuple(cell for cell in line.cells if not says_nothing(replace(line, cells=(cell,))))
        if cells and line.plain not in said:
            kept.append(replace(line, cells=cells))
        said.add(line.plain)
    return kept


def _before_heading(body: list[OldLine]) -> list[OldLine]:
    """Return the lines before the first heading that names a section."""
    end = next((index for index, line in enumerate(body) if section_of(line.plain)), len(body))
    return body[:end]


def _may_name(line: OldLine) -> bool:
    return not says_nothing(line) and any(_NAME.fullmatch(cell.plain) and is_likely(cell.plain) for cell in line.cells[:2])


def _parts(line: OldLine) -> list[str]:
    """Return what a line says, divided at signs such as `|`."""
    parts = [part.strip(" ,") for cell in line.cells for part in SIGNS.split(cell.plain)]
    return [part for part in parts if re.search(r"\w", part)]
