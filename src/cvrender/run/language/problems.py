"""Find what is wrong with a file while it is typed: the same Problems as `cvrender check`, with their places in the text."""

from collections.abc import Iterator
from pathlib import Path

from cvrender.errors import CvrenderError, InputError, Problem, nearest, position
from cvrender.load.library.section_rules import check_sections
from cvrender.load.merge import include_names
from cvrender.load.reader import Source, format_path, load, parse
from cvrender.load.validate import as_model
from cvrender.merge.profile import profile_of_text
from cvrender.model.contract import Contract
from cvrender.model.kinds import KINDS
from cvrender.model.value import replace
from cvrender.model.view import View
from cvrender.rules.lint import lint
from cvrender.run.language.flow import OutlineNode
from cvrender.run.language.names import CLOSED, SOURCES, names, source_of
from cvrender.run.language.open_document import OpenDocument
from cvrender.run.language.pieces import pieces

_NAMING = frozenset(key for (_, key), source in SOURCES.items() if source in CLOSED) | {"style", "options", "defaults"}


def problems(document: OpenDocument, *, with_lint: bool = True) -> list[Problem]:
    """Return what is wrong with a file, sorted by place. Lint rules are slower than the rest, and only for profiles."""
    listed = _of_profile(document, with_lint) if document.kind == "profile" else _of_others(document)
    listed += [problem for problem in _unknown_names(document) if not _is_near(problem, listed)]
    return sorted(listed, key=lambda problem: (problem.file, problem.line, problem.column))


def _of_profile(document: OpenDocument, with_lint: bool) -> list[Problem]:
    try:
        loaded = profile_of_text(document.text, document.path)
    except CvrenderError as error:
        faults = list(error.problems)
        if any(problem.message == 'missing key "person"' for problem in faults) and _is_included(document.path):
            faults = [problem for problem in faults if problem.message != 'missing key "person"']
        return faults
    return [*loaded.source.cut_texts, *(lint(loaded.profile, loaded.source) if with_lint else ())]


def _is_included(path: Path) -> bool:
    """Return whether a file next to this one includes it."""
    for other in path.parent.glob("*.yaml"):
        try:
            if other != path and path.name in include_names(load(other).data):
                return True
        except InputError:
            continue
    return False


def _of_others(document: OpenDocument) -> list[Problem]:
    try:
        source = parse(document.text.encode(), str(document.path))
        value = as_model(source, document.model)
    except InputError as error:
        return list(error.problems)
    view = value.view if isinstance(value, Contract) else value if isinstance(value, View) else None
    return list(_of_view(source, view, ("view",) if isinstance(value, Contract) else ())) if view else []


def _of_view(source: Source, view: View, base: tuple[str, ...]) -> Iterator[Problem]:
    for fault in check_sections(view, {}):
        if fault.code != "unknown-section":  # the profile may have it
            yield source.problem((*base, *fault.path), fault.message, fault.hint, at_key=fault.at_key, code=fault.code)


def _unknown_names(document: OpenDocument) -> Iterator[Problem]:
    """Yield styles, views, contracts and targets that do not exist, and options that a style does not have."""
    if not any(f"{key}:" in document.text for key in _NAMING):
        return
    for node in _naming_nodes(document):
        keys = [part for part in node.path if isinstance(part, str)]
        if not keys or _NAMING.isdisjoint(keys[-2:]) or node.kind == "word":
            continue
        place = document.grammar.at(node.path)
        line, column = position(document.text, node.first)
        at = (str(document.path), line, column, format_path(node.path))
        if place is None:
            parent = document.grammar.at(node.path[:-1])
            if parent is not None and parent.options is not None:
                hint = nearest(str(node.path[-1]), parent.options)
                yield Problem("unknown option", *at, hint=hint, code="unknown-option")
        elif node.kind == "scalar" and (source := source_of(place)) in CLOSED:
            known = names(source, document, node.path)
            if node.text not in known:
                line, column = position(document.text, node.start)
                hint, what = nearest(node.text, known), source[:-1]
                yield Problem(f'{what} "{node.text}" not found', at[0], line, column, at[3], hint=hint, code=f"unknown-{what}")


def _naming_nodes(document: OpenDocument) -> Iterator[OutlineNode]:
    """Yield the nodes that may name what is in the library; in profiles only those besides people and entries."""
    if document.kind != "profile":
        yield from document.outline.nodes
        return
    for piece in pieces(document.text):
        if not piece.head and not piece.text.startswith(_OF_PERSON):
            for node in piece.outline.nodes:
                key = node.key_start + piece.shift if node.key_start >= 0 else -1
                yield replace(node, start=node.start + piece.shift, key_start=key)


_OF_PERSON = tuple(f"{key}:" for key in ("person", "people", *KINDS))


def _is_near(problem: Problem, others: list[Problem]) -> bool:
    """Return whether another problem is on the same line."""
    return any((other.file, other.line) == (problem.file, problem.line) for other in others)


def span(document: OpenDocument, problem: Problem) -> tuple[int, int]:
    """Return where the text that a problem is about begins and ends: the key or value at its place, else the line's rest."""
    if problem.file != str(document.path) or not problem.line:
        return 0, 0
    lines = document.text.split("\n")
    if problem.line > len(lines):
        return len(document.text), len(document.text)
    start = sum(len(line) + 1 for line in lines[: problem.line - 1]) + max(0, problem.column - 1)
    end = document.text.find("\n", start)
    end = len(document.text) if end < 0 else end
    piece = document.piece(min(start, len(document.text)))
    shift = piece.shift
    for node in piece.outline.nodes:
        if node.key_start + shift == start:
            return start, node.key_end + shift
        if node.start + shift == start and node.kind == "scalar":
            return start, node.end + shift
    return min(start, len(document.text)), max(min(start, len(document.text)), end)
