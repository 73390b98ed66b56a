"""Read tables whose first row names what their columns say: a cell for each field of an entry."""

import re

from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.headings import column_names
from cvrender.old_cvs.kinds_of_words import kinds

_NEEDED = frozenset({"title", "organization"})


def column_roles(lines: list[list[OldLine]]) -> list[str]:
    """Return the field of each column, "" where it is not known; nothing if a row is not one of names of columns.

    `lines` are the lines of each cell of the first row.
    """
    names = [" ".join(line.plain for line in cell) for cell in lines]
    roles = [_role(name) for name in names]
    known = [role for role in roles if role]
    is_head = len(known) >= 2 and len(known) * 2 > len([name for name in names if name]) and _NEEDED & set(known)
    if not is_head or any(len(name) > 40 for name in names):
        return []
    return [role if role not in roles[:index] or role == "note" else "note" for index, role in enumerate(roles)]


def named_row(lines: list[list[OldLine]], roles: list[str], number: int, file: str) -> OldLine | None:
    """Return a row as an entry: the first line of each cell has the role of its column.

    Further lines have none, but those below an organization whose words say nothing are its place.
    """
    cells = []
    for role, cell in zip(roles, lines, strict=False):
        parts = [part for line in cell for part in line.cells]
        further = "" if role != "organization" or any(kinds(part.plain) - {"place"} for part in parts[1:]) else "location"
        cells += [LineCell(part.text, further if index else role) for index, part in enumerate(parts)]
    return OldLine(tuple(cells), number, "entry", 1, file) if cells else None


def _role(name: str) -> str:
    """Return the field of a column by its name, or by the part of `College/School` or `Year of passing` that is known."""
    plain = " ".join(re.sub(r"\(.*?\)|[*:.]", " ", name.casefold()).split())
    if plain in column_names():
        return column_names()[plain]
    parts = [column_names().get(part.strip()) for part in re.split(r"[/,&]|\band\b|\bor\b", plain)]
    roles = {part for part in parts if part}
    return roles.pop() if len(roles) == 1 and all(parts) else ""
