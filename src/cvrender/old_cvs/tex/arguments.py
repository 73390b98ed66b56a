"""Make lines of a macro by its row in a table."""

import re

from cvrender.formats.lines import LineCell, LineKind, OldLine
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.tex.macros import Macro
from cvrender.old_cvs.tex.state import PICTURE, WalkState

_NAMES = frozenset({"name", "first", "family", "surname-first"})
_BREAK = re.compile(r"\\\\(?:\[[^\]]*\])?|\\newline\b")
_PLACE = 40
"""The characters of an argument that begins a line, up to which it may be a place."""
_LEVELS = {"heading": 1, "heading2": 2, "heading3": 3}


def apply(walker: WalkState, macro: Macro, name: str) -> None:
    """Take the arguments of a macro, and add the lines that they make."""
    number = walker.line
    if macro.kind == "heading" or "parts" in macro.arguments():
        end_parts(walker, number)
    if macro.kind in ("bullet", "line", "block"):
        walker.flush()
    arguments = taken(walker, macro)
    if macro.kind == "environment":
        _environment(walker, dict(arguments), number)
    elif macro.kind == "part":
        _add_parts(walker, arguments, number)
    elif macro.kind == "person":
        _person(walker, arguments, number)
    elif macro.kind == "heading":
        role, value = next(((role, value) for role, value in arguments if role in _LEVELS), ("heading", ""))
        walker.flush()
        if aside := dict(arguments).get("sidebar"):  # a file of the column at the side, which begins here
            walker.include(aside)
        _line(walker, "heading", [(role, value)], number, _LEVELS[role])
        _bodies(walker, arguments, number)
    elif macro.kind == "bullet":
        _bullets(walker, arguments, number)
    elif macro.kind in ("entry", "row"):
        walker.flush()
        said = [pair for pair in arguments if pair[0] != "body"]
        is_text = macro.kind == "row" and len(macro.arguments()) > 1 and [role for role, _ in said] == ["text"]  # no label
        _line(walker, "text" if is_text else "entry" if macro.kind == "entry" else "row", said, number)
        _bodies(walker, arguments, number)
    elif macro.kind == "block":
        cells = [cell for role, value in arguments if role != "body" for cell in _cells(walker, role, value)]
        start = len(walker.lines)
        _bodies(walker, arguments, number)
        walker.lines[start:] = _as_entry(cells, walker.lines[start:])
    else:
        for _, value in arguments:
            walker.walk(value, number, fixed=True)
            walker.cell()
        if not walker.cells or name == "location" or re.match(r"\s*\n", walker.source[walker.place :]):
            walker.flush()


def _environment(walker: WalkState, arguments: dict[str, str], number: int) -> None:
    """Add the heading of an environment, or the name of the person that it begins with."""
    if "heading" in arguments:
        _line(walker, "heading", [("heading", arguments["heading"])], number)
    if "name" in arguments:
        _person(walker, [("name", _BREAK.split(arguments["name"])[0])], number)


def _add_parts(walker: WalkState, arguments: list[tuple[str, str]], number: int) -> None:
    """Keep what a macro says of the next entry; one that says it again begins another."""
    for role, value in arguments:
        if role in walker.parts:
            end_parts(walker, number)
        walker.parts[role] = _cells(walker, role, value)


def end_parts(walker: WalkState, number: int) -> None:
    """Add the entry of which macros have said the parts."""
    cells = tuple(cell for part in walker.parts.values() for cell in part)
    walker.parts = {}
    if cells:
        walker.flush()
        walker.emit(OldLine(cells, number, "entry", 1, walker.file))


def _bullets(walker: WalkState, arguments: list[tuple[str, str]], number: int) -> None:
    """Add a bullet of each argument; a label is the first cell of the one that follows."""
    walker.kind = "bullet"
    for role, value in arguments:
        if role == "label":
            walker.buffer.append("\\textbf{")
        walker.walk(value, number, fixed=True)
        if role == "label":
            walker.buffer.append("} ")
            walker.cell("label")
        elif len(arguments) > 1:
            walker.flush()
            walker.kind = "bullet"
    walker.flush()


def _as_entry(before: list[LineCell], lines: list[OldLine]) -> list[OldLine]:
    """Make an entry of the lines of one: its head goes until the line with the date, or one further if that comes first."""
    lines = [line for line in lines if line.kind != "break"]
    dated = next((index for index, line in enumerate(lines[:4]) if line.kind == "text" and any(dates_in(line.plain))), None)
    end = 1 if before and lines else 0 if dated is None else dated + 1
    if end == 1 < len(lines) and lines[1].kind == "text" and len(lines[1].plain) < 80 and not lines[1].plain.endswith("."):
        end = 2
    cells = (*before, *(cell for line in lines[:end] for cell in line.cells))
    head = [OldLine(cells, lines[0].number, "entry", 1, lines[0].file)] if cells and lines else []
    return [*head, *lines[end:]]


def _bodies(walker: WalkState, arguments: list[tuple[str, str]], number: int) -> None:
    """Walk through what is said below a head."""
    for body in (value for role, value in arguments if role == "body"):
        walker.nesting.append("\0body")
        walker.walk(body, number)
        walker.flush()
        walker.nesting.pop()


def taken(walker: WalkState, macro: Macro) -> list[tuple[str, str]]:
    """Take the arguments of a macro, with their roles."""
    arguments = []
    for form in macro.arguments(walker.count_groups() if len(macro.choices) > 1 else 0):
        if form.startswith("="):
            arguments.append(("heading", form[1:]))
        elif form.startswith("["):
            value = walker.argument("[]")
            if value is not None and len(form) > 2:
                arguments.append((form[1:-1], value))
        elif not walker.has_group():
            break
        elif (value := walker.argument("{}")) and form != "-" and not PICTURE.fullmatch(value):
            arguments.append(
                ("body" if macro.kind == "entry" and _BREAK.match(value.strip()) and len(value) > _PLACE else form, value.strip())
            )
    while macro.kind == "person" and walker.source[walker.place : walker.place + 1] == "{":  # more than the table knows
        arguments.append(("contacts", walker.argument("{}") or ""))
    return arguments


def _cells(walker: WalkState, role: str, value: str) -> list[LineCell]:
    """Return the cells of an argument, whose parts may be set apart themselves."""
    kept = walker.buffer, walker.cells, walker.kind, walker.lines
    walker.buffer, walker.cells, walker.kind, walker.lines = [], [], "text", []
    walker.walk(_BREAK.sub(" ", value) if role == "date" else value, walker.line, fixed=True)
    walker.flush()
    cells = [cell for line in walker.lines for cell in line.cells]
    walker.buffer, walker.cells, walker.kind, walker.lines = kept
    role = "" if role == "cell" else role
    return [LineCell(cell.text, role if not index else role and f"{role}+") for index, cell in enumerate(cells)]


def _line(walker: WalkState, kind: LineKind, arguments: list[tuple[str, str]], number: int, level: int = 1) -> None:
    cells = [cell for role, value in arguments for cell in _cells(walker, role, value)]
    if cells:
        walker.emit(OldLine(tuple(cells), number, kind, level, walker.file))


def _person(walker: WalkState, arguments: list[tuple[str, str]], number: int) -> None:
    if any(role == "network" for role, _ in arguments):  # what the name is of
        walker.flush()
        _line(walker, "person", arguments, number)
        return
    for role, value in arguments:
        if role == "inside":
            walker.walk(value, number)
        elif role == "title" and walker.has_author:
            continue
        elif role == "title":  # of the document, which is the name where no macro is for it
            _line(walker, "text", [("cell", value)], number)
        else:
            walker.flush()
            value = _BREAK.sub(" ", value) if role in _NAMES else value
            if role == "surname-first":
                role, value = "name", " ".join(reversed(value.split(",", 1)))
            _line(walker, "person", [(role, value)], number)
