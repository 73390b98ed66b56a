"""Check what the arguments of macros for entries are: authors often give them in another order than a class has."""

from collections.abc import Iterable, Iterator
from itertools import permutations

from cvrender.formats.lines import LineCell, OldLine
from cvrender.model.value import replace
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.kinds_of_words import is_place, kinds

_CHECKED = ("title", "organization", "location")
_KINDS = {"title": {"title", "degree"}, "organization": {"organization"}, "location": {"place"}, "date": {"date"}}
_MARGIN = 0.7
"""How much better another order must be, in cells of each entry."""


def with_checked_roles(lines: list[OldLine]) -> list[OldLine]:
    """Return lines in which the entries of a section whose words tell another order of their arguments have that order."""
    checked: list[OldLine] = []
    for section in _sections(lines):
        order = _order([line for line in section if _is_whole(line)])
        checked += [_with_date(_reordered(line, order) if _is_whole(line) else line) for line in section]
    return checked


def _with_date(line: OldLine) -> OldLine:
    """Return an entry whose date stands in the argument of its place."""
    if line.kind != "entry" or any(cell.role == "date" for cell in line.cells):
        return line
    cells = (replace(cell, role="date") if cell.role == "location" and _is_date(cell.plain) else cell for cell in line.cells)
    return replace(line, cells=tuple(cells))


def _is_whole(line: OldLine) -> bool:
    """Return whether a line is an entry with all of the arguments that are checked."""
    return line.kind == "entry" and {cell.role for cell in line.cells if cell.plain} >= set(_CHECKED)


def _sections(lines: list[OldLine]) -> Iterator[list[OldLine]]:
    section: list[OldLine] = []
    for line in lines:
        if line.kind == "heading" and section:
            yield section
            section = []
        section.append(line)
    yield section


def _order(entries: list[OldLine]) -> dict[str, str]:
    """Return the role that each role is in truth; the same ones if words do not tell."""
    roles = tuple(role for role in _KINDS if all(any(cell.role == role for cell in line.cells) for line in entries))
    cells = [cell for line in entries for cell in line.cells if cell.role in roles]
    best = max(permutations(roles), key=lambda order: _fit(cells, roles, order))
    is_better = _fit(cells, roles, best) > _fit(cells, roles, roles) + _MARGIN * len(entries)
    return dict(zip(roles, best if is_better else roles, strict=True))


def _fit(cells: Iterable[LineCell], roles: tuple[str, ...], order: tuple[str, ...]) -> int:
    """Return how many cells have words of their role, less those that have words of another one."""
    role_of = dict(zip(roles, order, strict=True))
    total = 0
    for cell in cells:
        told = {"place"} if is_place(cell.plain) else {"date"} if _is_date(cell.plain) else kinds(cell.plain) - {"grade"}
        total += bool(told & _KINDS[role_of[cell.role]]) - bool(told and not told & _KINDS[role_of[cell.role]])
    return total


def _is_date(text: str) -> bool:
    """Return whether a text is a date, and little else."""
    return any(2 * (date.end - date.begin) > len(text) for date in dates_in(text))


def _reordered(line: OldLine, order: dict[str, str]) -> OldLine:
    return replace(line, cells=tuple(LineCell(cell.text, order.get(cell.role, cell.role)) for cell in line.cells))
