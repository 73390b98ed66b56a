"""Walk into and out of the environments of LaTeX source: lists, tables, and those that a document defines."""

import re
from collections.abc import Iterator

from cvrender.old_cvs.tex.arguments import apply
from cvrender.old_cvs.tex.definitions import argument
from cvrender.old_cvs.tex.macros import Macro
from cvrender.old_cvs.tex.state import WalkState

_PLAIN = ("document", "center", "flushleft", "flushright")
"""Environments whose argument, if a group follows, is none."""
_HEADING = Macro("heading", (("heading",),))
_LIST = re.compile(r"\\begin\{(?:itemize|enumerate|list)\}(?:\s*\[(?:[^\[\]{}]|\{[^{}]*\})*\])?")
"""How a definition begins a list, whose items are those of the environment."""


def step(walker: WalkState, word: str) -> None:
    """Begin or end the environment that `\\begin` or `\\end` names."""
    environment = (walker.argument("{}") or "").strip()
    if word == "end":
        _end(walker, environment)
        return
    if environment in walker.tables.tables and (cell := _only_cell(walker, environment)) is not None:
        walker.cell()
        walker.walk(cell, walker.line, fixed=True)
        walker.cell()
        return
    walker.flush()
    walker.nesting.append(environment)
    tables = walker.tables
    if (macro := tables.environments.get(environment)) and macro.arguments() == ("!",):
        end = walker.source.find(f"\\end{{{environment}}}", walker.place)
        body = walker.source[walker.place : end if end >= 0 else len(walker.source)]
        walker.place += len(body)
        for text in _texts_of_nodes(body) if environment == "tikzpicture" else ():
            walker.walk(text, walker.line, fixed=True)
            walker.flush()
    elif macro or environment in tables.macros and not _is_own(walker, environment):
        if environment in tables.foreign:
            walker.argument("[]")
        apply(walker, macro or tables.macros[environment], environment)
    elif environment in walker.defined and environment not in tables.lists:
        begun = walker.filled(walker.defined[environment])
        walker.walk(_LIST.sub("", begun), walker.line, fixed=True)
    else:
        _begin_unknown(walker, environment)


def _texts_of_nodes(picture: str) -> Iterator[str]:
    """Yield the texts that stand in a picture: `\\node[…] (name) at (0,0) {text};`."""
    place = 0
    while node := re.compile(r"\\node\b").search(picture, place):
        _, place = argument(picture, node.end(), "[]")
        if words := re.compile(r"\s*(?:\([^(){}]*\)\s*|at\s*|\[[^\[\]{}]*\]\s*){0,4}(?=\{)").match(picture, place):
            text, place = argument(picture, words.end(), "{}")
            if text and re.search(r"[^\W\d_]", re.sub(r"\\[A-Za-z]+", "", text)):
                yield text
        place = max(place, node.end())


def _begin_unknown(walker: WalkState, environment: str) -> None:
    """Read the arguments of an environment that nothing explains: the only one is a heading, or the title that it shows."""
    options = ""
    while (option := walker.argument("[]")) is not None:
        options = option
    if environment in walker.tables.lists or environment in _PLAIN:
        return
    if match := re.search(r"(?:^|,)\s*title\s*=\s*(?:\{([^{}]*)\}|([^,{}]*))", options):
        walker.walk(match[1] or match[2], walker.line, fixed=True)
        walker.flush()
    if walker.count_groups() == 1:
        place = walker.place
        value = walker.argument("{}") or ""
        if re.search(r"[^\W\d_]{3}", re.sub(r"\\\w+", "", value)):  # not a number or a length
            walker.place = place
            apply(walker, _HEADING, environment)
    elif walker.has_group():
        walker.read_unknown(environment)


def _is_own(walker: WalkState, environment: str) -> bool:
    """Return whether a document defines an environment, such as `name`, that has the name of a macro about the person."""
    return environment in walker.defined and walker.tables.macros[environment].kind == "person"


def _end(walker: WalkState, environment: str) -> None:
    walker.flush()
    if environment in walker.nesting:
        del walker.nesting[len(walker.nesting) - 1 - walker.nesting[::-1].index(environment) :]
    if environment in walker.defined and environment not in walker.tables.lists:
        walker.walk(re.sub(r"\\end\{[^}]*\}", "", walker.defined[environment].ending), walker.line, fixed=True)


def _only_cell(walker: WalkState, environment: str) -> str | None:
    """Take a table of one cell, which only arranges it within a line; None for any other."""
    macro = walker.tables.environments.get(environment)
    end = walker.source.find(f"\\end{{{environment}}}", walker.place, walker.place + 2_000)
    body = walker.source[walker.place : end] if macro and end >= 0 else ""
    if not body or "\\begin{" in body or re.search(r"(?<!\\)&|\\\\", body):
        return None
    place = walker.place
    for form in macro.arguments() if macro else ():
        walker.argument("[]" if form.startswith("[") else "{}")
    cell = walker.source[walker.place : end]
    walker.place = end + len(f"\\end{{{environment}}}")
    if not walker.in_table():
        return cell
    walker.place = place
    return None
