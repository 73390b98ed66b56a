"""Read a value in quotes or brackets that is being typed: `[a, {b: c` has the same parts as when it is closed."""

import re
from typing import Literal

from cvrender.model.convert import DataPath
from cvrender.model.expressions import expression
from cvrender.model.value import Record

Kind = Literal["mapping", "list", "scalar", "nothing", "word"]

_QUOTED = {'"': expression(r'"(?:[^"\\]|\\.)*"', re.DOTALL), "'": expression(r"'(?:[^']|'')*'")}
_PLAIN = expression(r"(?:[^,\[\]{}\n:#]|:(?=[^\s,\[\]{}])|(?<![\s,\[{])#)*")
_STRUCTURE = expression(r"[ \t]*(?:- |-$|[\w-]+:(?=\s|$))", re.MULTILINE)
_ESCAPE = expression(r"\\(.)")
_MOST_LEVELS = 32


class OutlineNode(Record):
    """A key with its value, or an item of a list: the places are offsets in the text; those of a missing key are -1.

    `kind` is that of the value. A `word` is a text where a key is expected; its path is that of the mapping. `text` is the
    value of a scalar, and `flow` is true for what is between brackets. Nobody changes a node once its outline is made.
    """

    path: DataPath
    kind: Kind
    start: int
    end: int
    key_start: int = -1
    key_end: int = -1
    text: str = ""
    flow: bool = False

    @property
    def first(self) -> int:
        """The beginning of its key, or of the value if there is none."""
        return self.key_start if self.key_start >= 0 else self.start


def unquoted(text: str) -> str:
    """Return what a text with or without quotation marks says."""
    if text[:1] == "'":
        return " ".join(text.strip("'").replace("''", "'").split("\n"))
    if text[:1] == '"':
        inner = text[1:-1] if len(text) > 1 and text[-1] == '"' else text[1:]
        return " ".join(part.strip() for part in _ESCAPE.sub(r"\1", inner).split("\n"))
    return text


class FlowReader:
    """Reads one value; a line of structure in `column` or left of it ends a value that is not closed."""

    def __init__(self, text: str, column: int) -> None:
        self.text = text
        self.column = column
        self.nodes: list[OutlineNode] = []

    def read(self, path: DataPath, place: int, level: int = 0, key: tuple[int, int] = (-1, -1)) -> int:
        """Read the value at a place and return where it ends."""
        sign = self.text[place : place + 1]
        part = OutlineNode(path, "scalar", place, place, *key)
        self.nodes.append(part)
        if sign in ("[", "{") and level < _MOST_LEVELS:
            part.flow, part.kind = True, "list" if sign == "[" else "mapping"
            part.end = self._brackets(path, place + 1, level, "]" if sign == "[" else "}")
        elif sign in _QUOTED:
            match = _QUOTED[sign].match(self.text, place)
            part.end = match.end() if match and not self._is_outside(place, match.end()) else self._line_end(place)
            part.text = unquoted(self.text[place : part.end])
        else:
            match = _PLAIN.match(self.text, place)
            raw = match[0].rstrip() if match and level else self.text[place : self._line_end(place)]
            part.end, part.text = place + len(raw), raw
            part.kind = "scalar" if raw else "nothing"
        return part.end

    def _brackets(self, path: DataPath, place: int, level: int, close: str) -> int:
        index, begin = 0, place
        while True:
            place, outside = self._space(place)
            if outside or place >= len(self.text):
                return self._last(begin, place)
            sign = self.text[place]
            if sign in "]}":
                return place + 1
            if sign == ",":
                place += 1
                continue
            before = place
            place = self._pair(path, place, level) if close == "}" else self.read((*path, index), place, level + 1)
            index += 1
            if place == before:  # a sign that nothing begins with
                place += 1

    def _pair(self, path: DataPath, place: int, level: int) -> int:
        """Read a key and its value, or a key that is being typed."""
        start = place
        end = self.read((), place, 1)
        key = self.nodes.pop()
        colon, _ = self._space(end)
        if self.text[colon : colon + 1] != ":":
            while self.nodes and self.nodes[-1].start > start:
                self.nodes.pop()  # the parts of what cannot be a key
            self.nodes.append(OutlineNode(path, "word", start, end, text=key.text))
            return end
        value, outside = self._space(colon + 1)
        if outside or self.text[value : value + 1] in ("", ",", "}", "]"):
            self.nodes.append(OutlineNode((*path, key.text), "nothing", colon + 1, colon + 1, start, end))
            return colon + 1
        return self.read((*path, key.text), value, level + 1, (start, end))

    def _space(self, place: int) -> tuple[int, bool]:
        """Return the next place behind spaces and comments, and whether it is outside of the value."""
        while place < len(self.text):
            sign = self.text[place]
            if sign == "\n" and self._is_outside(place, place + 1):
                return place, True
            if sign == "#" and self.text[place - 1] in " \t\n":
                place = self._line_end(place)
            elif sign.isspace():
                place += 1
            else:
                break
        return place, False

    def _is_outside(self, start: int, end: int) -> bool:
        """Return whether a line that begins between two places, or at the end, is one of structure outside of the value."""
        place = self.text.find("\n", start, end)
        while place >= 0:
            match = _STRUCTURE.match(self.text, place + 1)
            if match and match.end() - match.start() and self._indent(place + 1) <= self.column:
                return True
            place = self.text.find("\n", place + 1, end)
        return False

    def _indent(self, place: int) -> int:
        end = place
        while self.text[end : end + 1] in (" ", "\t"):
            end += 1
        return end - place

    def _last(self, begin: int, place: int) -> int:
        return begin + len(self.text[begin:place].rstrip())

    def _line_end(self, place: int) -> int:
        end = self.text.find("\n", place)
        return len(self.text) if end < 0 else end
