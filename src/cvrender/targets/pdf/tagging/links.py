"""Add each link annotation to the link of the text that it covers, and give it a name."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pikepdf import Array, String

from cvrender.model.expressions import expression
from cvrender.targets.pdf.tagging.content import Gap, Item, Owner, Run
from cvrender.targets.pdf.tagging.operators import Shown
from cvrender.targets.pdf.tagging.structure import StructureWriter

_NO_LETTERS = expression(r"[\W_]+")
_NEAR = 2.0  # points by which glyphs may be outside of their link's rectangle
_THIN = 1.0  # points; a narrower link contains no glyph
_PRINTED = 4  # the annotation flag Print, which PDF/A requires


LinkStart = tuple[float, float, Owner]
"""Where the glyphs of a link begin, from the left and from below in points."""


def tag_links(structure: StructureWriter, starts: Sequence[Sequence[LinkStart]], names: Mapping[Owner, str]) -> None:
    """Add all link annotations of all pages to the structure, and give them names.

    `starts` are where the links of each page begin, `names` the texts of the links.
    """
    last: Owner | None = None
    by_target = {owner.href: owner for owner in reversed([*names]) if owner in structure.elements}
    for number, page in enumerate(structure.pages):
        index = 0
        kept: list[Any] = []
        for note in page.get("/Annots", ()):
            left, bottom, right, top = (float(side) for side in note.Rect)
            index, owner = _inside(
                starts[number], index, (left - _NEAR, bottom - _NEAR, right + _NEAR, top + _NEAR), _target(note)
            )
            if owner is None and right - left < _THIN:
                continue  # the end of a line within a link
            last = owner or by_target.get(_target(note)) or last
            if last is None:
                raise ValueError("a page has a link that is not in the document")
            structure.adopt(last, number, note)
            note.Contents = String(_name(names.get(last, ""), last.href))
            note.F = _PRINTED
            kept.append(note)
        if len(kept) < len(page.get("/Annots", ())):
            page.Annots = Array(kept)


def link_starts(items: Iterable[Item]) -> Iterator[LinkStart]:
    """Yield where the glyphs of links begin."""
    for item in items:
        if not isinstance(item, Run) or all(piece.owner.link is None for piece in item.pieces):
            continue
        x = item.x
        for piece in item.pieces:
            first = next((index for index, part in enumerate(piece.parts) if isinstance(part, bytes)), len(piece.parts))
            if owner := piece.owner.link:
                yield x + _width(item, piece.parts[:first]), item.y, owner
            x += _width(item, piece.parts)


def _width(run: Run, parts: Sequence[Shown | Gap]) -> float:
    """Return the width of parts of a run in points."""
    width = run.font.advance([part for part in parts if not isinstance(part, Gap)])
    return (width + sum(part.width for part in parts if isinstance(part, Gap) and not part.trailing)) * run.size / 1000


def _inside(
    shown: Sequence[LinkStart], start: int, box: tuple[float, float, float, float], target: str
) -> tuple[int, Owner | None]:
    """Return the link whose glyphs begin in the box; look at the next ones first, since links are in the order of their texts.

    One with the target is preferred: a box from right to left may reach into another link.
    """
    nearest = start, None
    for index in (*range(start, len(shown)), *range(start)):
        x, y, owner = shown[index]
        if box[0] <= x <= box[2] and box[1] <= y <= box[3]:
            if owner.href == target:
                return index + 1, owner
            nearest = nearest if nearest[1] else (index + 1, owner)
    return nearest


def _target(note: Any) -> str:
    action: Any = note.get("/A", {})
    return str(action.get("/URI", ""))


def _name(text: str, target: str) -> str:
    """Return the name of a link: its text, with the address if the text does not contain it."""
    address = re.sub(r"^(https?://(www\.)?|mailto:|tel:)|/$", "", target)
    names_it = _letters(text) in _letters(target) or _letters(address) in _letters(text)
    return text if text and names_it else f"{text} ({address})" if text else address


def _letters(text: str) -> str:
    return _NO_LETTERS.sub("", text.casefold())
