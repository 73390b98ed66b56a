"""Outline YAML that is being typed: the path and the place of every key and value, though parts of it may be broken.

The reader of `load` refuses a file with one mistake. This one looks at indentation, dashes and keys, and reads on at the next
line after what it cannot read. For a file without mistakes both find the same places.
"""

import re
from functools import lru_cache
from typing import Literal

from cvrender.model.convert import DataPath
from cvrender.model.expressions import expression
from cvrender.model.value import Record, Value
from cvrender.run.language.flow import FlowReader, Kind, OutlineNode, unquoted

_PLAIN_KEY = r"(?:[^\s#&*!|>'\"%@`{}\[\],?:-]|[-?:](?=\S))(?:(?!\s#)[^\n])*?"
_QUOTED_KEY = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\n]|'')*'"
_KEY = expression(rf"({_QUOTED_KEY}|{_PLAIN_KEY})[ \t]*:(?=\s|$)")
_DASH = expression(r"-(?=\s|$)")
_COMMENT = expression(r"[ \t]+#")
_BLOCK_SCALAR = expression(r"[|>][-+0-9]{0,2}[ \t]*(?:#.*)?$")
_MOST_COLUMNS = 200  # deeper indentation is not a profile's


class Outline(Value, frozen=True):
    """The nodes of a text in their order, and those with a value of their own by path."""

    nodes: tuple[OutlineNode, ...]
    by_path: dict[DataPath, OutlineNode]

    def text(self, *path: str | int) -> str:
        """Return the text of the scalar at a path, or an empty text."""
        node = self.by_path.get(path)
        return node.text if node else ""

    def keys(self, path: DataPath) -> list[str | int]:
        """Return the keys of the mapping, or the indices of the list, at a path."""
        return [node.path[-1] for node in self.by_path.values() if node.path and node.path[:-1] == path]

    def at(self, offset: int) -> OutlineNode | None:
        """Return the innermost node whose key or value holds an offset."""
        innermost = None
        for node in self.nodes:
            if node.first <= offset <= node.end and (innermost is None or len(node.path) >= len(innermost.path)):
                innermost = node
        return innermost


@lru_cache(maxsize=16)
def outline(text: str) -> Outline:
    """Return the outline of a text. It is kept, since each feature asks for it."""
    return fresh_outline(text)


def fresh_outline(text: str) -> Outline:
    """Return the outline of a text, which is not kept."""
    reader = _Reader(text)
    reader.read()
    nodes = tuple(reader.nodes)
    by_path = {node.path: node for node in nodes if node.kind != "word"}
    for node in reversed(nodes):
        parent = by_path.get(node.path if node.kind == "word" else node.path[:-1])
        if parent is not None and parent is not node:
            parent.end = max(parent.end, node.end)
    return Outline(nodes, by_path)


class _Frame(Record):
    """A mapping or list that is open: its column and path, and the path of its last value."""

    kind: Literal["mapping", "list"]
    column: int
    path: DataPath
    last: DataPath = ()
    count: int = -1


class _Reader:
    """Reads a text line by line; `frames` are the mappings and lists around the line, `scalar` the last text without quotes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.nodes: list[OutlineNode] = []
        self.values: dict[DataPath, OutlineNode] = {}
        self.frames: list[_Frame] = []
        self.scalar: OutlineNode | None = None
        self.place = 0

    def read(self) -> None:
        while self.place < len(self.text):
            end = self._line_end(self.place)
            begin = self.place
            while begin < end and self.text[begin] in " \t\ufeff\r":
                begin += 1
            if begin == end or self.text[begin] == "#" or self._is_marker(begin, end):
                self.place = end + 1
            else:
                self._line(self.place, begin, end)

    def _is_marker(self, begin: int, end: int) -> bool:
        return begin == self.place and self.text[begin:end].rstrip() in ("---", "...")

    def _line_end(self, place: int) -> int:
        end = self.text.find("\n", place)
        return len(self.text) if end < 0 else end

    def _line(self, start: int, begin: int, end: int) -> None:
        """Read a line of structure: dashes, a key, a value."""
        self.place, first = end + 1, begin
        while _DASH.match(self.text, begin, end):
            self.scalar = None
            path = self._item(begin, begin - start)
            self._add(path, "nothing", begin)
            begin += 1
            while begin < end and self.text[begin] in " \t\r":
                begin += 1
            if begin == end or self.text[begin] == "#":
                return
        column = begin - start
        if (match := _KEY.match(self.text, begin, end)) and column < _MOST_COLUMNS:
            self.scalar = None
            path = self._key(begin, column, unquoted(match[1]))
            self._add(path, "nothing", match.end(), (begin, match.end(1)))
            value = match.end()
            while value < end and self.text[value] in " \t\r":
                value += 1
            if value < end and self.text[value] != "#":
                self._value(path, value, end)
        elif begin > first:
            self._value(self.frames[-1].last, begin, end)
        else:
            self._alone(column, begin, end)

    def _item(self, begin: int, column: int) -> DataPath:
        """Open an item of the list in a column, and return its path."""
        while self.frames and self.frames[-1].column > column:
            self.frames.pop()
        if not self.frames or self.frames[-1].kind == "mapping" or self.frames[-1].column < column:
            self._become("list", begin)
            self.frames.append(_Frame("list", column, self.frames[-1].last if self.frames else ()))
        frame = self.frames[-1]
        frame.count += 1
        frame.last = (*frame.path, frame.count)
        return frame.last

    def _key(self, begin: int, column: int, key: str) -> DataPath:
        """Add a key to the mapping in a column, and return its path."""
        while self.frames and self.frames[-1].column + (self.frames[-1].kind == "list") > column:
            self.frames.pop()
        if not self.frames or self.frames[-1].column < column:
            self._become("mapping", begin)
            self.frames.append(_Frame("mapping", column, self.frames[-1].last if self.frames else ()))
        frame = self.frames[-1]
        frame.last = (*frame.path, key)
        return frame.last

    def _become(self, kind: Literal["mapping", "list"], begin: int) -> None:
        """Make the last value a mapping or a list, since parts of it follow."""
        if self.frames and self.nodes:
            node = self.values.get(self.frames[-1].last)
            if node is not None and node.kind == "nothing":
                node.kind, node.start = kind, begin

    def _alone(self, column: int, begin: int, end: int) -> None:
        """Read a line without a key: more of the text above, the value of the key above, or a key that is being typed."""
        inner = bool(self.frames) and column > self.frames[-1].column
        end_of_text = self._plain_end(begin, end)
        if inner and self.scalar is not None and self.scalar.path == self.frames[-1].last:
            self.scalar.text += " " + self.text[begin:end_of_text]
            self.scalar.end = end_of_text
            return
        if inner and self.nodes and self.nodes[-1].path == self.frames[-1].last and self.nodes[-1].kind == "nothing":
            self._value(self.frames[-1].last, begin, end)
            return
        self.scalar = None
        while self.frames and self.frames[-1].column > column:
            self.frames.pop()
        while self.frames and self.frames[-1].kind == "list" and len(self.frames) > 1 and column < self.frames[-1].column + 1:
            self.frames.pop()
        frame = self.frames[-1] if self.frames else _Frame("mapping", 0, ())
        path = frame.last if frame.column < column else frame.path
        self.nodes.append(OutlineNode(path, "word", begin, end_of_text, text=self.text[begin:end_of_text]))

    def _value(self, path: DataPath, begin: int, end: int) -> None:
        """Read a value that begins on this line."""
        node = self.nodes[-1] if self.nodes and self.nodes[-1].path == path else self._add(path, "nothing", begin)
        sign = self.text[begin]
        if _BLOCK_SCALAR.match(self.text, begin, end):
            node.kind, node.start, node.text, node.end = "scalar", begin, *self._block(begin, end)
        elif sign in "[{\"'":
            reader = FlowReader(self.text, self.frames[-1].column if self.frames else -1)
            stop = reader.read(path, begin)
            self._flow(node, reader.nodes, stop)
        else:
            stop = self._plain_end(begin, end)
            node.kind, node.start, node.end, node.text = "scalar", begin, stop, self.text[begin:stop]
            self.scalar = node

    def _flow(self, node: OutlineNode, nodes: list[OutlineNode], stop: int) -> None:
        """Add what a value in quotes or brackets consists of; reading goes on at the line after it."""
        first, *inner = nodes
        node.kind, node.start, node.end, node.text, node.flow = first.kind, first.start, first.end, first.text, first.flow
        self.nodes += inner
        self.place = self._line_end(stop) + 1

    def _block(self, begin: int, end: int) -> tuple[str, int]:
        """Return the text of a block scalar, and where it ends."""
        least = self.frames[-1].column if self.frames else -1
        lines: list[str] = []
        stop, place = end, end + 1
        while place < len(self.text):
            last = self._line_end(place)
            line = self.text[place:last]
            if line.strip() and len(line) - len(line.lstrip(" ")) <= least:
                break
            lines.append(line.strip())
            stop = last if line.strip() else stop
            place = last + 1
        self.place = place
        return "\n".join(lines).strip(), stop

    def _plain_end(self, begin: int, end: int) -> int:
        comment = _COMMENT.search(self.text, begin, end)
        stop = comment.start() if comment else end
        return begin + len(self.text[begin:stop].rstrip())

    def _add(self, path: DataPath, kind: Kind, place: int, key: tuple[int, int] = (-1, -1)) -> OutlineNode:
        node = self.values[path] = OutlineNode(path, kind, place, place, *key)
        self.nodes.append(node)
        return node


def line_starts(text: str) -> list[int]:
    """Return the offset of each line's first character."""
    return [0, *(match.end() for match in re.finditer("\n", text))]
