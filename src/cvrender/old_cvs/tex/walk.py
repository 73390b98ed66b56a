"""Walk through LaTeX source, and give the lines that it prints, with the role that macros give their parts.

TeX is not run. What a document defines is expanded, up to limits; macros that neither a table nor the document explains lose
their name and keep their arguments, in order.
"""

import re

from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.headings import is_usual
from cvrender.old_cvs.tex.arguments import apply
from cvrender.old_cvs.tex.environments import step
from cvrender.old_cvs.tex.macros import CITES, NAMES_FILES, is_known
from cvrender.old_cvs.tex.state import WalkState

_TOKEN = re.compile(
    r"\\(?P<word>[A-Za-z@]+\*?)[ \t]*(?:\n(?![ \t]*\n))?[ \t]* | \\(?P<sign>[^A-Za-z]) | (?P<group>[{}])"
    r"| (?P<maths>\$\$?[^$]*\$\$?) | (?P<cell>&) | (?P<blank>\n[ \t]*\n\s*) | (?P<text>[^\\{}$&\n]+|.)",
    re.VERBOSE | re.DOTALL,
)
_ICON = re.compile(r"(?:fa|ai)[A-Z]\w*|fa|ai|faIcon")
_SEPARATOR = re.compile(r"\$\s*\\(?:cdot|bullet|diamond|circ|star|ast|mid|vert)\s*\$")
"""A formula that is only a sign between parts."""
_BEFORE_TEXT = re.compile(r"\s*(?:\([^(){}]*\)|at\b)")
"""The name and the place of a node of a picture."""
_END_OF_NODE = re.compile(r"\s*;")
_DOTS = re.compile(r"\$\s*(?:\\[lc]?dots\s*|\\cdot\s*){1,3}\$")
"""A formula that is only dots, as after a year from which on something lasts."""
_ARROW = re.compile(r"\$\s*(?:\\(?:to|(?:long)?rightarrow)|-+|[–→])\s*\$")
"""A formula that is only an arrow or a dash, as between two dates."""
_LENGTH = re.compile(r"\s*=?\s*[-+]?(?:[\d.,]+\s*[a-z]{2}\b|[\d.,]*\\[a-z]+)(?:\s*(?:plus|minus)\s*[\d.]+\s*[a-z]{2,5})*\s*")
"""A length of TeX, such as `2pt plus 1fil` or `.5\\hoffset`."""
_SETS_APART = frozenset("large Large LARGE huge Huge textsc scshape MakeUppercase uppercase underline uline".split())
"""What headings that are none of LaTeX's look like, besides bold type."""
_SIZES = {"LARGE": 1.7, "huge": 2.1, "Huge": 2.5, "HUGE": 2.5}
"""Sizes that little but names have, to that of the text."""
_PRINTS_WORKS = re.compile(r"(?i)cite|publ|bib(?!resource|liographystyle|font|setup)")
"""Names of macros that may print works of a bibliography."""
_SHOWS_WORK = re.compile("full|bibentry")
MAX_EXPANSIONS = 20_000
MAX_DEPTH = 60
MAX_WITHIN = 3  # how often a macro may be within its own expansion; more is a loop of TeX, which is not run
MAX_LENGTH = 8_000_000
_TOO_LONG = "becomes too long when its macros are expanded"


class Walker(WalkState):
    """Reads the tokens of a source, and collects the lines that they print."""

    def walk(self, source: str, number: int, *, fixed: bool = False) -> None:
        """Walk through a text. With `fixed`, all of it is from one line of the file."""
        self.length += len(source)
        if self.depth >= MAX_DEPTH or self.length > MAX_LENGTH:
            self.refuse("contains macros that expand without end" if self.depth >= MAX_DEPTH else _TOO_LONG, number)
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

    def _token(self, kind: str, value: str, whole: str) -> None:
        if kind == "word":
            self._word(value.rstrip("*"), value, whole)
        elif kind == "sign":
            self._sign(value)
        elif kind == "cell" and not self.in_table():
            self.buffer.append("\\&")
        elif kind == "cell" or kind == "maths" and _SEPARATOR.fullmatch(value):
            self.cell()
        elif kind == "maths" and _DOTS.fullmatch(value):
            self.buffer.append("…")
        elif kind == "maths" and _ARROW.fullmatch(value):
            self.buffer.append("–")
        elif kind == "blank":
            self.flush()
            if not self.in_table():
                self.emit(OldLine((), self.line, "break", file=self.file))
        else:
            self.buffer.append(value)

    def _sign(self, sign: str) -> None:
        if sign == "\\":
            self.argument("[]")
            self.flush()
        elif sign in "([" and (end := self.source.find("\\)" if sign == "(" else "\\]", self.place)) >= 0:
            self.buffer.append(f"${self.source[self.place : end]}$")
            self.place = end + 2
        elif sign in "=><+" and "tabbing" in self.nesting:
            self.cell()
        elif sign in "'`^\"~=.":
            self.buffer.append(f"\\{sign}{{{self.argument('{}')}}}")
        else:
            self.buffer.append(f"\\{sign}")

    def _word(self, name: str, starred: str, whole: str) -> None:
        tables = self.tables
        self.is_set_apart = self.is_set_apart or name in _SETS_APART
        self.size = max(self.size, _SIZES.get(name, 1.0))
        self.has_printed_works = self.has_printed_works or bool(_PRINTS_WORKS.search(name))
        if name in ("begin", "end"):
            step(self, name)
        elif name == "item" or name in tables.macros and tables.macros[name].kind == "item":
            self._item()
        elif name in tables.macros:
            apply(self, tables.macros[name], name)
        elif name in self.macros and name not in ("href", "url"):
            self._expand(name)
        elif name in tables.files:
            self._input(name)
        elif name == "node":
            self._node()
        elif name in ("makelettertitle", "newcites") or name.startswith("bibliographystyle"):
            self._leave_out(name)
        elif CITES.fullmatch(name) or NAMES_FILES.match(name):
            self._read_names(name)
        elif name == "bibitem":
            self.flush()
            self.argument("[]")
            self.argument("{}")
            self.kind = "bullet"
        elif name == "kill":  # of a line that only sets tabs
            self.buffer.clear()
            self.cells.clear()
        elif name in tables.cells or (
            name in ("hspace", "hskip") and re.match(r"\s*\*?\{?\s*\\(?:fill|stretch)", self.source[self.place :])
        ):
            self._skip_argument(name == "hspace")
            self.cell()
        elif name in tables.breaks:
            self.argument("[]")
            self._skip_argument(name == "cline")
            self.flush()
        else:
            self._inline(name, whole)

    def _leave_out(self, name: str) -> None:
        """Leave out a letter that stands in the same file, or a macro that only sets how works are listed."""
        if name == "makelettertitle":
            end = self.source.find("\\makeletterclosing", self.place)
            self.place = end if end >= 0 else len(self.source)
            return
        while self.has_group():
            self.argument("{}")

    def _node(self) -> None:
        """Read the text of a node of a picture, behind its options, name and place, up to the sign that ends it."""
        while self.argument("[]") is not None or self._skips(_BEFORE_TEXT):
            pass
        if self.has_group():
            text = self.argument("{}") or ""
            self._skips(_END_OF_NODE)
            self.flush()
            self.walk(text, self.line, fixed=True)
            self.flush()

    def _skips(self, pattern: re.Pattern[str]) -> bool:
        """Go on behind what is at this place; return whether it is there."""
        match = pattern.match(self.source, self.place)
        self.place = match.end() if match else self.place
        return bool(match)

    def _read_names(self, name: str) -> None:
        """Keep the bibliographies or the keys of works that a macro lists; keys that stand for whole works are shown."""
        options = []
        while (option := self.argument("[]")) is not None:
            options.append(option)
        said = "".join(options) if name == "putbib" else self.argument("{}") or ""
        names = [each.strip() for each in said.split(",")]
        if CITES.fullmatch(name):
            self.cited.update(names)
            self.buffer.append(" ".join(names) if _SHOWS_WORK.search(name) else "")
        else:
            self.bibliographies.extend(names)

    def _skip_argument(self, has_one: bool) -> None:
        if has_one:
            self.argument("{}")

    def _inline(self, name: str, whole: str) -> None:
        if name in ("href", "url", "path", "nolinkurl"):
            target = self._with_texts(self.argument("{}") or "")
            self.buffer.append(f"\\{name}{{{target}}}")
            if name == "href" and (shown := self.argument("{}")) is not None:
                self.buffer.append(f"{{{self.simple(shown)}}}")
        elif name in self.tables.lengths:
            self.place = match.end() if (match := _LENGTH.match(self.source, self.place)) else self.place
        elif name in self.tables.ignored:
            for _ in range(self.tables.ignored[name] or 1):
                while self.argument("[]") is not None:
                    pass
                if self.tables.ignored[name]:
                    self.argument("{}")
            self.buffer.append(" " if name == "hspace" else "")
        elif _ICON.fullmatch(name):
            self.argument("[]")
            self._skip_argument(name in ("faIcon", "fa", "ai"))
        elif is_known(name):
            self.buffer.append(whole if len(whole) > len(name) + 1 else f"\\{name}" + ("" if self.has_group() else " "))
        elif not self.has_group() and is_usual(name) and self._is_alone():
            self.flush()
            self.emit(OldLine((LineCell(name.title(), "heading"),), self.line, "heading", 1, self.file))
        else:
            self.read_unknown(name)

    def _is_alone(self) -> bool:
        """Return whether the macro before this place has a line of its own."""
        begin = self.source.rfind("\n", 0, self.source.rfind("\\", 0, self.place)) + 1
        return bool(re.fullmatch(r"\s*\\[A-Za-z]+\s*", self.source[begin : self.place]))

    def _expand(self, name: str) -> None:
        if self.active.count(name) >= MAX_WITHIN:
            self.unknown.setdefault(name, self.line)
            self.read_unknown(name)
            return
        self.expansions += 1
        if self.expansions > MAX_EXPANSIONS:
            self.refuse("contains macros that expand without end", self.line)
        self.active.append(name)
        self.walk(self.filled(self.macros[name]), self.line, fixed=True)
        self.active.pop()

    def _input(self, name: str) -> None:
        if bare := re.compile(r"[\w./-]+").match(self.source, self.place):  # \input file
            self.place = bare.end()
        parts = [bare[0] if bare else self.argument("{}") or ""] + ([self.argument("{}") or ""] if "import" in name else [])
        wanted = "".join(self._with_texts(part).strip() for part in parts)
        if not self.include(wanted):
            self.unknown.setdefault(f"{name}{{{wanted}}}", self.line)

    def _with_texts(self, source: str) -> str:
        """Return a file's name or an address in which macros without arguments are replaced by what they stand for."""

        def text(match: re.Match[str]) -> str:
            known = self.macros.get(match[1])
            return match[0] if known is None or known.arguments else known.body

        return re.sub(r"\\([A-Za-z@]+)(?:[ ]|\{\})?", text, source)

    def include(self, wanted: str) -> bool:
        """Walk through another file of the project; return whether it is there."""
        if self.included.count(wanted) >= MAX_WITHIN or (text := self.read(wanted)) is None:
            return False
        self.included.append(wanted)
        file, self.file = self.file, wanted if wanted.endswith(".tex") else f"{wanted}.tex"
        self.walk(text, 1)
        self.flush()
        self.file = file
        return True

    def _item(self) -> None:
        self.flush()
        environment = next((each for each in reversed(self.nesting) if each in self.tables.items), "")
        if environment and (self.has_group() or re.compile(r"\s*\[").match(self.source, self.place)):
            apply(self, self.tables.items[environment], environment)
            return
        label = self.argument("[]")
        self.kind = "bullet"
        if label is not None and re.search(r"\w", label):
            self.buffer.append(f"\\textbf{{{self.simple(label)}}}")
            self.cell("label")
