"""Rename a person, a tag or the id of an entry, wherever the files of a profile name it."""

from collections.abc import Iterable
from pathlib import Path

from cvrender.errors import InputError, Problem
from cvrender.load.yaml_edit import Edit
from cvrender.load.yaml_text import scalar
from cvrender.run.language.flow import OutlineNode
from cvrender.run.language.names import source_of_path
from cvrender.run.language.open_document import OpenDocument

_NAMES = {"people": "a person", "tags": "a tag", "ids": "an id"}


def renamed_at(document: OpenDocument, offset: int) -> OutlineNode | None:
    """Return the name at an offset that can be renamed, or None."""
    node = document.node_at(offset)
    return node if node is not None and node.kind == "scalar" and source_of_path(node.path) in _NAMES else None


def rename(document: OpenDocument, offset: int, new: str, others: Iterable[OpenDocument] = ()) -> dict[Path, list[Edit]]:
    """Return the edits of each file that give the person, tag or id at an offset another name.

    `others` are further files that name it, such as those that the profile includes, and its views. Raises InputError if
    nothing at the offset can be renamed, or if the new name is empty or taken.
    """
    node = renamed_at(document, offset)
    if node is None:
        raise _refused(document, f"only {', '.join(_NAMES.values())} can be renamed")
    source, new = source_of_path(node.path), new.strip()
    if not new or "\n" in new:
        raise _refused(document, "a name is one line that is not empty")
    files = [document, *others]
    if source == "ids" and any(_alike(each, source, new) for each in files):
        raise _refused(document, f'the id "{new}" is taken')
    changes = {each.path: [_edit(each, other, new) for other in _alike(each, source, node.text)] for each in files}
    return {path: edits for path, edits in changes.items() if edits}


def _alike(document: OpenDocument, source: str, name: str) -> list[OutlineNode]:
    nodes = document.outline.nodes
    return [node for node in nodes if node.kind == "scalar" and node.text == name and source_of_path(node.path) == source]


def _edit(document: OpenDocument, node: OutlineNode, new: str) -> Edit:
    quote = document.text[node.start : node.start + 1]
    return Edit(node.start, node.end, scalar(new, flow=True, quote=quote if quote in ("'", '"') else ""))


def _refused(document: OpenDocument, message: str) -> InputError:
    return InputError([Problem(message, str(document.path), code="cannot-edit")])
