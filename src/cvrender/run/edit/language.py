"""Answer the YAML tab with the language service: problems with their places and fixes, completions, and help.

A browser counts UTF-16 code units; the language service counts characters.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cvrender.errors import InputError, Problem
from cvrender.load.library import Library
from cvrender.run.language.completions import completions
from cvrender.run.language.fixes import fixes
from cvrender.run.language.hover import hover
from cvrender.run.language.open_document import OpenDocument
from cvrender.run.language.problems import problems, span

MOST_FIXED = 20
"""For how many problems fixes are tried."""


def answer(asked: Mapping[str, Any], path: Path, library: Library) -> Any:
    """Return what is asked about a text: its `problems`, or `complete` or `hover` at a place. Raises InputError otherwise."""
    text, ask, at = asked.get("text"), str(asked.get("ask")), asked.get("at", 0)
    if not isinstance(text, str) or ask not in _ANSWERS or type(at) is not int or not 0 <= at <= 2 * len(text):
        raise InputError([Problem("should ask for problems, complete or hover, with a text and a place", code="bad-value")])
    place = len(text.encode("utf-16-le", "surrogatepass")[: 2 * at].decode("utf-16-le", "ignore"))
    return _ANSWERS[ask](OpenDocument(path, text, library), place)


def _problems(document: OpenDocument, place: int) -> list[dict[str, Any]]:
    units = _units(document.text)
    listed = []
    for number, problem in enumerate(problems(document)):
        if problem.file not in ("", str(document.path)):
            continue
        start, end = span(document, problem)
        solved = fixes(document, problem) if number < MOST_FIXED else []
        listed.append(
            {
                "message": problem.message,
                "hint": problem.hint,
                "severity": problem.severity,
                "from": units(start),
                "to": units(end),
                "fixes": [
                    {
                        "title": fix.title,
                        "changes": [{"from": units(edit.start), "to": units(edit.end), "insert": edit.new} for edit in fix.edits],
                    }
                    for fix in solved
                ],
            }
        )
    return listed


def _completions(document: OpenDocument, place: int) -> list[dict[str, Any]]:
    units = _units(document.text)
    return [
        {
            "label": each.label,
            "apply": each.insert,
            "type": each.kind,
            "info": each.help,
            "from": units(each.start),
            "to": units(each.end),
        }
        for each in completions(document, place)
    ]


def _hover(document: OpenDocument, place: int) -> dict[str, Any] | None:
    units, help_text = _units(document.text), hover(document, place)
    return {"text": help_text.text, "from": units(help_text.start), "to": units(help_text.end)} if help_text else None


_ANSWERS: dict[str, Callable[[OpenDocument, int], Any]] = {"problems": _problems, "complete": _completions, "hover": _hover}


def _units(text: str) -> Callable[[int], int]:
    """Return a function that turns a number of characters into one of UTF-16 code units."""
    if text.isascii() or max(text) < "\U00010000":
        return lambda place: place
    return lambda place: len(text[:place].encode("utf-16-le", "surrogatepass")) // 2
