"""Write plain data as YAML that people like to read, and that `load/reader.py` reads back unchanged.

Texts stand bare where YAML allows it, between quotes where it does not, and folded where they are long; lists in Markdown keep
their lines; short lists and mappings stay on one line. What other readers of YAML would take for a number or a truth value is
between quotes, but for whole numbers and dates, which profiles write bare.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from cvrender.model.convert import DataPath

WIDTH = 120
"""Columns that a line has at most, unless one word is longer."""

_BARE_START = re.compile(r"[^\W_]|[/(+<$“‘«„^\\]|\.\w")
_NUMBER = re.compile(r"[-+]?(0[0-9_]+|[0-9][0-9_]*([.:][0-9_:]*)+([eE][-+]?[0-9]+)?|[0-9.]+[eE][-+]?[0-9]+|0[xXoObB]\w+|\.\d+)")
_WORDS = frozenset("null true false yes no on off y n ~".split())
_DATE = re.compile(r"[0-9]{4}(-[0-9]{2}){0,2}")

Notes = Mapping[DataPath, str]
"""Comments by the path of the key or entry that they are about."""


def scalar(value: Any, *, flow: bool = False, quote: str = "") -> str:
    """A text, a truth value or nothing on one line. `flow` is within brackets; `quote` is the quotation mark preferred."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = str(value)
    if quote == '"' or not _is_plain(text):
        return _double(text)
    if not quote and _stands_bare(text, flow):
        return text
    return f"'{text.replace(chr(39), chr(39) * 2)}'" if quote == "'" or '"' in text or "\\" in text else f'"{text}"'


def _is_plain(text: str) -> bool:
    """Return whether YAML shows all characters of a line as they are; it does not show blanks at the ends of lines."""
    return text.isprintable() or all(char.isprintable() or char in "\xa0\u202f\u2009\u3000" for char in text)


def _stands_bare(text: str, flow: bool) -> bool:
    if not _BARE_START.match(text) or text[-1] in " :" or ": " in text or " #" in text:
        return False
    if text.casefold() in _WORDS or (_NUMBER.fullmatch(text) and not _DATE.fullmatch(text)) or "<<" in text[:2]:
        return False
    if _DATE.fullmatch(text) and not _is_day(text):
        return False
    return not (flow and re.search(r"[,\[\]{}?]|:$|^[:-]", text)) and not text[-1].isspace()


def _is_day(text: str) -> bool:
    """Return whether other readers can make a date of what looks like one: a year and a month are none to them."""
    try:
        return len(text) < 10 or bool(date.fromisoformat(text))
    except ValueError:
        return False


def _double(text: str) -> str:
    """Return a text between double quotation marks, where YAML knows Python's escapes."""
    escaped = text.replace("\\", r"\\").replace('"', r"\"")
    return '"' + "".join(char if char.isprintable() else ascii(char)[1:-1] for char in escaped) + '"'


def flow(value: Any) -> str:
    """Any value on one line: `[a, {b: c}]`."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key, flow=True)}: {flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value, flow=True)


def block(value: Any, indent: int, notes: Notes | None = None, path: DataPath = ()) -> list[str]:
    """A mapping or a list as lines, each with that many blanks before it."""
    lines: list[str] = []
    pad = " " * indent
    if isinstance(value, Mapping):
        for key, part in value.items():
            here = (*path, key)
            lines += _comment(here, notes, pad)
            lines += after(f"{pad}{scalar(key)}:", part, indent, notes, here)
        return lines
    for index, part in enumerate(value):
        here = (*path, index)
        lines += _comment(here, notes, pad)
        if isinstance(part, Mapping | list) and part and not _fits(part, indent + 2, notes, here):
            inner = block(part, indent + 2, notes, here)
            first = next(place for place, line in enumerate(inner) if not line.lstrip().startswith("#"))
            lines += [line[2:] for line in inner[:first]] + [f"{pad}- {inner[first][indent + 2 :]}", *inner[first + 1 :]]
        else:
            lines += after(f"{pad}-", part, indent, notes, here)
    return lines


def after(lead: str, value: Any, indent: int, notes: Notes | None = None, path: DataPath = ()) -> list[str]:
    """Return what follows `key:` or `-`, as lines that begin with it."""
    if isinstance(value, Mapping | list | tuple):
        line = f"{lead} {flow(value)}"
        if not value or _fits(value, len(lead) + 1, notes, path):
            return [line]
        return [lead, *block(value, indent + 2, notes, path)]
    if isinstance(value, str) and _is_literal(value, indent + 2):
        return [f"{lead} |-", *(f"{' ' * (indent + 2)}{line}" if line else "" for line in value.split("\n"))]
    line = f"{lead} {scalar(value)}"
    if len(line) <= WIDTH or not isinstance(value, str):
        return [line]
    return [f"{lead} >-", *_folded(value, indent + 2)] if _folds(value) else [line]


def _fits(value: Any, used: int, notes: Notes | None, path: DataPath) -> bool:
    """Return whether a value is short and flat enough for one line, and has no comments within."""
    if notes and any(place[: len(path)] == path and len(place) > len(path) for place in notes):
        return False
    return _is_short(value, used) and used + len(flow(value)) <= WIDTH


def _is_short(value: Any, used: int) -> bool:
    if isinstance(value, Mapping):
        return used > 6 and all(_is_leaf(part) for part in value.values())
    return all(_is_leaf(part) or isinstance(part, Mapping) and all(map(_is_leaf, part.values())) for part in value)


def _is_leaf(value: Any) -> bool:
    return not isinstance(value, Mapping | list | tuple) and len(str(value)) < WIDTH


def _is_literal(text: str, indent: int) -> bool:
    """Return whether a text is a list or another text whose lines belong together, without an empty line at its ends."""
    lines = text.split("\n")
    return (
        len(lines) > 1
        and "" not in lines
        and not text[0].isspace()
        and all(_is_plain(line) and line == line.rstrip() and indent + len(line) <= WIDTH for line in lines)
    )


def _folds(text: str) -> bool:
    """Return whether a text is words with one blank between them, perhaps in several lines."""
    lines = text.split("\n")
    return (
        all(_is_plain(line) and line == " ".join(line.split(" ")).strip() and "  " not in line for line in lines)
        and lines[0] != ""
        and lines[-1] != ""
    )


def _folded(text: str, indent: int) -> Iterator[str]:
    """The lines of a folded text: one more line break than the text has wherever it has some."""
    for number, line in enumerate(text.split("\n")):
        if number:
            yield ""
        filled = ""
        for word in line.split(" "):
            if filled and indent + len(filled) + 1 + len(word) > WIDTH:
                yield " " * indent + filled
                filled = word
            else:
                filled = f"{filled} {word}" if filled else word
        if filled:
            yield " " * indent + filled


def _comment(path: DataPath, notes: Notes | None, pad: str) -> list[str]:
    said = notes.get(path) if notes else None
    return [f"{pad}# {line}" for line in re.split(r"[\r\n\x85\u2028\u2029]+", said)] if said else []
