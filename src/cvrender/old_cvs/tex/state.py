"""Hold where a walk through LaTeX source is, and the lines that it has found."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable

from cvrender.errors import InputError, Problem
from cvrender.formats.lines import LineCell, LineKind, LineLook, OldLine
from cvrender.formats.values import latex
from cvrender.old_cvs.headings import is_usual
from cvrender.old_cvs.tex.definitions import Definition, argument, chosen
from cvrender.old_cvs.tex.macros import MacroTables


class WalkState(ABC):
    """Collects lines. `read` returns the text of a file that the source names, or None."""

    def __init__(
        self,
        tables: MacroTables,
        macros: dict[str, Definition],
        environments: dict[str, Definition],
        file: str,
        read: Callable[[str], str | None],
    ) -> None:
        self.tables, self.macros, self.defined, self.file, self.read = tables, macros, environments, file, read
        self.lines: list[OldLine] = []
        self.included: list[str] = []
        self.unknown: dict[str, int] = {}
        self.bibliographies: list[str] = []
        self.cited: set[str] = set()
        self.has_author = self.is_set_apart = self.has_printed_works = False
        self.expansions = self.length = 0
        self.size = 1.0
        self.depth = 0
        self.source, self.place, self.number, self.fixed = "", 0, 1, False
        self.buffer: list[str] = []
        self.cells: list[LineCell] = []
        self.kind: LineKind = "text"
        self.nesting: list[str] = []
        self.parts: dict[str, list[LineCell]] = {}
        self.active: list[str] = []

    @abstractmethod
    def walk(self, source: str, number: int, *, fixed: bool = False) -> None:
        """Walk through a text. With `fixed`, all of it is from one line of the file."""

    @abstractmethod
    def include(self, wanted: str) -> bool:
        """Walk through another file of the project; return whether it is there."""

    @property
    def line(self) -> int:
        """The line of the file that is being read."""
        return self.number if self.fixed else self.number + self.source.count("\n", 0, self.place)

    def refuse(self, message: str, number: int) -> None:
        """Raise InputError for a source that is too large."""
        raise InputError([Problem(message, self.file, number, 1, hint="remove or simplify the macro", code="too-large")])

    def cell(self, role: str = "") -> None:
        """End a cell."""
        text = latex.decode("".join(self.buffer)).markdown
        self.buffer.clear()
        text = " ".join(text.split()).strip()
        if re.search(r"\w", text):
            self.cells.append(LineCell(text, role))

    def flush(self) -> None:
        """End a line."""
        self.cell()
        if self.is_set_apart and len(self.cells) == 1 and is_usual(self.cells[0].plain) and self.kind == "text":
            self.cells = [LineCell(f"**{self.cells[0].plain}**")]  # so that it may be a heading
        self.is_set_apart = False
        if self.cells:
            level = max(1, self.list_depth())
            self.emit(OldLine(tuple(self.cells), self.line, self.kind, level, self.file, LineLook(size=self.size)))
            self.size = 1.0
        self.cells = []
        self.kind = "text"

    def emit(self, line: OldLine) -> None:
        """Add a line, of several breaks only the first."""
        if line.kind != "break" or (self.lines and self.lines[-1].kind != "break"):
            self.lines.append(line)

    def in_table(self) -> bool:
        """Return whether this is inside a table."""
        return any(name in self.tables.tables for name in self.nesting)

    def list_depth(self) -> int:
        """Return in how many lists this is."""
        return sum(name in self.tables.lists for name in self.nesting)

    def argument(self, form: str) -> str | None:
        """Take the next argument: a group for `{}`, else one in brackets, which may be absent (None)."""
        value, self.place = argument(self.source, self.place, form)
        return value

    def has_group(self) -> bool:
        """Return whether a group follows, in the same paragraph."""
        match = re.compile(r"\s*\{").match(self.source, self.place)
        return bool(match) and "\n\n" not in self.source[self.place : match.end() if match else 0]

    def count_groups(self) -> int:
        """Return how many groups follow."""
        place, count = self.place, 0
        while self.has_group():
            self.argument("{}")
            count += 1
        self.place = place
        return count

    def filled(self, definition: Definition) -> str:
        """Take the arguments of a definition, and return its body with them."""
        values = []
        for index in range(definition.arguments):
            if not index and definition.default is not None:
                given = self.argument("[]")
                values.append(definition.default if given is None else given)
            else:
                values.append(self.argument("{}") or "")
        body = chosen(definition.body, values)
        return re.sub(r"(\\[A-Za-z]+)?#(\d)", lambda match: _with_value(match, values), body)

    def simple(self, source: str) -> str:
        """Return a text whose macros are expanded, for an argument within a line."""
        kept = self.buffer, self.cells, self.kind, self.lines
        self.buffer, self.cells, self.lines = [], [], []
        self.walk(source, self.line, fixed=True)
        text = "".join(self.buffer)
        before = " ".join(cell.plain for line in self.lines for cell in line.cells) + " ".join(cell.plain for cell in self.cells)
        self.buffer, self.cells, self.kind, self.lines = kept
        return f"{before} {text}".strip() if before else text

    def read_unknown(self, name: str) -> None:
        """Keep the arguments of a macro that nothing explains: each of several is a cell; one that names a file is followed."""
        while self.argument("[]") is not None:
            pass
        arguments: list[str] = []
        while self.has_group() and len(arguments) < 9:
            arguments.append(self.argument("{}") or "")
        arguments = [argument for argument in arguments if not PICTURE.fullmatch(argument)]
        if len(arguments) == 1 and re.fullmatch(r"[\w./ -]{1,100}", arguments[0]) and self.include(arguments[0]):
            return
        if arguments and any(re.search(r"\w", argument) for argument in arguments):
            self.unknown.setdefault(name, self.line)
        is_entry = len(arguments) > 2 and not self.in_table() and self.kind == "text"
        if is_entry:
            self.flush()
        for part in arguments:
            if len(arguments) > 1:
                self.cell()
            self.walk(part, self.line, fixed=True)
        if is_entry:
            self.flush()
        elif len(arguments) > 1:
            self.cell()


PICTURE = re.compile(r"(?i)[\w./ -]+\.(?:png|jpe?g|svg|eps|pdf)")
"""Names of files with pictures, which say nothing."""


def _with_value(match: re.Match[str], values: list[str]) -> str:
    """Return the value of a parameter; a macro before it does not go on with its letters."""
    value = values[int(match[2]) - 1] if 0 < int(match[2]) <= len(values) else ""
    return f"{match[1]}{' ' if value[:1].isalpha() else ''}{value}" if match[1] else value
