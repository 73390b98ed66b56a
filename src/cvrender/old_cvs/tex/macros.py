"""Load the tables of macros: what the arguments of each macro of a class are."""

import re
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from cvrender.formats.values import latex
from cvrender.load.reader import load

CLASSES = Path(__file__).parent / "classes"
_KINDS = ("heading", "entry", "row", "bullet", "line", "person", "part")
_CLASS = re.compile(r"\\(?:documentclass|LoadClass)\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro: what it makes, and the role of each argument. `[role]` may be absent, `-` says nothing of the person."""

    kind: str
    arguments: tuple[str, ...]


@dataclass
class MacroTables:
    """The tables for one document: its class's, and LaTeX's own."""

    macros: dict[str, Macro] = field(default_factory=dict)
    environments: dict[str, Macro] = field(default_factory=dict)
    ignored: dict[str, int] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)  # what macros of a class print: `#1-#2`
    lists: frozenset[str] = frozenset()
    tables: frozenset[str] = frozenset()
    cells: frozenset[str] = frozenset()
    breaks: frozenset[str] = frozenset()
    is_of_class: bool = False


@cache
def _files() -> dict[str, dict[str, Any]]:
    return {path.stem: load(path).data for path in sorted(CLASSES.glob("*.yaml"))}


def tables_for(source: str) -> MacroTables:
    """Return the tables for a document: those of its class if it has some, else those of all classes, besides LaTeX's own."""
    files = _files()
    named = " ".join(match.rpartition("/")[2] for match in _CLASS.findall(source))
    fitting = [data for data in files.values() if "class" in data and re.search(rf"\b(?:{data['class']})\b", named)]
    others = [
        {key: value for key, value in data.items() if key != "part"}
        for data in files.values()
        if "class" in data and data not in fitting and not data.get("alone")
    ]
    made = MacroTables(is_of_class=bool(fitting))
    for data in (*fitting, files["generic"], *(() if fitting else others)):
        _add(made, data)
    return made


def _add(made: MacroTables, data: dict[str, Any]) -> None:
    for kind in _KINDS:
        for name, said in data.get(kind, {}).items():
            made.macros.setdefault(name, Macro(kind, tuple(said.split())))
    for name, said in data.get("environments", {}).items():
        made.environments.setdefault(name, Macro("environment", tuple(said.split())))
    for name, text in data.get("texts", {}).items():
        made.texts.setdefault(name, text)
    for name, count in data.get("ignored", {}).items():
        if name not in made.macros:
            made.ignored.setdefault(name, int(count))
    for key in ("lists", "tables", "cells", "breaks"):
        if key in data:
            setattr(made, key, frozenset(data[key]))


@lru_cache(maxsize=4096)
def is_known(name: str) -> bool:
    """Return whether the reader of LaTeX texts knows a command, and so writes what it shows."""
    return not latex.decode(f"\\{name}{{}}").unknown
