"""YAML file in, plain data with the place of every value out.

The reader builds from the parser's events, so that a hostile file is stopped before it grows: there are caps on size,
depth and the number of values, and no aliases. Scalars follow YAML 1.2's core schema only as far as null and the two
booleans: `no`, `2020-01` and `007` are text, because in a CV they are.
"""

import codecs
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

import yaml

from cvrender.errors import InputError, Problem
from cvrender.model.convert import DataPath

MAX_DEPTH = 32
MAX_MARKS = 32  # accents on one letter: to put a long run of them in Unicode's order takes hours

Location = tuple[str, int, int]
"""A file, and a line and column in it, counted from 1."""


@dataclass(frozen=True, slots=True)
class Caps:
    """How large a file may be: its bytes, the number of its values, and the characters of one of them."""

    bytes: int
    values: int
    characters: int


OWN = Caps(8_000_000, 500_000, 1_000_000)
"""What our own files may hold: enough for ten thousand publications."""

UNTRUSTED = Caps(1_000_000, 50_000, 20_000)
"""What a stranger's may: more than any CV needs, and little enough that it is done in seconds, in 512 MB."""

_WORDS: dict[str, bool | None] = dict.fromkeys(("", "~", "null", "Null", "NULL"))
_WORDS |= dict.fromkeys(("true", "True", "TRUE"), True)
_WORDS |= dict.fromkeys(("false", "False", "FALSE"), False)
_ACCENTED = re.compile(rf"[^\0-\u02ff]{{{MAX_MARKS},}}")
_NOTE = re.compile(r"(?:^|\s)#\s*cvrender:(.*)$")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Source:
    """Data, and the place of each key and value in it; parts may come from other files than the one it is named after.

    `notes` are what comments say to us, `# cvrender: …`, by file and the line that they are about; line 0 is the whole file.
    """

    file: str
    data: Any
    keys: dict[DataPath, Location]
    values: dict[DataPath, Location]
    notes: dict[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)

    def problem(self, path: DataPath, message: str, hint: str = "", *, at_key: bool = False, severity: Any = "error") -> Problem:
        """A Problem at that place, or at the nearest place around it that the file has."""
        places = [self.keys, self.values] if at_key else [self.values, self.keys]
        for end in range(len(path), -1, -1):
            found = next((place[path[:end]] for place in places if path[:end] in place), None)
            if found:
                return Problem(message, *found, path=show_path(path), hint=hint, severity=severity)
        return Problem(message, self.file, path=show_path(path), hint=hint, severity=severity)


def show_path(path: DataPath) -> str:
    """`("publications", 3, "title")` as `publications[3].title`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


def read_path(text: str) -> DataPath:
    """`publications[3].title` as `("publications", 3, "title")`."""
    parts = re.findall(r"\[(\d+)\]|([^.\[\]]+)", text)
    return tuple(int(index) if index else key for index, key in parts)


def load(path: Path, caps: Caps = OWN) -> Source:
    """Read a YAML file whose top is a mapping. Raises InputError, whatever the file holds, also when it holds too much."""
    file = str(path)
    try:
        if path.is_dir():
            raise InputError([Problem("is a directory, not a YAML file", file)])
        with path.open("rb") as stream:
            raw = stream.read(caps.bytes + 1)
    except FileNotFoundError:
        raise InputError([Problem("there is no such file", file)]) from None
    except OSError as error:
        raise InputError([Problem(f"cannot be read: {error.strerror or error}", file)]) from None
    return parse(raw, file, caps)


def parse(raw: bytes, file: str, caps: Caps = OWN) -> Source:
    """Read YAML from bytes, as `load` does; `file` is its name in messages."""
    if len(raw) > caps.bytes:
        raise InputError([Problem(f"is larger than {caps.bytes // 1_000_000} MB", file)])
    raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        raise InputError([Problem("is not UTF-8 text", file, *_place_after(raw[: error.start].decode()))]) from None
    builder = _Builder(file, caps)
    try:
        data = builder.build(text)
    except yaml.YAMLError as error:
        raise InputError([_yaml_problem(error, file, text)]) from None
    if data is None:
        raise InputError([Problem("is empty", file, hint='a profile has at least "person: {name: …}"')])
    if not isinstance(data, dict):
        raise InputError([Problem('should be a mapping such as "person: …"', file, 1, 1)])
    if builder.problems:
        raise InputError(builder.problems)
    return Source(file, data, builder.keys, builder.values, _notes(text, file))


def _notes(text: str, file: str) -> dict[tuple[str, int], tuple[str, ...]]:
    """Comments for us: on a line they are about it, on lines of their own about the next one, before all data about all."""
    if "cvrender:" not in text:
        return {}
    found: dict[tuple[str, int], tuple[str, ...]] = {}
    waiting: tuple[str, ...] = ()
    begun = False
    for number, line in enumerate(text.split("\n"), 1):
        match = _NOTE.search(line)
        said = (match[1].strip(),) if match else ()
        bare = line.strip()
        if not bare or bare.startswith("#"):
            waiting += said
        elif begun:
            if waiting or said:
                found[file, number] = waiting + said
            waiting = ()
        else:
            found[file, 0], waiting, begun = waiting, (), True
            if said:
                found[file, number] = said
    return found


def _place_after(text: str) -> tuple[int, int]:
    """The line and column of what follows the text."""
    return text.count("\n") + 1, len(text) - text.rfind("\n")


def _yaml_problem(error: yaml.YAMLError, file: str, text: str) -> Problem:
    """libyaml's words in ours, for the mistakes that people make."""
    mark = getattr(error, "problem_mark", None)
    line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
    said = str(getattr(error, "problem", None) or getattr(error, "reason", None) or "is not YAML")
    code = getattr(error, "character", None)
    if isinstance(code, int):
        line, column = _place_after(text[: text.index(chr(code))])
        return Problem(f"holds the character U+{code:04X}, which YAML does not allow", file, line, column)
    if "cannot start any token" in said and any("\t" in found for found in text.splitlines()[line - 1 : line]):
        return Problem("a tab stands where YAML wants spaces", file, line, column, hint="indent with spaces")
    hint = ""
    if "mapping values are not allowed" in said:
        hint = 'a text that holds ": " needs quotes around it'
    return Problem(f"is not YAML here: {said}", file, line, column, hint=hint)


class _Builder:
    """Builds plain data from the parser's events and notes where each part stood."""

    def __init__(self, file: str, caps: Caps) -> None:
        self.file = file
        self.caps = caps
        self.count = 0
        self.problems: list[Problem] = []
        self.keys: dict[DataPath, Location] = {}
        self.values: dict[DataPath, Location] = {}

    def build(self, text: str) -> Any:
        events = iter(yaml.parse(text, Loader=_LOADER))
        data = None
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                if self.count:
                    self._stop("holds a second YAML document; one file is one profile", event)
                data = self._value(next(events), events, ())
        return data

    def _stop(self, message: str, event: Any, hint: str = "") -> None:
        mark = event.start_mark
        raise InputError([*self.problems, Problem(message, self.file, mark.line + 1, mark.column + 1, hint=hint)])

    def _value(self, event: Any, events: Iterator[Any], path: DataPath) -> Any:
        self.count += 1
        mark = event.start_mark
        self.values[path] = (self.file, mark.line + 1, mark.column + 1)
        if self.count > self.caps.values:
            self._stop(f"holds more than {self.caps.values:,} values", event)
        if len(path) > MAX_DEPTH:
            self._stop(f"is nested more than {MAX_DEPTH} deep", event)
        if isinstance(event, yaml.ScalarEvent):
            text = self._text(event)
            return _WORDS.get(text, text) if event.implicit[0] else text
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Any] = []
            while not isinstance(event := next(events), yaml.SequenceEndEvent):
                items.append(self._value(event, events, (*path, len(items))))
            return items
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(events, path)
        return self._stop("is an alias, which profiles do not have", event, hint="write the value out")

    def _text(self, event: Any) -> str:
        """A scalar's characters, letters and their accents composed."""
        value: str = event.value
        if len(value) > self.caps.characters:
            self._stop(f"is a text of more than {self.caps.characters:,} characters", event)
        if value.isascii():
            return value
        for run in _ACCENTED.findall(value):
            if any(
                accent and len(list(marks)) > MAX_MARKS for accent, marks in groupby(run, lambda c: unicodedata.combining(c) > 0)
            ):
                self._stop(f"holds more than {MAX_MARKS} accents on one letter", event)
        return unicodedata.normalize("NFC", value)

    def _mapping(self, events: Iterator[Any], path: DataPath) -> dict[str, Any]:
        found: dict[str, Any] = {}
        first: dict[str, int] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                self._stop("a key should be a word", event, hint='a text that begins with "{" or "[" needs quotes')
            key, mark = self._text(event), event.start_mark
            place = (*path, key)
            if key in found:
                text = f"stands twice; the first is on line {first[key]}"
                self.problems.append(Problem(text, self.file, mark.line + 1, mark.column + 1, show_path(place)))
            first.setdefault(key, mark.line + 1)
            self.keys[place] = (self.file, mark.line + 1, mark.column + 1)
            found[key] = self._value(next(events), events, place)
        return found
