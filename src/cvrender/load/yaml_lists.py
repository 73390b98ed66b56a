"""Change the text of a YAML file: insert, delete, move and duplicate items of a list, and delete keys.

Every other character stays as it was. A comment above an item belongs to it; the empty lines between items stay where they are.
"""

import re
from dataclasses import dataclass
from typing import Any

from cvrender.errors import InputError, Problem
from cvrender.load.reader import copied, format_path
from cvrender.load.yaml_edit import Edit, Edits, Node, Order, as_read, data_of
from cvrender.load.yaml_text import block, flow
from cvrender.model.convert import DataPath


@dataclass(frozen=True, slots=True)
class _Span:
    """Where an item is in the text, with its comments; in a block its last line end is part of it."""

    start: int
    end: int


class ListEdits:
    """Changes of one list in a text, or of one key."""

    def __init__(self, file: str, text: str, order: Order) -> None:
        self.file, self.text = file, text
        self.edits = Edits(file, text, order)
        self.nodes, self.data = self.edits.nodes, self.edits.data
        self.line_end = "\r\n" if "\r\n" in text else "\n"

    def set(self, path: DataPath, value: Any) -> str:
        """Give the value at a path another value."""
        self.edits.set(path, value)
        return self.edits.apply()

    def insert(self, path: DataPath, value: Any) -> str:
        """Insert an item before the one at a path, or at the end of its list."""
        where, index = path[:-1], path[-1]
        parent = self._list(where, index, add=True)
        if parent is None or not parent.parts:
            self.edits.append(where, value)
            return self.edits.apply()
        wanted = self._wanted(where)
        wanted[1].insert(int(index), value)
        spans = self._spans(where)
        if parent.flow:
            at = int(index)
            if at < len(spans):
                return self._applied([Edit(spans[at].start, spans[at].start, f"{flow(value)}, ")], wanted[0], path)
            return self._applied([Edit(spans[-1].end, spans[-1].end, f", {flow(value)}")], wanted[0], path)
        lines = "\n".join(block([value], parent.column)).replace("\n", self.line_end) + self.line_end
        return self._applied([self._put(spans, int(index), lines)], wanted[0], path)

    def duplicate(self, path: DataPath) -> str:
        """Insert a copy of an item behind it, as it is written; a copy has no id, which only one entry may have."""
        where, index = path[:-1], path[-1]
        parent = self._list(where, index)
        value = copied(self._at(path))
        if isinstance(value, dict) and "id" in value:
            del value["id"]
            return self.insert((*where, int(index) + 1), value)
        assert parent is not None
        span, spans = self._spans(where)[int(index)], self._spans(where)
        wanted = self._wanted(where)
        wanted[1].insert(int(index) + 1, value)
        same = self.text[span.start : span.end]
        if parent.flow:
            return self._applied([Edit(span.end, span.end, f", {same}")], wanted[0], path)
        dash = self._dashes(where)[int(index)]
        same = " " * parent.column + self.text[dash : span.end]  # its comments are about the first one
        same += "" if same.endswith("\n") else self.line_end
        return self._applied([self._put(spans, int(index) + 1, same)], wanted[0], path)

    def move(self, path: DataPath, to: int) -> str:
        """Move an item to another place of its list."""
        where = path[:-1]
        parent = self._list(where, path[-1])
        assert parent is not None
        index = int(path[-1])
        if not 0 <= to < len(parent.parts):
            raise self._refusal(path, f"there is no place {to} in this list")
        wanted = self._wanted(where)
        wanted[1].insert(to, wanted[1].pop(index))
        spans = self._spans(where)
        texts = [self.text[span.start : span.end] for span in spans]
        if not parent.flow and not texts[-1].endswith("\n"):
            texts[-1] += self.line_end
        texts.insert(to, texts.pop(index))
        if spans[0].start > self._line_start(spans[0].start) and not parent.flow:
            lead = " " * (spans[0].start - self._line_start(spans[0].start))
            texts = self._with_lead(texts, lead)
        changes = [
            Edit(span.start, span.end, text)
            for span, text in zip(spans, texts, strict=True)
            if text != self.text[span.start : span.end]
        ]
        if not parent.flow and changes and changes[-1].end == len(self.text) and not self.text.endswith("\n"):
            last = changes.pop()
            changes.append(Edit(last.start, last.end, last.new.rstrip("\r\n")))
        return self._applied(changes, wanted[0], path)

    def delete(self, path: DataPath) -> str:
        """Delete a key or an item; a list or an optional mapping that would be empty is deleted, too."""
        while len(path) > 1 and len(self._node(path[:-1]).parts) == 1 and isinstance(path[-2], str):
            path = path[:-1]
        parent, last = self._node(path[:-1]), path[-1]
        if path not in self.nodes:
            raise self._refusal(path, "there is nothing here to delete")
        if len(parent.parts) == 1:
            empty: Any = {} if parent.kind == "mapping" else []
            if not path[:-1]:
                raise self._refusal(path, "the only key of a file cannot be deleted")
            return self.set(path[:-1], empty)
        if isinstance(last, str):
            self.edits.remove(path)
            return self.edits.apply()
        wanted = self._wanted(path[:-1])
        del wanted[1][last]
        spans = self._spans(path[:-1])
        return self._applied([self._cut(spans, last, parent)], wanted[0], path)

    # how items are divided

    def _cut(self, spans: list[_Span], index: int, parent: Node) -> Edit:
        span = spans[index]
        if index + 1 < len(spans):
            end = spans[index + 1].start
            if not parent.flow and self._line_start(span.start) != span.start:
                dash = self._dashes_of(parent, spans)  # the first item is on the line of another dash
                return Edit(span.start, dash[index + 1], "")
            return Edit(span.start, end, "")
        if parent.flow:
            return Edit(spans[index - 1].end, span.end, "")
        return Edit(spans[index - 1].end, span.end, "")

    def _dashes_of(self, parent: Node, spans: list[_Span]) -> list[int]:
        where = next(path for path, node in self.nodes.items() if node is parent)
        return self._dashes(where)

    def _put(self, spans: list[_Span], index: int, lines: str) -> Edit:
        """Put lines before an item of a block, with the empty line that divides the others."""
        gap = self.line_end if len(spans) > 1 and self.text[spans[0].end : spans[1].start].strip(" ") else ""
        if index >= len(spans):
            end = spans[-1].end
            begin = "" if self.text[:end].endswith("\n") else self.line_end
            lines = lines if begin == "" else lines.removesuffix(self.line_end)
            return Edit(end, end, begin + gap + lines)
        start = spans[index].start
        column = start - self._line_start(start)
        if column:  # within the line of another dash
            return Edit(start, start, lines[column:] + gap + " " * column)
        return Edit(start, start, lines + gap)

    def _with_lead(self, texts: list[str], lead: str) -> list[str]:
        """Return items so that the first one continues its line, and the others begin theirs."""
        whole = [text if text.startswith(lead) or text.lstrip(" ").startswith("#") else lead + text for text in texts]
        return [whole[0].removeprefix(lead), *whole[1:]]

    def _spans(self, where: DataPath) -> list[_Span]:
        parent = self._node(where)
        ends = [self.nodes[(*where, part)].end for part in parent.parts]
        if parent.flow:
            return [_Span(self.nodes[(*where, part)].start, end) for part, end in zip(parent.parts, ends, strict=True)]
        spans: list[_Span] = []
        for dash, end in zip(self._dashes(where), ends, strict=True):
            least = spans[-1].end if spans else self._least(where)
            start = self._with_comments(dash, least)
            spans.append(_Span(start, self._end(max(end, dash + 1), parent.column)))
        return spans

    def _least(self, where: DataPath) -> int:
        """Return where comments of the first item may begin: below the key of the list, or at its dash."""
        node = self._node(where)
        key = node.key
        return self._after_line(key) if 0 <= key < self._line_start(node.start) else node.start

    def _with_comments(self, dash: int, least: int) -> int:
        start = self._line_start(dash)
        if start < least or self.text[start:dash].strip():
            return dash
        column = dash - start
        while start > least:
            above = self._line_start(start - 1)
            line = self.text[above:start]
            if above < least or not line.lstrip(" ").startswith("#") or len(line) - len(line.lstrip(" ")) != column:
                break
            start = above
        return start

    def _end(self, end: int, column: int) -> int:
        """Return where the lines of an item end: behind comments that are deeper than its dash."""
        end = self._after_line(end)
        while True:
            after = self._after_line(end)
            line = self.text[end:after]
            if not line.lstrip(" ").startswith("#") or len(line) - len(line.lstrip(" ")) <= column:
                return end
            end = after

    def _dashes(self, where: DataPath) -> list[int]:
        parent = self._node(where)
        starts = [parent.start]
        dash = re.compile(rf"^ {{{parent.column}}}(?=-(?:\s|$))", re.M)
        for part in parent.parts[:-1]:
            match = dash.search(self.text, self._line_start(max(self.nodes[(*where, part)].end, starts[-1] + 1)))
            while match and match.end() <= starts[-1]:
                match = dash.search(self.text, match.end() + 1)
            if match is None:
                raise self._refusal(where, "the items of this list cannot be told apart")
            starts.append(match.end())
        return starts

    def _line_start(self, place: int) -> int:
        return self.text.rfind("\n", 0, place) + 1

    def _after_line(self, place: int) -> int:
        """Return the place behind the line end that follows, or the end of the text."""
        if place and self.text[place - 1] == "\n":  # as after a literal text that keeps its last line end
            place -= 1
        end = self.text.find("\n", place)
        return len(self.text) if end < 0 else end + 1

    # what is wanted

    def _node(self, path: DataPath) -> Node:
        node = self.nodes.get(path)
        if node is None:
            raise self._refusal(path, "this is not in the file any more")
        return node

    def _list(self, where: DataPath, index: str | int, *, add: bool = False) -> Node | None:
        node = self.nodes.get(where)
        if add and (node is None or node.kind == "scalar"):
            return None
        node = self._node(where)
        if node.kind != "list" or not isinstance(index, int) or not 0 <= index < len(node.parts) + add:
            raise self._refusal((*where, index), "this is not an item of a list")
        return node

    def _at(self, path: DataPath) -> Any:
        value = self.data
        for part in path:
            value = value[part]
        return value

    def _wanted(self, where: DataPath) -> tuple[Any, Any]:
        """Return a copy of the data, and the list in it."""
        data = copied(self.data)
        value = data
        for part in where:
            value = value[part]
        return data, value

    def _applied(self, edits: list[Edit], wanted: Any, path: DataPath) -> str:
        changed, place = "", 0
        for edit in sorted(edits, key=lambda edit: edit.start):
            changed += self.text[place : edit.start] + edit.new
            place = edit.end
        changed += self.text[place:]
        if data_of(changed, self.file) != as_read(wanted):
            raise self._refusal(path, "this cannot be changed here without changing more")
        return changed

    def _refusal(self, path: DataPath, message: str) -> InputError:
        hint = "change it in the YAML"
        return InputError([Problem(message, self.file, path=format_path(path), hint=hint, code="cannot-edit")])
