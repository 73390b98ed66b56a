"""Align the texts of a Document with what was read back from an artifact.

Both are normalized in the same way. Then the leaves are searched one after the other; only separators and bullets may occur
between them.
"""

from bisect import bisect_right
from collections.abc import Sequence

from cvrender.model.reading import Reading, Traits
from cvrender.model.value import Value
from cvrender.targets.comparison.leaves import Leaf, Step, fold, joined
from cvrender.targets.comparison.match import (
    exactly,
    ignoring_case,
    ignoring_case_and_spaces,
    ignoring_spaces,
    pieces,
    split_after_links,
    with_addresses,
    with_maths,
)
from cvrender.text.bidi import MIRRORED
from cvrender.text.scripts import has_right_to_left

_SEPARATORS = frozenset(" •◦○·–—-|,:：;.*+()[]\u200b")
_LOOKAHEAD = 600  # characters to search for a leaf that is not at the expected position
_NEXT_STEPS = 12  # steps whose texts are searched before a later match is accepted
_DISTINCTIVE = 10  # characters of a text that hardly occurs by chance
_MATHS_SLACK = 3  # characters of a formula that may follow the match


class FoldedText(Value, frozen=True):
    """The normalized text, and the offsets at which its lines and pages begin."""

    text: str
    lines: tuple[int, ...]
    pages: tuple[int, ...]

    def line(self, offset: int) -> int:
        """Return the line of an offset, counting from 1 over all pages."""
        return bisect_right(self.lines, offset)


class LeafMatch(Value, frozen=True):
    """A leaf and its offsets; `start` is -1 if it was not found."""

    leaf: Leaf
    start: int
    end: int


class Mismatch(Value, frozen=True):
    """Text that no leaf accounts for; `leaf` is the one expected there, if it was not found."""

    text: str
    leaf: Leaf | None
    start: int = 0


class Alignment(Value, frozen=True):
    """All leaves with their offsets, and the unexpected texts between them."""

    folded: FoldedText
    matches: tuple[LeafMatch, ...]
    mismatches: tuple[Mismatch, ...]


def fold_reading(reading: Reading, loose: bool) -> FoldedText:
    """Normalize all lines of a reading to one text."""
    parts: list[str] = []
    lines: list[int] = []
    pages: list[int] = []
    size, last = 0, ""
    for page in reading.standing or reading.pages:
        pages.append(len(lines))
        for line in page:
            text = fold(line, loose)
            if not text:
                lines.append(size)
                continue
            glued = not last or joined(last, text[0], loose)
            parts.append(text if glued else f" {text}")
            lines.append(size + (not glued))
            size += len(parts[-1])
            last = text[-1]
    starts = [lines[first] if first < len(lines) else size for first in pages]
    return FoldedText("".join(parts), tuple(lines), tuple(starts))


def align(reading: Reading, steps: Sequence[Step], traits: Traits, right_to_left: bool) -> Alignment:
    """Find every leaf in what was read of a format with these traits. `right_to_left` is the direction of the document."""
    folded = fold_reading(reading, traits.paged)
    aligner = _Aligner(folded, traits, right_to_left if reading.standing else None)
    for index, step in enumerate(steps):
        aligner.next_steps = steps[index + 1 : index + 1 + _NEXT_STEPS]
        aligner.step(step)
    aligner.skip_to(len(folded.text))
    return Alignment(folded, tuple(aligner.matches), tuple(aligner.mismatches))


class _Aligner:
    """Walk through a text. `direction` is that of the document, if its text runs in two directions."""

    def __init__(self, folded: FoldedText, traits: Traits, direction: bool | None) -> None:
        self.text, self.lines = folded.text, folded.lines
        self.direction = direction
        self.loose, self.any_case, self.addresses = traits.paged, traits.capitals, traits.shows_addresses
        self.position = 0
        self.slack = 0  # characters of maths that may precede the next leaf
        self.missed = 0  # characters of leaves that were not found since the last match
        self.next_steps: Sequence[Step] = ()
        self.expected: Leaf | None = None  # a leaf that was not found, until the text in its place is known
        self.matches: list[LeafMatch] = []
        self.mismatches: list[Mismatch] = []

    def step(self, step: Step) -> None:
        if step.free:
            left = sorted(step.orders[0], key=lambda leaf: -len(leaf.text.plain))
            while left:
                here = [(span, leaf) for leaf in left if (span := self._match_here(leaf))]  # a text may be a separator, too
                leaf = min(here, key=lambda item: (item[0][0], -item[0][1]))[1] if here else self._nearest(left)
                left.remove(leaf)
                self.leaf(leaf)
            return
        orders = step.orders
        for leaf in orders[0] if len(orders) == 1 else max(orders, key=self._count_matches):
            self.leaf(leaf)

    def _nearest(self, left: list[Leaf]) -> Leaf:
        return min(left, key=lambda leaf: (self._match_ahead(leaf) or (1 << 30, 0))[0])

    def _count_matches(self, order: tuple[Leaf, ...]) -> tuple[int, int]:
        """Return how many leaves of an order follow each other here, and how little text they take, as a negative number.

        A formula matches with other text around it, so a title that begins with one may include a date that precedes it.
        """
        position, count = self.position, 0
        for leaf in order:
            span = self._match_here(leaf, position)
            if span is None:
                break
            position, count = span[1], count + 1
        return count, self.position - position

    def leaf(self, leaf: Leaf) -> None:
        span = self._match_here(leaf) or self._match_ahead(leaf)
        if span is None:
            if self.expected:
                self.mismatches.append(Mismatch("", self.expected, self.position))
            self.expected = leaf
            self.missed += len(leaf.folded) + 1
            self.matches.append(LeafMatch(leaf, -1, -1))
            return
        if span[0] == self.position and self._splits_word(span[0]):
            self.mismatches.append(Mismatch(self.text[max(span[0] - 15, 0) : span[0] + 15], None, span[0]))
        self.skip_to(span[0])
        self.matches.append(LeafMatch(leaf, *span))
        self.position, self.missed = span[1], 0
        self.slack = _MATHS_SLACK if leaf.maths and leaf.text.spans[-1].math else 0

    def skip_to(self, end: int) -> None:
        """Record the text before an offset, which belongs to no leaf."""
        gap = self.text[self.position : end]
        gap = gap[min(self.slack, len(gap)) :].strip("".join(_SEPARATORS))
        if gap or self.expected:
            self.mismatches.append(Mismatch(gap, self.expected, self.position))
        self.expected, self.slack = None, 0

    def _match_here(self, leaf: Leaf, start: int = -1) -> tuple[int, int] | None:
        """Return the offsets of the leaf if only separators are between it and `start`, which is the position if not given."""
        start = self.position if start < 0 else start
        position, limit = start, min(start + 12 + self.slack, len(self.text))
        while position <= limit:
            end = self._match_at(leaf, position)
            if end >= 0 and (position == start or not self._splits_word(position)):
                return position, end
            if position >= len(self.text) or (self.text[position] not in _SEPARATORS and position - start >= self.slack):
                return None
            position += 1
        return None

    def _splits_word(self, position: int) -> bool:
        """Return whether the offset is between two letters or digits of a script that separates words."""
        before, after = self.text[position - 1 : position], self.text[position : position + 1]
        return before.isalnum() and after.isalnum() and not joined(before, after, self.loose)

    def _may_be_capitals(self, leaf: Leaf) -> bool:
        """Small capitals are letters of their own in some fonts, and capitals in others."""
        return leaf.kind in self.any_case or (self.loose and leaf.small_caps)

    def _match_ahead(self, leaf: Leaf) -> tuple[int, int] | None:
        """Return the offsets of the next occurrence of the leaf; the shorter it is, the nearer it must be."""
        if leaf.maths or (leaf.links and self.addresses):
            return None
        text = leaf.as_read(self.loose)
        near = min(_LOOKAHEAD, 20 * len(text)) + (self.missed if len(text) > 2 * _DISTINCTIVE else min(self.missed, _LOOKAHEAD))
        start = self.text.find(text, self.position, self.position + near + len(text))
        if start < 0 and self._may_be_capitals(leaf):
            start = self.text.casefold().find(text.casefold(), self.position, self.position + near)
        return None if start < 0 or self._follows_later_leaves(start) else (start, start + len(text))

    def _follows_later_leaves(self, end: int) -> bool:
        """Return whether later texts occur before the offset, so that the match is another text with the same wording."""
        for step in self.next_steps:
            for leaf in step.orders[0]:
                text = leaf.as_read(self.loose)
                if len(text) >= _DISTINCTIVE and not leaf.maths and self.text.find(text, self.position, end) >= 0:
                    return True
        return False

    def _match_at(self, leaf: Leaf, start: int) -> int:
        """Return where the leaf ends if it begins at the offset, else -1."""
        any_case = self._may_be_capitals(leaf)
        if self.direction is not None:
            plain = leaf.text.plain
            # Next to words from right to left, PDFium turns brackets of others, too.
            mirrored = plain != plain.translate(MIRRORED)
            if self.direction or mirrored or has_right_to_left(plain):
                from cvrender.targets.comparison.bidi import in_order

                return in_order(self.text, self.lines, leaf.text, start, self.direction, any_case)
        if leaf.maths:
            matches = ignoring_case if any_case else ignoring_spaces if self.loose else exactly
            return with_maths(self.text, pieces(leaf.text, self.loose), start, self.addresses, matches)
        if leaf.links and self.addresses:
            return with_addresses(self.text, split_after_links(leaf.text), start, any_case)
        text = leaf.as_read(self.loose)
        if self.text.startswith(text, start):
            return start + len(text)
        if any_case:
            return (ignoring_case_and_spaces if self.loose else ignoring_case)(self.text, text, start)
        return ignoring_spaces(self.text, text, start) if self.loose else -1
