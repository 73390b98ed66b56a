"""Edit the text of a YAML file at the places of its values, so that every other character stays as it was.

`Edits` collects changes of the data; `apply` makes them in the text and reads the result again: it has to hold the changed
data and nothing else. Comments, order, quotation marks and line breaks that a change does not touch are not looked at.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any

import yaml

from cvrender.errors import InputError, Problem
from cvrender.load.locations import LOADER
from cvrender.load.reader import copied, format_path, parse
from cvrender.load.yaml_text import after, block, flow, scalar
from cvrender.model.convert import DataPath

_KEY = re.compile(r"""(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^:#\n]+)[ ]*:""")

Order = Callable[[DataPath], Sequence[str]]
"""The usual order of the keys of the mapping at a path; empty where there is none."""


@dataclass(slots=True)
class Node:
    """Where a value is in the text: from `start` to `end`, its `column`, and where its key begins."""

    kind: str  # scalar, mapping or list
    start: int
    end: int
    column: int
    flow: bool
    quote: str = ""
    key: int = -1
    parts: list[str | int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Edit:
    """Other characters for those between two places of a text."""

    start: int
    end: int
    new: str


@lru_cache(maxsize=8)
def data_of(text: str, file: str) -> Any:
    """Return the data of a text. Nobody changes them, so that a text is read once by all who edit it. Raises InputError."""
    return parse(text.encode(), file).data


def scan(text: str) -> dict[DataPath, Node]:
    """The place of every value of a text that `load/reader.py` reads."""
    events: Iterator[Any] = iter(yaml.parse(text, Loader=LOADER))
    nodes: dict[DataPath, Node] = {}
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            _node(next(events), events, (), -1, nodes, text)
            break
    return nodes


def _node(event: Any, events: Iterator[Any], path: DataPath, key: int, nodes: dict[DataPath, Node], text: str) -> Node:
    start, stop, column = event.start_mark.index, event.end_mark.index, event.start_mark.column
    if isinstance(event, yaml.ScalarEvent):
        end = start + len(text[start:stop].rstrip())
        quote = event.style if event.style in ("'", '"') else ""
        nodes[path] = Node("scalar", start, end, column, False, quote, key)
        return nodes[path]
    is_mapping = isinstance(event, yaml.MappingStartEvent)
    kind, last = ("mapping", yaml.MappingEndEvent) if is_mapping else ("list", yaml.SequenceEndEvent)
    node = nodes[path] = Node(kind, start, start, column, bool(event.flow_style), "", key)
    while not isinstance(event := next(events), last):
        part: str | int = unicodedata.normalize("NFC", event.value) if is_mapping else len(node.parts)
        if is_mapping:
            inner = _node(next(events), events, (*path, part), event.start_mark.index, nodes, text)
            node.end = max(inner.end, event.end_mark.index)
        else:
            node.end = _node(event, events, (*path, part), -1, nodes, text).end
        node.parts.append(part)
    if node.flow:
        mark: Any = event.end_mark
        node.end = mark.index
    return node


def as_read(value: Any) -> Any:
    """Return data as they are read back, when a number is a text."""
    if isinstance(value, dict):
        return {key: as_read(part) for key, part in value.items()}
    if isinstance(value, list):
        return [as_read(part) for part in value]
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


class Edits:
    """Changes of a file's data, to be made in its text."""

    def __init__(self, file: str, text: str, order: Order = lambda path: ()) -> None:
        self.file = file
        self.text = text
        self.order = order
        self.data = data_of(text, file)  # which says what is wrong with a text that cannot be read
        self.nodes = scan(text)
        self.sets: dict[DataPath, Any] = {}
        self.appends: dict[DataPath, list[Any]] = {}
        self.removed: dict[DataPath, None] = {}
        self.inserts: dict[DataPath, list[tuple[int, Any]]] = {}
        self.orders: dict[DataPath, Sequence[int]] = {}

    def without_changes(self) -> "Edits":
        """Return edits of the same text, with no changes yet."""
        unchanged = copy(self)
        unchanged.sets, unchanged.appends, unchanged.removed, unchanged.inserts, unchanged.orders = {}, {}, {}, {}, {}
        return unchanged

    def set(self, path: DataPath, value: Any) -> None:
        """Give the key or entry at a path another value, or add the key; a mapping around it is made where there is none."""
        while len(path) > 1 and self._missing(path[:-1]):
            value = {**(self.sets.get(path[:-1]) or {}), path[-1]: value}
            path = path[:-1]
        self.sets[path] = value

    def append(self, path: DataPath, value: Any) -> None:
        """Add an item to the end of the list at a path, which is made where there is none."""
        node = self.nodes.get(path)
        if node and node.kind == "list" and node.parts:
            self.appends.setdefault(path, []).append(value)
        else:
            self.set(path, [*(self.sets.get(path) or self._alone(path)), value])

    def remove(self, path: DataPath) -> None:
        """Remove the key or the item at a path; a list without items goes as a whole."""
        self.removed[path] = None
        items = self.nodes[path[:-1]].parts
        if isinstance(path[-1], int) and all((*path[:-1], part) in self.removed for part in items):
            for part in items:
                del self.removed[*path[:-1], part]
            self.remove(path[:-1])

    def insert(self, path: DataPath, index: int, value: Any) -> None:
        """Insert an item into the list at a path, before that of an index."""
        node = self.nodes.get(path)
        if node and node.kind == "list" and index < len(node.parts):
            self.inserts.setdefault(path, []).append((index, value))
        else:
            self.append(path, value)

    def reorder(self, path: DataPath, order: Sequence[int]) -> None:
        """Give the items of the list at a path another order, that of these indices."""
        self.orders[path] = order

    def _alone(self, path: DataPath) -> list[Any]:
        """Return the value at a path as a list: a text becomes a list of one."""
        node = self.nodes.get(path)
        value = _at(self.data, path) if node and node.kind == "scalar" else None
        return [] if value is None else [value]

    def _missing(self, path: DataPath) -> bool:
        node = self.nodes.get(path)
        return node is None or node.kind == "scalar" or not node.parts

    def edits(self) -> list[Edit]:
        """Return the changes to the text, in its order; of those at one place what belongs to an inner part comes first."""
        edits = [
            (path, self._replaced(path, value) if path in self.nodes else self._added(path, value))
            for path, value in self.sets.items()
        ]
        edits += [((*path, -1), self._appended(path, value)) for path, values in self.appends.items() for value in values]
        edits += [(path, self._taken(path)) for path in self.removed]
        edits += [
            ((*path, index), self._inserted(path, index, value)) for path, items in self.inserts.items() for index, value in items
        ]
        edits += [(path, self._reordered(path, order)) for path, order in self.orders.items()]
        return [edit for _, edit in sorted(edits, key=lambda each: (each[1].start, -len(each[0])))]

    def apply(self) -> str:
        """The text with all changes made. Raises InputError where that would change anything else."""
        if self.orders and (self.sets or self.appends or self.removed or self.inserts):
            return self._ordered_last()
        changed, place = "", 0
        line_end = "\r\n" if "\r\n" in self.text else "\n"
        for edit in self.edits():
            changed += self.text[place : edit.start] + edit.new.replace("\n", line_end)
            place = max(place, edit.end)
        changed += self.text[place:]
        read = data_of(changed, self.file)
        if read != as_read(self.wanted()):
            raise self._cannot()
        return changed

    def _ordered_last(self) -> str:
        """Return the text with all other changes made first, since items change before they move."""
        others = copy(self)
        others.orders = {}
        last = Edits(self.file, others.apply(), self.order)
        for path, order in self.orders.items():
            gone = {part[-1] for part in self.removed if part[:-1] == path}
            left = [index for index in sorted(order) if index not in gone]
            changed = {part[:-1] for part in self.removed if part[:-1] != path} | self.inserts.keys() | self.appends.keys()
            if any(path[: len(part)] == part for part in changed):
                raise self._cannot()
            last.reorder(path, [left.index(index) for index in order if index not in gone])
        return last.apply()

    def _cannot(self) -> InputError:
        """Return an error that names all changes."""
        changed = (*self.sets, *self.appends, *self.removed, *self.inserts, *self.orders)
        paths = ", ".join(format_path(path) for path in changed)
        message = f"the changes of {paths} cannot be made in this file without changing more"
        return InputError([Problem(message, self.file, hint="make them by hand, or refuse some of them", code="cannot-edit")])

    def wanted(self) -> Any:
        """The data with all changes made."""
        data = copied(self.data)
        for path, value in self.sets.items():
            _at(data, path[:-1])[path[-1]] = value
        for path, values in self.appends.items():
            _at(data, path).extend(values)
        for path in sorted({path[:-1] for path in self.removed} | self.inserts.keys(), key=len, reverse=True):
            self._change_parts(_at(data, path), path)
        for path, order in self.orders.items():
            items = _at(data, path)
            items[:] = [items[index] for index in order]
        return data

    def _change_parts(self, parts: Any, path: DataPath) -> None:
        """Remove and insert what is to be removed from and inserted into a mapping or list."""
        if isinstance(parts, dict):
            for key in [key for key in parts if (*path, key) in self.removed]:
                del parts[key]
            return
        items = []
        for index, item in enumerate(parts):
            items += [value for place, value in self.inserts.get(path, ()) if place == index]
            items += [] if (*path, index) in self.removed else [item]
        parts[:] = items

    # where an edit begins and ends

    def _line_start(self, place: int) -> int:
        return self.text.rfind("\n", 0, place) + 1

    def _line_end(self, place: int) -> int:
        end = self.text.find("\n", place)
        return len(self.text) if end < 0 else end - (self.text[end - 1 : end] == "\r")

    def _in_flow(self, path: DataPath) -> bool:
        return any(self.nodes[path[:end]].flow for end in range(len(path)) if path[:end] in self.nodes)

    def _replaced(self, path: DataPath, value: Any) -> Edit:
        node = self.nodes[path]
        if self._in_flow(path):
            written = flow(value) if isinstance(value, dict | list) else scalar(value, flow=True, quote=node.quote)
            return Edit(node.start, node.end, written if node.end > node.start else f" {written}")
        if self.text.startswith("|", node.start) and isinstance(value, str) and (literal := self._literal(node, value)):
            return Edit(node.start, node.end, literal)
        if node.key >= 0 and "\n" in self.text[node.key : node.start]:
            return self._replaced_below_its_key(path, value)
        begin = self._line_start(node.start)
        lead = self.text[begin : node.start].rstrip()
        rest = self.text[node.end : self._line_end(node.end)].strip()
        if node.quote and isinstance(value, str) or rest or not lead.endswith((":", "-")):
            written = flow(value) if isinstance(value, dict | list) else scalar(value, quote=node.quote)
            return Edit(node.start, node.end, written if self.text[node.start - 1 : node.start].isspace() else f" {written}")
        indent = self.nodes[path[:-1]].column
        lines = after(lead, value, indent)
        return Edit(begin + len(lead), node.end, "\n".join(lines)[len(lead) :])

    def _literal(self, node: Node, value: str) -> str:
        """Return a text as a literal block, as the one that it replaces; "" if it cannot be one."""
        old = self.text[node.start : node.end].split("\n")[1:]
        indent = next((line[: len(line) - len(line.lstrip(" "))] for line in old if line.strip()), "")
        lines = value.rstrip("\n").split("\n")
        if not indent or not lines[0] or lines[0][0] == " " or any(line != line.rstrip() for line in lines):
            return ""
        sign = "|" if value.endswith("\n") else "|-"
        return "\n".join([sign, *(indent + line if line else "" for line in lines)])

    def _replaced_below_its_key(self, path: DataPath, value: Any) -> Edit:
        """Replace a value that begins on a line after its key."""
        node = self.nodes[path]
        match = _KEY.match(self.text, node.key)
        end_of_key = match.end() if match else node.start
        begin = self._line_start(node.key)
        lead = self.text[begin:end_of_key]
        lines = after(lead, value, self.nodes[path[:-1]].column)
        return Edit(end_of_key, node.end, "\n".join(lines)[len(lead) :])

    def _added(self, path: DataPath, value: Any) -> Edit:
        """A new key of a mapping that has others: behind the one that usually is before it."""
        parent, key = self.nodes[path[:-1]], str(path[-1])
        before = self._sibling(path)
        end = self.nodes[(*path[:-1], before)].end if before is not None else parent.end
        if self._in_flow(path):
            return Edit(end, end, f", {scalar(key, flow=True)}: {flow(value)}")
        lines = after(f"{' ' * parent.column}{scalar(key)}:", value, parent.column)
        blank = "\n" if len(path) == 1 and isinstance(value, list | dict) else ""
        place = self._line_end(end)
        return Edit(place, place, f"\n{blank}" + "\n".join(lines))

    def _sibling(self, path: DataPath) -> str | int | None:
        order = list(self.order(path[:-1]))
        there = [part for part in self.nodes[path[:-1]].parts if (*path[:-1], part) not in self.removed]
        if path[-1] in order:
            known = [part for part in there if part in order and order.index(str(part)) < order.index(str(path[-1]))]
            if known:
                return max(known, key=lambda part: order.index(str(part)))
        return there[-1] if there else None

    def _appended(self, path: DataPath, value: Any) -> Edit:
        node = self.nodes[path]
        last = self.nodes[(*path, node.parts[-1])]
        if node.flow or self._in_flow(path):
            return Edit(last.end, last.end, f", {flow(value)}")
        place = self._line_end(last.end)
        blank = ""
        if len(node.parts) > 1:
            other = self._line_end(self.nodes[(*path, node.parts[-2])].end)
            blank = "\n" if self.text[other : self._line_start(last.start)].count("\n") > 1 else ""
        return Edit(place, place, f"\n{blank}" + "\n".join(block([value], node.column)))

    def _taken(self, path: DataPath) -> Edit:
        node, parent = self.nodes[path], self.nodes[path[:-1]]
        if parent.kind == "list" and not parent.flow:
            return Edit(*self._lines_of(path), "")
        index = parent.parts.index(path[-1])
        following = self.nodes[(*path[:-1], parent.parts[index + 1])] if index + 1 < len(parent.parts) else None
        begin = self._line_start(node.key)
        if self.text[begin : node.key].strip() or parent.flow:
            first = node.start if parent.kind == "list" else node.key
            if following:
                return Edit(first, following.start if parent.kind == "list" else following.key, "")
            start = self.nodes[(*path[:-1], parent.parts[index - 1])].end if index else first
            return Edit(start, node.end, "")
        end = self.text.find("\n", node.end)
        return Edit(begin, end + 1 or len(self.text), "")

    def _lines_of(self, path: DataPath) -> tuple[int, int]:
        """Return where the lines of an item of a list begin and end; comments directly above it belong to it."""
        node = self.nodes[path]
        begin = self._line_start(self.text.rfind("-", 0, node.start + 1) if node.end > node.start else node.start)
        while (above := self._line_start(begin - 1)) < begin and self.text[above:begin].lstrip(" ").startswith("#"):
            begin = above
        return begin, min(self._line_end(node.end) + 1, len(self.text))

    def _inserted(self, path: DataPath, index: int, value: Any) -> Edit:
        node, before = self.nodes[path], self.nodes[*path, index]
        if node.flow or self._in_flow(path):
            return Edit(before.start, before.start, f"{flow(value)}, ")
        begin, _ = self._lines_of((*path, index))
        return Edit(begin, begin, "\n".join(block([value], node.column)) + "\n")

    def _reordered(self, path: DataPath, order: Sequence[int]) -> Edit:
        node = self.nodes[path]
        is_flow = node.flow or self._in_flow(path)
        places = [self.nodes[*path, part] for part in node.parts]
        spans = [(part.start, part.end) for part in places] if is_flow else [self._lines_of((*path, part)) for part in node.parts]
        texts = [self.text[start:end] for start, end in spans]
        texts = texts if is_flow else [text if text.endswith("\n") else f"{text}\n" for text in texts]
        between = [self.text[end:start] for (_, end), (start, _) in pairwise(spans)]
        new = "".join(texts[index] + sign for index, sign in zip(order, [*between, ""], strict=True))
        return Edit(spans[0][0], spans[-1][1], new)


def _at(data: Any, path: DataPath) -> Any:
    for part in path:
        data = data[part]
    return data


def with_comments(text: str, file: str, comments: Sequence[tuple[DataPath, str]]) -> str:
    """Return the text with comments above values; what has no place is left out. Nothing else is changed."""
    nodes = scan(text)
    places: dict[int, list[str]] = {}
    for path, comment in comments:
        ends = (end for end in range(len(path), 0, -1) if path[:end] in nodes)
        block = (path[:end] for end in ends if not any(nodes[path[:outer]].flow for outer in range(end)))
        if place := next(block, None):
            node = nodes[place]
            begin = text.rfind("\n", 0, node.key if node.key >= 0 else node.start) + 1
            places.setdefault(begin, []).append(comment)
    line_end = "\r\n" if "\r\n" in text else "\n"
    written = text
    for begin in sorted(places, reverse=True):
        line = written[begin:]
        indent = line[: len(line) - len(line.lstrip(" "))]
        lines = (f"{indent}# {part}{line_end}" for comment in places[begin] for part in comment.splitlines())
        written = written[:begin] + "".join(lines) + line
    return written if data_of(written, file) == data_of(text, file) else text
