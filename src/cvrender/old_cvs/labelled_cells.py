"""Read labels within the lines of an entry's head: `Employer: Acme`, and cells that name what is in the rows below."""

import re
from functools import cache
from itertools import zip_longest

from cvrender.formats.lines import LineCell, OldLine
from cvrender.model.value import replace
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.headings import column_names, is_label_below
from cvrender.old_cvs.kinds_of_words import is_place, kinds

ROLES_OF_LABELS = {
    "title": "named title",
    "organization": "employer",
    "location": "location",
    "field": "field",
    "date": "date",
    "grade": "grade",
}
"""The roles of what labels name: unlike those of a macro's arguments, they are not exchanged."""
_LABELLED = re.compile(r"\*{0,3}(?P<label>[^\W\d_][^:：*\d]{1,30}?)\s*(?::\*{0,3}|\*{0,3}\s?[:：])\*{0,3}\s*(?=[^\s*])")


def labelled_cell(cell: LineCell) -> LineCell:
    """Return a cell that begins with the name of a field, such as `Employer: Acme`, as what the field says, with its role."""
    match = _LABELLED.match(cell.text) if not cell.role else None
    role = column_names().get(match["label"].casefold().strip(), "") if match else ""
    if match is None or role not in ROLES_OF_LABELS:
        return cell
    text = cell.text[match.end() :]
    text = f"**{text}" if match[0].count("**") % 2 else text
    return LineCell(text, ROLES_OF_LABELS[role])


def with_labelled_cells(line: OldLine) -> OldLine:
    """Join a label that has a cell of its own, such as `Employer:`, with what it says in the next one."""
    line = _with_inner_labels(line)
    is_label = len(line.cells) == 2 and line.kind in ("text", "row")
    is_label = is_label and (line.cells[0].role == "label" or line.cells[0].plain.endswith(":"))
    if not is_label or column_names().get(line.cells[0].plain.casefold().strip(" :")) not in ROLES_OF_LABELS:
        return line
    return replace(line, cells=(LineCell(f"{line.cells[0].plain.strip(' :')}: {line.cells[1].text}"),), kind="text")


_BRACKETED = re.compile(r"[\[［【〔＜][^\]］】〕＞]{2,14}[\]］】〕＞]")
"""A label in brackets before what it says."""


@cache
def _labels_of_fields(*roles: str) -> re.Pattern[str]:
    known = sorted((name for name, role in column_names().items() if role in roles), key=len, reverse=True)
    return re.compile(rf"(?<=[\w.)\]])[;,]?\s+((?:{'|'.join(map(re.escape, known))})\s?[:：])(?=\s*\S)", re.IGNORECASE)


def _with_inner_labels(line: OldLine) -> OldLine:
    """Divide cells before labels of other fields: `Acme Ltda. Cargo: Analista`; of any field in a line that begins with one."""
    is_labelled = bool(line.cells) and labelled_cell(line.cells[0]) is not line.cells[0]
    labels = _labels_of_fields("title", "organization", *(("location", "date") if is_labelled else ()))
    if line.kind == "entry" or len(line.plain) > (400 if is_labelled else 200) or not labels.search(line.plain):
        return line
    cells = [
        replace(cell, text=text)
        for cell in line.cells
        for text in (
            labels.sub(r"\n\1", cell.text).split("\n") if not cell.role and cell.text.count("**") % 4 == 0 else [cell.text]
        )
    ]
    return replace(line, cells=tuple(cells))


def without_labels(line: OldLine) -> OldLine:
    """Leave out cells that name what is in the rows below: `2019 – 2020 Analyst | Tools | Team`."""
    kept = [cell for index, cell in enumerate(line.cells) if not index or cell.role or not is_label_below(cell.plain)]
    return (
        replace(line, cells=tuple(kept))
        if len(kept) < len(line.cells) and any(any(dates_in(cell.plain)) for cell in line.cells)
        else line
    )


def is_label_line(line: OldLine) -> bool:
    """Return whether a line says nothing but what is said below a head: `Responsibilities`."""
    if line.kind not in ("text", "heading"):
        return False
    bracketed = _BRACKETED.match(line.plain)  # `[Business] Trade in examples`
    return is_label_below(bracketed[0]) if bracketed else is_label_below(line.plain) and "title" not in kinds(line.plain)


def with_labelled_bullets(lines: list[OldLine]) -> list[OldLine]:
    """Take an employer and the labelled bullets right below it out of lists: `- Acme:`, with `- Position: Engineer` below."""
    taken: list[OldLine] = []
    is_open = False
    below = 0  # how many short items may still say what the head above them is of
    for line, after in zip_longest(lines, lines[1:]):
        is_head = line.kind == "heading"
        below = _MAX_BELOW if is_head else below - 1 if line.kind == "bullet" and len(line.plain) < 60 else 0
        is_labelled = line.kind == "bullet" and len(line.cells) == 1 and labelled_cell(line.cells[0]) is not line.cells[0]
        is_name = line.kind == "bullet" and line.plain.endswith(":") and len(line.plain) < 80
        is_above = after is not None and after.level > line.level and bool(after.cells)
        if is_name and is_above and after and labelled_cell(after.cells[0]).role == "named title":
            taken.append(replace(line, kind="text", cells=(LineCell(f"**{line.plain.rstrip(' :')}**", "employer"),)))
            is_open = True
        elif is_open and is_labelled or below > 0 and line.level == 1 and _is_of_head(line):
            taken.append(replace(line, kind="text"))
        elif below > 0 and line.kind == "bullet" and (link := _LABELLED_LINK.fullmatch(line.text)):
            taken.append(replace(line, kind="text", cells=(LineCell(link[1]),)))
        else:
            is_open = False
            taken.append(line)
    return taken


_MAX_BELOW = 6
_LABELLED_LINK = re.compile(r"[^\W\d][\w ]{2,20}: ?(<?https?://\S+)")


def _is_of_head(line: OldLine) -> bool:
    """Return whether an item says nothing but where, or when, or what its label names."""
    if line.kind != "bullet" or len(line.cells) != 1:
        return False
    if (labelled := labelled_cell(line.cells[0])) is not line.cells[0]:
        return labelled.role in ("named title", "employer", "location")
    return is_place(line.plain) or any(date.end - date.begin == len(line.plain) for date in dates_in(line.plain))
