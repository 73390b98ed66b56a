"""Find where what a value names is defined: a view, a style, an entry, a person, a file."""

from collections.abc import Callable
from pathlib import Path

from cvrender.model.value import Value
from cvrender.run.language.flow import OutlineNode
from cvrender.run.language.grammar import Expectation
from cvrender.run.language.names import source_of, source_of_path
from cvrender.run.language.open_document import OpenDocument


class FilePlace(Value, frozen=True):
    """A place in a file, from `start` to `end` in its text; both are 0 if the whole file is meant."""

    path: Path
    start: int = 0
    end: int = 0


def definition(document: OpenDocument, offset: int) -> FilePlace | None:
    """Return where the value at an offset is defined, or None."""
    node = document.node_at(offset)
    if node is None or node.kind != "scalar" or not node.text:
        return None
    place = document.grammar.at(node.path)
    source = source_of(place) if place is not None else source_of_path(node.path)
    if source in _INSIDE:
        return _target(document, _INSIDE[source](document, node))
    if source in ("styles", "views", "contracts", "citations"):
        return _of_library(document, source, node)
    if source == "profiles":
        return _existing(_profile(document.path, node.text))
    return _existing(document.path.parent / node.text) if place is not None and _names_file(place) else None


def _target(document: OpenDocument, node: OutlineNode | None) -> FilePlace | None:
    return FilePlace(document.path, node.start, node.end) if node else None


def _person(document: OpenDocument, node: OutlineNode) -> OutlineNode | None:
    """Return the person among `people`, or where the name is written first."""
    alike = [other for other in document.outline.nodes if other.text == node.text and source_of_path(other.path) == "people"]
    return next((other for other in alike if other.path[0] == "people"), next(iter(alike), None))


def _entry(document: OpenDocument, node: OutlineNode) -> OutlineNode | None:
    return next((other for other in document.outline.nodes if other.text == node.text and other.path[-1:] == ("id",)), None)


def _tag(document: OpenDocument, node: OutlineNode) -> OutlineNode | None:
    return next((o for o in document.outline.nodes if o.text == node.text and source_of_path(o.path) == "tags"), None)


_INSIDE: dict[str, Callable[[OpenDocument, OutlineNode], OutlineNode | None]] = {"people": _person, "ids": _entry, "tags": _tag}
"""Where names of the file itself are defined."""


def _of_library(document: OpenDocument, source: str, node: OutlineNode) -> FilePlace | None:
    own = document.outline.by_path.get(("views", node.text))
    if source == "views" and own is not None and node.path[:2] != own.path:
        return FilePlace(document.path, own.key_start, own.key_end)
    kind = {"citations": "citation-styles"}.get(source, source)
    files = document.library.find_all(kind, node.text)
    if not files and source == "views":
        files = document.library.find_all("contracts", node.text)
    return _existing(files[0]) if files else None


def _profile(path: Path, name: str) -> Path:
    if name.endswith((".yaml", ".yml")):
        return path.parent / name
    folder = next((parent for parent in path.parents if (parent / "profiles").is_dir()), path.parent)
    return folder / "profiles" / f"{name}.yaml"


def _names_file(place: Expectation) -> bool:
    """Return whether a field names a file, as its example shows."""
    example = place.about.example if place.about else ""
    first = example[0] if isinstance(example, list) and example else example
    return isinstance(first, str) and Path(first).suffix in (".yaml", ".pdf", ".png", ".jpg", ".csl")


def _existing(path: Path) -> FilePlace | None:
    try:
        return FilePlace(path) if path.is_file() else None
    except (OSError, ValueError):  # too long, or with a character that paths do not have
        return None
