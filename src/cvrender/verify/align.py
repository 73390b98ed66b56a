"""A Reading and a Document in, where each leaf of the Document stands in what was read out.

Both are folded the same way first. Then the leaves are looked for one after the other: between two of them there may be
separators and bullets, and nothing else.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from cvrender.model.reading import Reading
from cvrender.verify.leaves import Leaf, Step, fold, joined
from cvrender.verify.match import but_for_blanks, cut_behind_links, in_capitals, pieces, with_addresses, with_maths

_SEPARATORS = frozenset(" •◦○·–—-|,:;.*+()[]\u200b")
_NEAR = 600  # characters to look ahead for a leaf that is not where it should be
_FOLLOWING = 12  # steps whose strings are looked for before a string is taken for found further on
_TELLING = 10  # characters of a string that hardly stands anywhere by chance
_IN_MATHS = 3  # characters of a formula that may follow what was found of it


@dataclass(frozen=True, slots=True)
class Folded:
    """The text read, and the offsets at which its lines and pages begin."""

    text: str
    lines: tuple[int, ...]
    pages: tuple[int, ...]

    def page(self, offset: int) -> int:
        """The page of an offset, counted from 1."""
        return bisect_right(self.pages, offset)

    def line(self, offset: int) -> int:
        """The line of an offset, counted from 1 over all pages."""
        return bisect_right(self.lines, offset)


@dataclass(frozen=True, slots=True)
class Place:
    """A leaf and where it stands; `start` is -1 where it was not found."""

    leaf: Leaf
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Stray:
    """What was read and no leaf says; `leaf` is the one that was looked for there, if it was not found."""

    text: str
    leaf: Leaf | None
    start: int = 0


@dataclass(frozen=True, slots=True)
class Alignment:
    """All leaves with their places, and what stands between them beside separators."""

    folded: Folded
    places: tuple[Place, ...]
    strays: tuple[Stray, ...]


def folded(reading: Reading, loose: bool) -> Folded:
    """All lines of a reading as one text."""
    parts: list[str] = []
    lines: list[int] = []
    pages: list[int] = []
    size, last = 0, ""
    for page in reading.pages:
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
    return Folded("".join(parts), tuple(lines), tuple(starts))


def align(reading: Reading, steps: Iterable[Step], loose: bool, any_case: frozenset[str], addresses: bool = False) -> Alignment:
    """Find every leaf. `loose` is for PDFs; leaves of a kind in `any_case` may be in capitals.

    With `addresses` a link's target may stand behind its text, as in `DeepSpeed <https://www.deepspeed.ai/>`.
    """
    found = folded(reading, loose)
    aligner = _Aligner(found.text, loose, any_case, addresses)
    steps = tuple(steps)
    for index, step in enumerate(steps):
        aligner.coming = steps[index + 1 : index + 1 + _FOLLOWING]
        aligner.step(step)
    aligner.rest(len(found.text))
    return Alignment(found, tuple(aligner.places), tuple(aligner.strays))


class _Aligner:
    def __init__(self, text: str, loose: bool, any_case: frozenset[str], addresses: bool) -> None:
        self.addresses = addresses
        self.text = text
        self.loose = loose
        self.any_case = any_case
        self.place = 0
        self.slack = 0  # characters of maths that may stand before the next leaf
        self.lost = 0  # characters of leaves that were not found since the last one that was
        self.coming: tuple[Step, ...] = ()  # the next steps
        self.wanted: Leaf | None = None  # a leaf that was not found, until what stands in its place is known
        self.places: list[Place] = []
        self.strays: list[Stray] = []

    def step(self, step: Step) -> None:
        if step.free:
            left = sorted(step.orders[0], key=lambda leaf: -len(leaf.text.plain))
            while left:
                here = [(spot, leaf) for leaf in left if (spot := self._here(leaf))]  # a string may be a separator, too
                leaf = min(here, key=lambda item: (item[0][0], -item[0][1]))[1] if here else self._nearest(left)
                left.remove(leaf)
                self.leaf(leaf)
            return
        orders = step.orders
        for leaf in orders[0] if len(orders) == 1 else max(orders, key=self._agrees):
            self.leaf(leaf)

    def _nearest(self, left: list[Leaf]) -> Leaf:
        return min(left, key=lambda leaf: (self._ahead(leaf) or (1 << 30, 0))[0])

    def _agrees(self, order: tuple[Leaf, ...]) -> int:
        """How many leaves of an order stand there, one after the other."""
        place, count = self.place, 0
        for leaf in order:
            spot = self._here(leaf, place)
            if spot is None:
                break
            place, count = spot[1], count + 1
        return count

    def leaf(self, leaf: Leaf) -> None:
        spot = self._here(leaf) or self._ahead(leaf)
        if spot is None:
            self._lost(leaf)
            return
        if spot[0] == self.place and self._cuts_a_word(spot[0]):
            self.strays.append(Stray(self.text[max(spot[0] - 15, 0) : spot[0] + 15], None, spot[0]))
        self.rest(spot[0])
        self.places.append(Place(leaf, *spot))
        self.place, self.lost = spot[1], 0
        self.slack = _IN_MATHS if leaf.maths and leaf.text.spans[-1].math else 0

    def rest(self, end: int) -> None:
        """What stands before that offset and belongs to no leaf."""
        gap = self.text[self.place : end]
        if self.slack:
            gap = gap[min(self.slack, len(gap)) :]
        gap = gap.strip("".join(_SEPARATORS))
        if gap or self.wanted:
            self.strays.append(Stray(gap, self.wanted, self.place))
        self.wanted, self.slack = None, 0

    def _lost(self, leaf: Leaf) -> None:
        if self.wanted:
            self.strays.append(Stray("", self.wanted, self.place))
        self.wanted = leaf
        self.lost += len(leaf.said) + 1
        self.places.append(Place(leaf, -1, -1))

    def _here(self, leaf: Leaf, start: int = -1) -> tuple[int, int] | None:
        """Where the leaf stands when nothing but separators stand before it."""
        start = self.place if start < 0 else start
        place, limit = start, min(start + 12 + self.slack, len(self.text))
        while place <= limit:
            end = self._at(leaf, place)
            if end >= 0 and (place == start or not self._cuts_a_word(place)):
                return place, end
            if place >= len(self.text) or (self.text[place] not in _SEPARATORS and place - start >= self.slack):
                return None
            place += 1
        return None

    def _cuts_a_word(self, place: int) -> bool:
        """True between two letters or digits, but for scripts that part no words."""
        before, after = self.text[place - 1 : place], self.text[place : place + 1]
        return before.isalnum() and after.isalnum() and not joined(before, after, self.loose)

    def _ahead(self, leaf: Leaf) -> tuple[int, int] | None:
        """Where the leaf stands next, not too far away; the shorter it is the nearer it must be."""
        if leaf.maths or (leaf.links and self.addresses):
            return None
        said = leaf.loosely if self.loose else leaf.said
        near = min(_NEAR, 20 * len(said)) + (self.lost if len(said) > 2 * _TELLING else min(self.lost, _NEAR))
        place = self.text.find(said, self.place, self.place + near + len(said))
        if place < 0 and leaf.kind in self.any_case:
            place = self.text.casefold().find(said.casefold(), self.place, self.place + near)
        return None if place < 0 or self._is_behind_others(place) else (place, place + len(said))

    def _is_behind_others(self, end: int) -> bool:
        """True when strings that come later stand before that place: then what stands there is another string of that wording."""
        for step in self.coming:
            for leaf in step.orders[0]:
                said = leaf.loosely if self.loose else leaf.said
                if len(said) >= _TELLING and not leaf.maths and self.text.find(said, self.place, end) >= 0:
                    return True
        return False

    def _at(self, leaf: Leaf, place: int) -> int:
        """Where the leaf ends when it begins at that place; -1 when it does not."""
        if leaf.maths:
            return with_maths(self.text, pieces(leaf.text, self.loose), place, self.addresses)
        if leaf.links and self.addresses:
            return with_addresses(self.text, cut_behind_links(leaf.text), place)
        said = leaf.loosely if self.loose else leaf.said
        if self.text.startswith(said, place):
            return place + len(said)
        if leaf.kind in self.any_case:
            return in_capitals(self.text, said, place)
        return but_for_blanks(self.text, said, place) if self.loose else -1
