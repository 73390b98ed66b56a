"""Explain the key or value at a place."""

from cvrender.model.value import Value
from cvrender.run.language.grammar import documentation
from cvrender.run.language.names import CLOSED, names, source_of
from cvrender.run.language.open_document import OpenDocument


class Hover(Value, frozen=True):
    """What is known of the text from `start` to `end`, in Markdown."""

    text: str
    start: int
    end: int


def hover(document: OpenDocument, offset: int) -> Hover | None:
    """Return what the key or the value at an offset means, or None if nothing is known of it."""
    piece = document.piece(offset)
    node = piece.outline.at(offset - piece.shift)
    if node is None or node.kind == "word" or not node.path:
        return None
    place = document.grammar_of(piece.outline).at(node.path)
    if place is None:
        return None
    said, is_key = documentation(place), node.key_start <= offset - piece.shift <= node.key_end
    if not is_key and node.kind == "scalar" and (source := source_of(place)) in {*CLOSED, "citations"}:
        about = names(source, document, node.path, piece.outline).get(node.text)
        said = f"**{node.text}**: {about}\n\n{said}" if about else said
    start, end = (node.key_start, node.key_end) if is_key else (node.first, node.end)
    return Hover(said, start + piece.shift, end + piece.shift) if said else None
