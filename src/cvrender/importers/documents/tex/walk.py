"""Walk through LaTeX source, and give the lines that it prints, with the role that macros give their parts.

TeX is not run. What a document defines is expanded, up to limits; macros that neither a table nor the document explains lose
their name and keep their arguments, in order.
"""

import re
from collections.abc import Callable

from cvrender.errors import InputError, Problem
from cvrender.importers.documents.lines import LineCell, LineKind, OldLine
from cvrender.importers.documents.tex.arguments import apply
from cvrender.importers.documents.tex.definitions import Definition, argument, chosen
from cvrender.importers.documents.tex.environments import step
from cvrender.importers.documents.tex.macros import MacroTables, is_known
from cvrender.importers.text import latex

_TOKEN = re.compile(
    r"\\(?P<word>[A-Za-z@]+\*?)[ \t]*\n?[ \t]* | \\(?P<sign>[^A-Za-z]) | (?P<group>[{}]) | (?P<maths>\$\$?[^$]*\$\$?)"
    r"| (?P<cell>&) | (?P<blank>\n[ \t]*\n\s*) | (?P<text>[^\\{}$&\n]+|.)",
    re.VERBOSE | re.DOTALL,
)
_ICON = re.compile(r"(?:fa|ai)[A-Z]\w*|fa|ai|faIcon")
_SEPARATOR = re.compile(r"\$\s*\\(?:cdot|bullet|diamond|circ|star|ast|mid|vert)\s*\$")
"""A formula that is only a sign between parts."""
_FAMILIES = frozenset("input include subfile subimport import loadSection".split())
MAX_EXPANSIONS = 20_000
MAX_DEPTH = 60
MAX_WITHIN = 3  # how often a macro may be within its own expansion; more is a loop of TeX, which is not run
MAX_LENGTH = 8_000_000
_TOO_LONG = "becomes too long when its macros are expanded"


class Walker:
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
        self.unknown: dict[str, int] = {}
        self.bibliographies: list[str] = []
        self.nocite: set[str] = set()
        self.expansions = self.length = 0
        self.depth = 0
        self.source, self.place, self.number, self.fixed = "", 0, 1, False
        self.buffer: list[str] = []
        self.cells: list[LineCell] = []
        self.kind: LineKind = "text"
        self.nesting: list[str] = []
        self.parts: dict[str, list[LineCell]] = {}
        self.active: list[str] = []

    # where it is

    def walk(self, source: str, number: int, *, fixed: bool = False) -> None:
        """Walk through a text. With `fixed`, all of it is from one line of the file."""
        self.length += len(source)
        if self.depth >= MAX_DEPTH or self.length > MAX_LENGTH:
            self._refuse("contains macros that expand without end" if self.depth >= MAX_DEPTH else _TOO_LONG, number)
        kept = self.source, self.place, self.number, self.fixed
        self.source, self.place, self.number, self.fixed = source, 0, number, fixed
        self.depth += 1
        while self.place < len(self.source):
            token = _TOKEN.match(self.source, self.place)
            assert token
            self.place = token.end()
            self._token(str(token.lastgroup), token[str(token.lastgroup)], token[0])
        self.depth -= 1
        self.source, self.place, self.number, self.fixed = kept

    def _refuse(self, message: str, number: int) -> None:
        raise InputError([Problem(message, self.file, number, 1, hint="remove or simplify the macro", code="too-large")])

    @property
    def line(self) -> int:
        """The line of the file that is being read."""
        return self.number if self.fixed else self.number + self.source.count("\n", 0, self.place)

    def _token(self, kind: str, value: str, whole: str) -> None:
        if kind == "word":
            self._word(value.rstrip("*"), value, whole)
        elif kind == "sign":
            self._sign(value)
        elif kind == "cell":
            self.cell() if self._in_table() else self.buffer.append("\\&")
        elif kind == "maths" and _SEPARATOR.fullmatch(value):
            self.cell()
        elif kind == "blank":
            self.flush()
            if not self._in_table():
                self._emit(OldLine((), self.line, "break", file=self.file))
        else:
            self.buffer.append(value)

    def _in_table(self) -> bool:
        return any(name in self.tables.tables for name in self.nesting)

    def _sign(self, sign: str) -> None:
        if sign == "\\":
            self._argument("[]")
            self.flush(keep_kind=not self._in_table() and self._list_depth() > 0 and not self.cells)
        elif sign in "([" and (end := self.source.find("\\)" if sign == "(" else "\\]", self.place)) >= 0:
            self.buffer.append(f"${self.source[self.place : end]}$")
            self.place = end + 2
        elif sign in "'`^\"~=.":
            self.buffer.append(f"\\{sign}{{{self._argument('{}')}}}")
        else:
            self.buffer.append("" if sign in ">=<+" and "tabbing" in self.nesting else f"\\{sign}")

    # lines

    def cell(self, role: str = "") -> None:
        """End a cell."""
        text = latex.decode("".join(self.buffer)).markdown
        self.buffer.clear()
        text = " ".join(text.split()).strip()
        if re.search(r"\w", text):
            self.cells.append(LineCell(text, role))

    def flush(self, *, keep_kind: bool = False) -> None:
        """End a line."""
        self.cell()
        if self.cells:
            level = max(1, self._list_depth())
            self._emit(OldLine(tuple(self.cells), self.line, self.kind, level, self.file))
        self.cells = []
        self.kind = self.kind if keep_kind and self.kind == "bullet" else "text"

    def _emit(self, line: OldLine) -> None:
        if line.kind != "break" or (self.lines and self.lines[-1].kind != "break"):
            self.lines.append(line)

    def _list_depth(self) -> int:
        return sum(name in self.tables.lists for name in self.nesting)

    # arguments

    def _argument(self, form: str) -> str | None:
        """Take the next argument: a group for `{}`, else one in brackets, which may be absent (None)."""
        value, self.place = argument(self.source, self.place, form)
        return value

    def _has_group(self) -> bool:
        match = re.compile(r"\s*\{").match(self.source, self.place)
        return bool(match) and "\n\n" not in self.source[self.place : match.end() if match else 0]

    # macros

    def _word(self, name: str, starred: str, whole: str) -> None:
        tables = self.tables
        if name in ("begin", "end"):
            step(self, name)
        elif name == "item":
            self._item()
        elif name in tables.macros:
            apply(self, tables.macros[name], name)
        elif name in self.macros and name not in ("href", "url"):
            self._expand(name)
        elif name in _FAMILIES:
            self._input(name)
        elif name in ("bibliography", "addbibresource", "nocite"):
            said = (self._argument("[]") and "") or self._argument("{}") or ""
            self.nocite.update(said.split(",")) if name == "nocite" else self.bibliographies.extend(
                part.strip() for part in said.split(",")
            )
        elif name == "bibitem":
            self.flush()
            self._argument("[]")
            self._argument("{}")
            self.kind = "bullet"
        elif name in tables.cells or (
            name in ("hspace", "hskip") and re.match(r"\s*\*?\{?\s*\\(?:fill|stretch)", self.source[self.place :])
        ):
            self._argument("{}") if name == "hspace" else None
            self.cell()
        elif name in tables.breaks:
            self._argument("[]")
            self._argument("{}") if name == "cline" else None
            self.flush()
        else:
            self._inline(name, whole)

    def _inline(self, name: str, whole: str) -> None:
        if name in ("href", "url", "path", "nolinkurl"):
            target = self._argument("{}") or ""
            self.buffer.append(f"\\{name}{{{target}}}")
            if name == "href" and (shown := self._argument("{}")) is not None:
                self.buffer.append(f"{{{self._simple(shown)}}}")
        elif name in self.tables.ignored:
            self._argument("[]")
            for _ in range(self.tables.ignored[name]):
                self._argument("{}")
            self.buffer.append(" " if name == "hspace" else "")
        elif _ICON.fullmatch(name):
            self._argument("[]")
            self._argument("{}") if name in ("faIcon", "fa", "ai") else None
        elif is_known(name):
            self.buffer.append(whole if len(whole) > len(name) + 1 else f"\\{name}" + ("" if self._has_group() else " "))
        else:
            self._unknown(name)

    def _simple(self, source: str) -> str:
        """Return a text whose macros are expanded, for an argument within a line."""
        kept = self.buffer, self.cells, self.kind, self.lines
        self.buffer, self.cells, self.lines = [], [], []
        self.walk(source, self.line, fixed=True)
        made = "".join(self.buffer)
        before = " ".join(cell.plain for line in self.lines for cell in line.cells) + " ".join(cell.plain for cell in self.cells)
        self.buffer, self.cells, self.kind, self.lines = kept
        return f"{before} {made}".strip() if before else made

    def _unknown(self, name: str) -> None:
        """Keep the arguments of a macro that nothing explains: each of several is a cell."""
        while self._argument("[]") is not None:
            pass
        arguments: list[str] = []
        while self._has_group() and len(arguments) < 9:
            arguments.append(self._argument("{}") or "")
        if arguments and any(re.search(r"\w", argument) for argument in arguments):
            self.unknown.setdefault(name, self.line)
        is_entry = len(arguments) > 2 and not self._in_table() and self.kind == "text"
        self.flush() if is_entry else None
        for part in arguments:
            self.cell() if len(arguments) > 1 else None
            self.walk(part, self.line, fixed=True)
        if len(arguments) > 1:
            self.flush() if is_entry else self.cell()

    def _expand(self, name: str) -> None:
        if self.active.count(name) >= MAX_WITHIN:
            self.unknown.setdefault(name, self.line)
            self._unknown(name)
            return
        self.expansions += 1
        if self.expansions > MAX_EXPANSIONS:
            self._refuse("contains macros that expand without end", self.line)
        self.active.append(name)
        self.walk(self._filled(self.macros[name]), self.line, fixed=True)
        self.active.pop()

    def _filled(self, definition: Definition) -> str:
        values = []
        for index in range(definition.arguments):
            if not index and definition.default is not None:
                given = self._argument("[]")
                values.append(definition.default if given is None else given)
            else:
                values.append(self._argument("{}") or "")
        body = chosen(definition.body, values)
        return re.sub(r"(\\[A-Za-z]+)?#(\d)", lambda found: _with_value(found, values), body)

    def _input(self, name: str) -> None:
        parts = [self._argument("{}") or ""] + ([self._argument("{}") or ""] if "import" in name else [])
        wanted = "".join(parts).strip()
        if not self.include(wanted):
            self.unknown.setdefault(f"{name}{{{wanted}}}", self.line)

    def include(self, wanted: str) -> bool:
        """Walk through another file of the project; return whether it is there."""
        if (text := self.read(wanted)) is None:
            return False
        file, self.file = self.file, wanted if wanted.endswith(".tex") else f"{wanted}.tex"
        self.walk(text, 1)
        self.flush()
        self.file = file
        return True

    def _item(self) -> None:
        self.flush()
        label = self._argument("[]")
        self.kind = "bullet"
        if label is not None and re.search(r"\w", label):
            self.buffer.append(f"\\textbf{{{self._simple(label)}}}")
            self.cell("label")


def _with_value(found: re.Match[str], values: list[str]) -> str:
    """Return the value of a parameter; a macro before it does not go on with its letters."""
    value = values[int(found[2]) - 1] if 0 < int(found[2]) <= len(values) else ""
    return f"{found[1]}{' ' if value[:1].isalpha() else ''}{value}" if found[1] else value
