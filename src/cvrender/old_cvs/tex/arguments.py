"""Make lines of a macro by its row in a table."""

import re

from cvrender.formats.lines import LineCell, LineKind, OldLine
from cvrender.old_cvs.tex.macros import Macro
from cvrender.old_cvs.tex.state import WalkState

_LEVELS = {"heading": 1, "heading2": 2, "heading3": 3}


def apply(walker: WalkState, macro: Macro, name: str) -> None:
    """Take the arguments of a macro, and add the lines that they make."""
    number = walker.line
    if macro.kind == "heading" or "parts" in macro.arguments:
        end_parts(walker, number)
    if macro.kind == "bullet" or macro.kind == "line":
        walker.flush()
    arguments = _taken(walker, macro)
    if macro.kind == "environment":
        if heading := next((value for role, value in arguments if role == "heading"), None):
            _line(walker, "heading", [("heading", heading)], number)
        return
    if macro.kind == "part":
        _add_parts(walker, arguments, number)
    elif macro.kind == "person":
        _person(walker, arguments, number)
    elif macro.kind == "heading":
        role, value = next(((role, value) for role, value in arguments if role in _LEVELS), ("heading", ""))
        walker.flush()
        if aside := dict(arguments).get("sidebar"):  # a file of the column at the side, which begins here
            walker.include(aside)
        _line(walker, "heading", [(role, value)], number, _LEVELS[role])
    elif macro.kind == "bullet":
        _bullets(walker, arguments, number)
    elif macro.kind in ("entry", "row"):
        walker.flush()
        bodies = [value for role, value in arguments if role == "body"]
        _line(walker, "entry" if macro.kind == "entry" else "row", [pair for pair in arguments if pair[0] != "body"], number)
        for body in bodies:
            _body(walker, body, number)
    else:
        for _, value in arguments:
            walker.walk(value, number, fixed=True)
            walker.cell()
        if not walker.cells or name == "location" or re.match(r"\s*\n", walker.source[walker.place :]):
            walker.flush()


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


def _body(walker: WalkState, body: str, number: int) -> None:
    """Walk through what an entry says below its head."""
    walker.nesting.append("\0body")
    walker.walk(body, number)
    walker.flush()
    walker.nesting.pop()


def _taken(walker: WalkState, macro: Macro) -> list[tuple[str, str]]:
    taken = []
    for form in macro.arguments:
        if form.startswith("["):
            value = walker.argument("[]")
            if value is not None and len(form) > 2:
                taken.append((form[1:-1], value))
            continue
        if not walker.has_group():
            break
        value = walker.argument("{}")
        if form != "-" and value:
            taken.append((form, value))
    return taken


def _cells(walker: WalkState, role: str, value: str) -> list[LineCell]:
    """Return the cells of an argument, whose parts may be set apart themselves."""
    kept = walker.buffer, walker.cells, walker.kind, walker.lines
    walker.buffer, walker.cells, walker.kind, walker.lines = [], [], "text", []
    walker.walk(value, walker.line, fixed=True)
    walker.flush()
    found = [cell for line in walker.lines for cell in line.cells]
    walker.buffer, walker.cells, walker.kind, walker.lines = kept
    role = "" if role == "cell" else role
    return [LineCell(cell.text, role if not index else role and f"{role}+") for index, cell in enumerate(found)]


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
        elif role != "skip-title":
            walker.flush()
            _line(walker, "person", [(role, value)], number)
