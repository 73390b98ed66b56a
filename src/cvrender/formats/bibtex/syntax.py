"""Read the blocks of a BibTeX file: entries, strings, preambles, comments, each value with its place.

The grammar is that of BibTeX 0.99d. Values joined by `#` and names of strings are resolved here. A fault costs the field or entry
that has it: what is behind it is read, and what could not be read is kept as it was typed.
"""

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from typing import NoReturn

from cvrender.errors import Problem, Severity
from cvrender.formats.syntax.clean import LIMITS, clean
from cvrender.load.locations import Location
from cvrender.model.written_dates import MONTHS

MONTH_NAMES = frozenset("jan feb mar apr may jun jul aug sep oct nov dec".split())
MAX_BRACES = 100
"""How deep braces may be nested in a value."""
_COMMENT = 200  # characters before an entry in which a comment may begin
MAX_PROBLEMS = 1000
"""How many faults of one file are told."""

_BLOCK = re.compile(r"@\s{0,20}([A-Za-z][\w:+.-]{0,60})\s{0,20}([{(])")
_SPACE = re.compile(r"(?:\s|%[^\n]*)*")
"""Blanks between the parts of an entry, and comments, as biber reads them."""
_NAME = re.compile(r"""[^\s"#%'(),={}@\\]+""")
_KEY = re.compile(r"""[^\s,{}()"=]*(?:\s+[^\s,{}()"=]+)*""")
_NEXT = re.compile(r"^[ \t]{0,80}@[A-Za-z]\w{0,40}\s{0,20}[{(]\s{0,20}[^\s,{}()=]{1,200}\s{0,20},", re.MULTILINE)
_IN_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_IN_QUOTES = re.compile(r"""\\.|[{}"]""", re.DOTALL)


@dataclass(frozen=True, slots=True)
class BibtexValue:
    """A field's text, still LaTeX, and where it begins."""

    text: str
    place: Location


@dataclass(slots=True)
class Block:
    """An entry: its type in lower case, its key, its fields by their name in lower case."""

    type: str
    key: str
    place: Location
    key_place: Location
    fields: dict[str, BibtexValue] = field(default_factory=dict)


@dataclass
class BibtexFile:
    """What is in a file. `strings`, `preambles`, `comments` and `broken` are texts as they were typed."""

    file: str
    entries: list[Block] = field(default_factory=list)
    strings: dict[str, str] = field(default_factory=dict)
    preambles: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


class _Broken(Exception):
    """A block cannot be read on."""


def read_bibtex(text: str, file: str) -> BibtexFile:
    """Read a BibTeX text. What is wrong with it is among its `problems`; nothing is raised."""
    return _Reader(text, file).read()


class _Reader:
    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.place = 0
        self.parsed = BibtexFile(file)
        self.lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self.strings: dict[str, str] = {}
        self.used: set[str] = set()
        self.count = 0
        self.characters = 0
        self.next_entry = -1

    def read(self) -> BibtexFile:
        start = 0
        while match := _BLOCK.search(self.text, self.place):
            line = self.text.rfind("\n", 0, match.start()) + 1
            if "%" in self.text[max(line, match.start() - _COMMENT) : match.start()]:  # commented out
                end = self.text.find("\n", match.end())
                self.place = end if end >= 0 else len(self.text)
                continue
            self._between(self.text[start : match.start()])
            self.place = match.end()
            if len(self.parsed.entries) + self.count > LIMITS.values:
                self._say(match.start(), f"contains more than {LIMITS.values:,} values; the rest is not read", severity="error")
                return self.parsed
            try:
                self._block(match[1].lower(), match[2] == "(", match.start())
            except _Broken:
                self._skip(match.start())
            start = self.place
        self._between(self.text[start:])
        self.parsed.strings = {name: text for name, text in self.strings.items() if name not in self.used}
        return self.parsed

    def _between(self, text: str) -> None:
        if text.strip():
            self.parsed.comments.append(clean(text.strip()))

    def at(self, place: int) -> Location:
        """Line and column of a character."""
        line = bisect_right(self.lines, place)
        return self.file, line, place - self.lines[line - 1] + 1

    def _say(self, place: int, message: str, hint: str = "", severity: Severity = "warning") -> None:
        if len(self.parsed.problems) < MAX_PROBLEMS:
            self.parsed.problems.append(Problem(message, *self.at(place), hint=hint, severity=severity, code="bad-syntax"))

    def _fail(self, place: int, message: str, hint: str = "") -> NoReturn:
        self._say(place, message, hint, "error")
        raise _Broken

    def _skip(self, start: int) -> None:
        """Go on at the next entry, and keep what is skipped."""
        following = _NEXT.search(self.text, max(self.place, start + 1))
        self.place = following.start() if following else len(self.text)
        self.parsed.broken.append(clean(self.text[start : self.place].strip()))

    def _blank(self) -> str:
        """Move to the next character that is not a blank, and return it."""
        match = _SPACE.match(self.text, self.place)
        assert match
        self.place = match.end()
        return self.text[self.place : self.place + 1]

    def _block(self, kind: str, in_parentheses: bool, start: int) -> None:
        close = ")" if in_parentheses else "}"
        if kind == "comment":
            self.parsed.comments.append(clean(self._until(_IN_BRACES, "}").strip()) if not in_parentheses else "")
        elif kind == "preamble":
            self.parsed.preambles.append(self._value())
            self._end(close)
        elif kind == "string":
            name, _ = self._name()
            self.strings[name.lower()] = self._value()
            self._end(close)
        else:
            self._entry(kind, close, start)

    def _end(self, close: str) -> None:
        if self._blank() == ",":
            self.place += 1
        if self._blank() != close:
            self._fail(self.place, f'"{close}" is missing here')
        self.place += 1

    def _entry(self, kind: str, close: str, start: int) -> None:
        self._blank()
        match = _KEY.match(self.text, self.place)
        assert match
        block = Block(kind, clean(match[0].strip()), self.at(start), self.at(self.place))
        self.place = match.end()
        if self._blank() == "=":
            self._say(match.start(), f"the @{kind} has no key", f"write @{kind}{{key, …")
            block.key, self.place = "", match.start()
        elif self.text[self.place : self.place + 1] == ",":
            self.place += 1
            if not block.key:
                self._say(match.start(), f"the @{kind} has no key", f"write @{kind}{{key, …")
        elif self.text[self.place : self.place + 1] != close:
            self._fail(self.place, f"the @{kind} ends within its key")
        self._fields(block, close, start)
        self.parsed.entries.append(block)

    def _fields(self, block: Block, close: str, start: int) -> None:
        times: Counter[str] = Counter()
        while (sign := self._blank()) != close:
            if sign == ",":
                self.place += 1
                continue
            if not sign or self.place == self._limit(self.place):
                self._fail(start, f"the @{block.type} {block.key} never ends", f'close it with "{close}"')
            name, place = self._name()
            value = BibtexValue(clean(self._value()), self.at(self.value_start))
            known = name.lower()
            times[known] += 1
            if times[known] > 1:
                self._say(place, f"duplicate field {name} in {block.key or 'this entry'}", "the first one is used")
                known = f"{known} ({times[known]})"
            block.fields[known] = value
            self.count += 1
            if self._blank() not in (",", close, "") and self.place != self._limit(self.place):
                self._after_value(name)
        self.place += 1

    def _after_value(self, name: str) -> None:
        match = _NAME.match(self.text, self.place)
        following = re.compile(r"\s*=").match(self.text, match.end()) if match else None
        if match and following:
            self._say(self.place, f"a comma is missing before {match[0]}", f"put one behind the value of {name}")
        else:
            self._fail(self.place, f"this cannot be read; write a comma after the value of {name}, or end the entry")

    def _name(self) -> tuple[str, int]:
        self._blank()
        match = _NAME.match(self.text, self.place)
        if not match:
            self._fail(self.place, "a field's name is missing here", "write name = {value}")
        place, self.place = self.place, match.end()
        if self._blank() != "=":
            self._fail(self.place, f'"=" is missing after {match[0]}')
        self.place += 1
        return clean(match[0]), place

    def _value(self) -> str:
        """The pieces of a value joined."""
        pieces, length = [], 0
        sign = self._blank()
        self.value_start = self.place + (sign in ("{", '"'))
        while True:
            pieces.append(self._piece())
            self.characters += len(pieces[-1])
            length += len(pieces[-1])
            if length > LIMITS.characters or self.characters > LIMITS.bytes:
                self._fail(self.value_start, f"is a text of more than {LIMITS.characters:,} characters")
            if self._blank() != "#":
                return "".join(pieces)
            self.place += 1

    def _piece(self) -> str:
        sign = self._blank()
        if sign in ("{", '"'):
            self.place += 1
            return self._until(_IN_BRACES, "}") if sign == "{" else self._until(_IN_QUOTES, '"')
        match = _NAME.match(self.text, self.place)
        if not match:
            self._fail(self.place, "a value is missing here", "write it between braces")
        place, self.place = self.place, match.end()
        word = match[0]
        if word.isdigit():
            return word
        known = self.strings.get(word.lower())
        if known is not None:
            self.used.add(word.lower())
            return known
        if word.lower() not in MONTH_NAMES and word.lower() not in MONTHS:
            self._say(place, f'there is no @string "{word}"', "define it, or put the value between braces")
        return word

    def _until(self, signs: re.Pattern[str], close: str) -> str:
        """Return the text up to the sign that closes it, which is passed."""
        begin, depth = self.place, 0
        limit = self._limit(begin)
        for match in signs.finditer(self.text, begin, limit):
            sign = match[0]
            if sign == close and depth == 0:
                self.place = match.end()
                return self.text[begin : match.start()]
            if sign in "{}":
                depth += 1 if sign == "{" else -1
                if depth > MAX_BRACES:
                    self._fail(match.start(), f"braces are nested more than {MAX_BRACES} deep")
                if depth < 0:
                    self._fail(match.start(), "a brace closes that was never opened")
        self.place = limit
        return self._fail(begin - 1, f"this {'brace' if close == '}' else 'quotation mark'} is never closed")

    def _limit(self, begin: int) -> int:
        """Return where the next entry begins; no value extends beyond it."""
        if self.next_entry < begin:  # which is seldom, so that the file is searched once
            match = _NEXT.search(self.text, begin)
            self.next_entry = match.start() if match else len(self.text)
        return self.next_entry
