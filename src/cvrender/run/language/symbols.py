"""List the sections and entries of a file, as the outline of an editor shows them."""

from cvrender.errors import cut
from cvrender.merge.labels import NAMING
from cvrender.model.convert import DataPath
from cvrender.model.value import Value
from cvrender.run.language.flow import OutlineNode
from cvrender.run.language.open_document import OpenDocument
from cvrender.run.language.outline import Outline


class Symbol(Value, frozen=True):
    """A key or an entry of a file: from `start` to `end`, named from `start` to `name_end`, with what is in it."""

    name: str
    detail: str
    path: DataPath
    start: int
    end: int
    name_end: int
    children: tuple["Symbol", ...] = ()


def symbols(document: OpenDocument) -> list[Symbol]:
    """Return the keys of the file in their order; below them their entries, and what lists of entries are in these."""
    inner: dict[DataPath, list[OutlineNode]] = {}
    for node in document.outline.by_path.values():
        inner.setdefault(node.path[:-1], []).append(node)
    return [_symbol(node, inner, document.outline) for node in inner.get((), ()) if node.path]


def _symbol(node: OutlineNode, inner: dict[DataPath, list[OutlineNode]], outlined: Outline) -> Symbol:
    below = [child for child in inner.get(node.path, ()) if isinstance(node.path[-1], str) and child.kind in ("mapping", "list")]
    if isinstance(node.path[-1], int):
        below = [child for child in inner.get(node.path, ()) if child.kind == "list" and _has_mappings(child, inner)]
    children = tuple(_symbol(child, inner, outlined) for child in below)
    named = _name(node, outlined) if isinstance(node.path[-1], int) else str(node.path[-1])
    detail = _count(inner.get(node.path, ())) if node.kind == "list" else node.text if node.key_start >= 0 else ""
    name_end = node.key_end if node.key_start >= 0 else max(node.start, min(node.end, node.start + len(named)))
    return Symbol(named, cut(detail), node.path, node.first, max(node.end, name_end), name_end, children)


def _has_mappings(node: OutlineNode, inner: dict[DataPath, list[OutlineNode]]) -> bool:
    return any(child.kind == "mapping" for child in inner.get(node.path, ()))


def _count(nodes: object) -> str:
    return str(len(nodes)) if isinstance(nodes, list) else ""


def _name(node: OutlineNode, outlined: Outline) -> str:
    """Return what names an item: its title, name, organization, …, or its number."""
    if node.text:
        return cut(" ".join(node.text.split()))
    for key in NAMING:
        text = outlined.text(*node.path, key) or next(
            (part.text for part in (outlined.by_path.get((*node.path, key, inner)) for inner in ("name", "en", 0)) if part), ""
        )
        if text:
            return cut(text)
    return f"[{node.path[-1]}]"
