"""Read the lines of a document in several ways, and keep the reading whose positions and degrees are the most complete."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from cvrender.errors import InputError
from cvrender.formats.base import Imported, OldDocument
from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.doubts import FROM
from cvrender.old_cvs.headings import has_stem, is_of_contacts, is_usual, known_headings, plain, section_of
from cvrender.old_cvs.kinds_of_words import kinds
from cvrender.old_cvs.marked_headings import as_head
from cvrender.old_cvs.sections import names_entry
from cvrender.text.markup import inline

_MARGIN = 0.3
"""How much more another reading must explain than the first."""


def best_reading(document: OldDocument, read: Callable[[OldDocument], Imported]) -> Imported:
    """Return the reading that explains most of a document. Raises InputError if no reading finds a section."""
    best: Imported | None = None
    error: InputError | None = None
    most = float("-inf")
    for lines in _alternatives(with_known_headings(document.lines)):
        copied = replace(
            document, lines=lines, problems=list(document.problems), left_out=list(document.left_out), told=list(document.told)
        )
        try:
            reading = read(copied)
        except InputError as raised:
            error = error or raised
            continue
        worth = _worth(reading) - (_MARGIN if best else 0.0)
        if worth > most:
            best, most = reading, worth
    if best is None:
        assert error is not None
        raise error
    return best


def with_known_headings(lines: list[OldLine]) -> list[OldLine]:
    """Make each line that says nothing but a known heading one, whatever it looks like."""
    return [
        replace(line, kind="heading", level=1, cells=(LineCell(line.plain),)) if _is_known_heading(line) else line
        for line in lines
    ]


_READ = frozenset("positions education skills languages publications awards certifications interests references memberships bio".split())
"""The sections whose headings are seldom anything else."""


def _is_known_heading(line: OldLine) -> bool:
    if line.kind in ("heading", "person", "break") or line.level > 1 or len(line.cells) != 1 or not 2 < len(line.plain) < 50:
        return False
    return known_headings().get(plain(line.plain)) in _READ and not line.plain.rstrip().endswith((".", ","))


def _alternatives(lines: list[OldLine]) -> Iterator[list[OldLine]]:
    """Yield the lines, and each other way to see them."""
    yield lines
    others = _with_heads_of_entries(lines)
    if any(one is not other for one, other in zip(lines, others, strict=True)):
        yield others


def _with_heads_of_entries(lines: list[OldLine]) -> list[OldLine]:
    """Make headings of unknown names within positions or degrees heads of entries."""
    made, is_within = [], False
    for line in lines:
        if line.kind == "heading" and section_of(line.plain) in ("positions", "education") and is_usual(line.plain):
            is_within = True
        elif line.kind == "heading" and is_within and _may_head_entry(line):
            line = as_head(line)
        elif line.kind == "heading" and (is_usual(line.plain) or not section_of(line.plain)):
            is_within = False
        made.append(line)
    return made


def _may_head_entry(line: OldLine) -> bool:
    is_named = bool(section_of(line.plain)) or has_stem(line.plain) or is_of_contacts(line.plain)
    return not is_named or any(dates_in(line.plain)) or names_entry(line.plain)


def _worth(imported: Imported) -> float:
    """Return how much a reading explains: how complete its positions and degrees are, and how well their words fit the fields."""
    positions = [_worth_of(role, "organization", "title") for entry in imported.data.get("positions", ()) for role in _roles(entry)]
    return sum(positions) + sum(_worth_of(entry, "institution", "degree") for entry in imported.data.get("education", ()))


def _roles(entry: Any) -> list[Any]:
    return [{**entry, **role} for role in entry.get("roles", ())] or [entry]


def _worth_of(entry: Any, organization: str, main: str) -> float:
    wanted = "title" if main == "title" else "degree"
    name, job = (inline(str(entry.get(key, ""))).plain for key in (organization, main))
    has_time = any(key in entry for key in ("start", "date", "end"))
    worth = (-0.2, 0.1, 0.5, 1.0)[bool(name) + bool(job) + has_time]
    worth -= 0.15 * ("low" in str(entry.get(FROM, "")))
    of_name, of_job = kinds(name), kinds(job)
    worth += 0.3 * ("organization" in of_name) + 0.3 * (wanted in of_job)
    worth -= 0.4 * ("title" in of_name and "organization" not in of_name)
    worth -= 0.4 * ("organization" in of_job and wanted not in of_job)
    worth -= 0.4 * (wanted == "degree" and "title" in of_job and "degree" not in of_job)
    worth -= 0.4 * (len(name) > 100 or len(job) > 120)
    return worth
