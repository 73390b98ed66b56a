"""Make the hints of problems into edits. Only an edit that removes its problem, and adds none, is offered."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from cvrender.errors import InputError, Problem
from cvrender.load.reader import parse, parse_path
from cvrender.load.yaml_edit import Edit, Edits
from cvrender.load.yaml_text import scalar
from cvrender.model.annotations import Invalid
from cvrender.model.convert import DataPath
from cvrender.model.dates import parse_when
from cvrender.model.value import Value, replace
from cvrender.model.written_dates import typed_date
from cvrender.run.language.open_document import OpenDocument
from cvrender.run.language.problems import problems, span


def changed(text: str, edits: Iterable[Edit]) -> str:
    """Return a text with all edits made; they do not overlap."""
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end), reverse=True):
        text = text[: edit.start] + edit.new + text[edit.end :]
    return text


def format_dates(document: OpenDocument) -> list[Edit]:
    """Return the edits that write each date in EDTF; all else stays."""
    edits = []
    for node in document.outline.nodes:
        if node.kind != "scalar" or not any(char.isdigit() for char in node.text):
            continue
        place = document.grammar.at(node.path)
        if place is None or "date" not in place.reads:
            continue
        written = edtf(node.text)
        if written and written != node.text and ("range" in place.reads or not set(written) & set("/[")):
            edits.append(Edit(node.start, node.end, written))
    return edits


def edtf(text: str) -> str | None:
    """Return a date, a range or a list of dates in EDTF, or None for what is none."""
    try:
        return str(parse_when(text))
    except Invalid:
        return typed_date(text)


class Fix(Value, frozen=True):
    """A way to solve a problem: what it does, and its edits."""

    title: str
    edits: tuple[Edit, ...]


def fixes(document: OpenDocument, problem: Problem) -> list[Fix]:
    """Return the ways to solve a problem that `problems` finds in this file; none if a person has to decide."""
    if problem.file != str(document.path) or not problem.line:
        return []
    before = None
    by_title: dict[str, Fix] = {}
    for propose in (*_RULES, *((_ignored,) if problem.severity == "warning" else ())):
        for fix in propose(document, problem):
            before = problems(document, with_lint=problem.severity == "warning") if before is None else before
            if changed(document.text, fix.edits) not in by_title and _solves(document, problem, fix, before):
                by_title[changed(document.text, fix.edits)] = fix
    return list(by_title.values())


def _solves(document: OpenDocument, problem: Problem, fix: Fix, before: list[Problem]) -> bool:
    after = problems(replace(document, text=changed(document.text, fix.edits)), with_lint=problem.severity == "warning")
    if problem.code in _OF_YAML and problem.severity == "error":  # which hide all others of the file
        return all(other.code not in _OF_YAML or other.line > problem.line for other in after)
    left = sum((other.code, other.message, other.path) == (problem.code, problem.message, problem.path) for other in after)
    was = sum((other.code, other.message, other.path) == (problem.code, problem.message, problem.path) for other in before)
    return left < was and (len(after) < len(before) or problem.code.startswith("unknown-"))  # whose values are read only then


_OF_YAML = ("bad-yaml", "quotes-needed")


def _meant(document: OpenDocument, problem: Problem) -> Iterator[Fix]:
    """Write the name that is meant, in the place of a key or a value."""
    for name in re.findall(r'did you mean "([^"]+)"', problem.hint):
        start, end = span(document, problem)
        yield Fix(f"Write {name}", (Edit(start, end, name),))


def _written(document: OpenDocument, problem: Problem) -> Iterator[Fix]:
    """Write what the hint says, as `write 2019-05` does, or `write authors: [Ada Example]`."""
    path = parse_path(problem.path)
    match = re.fullmatch(r"write ([^,]+?|.*[\]}\"])(?:, and .*| or (\S+)|, as it is meant)?", problem.hint)
    if match is None or not path or "such as" in problem.hint or problem.code not in _WRITTEN:
        return
    for text in filter(None, match.groups()):
        value = text.removeprefix(f"{path[-1]}: ")
        if re.search(r"\w:\w", value) and problem.code == "bad-type":
            continue  # which `_spaced` solves
        if value == text and re.search(r"[^\"\]}] ", text) and text[0] not in '"[{':
            continue  # it is advice in words
        with suppress(InputError):
            yield from _set(document, path, parse(f"value: {value}".encode(), "").data["value"], f"Write {value}")


_WRITTEN = ("bad-date", "bad-type", "bad-value", "reversed-range", "unknown-name", "bad-url", "bad-identifier", "missing-key")


def _quoted(document: OpenDocument, problem: Problem) -> Iterator[Fix]:
    """Put a text in quotes that YAML reads as something else, or cuts."""
    if "in quotes" not in problem.hint + problem.message:
        return
    start, end = span(document, problem)
    last = document.text.find("\n", start)
    for stop in dict.fromkeys((end, len(document.text) if last < 0 else last)):
        raw = " ".join(document.text[start:stop].rstrip().split("\n"))
        if raw and "\n" not in raw:
            quote = "'" if '"' in raw and "'" not in raw else '"'
            yield Fix("Put the text in quotes", (Edit(start, start + len(raw), scalar(raw, quote=quote)),))


def _spaced(document: OpenDocument, problem: Problem) -> Iterator[Fix]:
    """Add the space after the colon of a key, without which it is a text."""
    start, end = span(document, problem)
    match = re.match(r"[\w-]+:(?=[^\s/])", document.text[start:end])
    if match and problem.code == "bad-type":
        yield Fix("Add the space", (Edit(start + match.end(), start + match.end(), " "),))


def _removed(document: OpenDocument, problem: Problem) -> Iterator[Fix]:
    """Remove a key that has no value."""
    if problem.code == "missing-value" and problem.path:
        with suppress(InputError, KeyError):
            edits = Edits(problem.file, document.text)
            edits.remove(parse_path(problem.path))
            yield Fix("Remove the key", tuple(edits.edits()))


def _asked(document: OpenDocument, problem: Problem) -> Iterator[Fix]:
    """Add a key that is missing, with a question for the person, since nobody else knows the fact."""
    match = re.fullmatch(r'missing key "([\w-]+)"', problem.message)
    if match and problem.code == "missing-key":
        path = (*parse_path(problem.path), match[1])
        yield from _set(document, path, f"[ask: {match[1].replace('_', ' ')}]", f"Add {match[1]}, with a question")


def _set(document: OpenDocument, path: DataPath, value: object, title: str) -> Iterator[Fix]:
    with suppress(InputError, KeyError, TypeError, IndexError):
        edits = Edits(str(document.path), document.text)
        edits.set(path, value)
        edits.apply()
        yield Fix(title, tuple(edits.edits()))


_Insertion = Callable[[str, int, str], Edit]

_SIGNS: tuple[tuple[str, str, _Insertion], ...] = (
    ("a space is missing after", "Add the space", lambda text, place, sign: Edit(place, place, " ")),
    ('a ":" is missing', "Add the colon", lambda text, place, sign: Edit(place, place, ":")),
    ("where YAML needs an ordinary space", "Write an ordinary space", lambda text, place, sign: Edit(place, place + 1, " ")),
    ("that opens here is not closed", "Close it", lambda text, place, sign: _at_end(text, place, sign)),
)
"""Parts of messages about YAML, what solves the problem, and the edit at its place."""

_CLOSING = {"[": "]", "{": "}"}


def _at_end(text: str, place: int, sign: str) -> Edit:
    end = text.find("\n", place)
    end = place + len(text[place : end if end >= 0 else len(text)].rstrip())
    return Edit(end, end, _CLOSING.get(sign, sign))


def _mended(document: OpenDocument, problem: Problem) -> Iterator[Fix]:
    """Add or change the one sign that makes a line valid YAML."""
    if problem.code != "bad-yaml":
        return
    place, _ = span(document, problem)
    for part, title, edit in _SIGNS:
        if part in problem.message:
            for start in (place, place + 1):
                yield Fix(title, (edit(document.text, start, document.text[place : place + 1]),))


def _ignored(document: OpenDocument, problem: Problem) -> Iterator[Fix]:
    """Suppress a warning by a comment above its line."""
    place, _ = span(document, problem)
    start = document.text.rfind("\n", 0, place) + 1
    line = document.text[start:].partition("\n")[0]
    indent = line[: len(line) - len(line.lstrip())]
    yield Fix(f"Ignore {problem.code} here", (Edit(start, start, f"{indent}# cvrender: ignore={problem.code}\n"),))


_RULES = (_meant, _written, _quoted, _spaced, _removed, _asked, _mended)
"""The ways to make an edit of a hint."""
