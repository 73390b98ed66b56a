"""Locate a line of a .tex file in the profile."""

from cvrender.model.reading import Reading
from cvrender.verify.align import Alignment, LeafMatch, align
from cvrender.verify.leaves import Expected, Leaf

_NEAR = 6  # lines; a command's own lines may follow its text


def locate(reading: Reading, expected: Expected, first: int, last: int = 0) -> Leaf | None:
    """Return the leaf on these lines, else the nearest one before them; None before the first text."""
    return Lines(reading, expected).at(first, last or first)


class Lines:
    """A LaTeX source, aligned once to locate several of its lines."""

    def __init__(self, reading: Reading, expected: Expected) -> None:
        self.alignment: Alignment = align(reading, expected.without_numbers, loose=False, any_case=frozenset())

    def at(self, first: int, last: int) -> Leaf | None:
        """Return the longest leaf that touches the lines from `first` to `last`, else the last one shortly before them."""
        folded = self.alignment.folded
        before: Leaf | None = None
        touching: list[Leaf] = []
        for match in self.alignment.matches:
            if match.start < 0 or not match.leaf.source:
                continue
            if self.touches(match, first, last):
                touching.append(match.leaf)
            elif first - _NEAR <= folded.line(max(match.end - 1, match.start)) < first:
                before = match.leaf
        return max(touching, key=lambda leaf: len(leaf.text.plain), default=before)

    def touches(self, match: LeafMatch, first: int, last: int) -> bool:
        """Return whether a part of the leaf is on the lines from `first` to `last`."""
        line = self.alignment.folded.line
        return match.start >= 0 and line(match.start) <= last and line(max(match.end - 1, match.start)) >= first
