"""Read the lines of a document in several ways, and keep the reading whose positions and degrees are the most complete."""

import operator
import re
from collections.abc import Callable
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
    lines = _with_vertical_times(with_known_headings(document.lines))
    best, error = _read_lines(document, lines, read)
    most = _worth(best) if best else -_MARGIN
    for change in (_with_heads_of_entries, _with_leads, _with_listed_heads):
        others = change(lines)
        if len(lines) == len(others) and all(map(operator.is_, lines, others)):
            continue
        reading, _ = _read_lines(document, others, read)
        if reading and (worth := _worth(reading)) > most + _MARGIN:
            best, most, lines = reading, worth, others
    if best is None:
        assert error is not None
        raise error
    return best


def _read_lines(
    document: OldDocument, lines: list[OldLine], read: Callable[[OldDocument], Imported]
) -> tuple[Imported | None, InputError | None]:
    """Read lines instead of those of a document, which is not changed."""
    changed = {name: list(getattr(document, name)) for name in ("problems", "left_out", "told", "sections")}
    try:
        return read(replace(document, lines=lines, **changed)), None
    except InputError as error:
        return None, error


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


_LONG = 110
_LEAD = re.compile(r"(?P<lead>.{8,110}?(?:[:.](?!\d)|\*\*:?)) +(?P<rest>[^\s*].{30,})", re.DOTALL)


def _with_leads(lines: list[OldLine]) -> list[OldLine]:
    """Divide paragraphs that begin with the head of an entry, which has a date, and go on with what was done."""
    made: list[OldLine] = []
    for line in lines:
        match = _LEAD.fullmatch(line.text) if line.kind in ("text", "bullet") and len(line.cells) == 1 and len(line.plain) > _LONG else None
        if match and match["lead"].count("**") % 2 == 0 and any(dates_in(inline(match["lead"]).plain)):
            made += [replace(line, kind="text", level=1, cells=(LineCell(match["lead"].rstrip(" :."),),)), replace(line, kind="text", level=1, cells=(LineCell(match["rest"]),))]
        else:
            made.append(line)
    return made


def _with_vertical_times(lines: list[OldLine]) -> list[OldLine]:
    """Join the end of a time, which stands above its beginning in the margin of an entry."""
    made: list[OldLine] = []
    above: int | None = None
    for line in lines:
        first = line.cells[0].plain if line.cells else ""
        if line.kind in ("text", "row") and re.fullmatch(r"(?:\w+\.? )?(?:\d{4}|[^\W\d_]{2,12})\s*[-–—]", first):
            above = len(made)
        elif above is not None and re.fullmatch(r"(?:\w+\.? )?\d{4}", line.plain) and len(made) - above < 6:
            head = made[above]
            text = f"{line.plain} – {head.cells[0].plain.rstrip(' -–—')}"
            made[above] = replace(head, cells=(replace(head.cells[0], text=text), *head.cells[1:]))
            above = None
            continue
        elif line.kind in ("bullet", "heading"):
            above = None
        made.append(line)
    return made


def _with_listed_heads(lines: list[OldLine]) -> list[OldLine]:
    """Make the items of lists lines of text in sections of positions or degrees that have nothing else."""
    made, begin = list(lines), None
    for index, line in enumerate([*lines, OldLine((), kind="heading")]):
        if line.kind != "heading":
            continue
        if begin is not None:
            items = [other for other in lines[begin + 1 : index] if other.kind != "break"]
            if items and all(item.kind == "bullet" for item in items):
                made[begin + 1 : index] = [
                    replace(other, kind="text", level=1) if other.kind == "bullet" and other.level == 1 else other for other in lines[begin + 1 : index]
                ]
        begin = index if section_of(line.plain) in ("positions", "education") else None
    return made


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
