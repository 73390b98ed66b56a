"""Read JSON as plain data with the place of every value; numbers stay the text that they are.

Python's own reader knows no places, and reads `1.10` as 1.1.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from cvrender.errors import InputError, Problem
from cvrender.formats.syntax.clean import LIMITS, MAX_DEPTH, clean
from cvrender.load.locations import Location
from cvrender.load.reader import Source
from cvrender.model.convert import DataPath

_TOKEN = re.compile(
    r"""[ \t\r\n]*(?:"(?P<text>[^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*)" | (?P<sign>[{}\[\]:,])
    | (?P<number>-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?) | (?P<word>true|false|null))""",
    re.VERBOSE,
)
_WORDS = {"true": True, "false": False, "null": None}


def read_json(text: str, file: str) -> Source:
    """Read a JSON text as data. Raises InputError at the place where it is not JSON, or too large or deep."""
    reader = _Reader(text, file)
    data = reader.value(reader.token(), ())
    if reader.text[reader.place :].strip(" \t\r\n"):
        reader.stop("is not JSON: it goes on after its end")
    return Source(file, data, reader.keys, reader.values)


class _Reader:
    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.place = 0
        self.line, self.line_start, self.seen = 1, 0, 0
        self.count = 0
        self.keys: dict[DataPath, Location] = {}
        self.values: dict[DataPath, Location] = {}

    def stop(self, message: str) -> None:
        rest = self.text[self.place :]
        at = self._location(self.place + len(rest) - len(rest.lstrip()))
        raise InputError([Problem(message, *at, code="bad-syntax")])

    def _location(self, place: int) -> Location:
        """Return the location of a character; locations only increase."""
        if breaks := self.text.count("\n", self.seen, place):
            self.line += breaks
            self.line_start = self.text.rindex("\n", self.seen, place) + 1
        self.seen = max(self.seen, place)
        return self.file, self.line, place - self.line_start + 1

    def token(self) -> re.Match[str]:
        match = _TOKEN.match(self.text, self.place)
        if not match:
            self.stop("is not JSON here" if self.text[self.place :].strip() else "is not JSON: it ends too early")
        assert match
        self.place = match.end()
        return match

    def value(self, token: re.Match[str], path: DataPath) -> Any:
        if len(path) > MAX_DEPTH:
            self.stop(f"is nested more than {MAX_DEPTH} deep")
        self.count += 1
        if self.count > LIMITS.values:
            self.stop(f"contains more than {LIMITS.values:,} values")
        kind = str(token.lastgroup)
        self.values[path] = self._location(token.start(kind) - (kind == "text"))
        if kind == "text":
            return self._text(token["text"])
        if kind == "number":
            return token["number"]
        if kind == "word":
            return _WORDS[token["word"]]
        if token["sign"] == "{":
            return self._object(path)
        if token["sign"] == "[":
            return self._array(path)
        self.place = token.start(kind)
        return self.stop("is not JSON here: a value is missing")

    def _text(self, inner: str) -> str:
        if len(inner) > LIMITS.characters:
            self.stop(f"is a text of more than {LIMITS.characters:,} characters")
        if "\\" in inner:
            try:
                inner = json.loads(f'"{inner}"')
            except ValueError:
                self.stop("is not JSON here: invalid backslash escape")
        return clean(inner)

    def _array(self, path: DataPath) -> list[Any]:
        items: list[Any] = []
        for token in self._items("]"):
            items.append(self.value(token, (*path, len(items))))
        return items

    def _items(self, close: str) -> Iterator[re.Match[str]]:
        """Yield the first token of each item up to the closing bracket; the caller reads the rest of the item."""
        token = self.token()
        while token["sign"] != close:
            yield token
            token = self.token()
            if token["sign"] == ",":
                token = self.token()
            elif token["sign"] != close:
                self.place = token.start() + 1
                self.stop(f"is not JSON here: a comma or {close} is missing")

    def _object(self, path: DataPath) -> dict[str, Any]:
        members: dict[str, Any] = {}
        times: dict[str, int] = {}
        for token in self._items("}"):
            if token.lastgroup != "text":
                self.place = token.start(str(token.lastgroup))
                self.stop("is not JSON here: a key in quotation marks is missing")
            key = self._unique(self._text(token["text"]), members, times)
            self.keys[(*path, key)] = self._location(token.start("text") - 1)
            if self.token()["sign"] != ":":
                self.stop("is not JSON here: a colon is missing")
            members[key] = self.value(self.token(), (*path, key))
        return members

    def _unique(self, key: str, known: dict[str, Any], times: dict[str, int]) -> str:
        """Return a key with a number if it is a duplicate, so that nothing is overwritten; `times` counts duplicates of each."""
        name = key
        while name in known:
            times[key] = times.get(key, 1) + 1
            name = f"{key} ({times[key]})"
        return name
