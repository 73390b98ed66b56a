"""Complete what is being typed: keys with their help, listed values, and names."""

from collections.abc import Iterator

from cvrender.formats.key_order import entry_order
from cvrender.load.yaml_text import scalar
from cvrender.model.convert import DataPath
from cvrender.model.value import Value
from cvrender.run.language.flow import OutlineNode
from cvrender.run.language.grammar import Expectation, Grammar, choices, documentation, keys
from cvrender.run.language.names import names, source_of
from cvrender.run.language.open_document import OpenDocument
from cvrender.run.language.outline import Outline, fresh_outline
from cvrender.run.language.pieces import top_keys

_MARK = "\0"
"""Stands in the text for the place that is completed."""


class Completion(Value, frozen=True):
    """What may stand at a place: `insert` replaces the text from `start` to `end`. `kind` is `key` or `value`."""

    label: str
    insert: str
    kind: str
    help: str
    start: int
    end: int


def completions(document: OpenDocument, offset: int) -> list[Completion]:
    """Return what may be typed at an offset, in the usual order, whatever was typed there so far."""
    piece = document.piece(offset)
    text, local = piece.head + piece.text, offset - piece.shift
    marked = fresh_outline(text[:local] + _MARK + text[local:])
    node = next((node for node in reversed(marked.nodes) if _MARK in node.text or _is_in_key(node)), None)
    if node is None or "\n" in node.text:
        return []
    is_key = _is_in_key(node)
    start, end = (node.key_start, node.key_end) if is_key else (node.start, node.end)
    here = _Here(document, marked, node, text)
    offers = here.keys(node.path[:-1], is_typed=True) if is_key else here.offers()
    return [
        Completion(label, insert, kind, said, start + piece.shift, end - 1 + piece.shift) for label, insert, kind, said in offers
    ]


def _is_in_key(node: OutlineNode) -> bool:
    return any(isinstance(part, str) and _MARK in part for part in node.path[-1:])


_Offer = tuple[str, str, str, str]


class _Here:
    """The node that is being typed, in the outline with the mark in it; `text` is that without the mark."""

    def __init__(self, document: OpenDocument, marked: Outline, node: OutlineNode, text: str) -> None:
        self.document, self.marked, self.node = document, marked, node
        self.grammar: Grammar = document.grammar_of(marked)
        self.in_flow = any(
            parent.flow and parent is not node
            for end in range(len(node.path) + 1)
            if (parent := marked.by_path.get(node.path[:end])) is not None
        )
        self.indent = " " * (node.start - text.rfind("\n", 0, node.start) - 1)
        self.below_key = "\n" in text[node.key_end : node.start] if node.key_start >= 0 else node.kind == "scalar"

    def offers(self) -> Iterator[_Offer]:
        """Yield what may stand where a word or a value is being typed."""
        path = self.node.path
        if self.node.kind == "word":
            yield from self.keys(path)
        elif (place := self.grammar.at(path)) is not None:
            item = self.grammar.at((*path, 0)) if place.is_list and self.below_key and not self.in_flow else None
            if item is not None and item.model is not None and self.node.key_start >= 0:
                yield from self.keys((*path, 0), lead="- ")
            elif self.below_key and (place.model is not None or place.options is not None):
                yield from self.keys(path)
            yield from self.values(place)

    def keys(self, path: DataPath, *, is_typed: bool = False, lead: str = "") -> Iterator[_Offer]:
        """Yield the keys that the mapping at a path does not have yet; a key that is typed needs nothing after it."""
        place = self.grammar.at(path)
        if place is None:
            return
        there = {str(key) for key in self.marked.keys(path)} | (set(top_keys(self.document.text)) if not path else set())
        known = {key: (inner, required) for key, inner, required in keys(place)}
        usual = entry_order(list(known)) if {"id", "highlights"} <= known.keys() else list(known)
        for key in sorted((key for key in usual if key in known and key not in there), key=lambda key: not known[key][1]):
            inner, _ = known[key]
            yield key, key if is_typed else lead + key + self._after(inner, lead), "key", documentation(inner)

    def _after(self, place: Expectation, lead: str) -> str:
        """Return what follows a key: a blank, or the beginning of the list or mapping below it."""
        is_short = choices(place) or place.reads or place.takes_text or place.short_field or place.option or source_of(place)
        if self.in_flow or is_short:
            return ": "
        indent = self.indent + " " * (2 + len(lead))
        if place.is_list:
            return f":\n{indent}- "
        return f":\n{indent}" if place.model is not None or place.options is not None else ": "

    def values(self, place: Expectation) -> Iterator[_Offer]:
        """Yield the listed values and the names that a place takes."""
        listed = choices(place)
        offers = dict.fromkeys(listed, "")
        if source := source_of(place):
            offers |= names(source, self.document, self.node.path, self.marked)
        typed = self.node.text.replace(_MARK, "")
        is_list = place.is_list and not place.takes_text and self.node.key_start >= 0
        for value, said in offers.items():
            if value in listed or value != typed:
                written = value if value in ("true", "false") else scalar(value, flow=True)
                yield value, f"[{written}]" if is_list else written, "value", said
