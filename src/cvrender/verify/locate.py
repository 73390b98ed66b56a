"""Locate a line of a .tex file in the profile."""

from cvrender.model.reading import Reading
from cvrender.verify.align import Alignment, Place, align
from cvrender.verify.leaves import Expected, Leaf

_NEAR = 6  # lines: a command's own lines may follow the text that it sets


def locate(reading: Reading, expected: Expected, first: int, last: int = 0) -> Leaf | None:
    """The leaf on those lines of the source, else the nearest one before them; None for what stands before all text."""
    return Lines(reading, expected).at(first, last or first)


class Lines:
    """A LaTeX source read once, to ask about several of its lines."""

    def __init__(self, reading: Reading, expected: Expected) -> None:
        self.alignment: Alignment = align(reading, expected.without_numbers, loose=False, any_case=frozenset())

    def at(self, first: int, last: int) -> Leaf | None:
        """The longest leaf that touches the lines from `first` to `last`, else the last one shortly before them."""
        folded = self.alignment.folded
        before: Leaf | None = None
        touching: list[Leaf] = []
        for place in self.alignment.places:
            if place.start < 0 or not place.leaf.source:
                continue
            if self.touches(place, first, last):
                touching.append(place.leaf)
            elif first - _NEAR <= folded.line(max(place.end - 1, place.start)) < first:
                before = place.leaf
        return max(touching, key=lambda leaf: len(leaf.text.plain), default=before)

    def touches(self, place: Place, first: int, last: int) -> bool:
        """True when a part of the leaf stands on the lines from `first` to `last`."""
        line = self.alignment.folded.line
        return place.start >= 0 and line(place.start) <= last and line(max(place.end - 1, place.start)) >= first
