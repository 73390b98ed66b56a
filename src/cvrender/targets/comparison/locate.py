"""Locate a line of a .tex file in the profile."""

from cvrender.model.reading import Reading, Traits
from cvrender.targets.comparison.align import LeafMatch, align
from cvrender.targets.comparison.leaves import Expected, Leaf

_NEAR = 6  # lines; a command's own lines may follow its text


class SourceLines:
    """A LaTeX source, aligned once to locate several of its lines."""

    def __init__(self, reading: Reading, expected: Expected) -> None:
        self.alignment = align(reading, expected.without_numbers, Traits(source=True), right_to_left=False)

    def at(self, first: int, last: int) -> Leaf | None:
        """Return the longest leaf that touches the lines from `first` to `last`, else the last one shortly before them.

        Return None before the first text.
        """
        before: Leaf | None = None
        touching: list[Leaf] = []
        for match in self.alignment.matches:
            if not match.leaf.source:
                continue
            if self.touches(match, first, last):
                touching.append(match.leaf)
            elif match.start >= 0 and first - _NEAR <= self._end(match) < first:
                before = match.leaf
        return max(touching, key=lambda leaf: len(leaf.text.plain), default=before)

    def touches(self, match: LeafMatch, first: int, last: int) -> bool:
        """Return whether a part of the leaf is on the lines from `first` to `last`."""
        return match.start >= 0 and self.alignment.folded.line(match.start) <= last and self._end(match) >= first

    def _end(self, match: LeafMatch) -> int:
        return self.alignment.folded.line(max(match.end - 1, match.start))
