"""Read tables whose first row names what their columns say: a cell for each field of an entry."""

import re
from functools import cache

from cvrender.formats.lines import LineCell, OldLine
from cvrender.model.value import replace
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.headings import column_names, is_label_below, words
from cvrender.old_cvs.kinds_of_words import is_place, kinds
from cvrender.old_cvs.personal import label_of

_NEEDED = frozenset({"title", "organization"})
_SEVERAL = frozenset({"note", "date", "location"})
"""What may have several columns: begin and end, city and country."""
_FORM_OF_DATE = re.compile(r"\b(?:dd|mm|tt|jj|gg)(?:[/.-](?:mm|dd))?[/.-](?:yyyy|yy|jjjj|aaaa|rrrr)\b")
"""How dates are to be written, as forms say in names of columns: `MM/YYYY`."""


def column_roles(lines: list[list[OldLine]]) -> list[str]:
    """Return the field of each column, "" where it is not known; nothing if a row is not one of names of columns.

    `lines` are the lines of each cell of the first row.
    """
    names = [" ".join(line.plain for line in cell) for cell in lines]
    roles = [_role(name) for name in names]
    known = [role for role in roles if role]
    is_most = len(known) >= 2 and len(known) * 2 > len([name for name in names if name]) and _NEEDED & set(known)
    is_of_entries = len(known) > 2 and {"organization", "date"} <= set(known) and not any(map(any, map(dates_in, names)))
    is_head = is_most or is_of_entries
    if not is_head or any(len(re.sub(r"\(.*?\)", "", name)) > 40 for name in names):
        return []
    other = "note" if set(known) >= _NEEDED else ""
    return [role or other if role not in roles[:index] or role in _SEVERAL else "note" for index, role in enumerate(roles)]


def names_columns(lines: list[list[OldLine]]) -> bool:
    """Return whether a row says nothing but what its columns are, though none is a field of a job or degree."""
    names = [" ".join(line.plain for line in cell) for cell in lines]
    return sum(map(bool, names)) > 1 and all(
        not name or len(name) < 40 and (_role(name) or is_label_below(name)) for name in names
    )


def are_labelled(lines: list[list[OldLine]]) -> bool:
    """Return whether a row has a label in each second cell, and what it says in the next: `회사명 | Acme | 직책 | 사원`."""
    if len(lines) < 2 or len(lines) % 2 or not all(len(cell) == 1 for cell in lines[::2]):
        return False
    names = [" ".join(cell[0].plain.split()) for cell in lines[::2]]
    values = [cell for cell in lines[1::2] if cell]
    is_said = bool(values) and not any(_is_label(cell[0].plain) for cell in values)
    is_marked = len(lines) > 3 and all(_is_bold(cell[0]) for cell in lines[::2]) and not any(_is_bold(cell[0]) for cell in values)
    return is_said and (is_marked and any(map(_is_label, names)) or all(map(_is_label, names)))


def _is_bold(line: OldLine) -> bool:
    return all(span.bold for cell in line.cells for span in cell.spans if span.text.strip())


def _is_label(name: str) -> bool:
    bare = re.sub("(?<=[\u3040-\ud7af])[ \u3000]+(?=[\u3040-\ud7af])", "", name).strip(" :：").casefold()
    return _role(name) in ("title", "organization", "date") or bool(label_of(bare)) or bare in _labels()


@cache
def _labels() -> frozenset[str]:
    """Return the labels of contacts and names."""
    named = (name for names in words()["name_labels"].values() for name in names)
    return frozenset(str(word).casefold() for word in (*words()["labels"], *named))


def labelled_line(label: list[OldLine], value: list[OldLine]) -> OldLine:
    """Return a label and what it says as one line."""
    name = re.sub("(?<=[\u3040-\ud7af])[ \u3000]+(?=[\u3040-\ud7af])", "", label[0].plain.strip(" :："))
    name = next((known for known, role in column_names().items() if role == _role(name)), name) if _role(name) else name
    first = value[0].cells[0]
    return replace(value[0], cells=(replace(first, text=f"{name}: {first.text}"), *value[0].cells[1:]))


def named_row(lines: list[list[OldLine]], roles: list[str], number: int, file: str) -> OldLine | None:
    """Return a row as an entry: the first line of each cell has the role of its column.

    Further lines have none, but those of a name that goes on, and a place below an organization.
    """
    cells: list[LineCell] = []
    for role, cell in zip(roles, lines, strict=False):
        for index, part in enumerate(part for line in cell for part in line.cells):
            is_more = index and role in ("organization", "title") and not any(dates_in(part.plain)) and len(part.plain) < 40
            if is_more and role == "organization" and is_place(part.plain):
                cells.append(LineCell(part.text, "location"))
            elif is_more and (len(cells[-1].plain) < 25 or part.plain[:1].islower()) and not kinds(part.plain) - {"place"}:
                cells[-1] = LineCell(f"{cells[-1].text} {part.text}", role)
            else:
                cells.append(LineCell(part.text, "" if index else role))
    return OldLine(tuple(cells), number, "entry", 1, file) if cells else None


def _role(name: str) -> str:
    """Return the field of a column by its name, or by the part of `College/School` or `Year of passing` that is known."""
    plain = " ".join(re.sub(r"[(（].*?[)）]|[*:.：]", " ", _FORM_OF_DATE.sub(" ", name.casefold())).split())
    plain = re.sub("(?<=[\u3040-\ud7af]) (?=[\u3040-\ud7af])|(?<=\\w)等$", "", plain)
    if plain in column_names():
        return column_names()[plain]
    if (inner := re.search(r"[(（]([^()（）]+)[)）]", name)) and inner[1] in column_names():
        return column_names()[inner[1]]
    parts = [column_names().get(part.strip()) for part in re.split(r"[/,&・、･]|\b(?:and|or|und|et|y|e)\b", plain)]
    roles = {part for part in parts if part}
    if roles == {"organization", "location"} and all(parts):
        return "organization"  # `Institution and Location`
    return roles.pop() if len(roles) == 1 and all(parts) else ""
