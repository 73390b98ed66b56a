"""Give each link annotation to the link of a text whose glyphs stand in it, and a name."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pikepdf import Array, String

from cvrender.targets.pdf.tagging.content import Gap, Item, Owner, Run
from cvrender.targets.pdf.tagging.structure import StructureWriter

_NEAR = 2.0  # points by which glyphs may stand outside of their link's rectangle
_THIN = 1.0  # points: a link that is narrower holds nothing
_PRINTED = 4


def tag_links(structure: StructureWriter, items: Sequence[Sequence[Item]], said: Mapping[Owner, str]) -> None:
    """Give all links of all pages a place in the structure, and a name; `said` is what each link reads."""
    last: Owner | None = None
    for number, page in enumerate(structure.pages):
        shown = list(_shown(items[number])) if "/Annots" in page else []
        place = 0
        kept: list[Any] = []
        for note in page.get("/Annots", ()):
            left, bottom, right, top = (float(side) for side in note.Rect)
            place, owner = _inside(shown, place, (left - _NEAR, bottom - _NEAR, right + _NEAR, top + _NEAR))
            last = owner or last
            if last is None or (owner is None and right - left < _THIN):
                continue  # the end of a line within a link
            structure.adopt(last, number, note)
            note.Contents = String(_name(said.get(last, ""), last.href))
            note.F = _PRINTED
            kept.append(note)
        if len(kept) < len(page.get("/Annots", ())):
            page.Annots = Array(kept)


def _shown(items: Iterable[Item]) -> Iterator[tuple[float, float, Owner]]:
    """Where the glyphs of links begin."""
    for item in items:
        if not isinstance(item, Run):
            continue
        x = item.x
        for piece in item.pieces:
            owner: Owner | None = piece.owner
            while owner and owner.role != "Link":
                owner = owner.outer
            if owner:
                yield x, item.y, owner
            if len(item.pieces) > 1:
                x += item.font.advance([part for part in piece.parts if not isinstance(part, Gap)]) * item.size / 1000
                x += sum(part.width for part in piece.parts if isinstance(part, Gap) and not part.trailing) * item.size / 1000


def _inside(shown: Sequence[tuple[float, float, Owner]], start: int, box: tuple[float, float, float, float]) -> tuple[int, Owner | None]:
    """The link whose glyphs begin in the box: the next ones first, for links come in the order of their texts."""
    for index in (*range(start, len(shown)), *range(start)):
        x, y, owner = shown[index]
        if box[0] <= x <= box[2] and box[1] <= y <= box[3]:
            return index + 1, owner
    return start, None


def _name(said: str, target: str) -> str:
    """What a link is called: its text, and where it leads where the text does not say that."""
    address = re.sub(r"^(https?://(www\.)?|mailto:|tel:)|/$", "", target)
    same = _letters(said) in _letters(target) or _letters(address) in _letters(said)
    return said if said and same else f"{said} ({address})" if said else address


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())
