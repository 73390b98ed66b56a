"""Pair the parts of two Documents: equal ones, similar ones, and those that only moved."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import product

from cvrender.documents.diff.data import FieldChange, field_changes, is_seen
from cvrender.documents.diff.parts import HEAD, DiffPart
from cvrender.model.value import Value

_SIMILAR = 0.6
_MOST_COMPARED = 40_000  # pairs of a section; beyond that only equal titles count as the same entry


class Pair(Value, frozen=True, eq=False):
    """A part of the old Document and the one of the new Document that took its place, with the changes of their data.

    `unseen` are the changes that the printed texts do not tell.
    """

    old: DiffPart
    new: DiffPart
    changes: tuple[FieldChange, ...] = ()
    unseen: tuple[FieldChange, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether the printed texts or the data changed."""
        return self.old.whole != self.new.whole or bool(self.unseen)


def paired(before: Sequence[DiffPart], after: Sequence[DiffPart], printed_only: bool = False) -> list[Pair]:
    """Return the pairs of old and new parts, each part once, in the order of the new ones: equal ones, else similar ones.

    With `printed_only`, changes of fields that no CV prints do not count.
    """
    partner: dict[int, DiffPart] = {}
    waiting: dict[tuple[bool, str, str], list[DiffPart]] = defaultdict(list)
    for old in before:
        waiting[_printed(old)].append(old)
    for with_data in (True, False):
        for index, new in enumerate(after):
            alike = () if index in partner else waiting[_printed(new)]
            equal = next((old for old in alike if not with_data or old.data == new.data), None)
            if equal is not None:
                partner[index] = equal
                waiting[_printed(new)] = [old for old in alike if old is not equal]
    left = [old for olds in waiting.values() for old in olds]
    for listed, similar in ((True, _by_likeness), (False, _by_source)):
        news = [(index, new) for index, new in enumerate(after) if index not in partner and new.listed is listed]
        partner |= similar([old for old in left if old.listed is listed], news)
    return [_pair(partner[index], new, printed_only) for index, new in enumerate(after) if index in partner]


def _printed(part: DiffPart) -> tuple[bool, str, str]:
    return part.listed, part.whole, part.title


def _by_source(olds: Sequence[DiffPart], news: Sequence[tuple[int, DiffPart]]) -> dict[int, DiffPart]:
    """Return the old part of the same field for new parts, by their index."""
    known = {old.entry.source: old for old in olds}
    return {index: known[new.entry.source] for index, new in news if new.entry.source in known}


def _by_likeness(olds: Sequence[DiffPart], news: Sequence[tuple[int, DiffPart]]) -> dict[int, DiffPart]:
    """Return the most similar old part for new parts, by their index; each old part once."""
    if len(olds) * len(news) > _MOST_COMPARED:
        scored = [(1.0, index, old) for (index, new), old in product(news, olds) if new.title == old.title]
    else:
        scored = [(_likeness(new, old), index, old) for (index, new), old in product(news, olds)]
    partners: dict[int, DiffPart] = {}
    taken = set()
    for score, index, old in sorted(scored, key=lambda item: -item[0]):
        if score >= _SIMILAR and index not in partners and id(old) not in taken:
            partners[index] = old
            taken.add(id(old))
    return partners


def _likeness(one: DiffPart, other: DiffPart) -> float:
    """Return how similar two parts are, from 0 to 1: the headlines count if they are equal, or else the whole texts."""
    if (one.title and one.title == other.title) or one.entry.source == other.entry.source == HEAD:
        return 1.0
    matcher = SequenceMatcher(None, one.whole, other.whole, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() >= _SIMILAR else 0.0


def _pair(old: DiffPart, new: DiffPart, printed_only: bool) -> Pair:
    all_changes = field_changes(old.data, new.data) if old.data and new.data else ()
    changes = tuple(change for change in all_changes if change.printed or not printed_only)
    return Pair(old, new, changes, tuple(change for change in changes if not is_seen(change, old.texts, new.texts)))


def moved(pairs: Sequence[Pair], before: Sequence[DiffPart]) -> tuple[DiffPart, ...]:
    """Return the fewest of the unchanged parts without which the others are in the order that they had."""
    place = {id(part): index for index, part in enumerate(before)}
    kept = [pair for pair in pairs if pair.new.listed and not pair.differs]
    staying = order_kept([place[id(pair.old)] for pair in kept])
    return tuple(pair.new for index, pair in enumerate(kept) if index not in staying)


def order_kept(numbers: Sequence[int]) -> set[int]:
    """Return the indices of a longest part of a sequence that rises: what stayed, while the others moved."""
    ends: list[int] = []  # the index of the smallest number that ends a rising part, by its length
    previous: dict[int, int] = {}
    for index, number in enumerate(numbers):
        length = bisect_left(ends, number, key=numbers.__getitem__)
        if length:
            previous[index] = ends[length - 1]
        ends[length : length + 1] = [index]
    staying = set()
    index = ends[-1] if ends else -1
    while index >= 0:
        staying.add(index)
        index = previous.get(index, -1)
    return staying
