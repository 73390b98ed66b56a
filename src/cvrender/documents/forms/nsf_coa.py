"""Fill the NSF's list of collaborators and other affiliations: one sheet with five tables.

The tables, their letters and the widths of the columns are those of the NSF's spreadsheet. With a template, the NSF's own file is
filled, whose layout must not change.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cvrender.documents.forms.collaborators import (
    Collaborator,
    boards_without_names,
    collaborators,
    missing_facts,
    own_affiliations,
)
from cvrender.errors import InputError, Problem
from cvrender.formats.spreadsheets import as_date, insert_rows, new_workbook, open_template, put, saved
from cvrender.load.request import LoadedProfile
from cvrender.rules.lint.base import Day

_WIDTHS = {"A": 4.1, "B": 24.1, "C": 34.6, "D": 29.1, "E": 12.4}
_Cells = Sequence[Any]


class _Table(NamedTuple):
    """A table of the form: what the head of its second column says, the heads, and its rows."""

    number: int
    title: str
    heads: tuple[str, ...]
    rows: Sequence[_Cells]


def fill(loaded: LoadedProfile, as_of: Day, template: Path | None = None) -> tuple[bytes, list[Problem]]:
    """Return the spreadsheet, and Problems for people without an affiliation. Raises InputError for another template."""
    people = collaborators(loaded, as_of)
    tables = _tables(loaded, as_of, people)
    problems = [*missing_facts(loaded, people), *boards_without_names(loaded, as_of)]
    return (_filled(template, tables) if template else _new(tables)), problems


def _tables(loaded: LoadedProfile, as_of: Day, people: Iterable[Collaborator]) -> list[_Table]:
    profile = loaded.profile
    own = Collaborator(profile.person, "1", "person").name  # type: ignore[arg-type]
    first = [("1", own, name, as_date(last), "") for name, last in own_affiliations(profile, as_of)] or [("1", own, "", "", "")]
    rows: dict[str, list[_Cells]] = {"GT": [], "AC": [], "BE": []}
    for one in people:
        (table,) = (table for table in rows if one.code[0] in table)
        last = "" if table == "GT" else as_date(one.last_active)
        rows[table].append((one.code, one.name, one.affiliation, one.venue if table == "BE" else one.optional, last))
    where, optional, last_active = "Organizational Affiliation", "Optional (email, Department)", "Last Active"
    return [
        _Table(
            1, "own affiliations, last 12 months", ("", "Your Name:", f"Your {where}(s), last 12 mo", "Last Active Date"), first
        ),
        _Table(2, "relationships other than these", ("", "Name:", "Type of Relationship", optional, last_active), []),
        _Table(3, "Ph.D. advisors and advisees, all time", ("", "Advisor/Advisee Name:", where, optional), rows["GT"]),
        _Table(4, "co-authors and collaborators, last 48 months", ("", "Name:", where, optional, last_active), rows["AC"]),
        _Table(5, "editors, last 24 months", ("", "Name:", where, "Journal/Collection", last_active), rows["BE"]),
    ]


def _new(tables: Iterable[_Table]) -> bytes:
    """Return a new file with the tables of the form."""
    book, sheet = new_workbook("NSF COA Template", _WIDTHS)
    row = 1
    put(sheet, row, ("", "Collaborators and Other Affiliations"), bold=True)
    for table in tables:
        row += 2
        put(sheet, row, ("", f"Table {table.number}: {table.title}"), bold=True)
        row += 1
        put(sheet, row, table.heads, bold=True)
        for cells in table.rows or [("", "", "", "", "")]:
            row += 1
            put(sheet, row, cells)
    return saved(book)


def _filled(template: Path, tables: Iterable[_Table]) -> bytes:
    """Return the funder's own file with the rows below the heads of its tables; rows are inserted where it has too few."""
    book, sheet = open_template(template)
    for table in reversed(list(tables)):  # from the last one, so that inserted rows move no table that is still to fill
        head = _head_row(sheet, table.heads[1:4])
        if head is None:
            hint = "download the NSF's COA template, and name it with --template"
            raise InputError([Problem(f'no table with the head "{table.heads[2]}"', str(template), hint=hint, code="bad-form")])
        room = _room(sheet, head)
        if len(table.rows) > room:
            insert_rows(sheet, head + 1 + room, len(table.rows) - room)
        for offset in range(max(room, len(table.rows))):
            cells = table.rows[offset] if offset < len(table.rows) else ("",) * 5
            put(sheet, head + 1 + offset, cells)
    return saved(book)


def _head_row(sheet: Any, heads: Sequence[str]) -> int | None:
    """Return the first row whose cells from the second on begin like these heads."""

    def same(cell: Any, wanted: str) -> bool:
        return " ".join(str(cell or "").split()).casefold().startswith(wanted.rstrip(":").casefold()[:24])

    rows = range(1, sheet.max_row + 1)
    return next((row for row in rows if all(same(sheet.cell(row, 2 + at).value, head) for at, head in enumerate(heads))), None)


def _room(sheet: Any, head: int) -> int:
    """Return the number of rows below a head that have a letter of the form, or nothing, up to the next text."""
    count = 0
    while head + count < sheet.max_row:
        first, second = (str(sheet.cell(head + 1 + count, column).value or "").strip() for column in (1, 2))
        if len(first) > 2 or (not first and second.startswith("Table ")):
            break
        count += 1
    return max(count - 1, 1)
