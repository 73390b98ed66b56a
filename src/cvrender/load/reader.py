"""Read YAML as plain data with the location of every value.

Data is built from the parser's events, so a malicious file is rejected before it grows: size, depth and the number of values are
limited, and aliases are not allowed. Of YAML 1.2's core schema only null and the two booleans are resolved: `no`, `2020-01` and
`007` are text, as a CV means them.
"""

import codecs
import os
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import IO, Any

import yaml

from cvrender.errors import InputError, Problem, nearest, position
from cvrender.load.cut_texts import cut_text
from cvrender.load.locations import LOADER, LateTable, Location, late_tables
from cvrender.load.missing_values import KeysWithoutValue, is_nothing
from cvrender.load.yaml_mistakes import SPACE_HINT, TOO_DEEP, explain, in_quotes, odd_space
from cvrender.model.convert import DataPath
from cvrender.model.expressions import expression
from cvrender.model.value import Value, field, replace
from cvrender.system.safe_open import open_folder, open_regular

MAX_DEPTH = 32
MAX_MARKS = 32  # accents on one letter; normalizing a very long run takes hours


class InputLimits(Value, frozen=True):
    """How large a file may be: its bytes, its number of values, the characters of one value, and its signs of Markdown.

    Signs, such as `*` and `[`, are counted because markup takes much longer to read than plain text. With `regular`,
    pipes, devices and symbolic links are refused.
    """

    bytes: int
    values: int
    characters: int
    signs: int = 4_000_000
    regular: bool = False


TRUSTED_LIMITS = InputLimits(8_000_000, 500_000, 1_000_000)
"""Limits for trusted files: enough for ten thousand publications."""

UNTRUSTED_LIMITS = InputLimits(1_000_000, 50_000, 20_000, 200_000, regular=True)
"""Limits for untrusted files: more than any CV needs, yet processed in seconds and in 512 MB."""

SIGNS = "*_`[]<\\$"
"""Characters that may begin Markdown."""

_CONSTANTS: dict[str, bool | None] = dict.fromkeys(("", "~", "null", "Null", "NULL"))
_CONSTANTS |= dict.fromkeys(("true", "True", "TRUE"), True)
_CONSTANTS |= dict.fromkeys(("false", "False", "FALSE"), False)
_ACCENTED = expression(rf"[^\0-\u02ff]{{{MAX_MARKS},}}")
_DIRECTIVE = expression(r"(?:^|\s)#\s*cvrender:(.*)$")


class Source(Value, frozen=True):
    """Data with the location of each key and value, which may be in other files than `file`.

    `directives` are comments `# cvrender: …`, by file and the line they apply to; line 0 means the whole file. `size` is the
    number of bytes of the file, `signs` that of its signs of Markdown. `cut_texts` are warnings of texts that YAML cuts or
    changes.
    """

    file: str
    data: Any
    keys: Mapping[DataPath, Location]
    values: Mapping[DataPath, Location]
    directives: dict[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)
    size: int = 0
    signs: int = 0
    cut_texts: tuple[Problem, ...] = ()

    @property
    def files(self) -> frozenset[str]:
        """The files that the data come from."""
        if isinstance(self.values, LateTable):
            return frozenset((self.file,))
        return frozenset((self.file, *(location[0] for location in self.values.values())))

    def problem(
        self, path: DataPath, message: str, hint: str = "", *, code: str, at_key: bool = False, severity: Any = "error"
    ) -> Problem:
        """Return a Problem at the location of a path."""
        place = self.location(path, at_key=at_key)
        return Problem(message, *place, path=format_path(path), hint=hint, severity=severity, code=code)

    def location(self, path: DataPath, *, at_key: bool = False) -> Location:
        """Return the location of a path, or of the nearest enclosing path that has one."""
        tables = [self.keys, self.values] if at_key else [self.values, self.keys]
        for end in range(len(path), -1, -1):
            location = next((table[path[:end]] for table in tables if path[:end] in table), None)
            if location:
                return location
        return self.file, 0, 0


def format_path(path: DataPath) -> str:
    """Format `("publications", 3, "title")` as `publications[3].title`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


def parse_path(text: str) -> DataPath:
    """Parse `publications[3].title` as `("publications", 3, "title")`."""
    parts = re.findall(r"\[(\d+)\]|([^.\[\]]+)", text)
    return tuple(int(index) if index else key for index, key in parts)


def copied(value: Any) -> Any:
    """Return a copy of plain data."""
    if isinstance(value, dict):
        return {key: copied(part) for key, part in value.items()}
    return [copied(part) for part in value] if isinstance(value, list) else value


def load(path: Path, limits: InputLimits = TRUSTED_LIMITS) -> Source:
    """Read a YAML file that contains a mapping. Raises InputError for whatever is wrong, including too large files."""
    file = str(path)
    try:
        if not limits.regular and path.exists() and not path.is_file():  # reading a pipe would wait for whoever writes to it
            what = "not a YAML file but a directory" if path.is_dir() else "not a regular file"
            raise InputError([Problem(what, file, code="cannot-read")])
        with _open_regular(path) if limits.regular else path.open("rb") as stream:
            raw = stream.read(limits.bytes + 1)
    except FileNotFoundError:
        raise InputError([Problem("file not found", file, hint=_similar_file(path), code="file-not-found")]) from None
    except OSError as error:
        raise InputError([Problem(f"cannot be read: {error.strerror or error}", file, code="cannot-read")]) from None
    return parse(raw, file, limits)


def _similar_file(path: Path) -> str:
    """Return a hint that names the file of the folder that is most likely meant, or the files that there are."""
    with suppress(OSError):
        return nearest(path.stem, [other.stem for other in path.parent.glob("*.yaml")])
    return ""


def _open_regular(path: Path) -> IO[bytes]:
    """Open a regular file. Raises OSError for anything else, and for a symbolic link."""
    with open_folder(path.parent) as folder:
        return os.fdopen(open_regular(folder, path.name), "rb")


def parse(raw: bytes, file: str, limits: InputLimits = TRUSTED_LIMITS) -> Source:
    """Read YAML from bytes, as `load` does; `file` is the name for messages."""
    if len(raw) > limits.bytes:
        raise InputError([Problem(f"file is larger than {limits.bytes // 1_000_000} MB", file, code="too-large")])
    raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode()
        raise InputError([Problem("not UTF-8 text", file, *position(before, len(before)), code="not-utf-8")]) from None
    signs = sum(map(text.count, SIGNS))
    if signs > limits.signs:
        raise InputError(
            [Problem(f"contains more than {limits.signs:,} of the characters {' '.join(SIGNS)}", file, code="too-large")]
        )
    builder = _Builder(file, limits)
    try:
        data = builder.build(text)
    except yaml.YAMLError as error:
        raise InputError([explain(error, file, text, LOADER, MAX_DEPTH)]) from None
    if data is None:
        raise InputError([Problem("file is empty", file, hint='write at least "person: {name: …}"', code="missing-value")])
    if not isinstance(data, dict):
        raise InputError([Problem("should be a mapping", file, 1, 1, hint='such as "person: {name: …}"', code="bad-type")])
    if builder.problems:
        raise InputError(builder.problems)
    tables, cut_texts = late_tables(raw, file), tuple(builder.cut_texts)
    return Source(file, data, *tables, _directives(text, file), len(raw), signs, cut_texts)


def _directives(text: str, file: str) -> dict[tuple[str, int], tuple[str, ...]]:
    """Find directives. On a line of data they apply to it, on their own line to the next one, before all data to all."""
    if "cvrender:" not in text:
        return {}
    codes: dict[tuple[str, int], tuple[str, ...]] = {}
    waiting: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), 1):
        match = _DIRECTIVE.search(line)
        here = (match[1].strip(),) if match else ()
        if not line.strip() or line.strip().startswith("#"):
            waiting += here
            continue
        if (file, 0) not in codes:
            codes[file, 0], waiting = waiting, ()
        if waiting or here:
            codes[file, number] = waiting + here
        waiting = ()
    return codes


class _Builder:
    """Builds plain data from the parser's events."""

    def __init__(self, file: str, limits: InputLimits) -> None:
        self.file = file
        self.limits = limits
        self.count = 0
        self.problems: list[Problem] = []
        self.cut_texts: list[Problem] = []
        self.lines: list[str] = []

    def build(self, text: str) -> Any:
        self.lines = re.split("\r\n|\r|\n", text) if "#" in text or "\\" in text else []
        events = iter(yaml.parse(text, Loader=LOADER))
        data = None
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                if self.count:
                    self._fail("contains a second YAML document", event, hint="write one profile per file", code="bad-yaml")
                data = self._value(next(events), events, ())
        return data

    def _fail(self, message: str, event: Any, hint: str = "", *, code: str) -> None:
        mark = event.start_mark
        raise InputError([*self.problems, Problem(message, self.file, mark.line + 1, mark.column + 1, hint=hint, code=code)])

    def _value(self, event: Any, events: Iterator[Any], path: DataPath) -> Any:
        self.count += 1
        if self.count > self.limits.values:
            self._fail(f"contains more than {self.limits.values:,} values", event, code="too-large")
        if len(path) > MAX_DEPTH:
            self._fail(TOO_DEEP.format(MAX_DEPTH), event, code="too-large")
        if isinstance(event, yaml.ScalarEvent):
            text = self._text(event)
            if event.anchor or event.tag:
                self._check_signs(event)
            if self.lines:
                self._check_comment(event, path)
            return _CONSTANTS.get(text, text) if event.implicit[0] else text
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Any] = []
            while not isinstance(event := next(events), yaml.SequenceEndEvent):
                items.append(self._value(event, events, (*path, len(items))))
            return items
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(events, path)
        hint = f'write out the value, or put a text that begins with "*" in quotes: {in_quotes("*" + event.anchor)}'
        return self._fail("YAML aliases are not allowed", event, hint=hint, code="bad-yaml")

    def _check_signs(self, event: Any) -> None:
        """Report a text such as `&R D` or `!wow x`, whose first word YAML would drop."""
        tag = event.tag if event.tag and not event.tag.startswith("tag:") else ""
        if event.anchor or tag not in ("", "!"):
            word = f"&{event.anchor}" if event.anchor else tag
            hint = f"write {in_quotes(f'{word} {event.value}')}"
            self._fail(f'a text that begins with "{word[0]}" should be in quotes', event, hint=hint, code="quotes-needed")

    def _check_comment(self, event: Any, path: DataPath) -> None:
        """Keep a warning about a text that YAML cuts or changes."""
        start, end = ((mark.line, mark.column) for mark in (event.start_mark, event.end_mark))
        if warning := cut_text(event.value, event.style, start, end, self.lines):
            self.cut_texts.append(replace(warning, file=self.file, path=format_path(path)))

    def _text(self, event: Any) -> str:
        """Return a scalar's characters in Unicode's composed form (NFC)."""
        value: str = event.value
        if len(value) > self.limits.characters:
            self._fail(f"text of more than {self.limits.characters:,} characters", event, code="too-large")
        if value.isascii():
            return value
        if not event.style and (space := odd_space(value)):
            mark = event.start_mark
            place = (self.file, mark.line + 1, mark.column + space[1])
            self.problems.append(Problem(space[0], *place, hint=SPACE_HINT, code="bad-yaml"))
        for run in _ACCENTED.findall(value):
            if any(
                accent and len(list(marks)) > MAX_MARKS for accent, marks in groupby(run, lambda c: unicodedata.combining(c) > 0)
            ):
                self._fail(f"more than {MAX_MARKS} accents on one letter", event, code="too-large")
        return unicodedata.normalize("NFC", value)

    def _mapping(self, events: Iterator[Any], path: DataPath) -> dict[str, Any]:
        mapping: dict[str, Any] = {}
        first: dict[str, int] = {}
        run = KeysWithoutValue()
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                self._fail("key should be text", event, hint='put a text that begins with "{" or "[" in quotes', code="bad-yaml")
            key, mark = sys.intern(self._text(event)), event.start_mark  # the same keys occur in every entry
            inner, location = (*path, key), (self.file, mark.line + 1, mark.column + 1)
            end, value = event.end_mark, next(events)
            read = self._value(value, events, inner)
            if read is None and is_nothing(value, end):
                problem = run.without_value(key, event, Problem("", *location, format_path(inner), code="bad-yaml"))
                self.problems[len(self.problems) - run.told :] = [problem]
                run.told = 1
            else:
                if key in first:
                    message = f"duplicate key (first on line {first[key]})"
                    self.problems.append(Problem(message, *location, format_path(inner), code="duplicate-key"))
                first.setdefault(key, mark.line + 1)
                run = KeysWithoutValue(key, read, value.end_mark)
            mapping[key] = read
        return mapping
