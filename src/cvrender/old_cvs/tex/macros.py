"""Load the tables of macros: what the arguments of each macro of a class are."""

import re
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from cvrender.formats.values import latex
from cvrender.load.reader import load

CLASSES = Path(__file__).parent / "classes"
_KINDS = ("heading", "entry", "row", "bullet", "line", "person", "part", "item", "block")
_CLASS = re.compile(r"\\(?:documentclass|LoadClass|usepackage|RequirePackage)\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}")

CITES = re.compile(r"nocite\w*|(?:full|footfull|paren|text|auto)?cite[tp]?|bibentry")
NAMES_FILES = re.compile("(?:no|default)?bibliography(?!style)|addbibresource|putbib")
"""Names of macros that name works, or bibliographies; multibib adds a word to them."""


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro: what it makes, and the role of each argument.

    `[role]` may be absent, `-` says nothing of the person, `=Skills` is a heading that the class prints. Of several `choices`
    the one with as many arguments as are given counts.
    """

    kind: str
    choices: tuple[tuple[str, ...], ...]

    def arguments(self, given: int = 0) -> tuple[str, ...]:
        """Return the roles of the arguments, where so many groups follow."""
        return next((roles for roles in self.choices if _needed(roles) == given), self.choices[0])


def _needed(roles: tuple[str, ...]) -> int:
    """Return how many groups the arguments take, besides those in brackets."""
    return sum(not role.startswith("[") for role in roles)


@dataclass
class MacroTables:
    """The tables for one document: its class's, and LaTeX's own. `foreign` are macros of other classes, which may mean more."""

    macros: dict[str, Macro] = field(default_factory=dict)
    environments: dict[str, Macro] = field(default_factory=dict)
    items: dict[str, Macro] = field(default_factory=dict)  # the arguments of an \item, by its environment
    ignored: dict[str, int] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)  # what macros of a class print: `#1-#2`
    lists: frozenset[str] = frozenset()
    tables: frozenset[str] = frozenset()
    cells: frozenset[str] = frozenset()
    breaks: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()
    lengths: frozenset[str] = frozenset()
    foreign: frozenset[str] = frozenset()


@cache
def _files() -> dict[str, dict[str, Any]]:
    return {path.stem: load(path).data for path in sorted(CLASSES.glob("*.yaml"))}


def tables_for(source: str) -> MacroTables:
    """Return the tables for a document: those of its class if it has some, else those of all classes, besides LaTeX's own."""
    files = _files()
    names = [name.strip().rpartition("/")[2] for match in _CLASS.findall(source) for name in match.split(",")]
    fitting = [
        data
        for data in files.values()
        if "class" in data and any(re.fullmatch(rf"(?:{data['class']})(?:[-_\d].*)?", name) for name in names)
    ]
    others = [
        {key: value for key, value in data.items() if key not in ("part", "items")}
        for data in files.values()
        if "class" in data and data not in fitting and not data.get("alone")
    ]
    tables = MacroTables()
    for data in (*fitting, files["generic"]):
        _add(tables, data)
    if not fitting:
        known = frozenset(tables.macros)
        for data in others:
            _add(tables, data, known=known)
        tables.foreign = frozenset(tables.macros) - known
    return tables


def _add(tables: MacroTables, data: dict[str, Any], *, known: frozenset[str] | None = None) -> None:
    """Add a table; of a macro that several classes have, the one with as many arguments as are given counts."""
    for kind in _KINDS:
        for name, said in data.get(kind, {}).items():
            macro, other = _macro(kind, said), tables.macros.get(name)
            if other and known is not None and name not in known and kind == other.kind:
                macro = Macro(kind, (*other.choices, *macro.choices))
            elif other:
                continue
            tables.macros[name] = macro
    for name, said in data.get("environments", {}).items():
        tables.environments.setdefault(name, _macro("environment", said))
    for name, said in data.get("items", {}).items():
        tables.items.setdefault(name, _macro("entry" if "date" in said else "row", said))
    for name, text in data.get("texts", {}).items():
        tables.texts.setdefault(name, text)
    for name, count in data.get("ignored", {}).items():
        if name not in tables.macros:
            tables.ignored.setdefault(name, int(count))
    for key in ("lists", "tables", "cells", "breaks", "files", "lengths"):
        setattr(tables, key, getattr(tables, key) | frozenset(data.get(key, ())))


def _macro(kind: str, said: str) -> Macro:
    return Macro(kind, tuple(tuple(choice.split()) for choice in said.split("|")))


@lru_cache(maxsize=4096)
def is_known(name: str) -> bool:
    """Return whether the reader of LaTeX texts knows a command, and so writes what it shows."""
    return not latex.decode(f"\\{name}{{}}").unknown
