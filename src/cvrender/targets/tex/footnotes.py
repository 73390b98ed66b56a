"""Find the block below which each note of a Document is written, so that it is at the foot of the page of its reference."""

from collections.abc import Callable, Iterator

from cvrender.model.document import Block, Document, Group
from cvrender.model.printed_texts import texts_of
from cvrender.model.prose_blocks import Footnote, Notes


def notes_at(document: Document) -> Callable[[Block], tuple[Footnote, ...]]:
    """Return a function that returns the notes of a block of the document.

    Those of a heading belong to the block below it, since a page may not end between the two. A group has none of its own.
    """
    known = {note.number: note for note in document.notes}
    if not known:
        return lambda block: ()
    placed: dict[int, tuple[Footnote, ...]] = {}
    waiting: list[Footnote] = []
    last: Block | None = None
    for part in (part for section in document.sections for part in (section.title, *_parts(section.blocks))):
        waiting += _referred(part, known)
        if isinstance(part, Block):
            placed[id(part)], waiting, last = tuple(waiting), [], part
    if waiting and last is not None:
        placed[id(last)] += tuple(waiting)
    return lambda block: placed.get(id(block), ())


def _parts(blocks: tuple[Block, ...]) -> Iterator[object]:
    """Yield the blocks in order; of groups, the titles and the blocks within."""
    for block in blocks:
        if isinstance(block, Group):
            yield block.title
            yield from _parts(block.blocks)
        elif not isinstance(block, Notes):
            yield block


def _referred(part: object, known: dict[int, Footnote]) -> Iterator[Footnote]:
    """Yield the notes that a part refers to, and that no part before it did, and remove them from those that are `known`."""
    for text, _ in texts_of(part):
        for span in text.spans:
            if note := known.pop(span.note, None):
                yield note
