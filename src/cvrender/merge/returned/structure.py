"""Propose entries and bullets that an edited Word document removes, adds or moves."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from itertools import groupby

from cvrender.load.reader import format_path, parse_path
from cvrender.merge.proposals import Proposal
from cvrender.merge.returned.candidates import (
    Changes,
    changes_of_text,
    changes_that_add,
    changes_that_add_before,
    new_entry,
)
from cvrender.merge.returned.compare import AddedParagraph
from cvrender.merge.returned.occurrences import at, words_of
from cvrender.merge.returned.propose import Proposer, ReturnedChanges
from cvrender.model.convert import DataPath
from cvrender.model.value import replace
from cvrender.targets.docx.record import lines_of

_ITEM = ("List", "Bullet")
_MISFITS, _ALIKE = 3, 0.5
"""How many other texts may differ, such as counts, after an entry was added, removed or moved, and how alike they have to be."""
_MODELS = 6
"""How many entries of a list are tried as models of a new one."""
_ROW = re.compile(r"\brows\[(\d+)\]")


def propose(proposer: Proposer) -> ReturnedChanges:
    """Return the proposals for an edited document, and what is listed."""
    proposer.change_texts()
    StructureProposer(proposer).propose()
    proposer.check()
    return proposer.changes


class StructureProposer:
    """Proposes what is removed, added and moved, for a Proposer."""

    def __init__(self, proposer: Proposer) -> None:
        self.to = proposer
        self.document, self.data, self.edited = proposer.document, proposer.data, proposer.edited
        self.written = [number for number in range(1, len(self.document.sent) + 1) if self.field(number) in proposer.base]
        self.gone = {number for number in self.written if number not in self.edited.texts}
        self.lines = lines_of(self.document.sent)
        self.source: Callable[[int], DataPath | None] = cache(self._source)

    def field(self, number: int) -> str:
        """Return the field of a text."""
        return self.document.sent[number - 1].field

    def _source(self, number: int) -> DataPath | None:
        """Return the path in the file from which a text comes: of a cell of a table, that of its row."""
        source = self.document.source(number)
        row = _ROW.search(self.field(number).rpartition(" ")[2])
        if source and row and isinstance(at(self.data, (*source, "rows", int(row[1]))), list):
            return (*source, "rows", int(row[1]))
        return source

    def propose(self) -> None:
        """Propose all."""
        self.removed()
        for _, group in groupby(self.edited.added, key=lambda item: (item.after, item.before, item.row)):
            self.added(list(group))
        self.moved()

    def leads_to(self, changes: Changes, expected: Sequence[str]) -> bool:
        """Return whether a document with changes has these texts in this order, but for a few."""
        result = self.to.composed(changes)
        if result is None:
            return False
        printed, wanted = ([words_of(text) for text in texts] for texts in (result.values(), expected))
        if printed == wanted:
            return True
        new = set(wanted) - {words_of(text) for text in self.to.base.values()}
        if len(printed) != len(wanted) or sorted(printed) == sorted(wanted) or not new <= set(printed):
            return False
        differ = [(a, b) for a, b in zip(printed, wanted, strict=True) if a != b]
        return len(differ) <= _MISFITS and all(SequenceMatcher(None, a, b, False).ratio() > _ALIKE for a, b in differ)

    def texts(self, without: Iterable[int] = ()) -> list[str]:
        """Return the texts that were sent, without some."""
        left_out = {self.field(number) for number in without}
        return [text for name, text in self.to.base.items() if name not in left_out]

    # what is removed

    def removed(self) -> None:
        """Propose to remove entries, bullets and fields whose texts are gone."""
        rest = set(self.gone)
        for path in sorted({path for number in rest for path in self.items_around(number)}, key=len):
            inside = {number for number in self.written if self.is_within(number, path)}
            if inside and inside <= rest:
                change = Proposal("value", path, None, at(self.data, path), about=f"{format_path(path)} removed")
                if self.leads_to((change,), self.texts(inside)):
                    self.to.accept((change,), min(inside))
                    rest -= inside
        for number in sorted(rest):
            source = self.source(number)
            old = self.to.base[self.field(number)]
            if source and any(
                self.leads_to(changes, self.texts([number])) and self.take(changes, number)
                for changes in changes_of_text(self.data, source, old, "")
            ):
                continue
            self.to.list(number, "", "fits no field that could be removed" if source else "comes from another file", old)

    def take(self, changes: Changes, number: int) -> bool:
        """Propose changes."""
        self.to.accept(changes, number)
        return True

    def items_around(self, number: int) -> Iterator[DataPath]:
        """Yield the paths of the items of lists to which a text belongs."""
        source = self.source(number) or ()
        yield from (source[:end] for end in range(1, len(source) + 1) if isinstance(source[end - 1], int))
        if source and len(source) > 1 and source[0] == "person":
            yield source

    def is_within(self, number: int, path: DataPath) -> bool:
        """Return whether a text belongs to an item."""
        return (self.source(number) or ())[: len(path)] == path

    # what is added

    def added(self, group: Sequence[AddedParagraph]) -> None:
        """Propose an entry or a bullet for paragraphs that follow each other, or list them."""
        if len(group) > 1 and self.is_entry([item.text for item in group], group[0]):
            return
        for item in group:
            if not self.is_point(item) and not self.is_entry([item.text], item):
                words = item.text.replace("\t", " ")
                self.to.list(item.after or item.before, words, "is new, and fits no list of the profile here")

    def is_point(self, item: AddedParagraph) -> bool:
        """Propose a bullet or a paragraph, if one leads to the text."""
        if "\t" in item.text or item.row:
            return False
        attempts: list[Changes] = []
        if item.after and (source := self.source(item.after)):
            attempts += changes_that_add(self.data, source, item.text, any(word in item.style for word in _ITEM))
        if item.before and (source := self.source(item.before)):
            attempts += changes_that_add_before(self.data, source, item.text)
        for changes in attempts:
            if self.leads_to(changes, self.with_text([item.text], item)):
                self.to.accept(
                    tuple(replace(change, about=f"{format_path(change.path)} added") for change in changes), item.after
                )
                return True
        return False

    def with_text(self, texts: Sequence[str], item: AddedParagraph) -> list[str]:
        """Return the texts with others behind the one that they follow, as it was sent."""
        near = item.after or item.before
        line = next((line for line in self.lines if near in line), [near])
        names = {self.field(number) for number in line}
        places = [place for place, name in enumerate(self.to.base) if name in names]
        present = list(self.to.base.values())
        index = max(places) + 1 if item.after else min(places)
        return [*present[:index], *texts, *present[index:]]

    def is_entry(self, paragraphs: Sequence[str], item: AddedParagraph) -> bool:
        """Propose an entry like the one before or after, if one leads to the texts."""
        for number, step in ((item.after, 1), (item.before, 0)):
            for path in list(self.items_around(number))[::-1] if number else ():
                siblings, here = at(self.data, path[:-1]), path[-1]
                assert isinstance(here, int)
                near = sorted(range(len(siblings)), key=lambda index: abs(index - here))[:_MODELS]
                if any(self.is_like((*path[:-1], index), paragraphs, item, here + step) for index in near):
                    return True
        return False

    def is_like(self, path: DataPath, paragraphs: Sequence[str], item: AddedParagraph, index: int) -> bool:
        """Propose an entry like that at a path, at an index of its list, if it leads to the texts."""
        lines = [line for line in self.lines if self.is_within(line[0], path) and self.field(line[0]) in self.to.base]
        lines = lines[: len(paragraphs)]
        fields = [self.field(number) for line in lines for number in line]
        cells = [said for line, said in zip(lines, paragraphs, strict=False) for said in self.cells(line, said)]
        if len(lines) != len(paragraphs) or len(cells) != len(fields):
            return False
        said = dict(zip(fields, cells, strict=True))
        fields = [name for name in self.to.base if name in said]  # in the order of the Document
        divided, old = [said[name] for name in fields], [self.to.base[name] for name in fields]
        for changes in new_entry(self.data, path, old, divided, index):
            if self.leads_to(changes, self.with_text(divided, item)):
                self.to.accept(changes, item.after)
                return True
        return False

    def cells(self, line: Sequence[int], said: str) -> list[str]:
        """Divide a paragraph like one that was sent."""
        parts, rest = [], said
        for number in line[:-1]:
            sign = self.document.sent[number - 1].after
            first, _, rest = rest.partition(sign) if sign else (rest, "", "")
            parts.append(first)
        return [*parts, rest]

    # what is moved

    def moved(self) -> None:
        """Propose another order of the items of each list whose texts have another order."""
        lists = dict.fromkeys(
            path[:-1] for number in self.written for path in self.items_around(number) if isinstance(path[-1], int)
        )
        for path in sorted(lists, key=len):
            items = at(self.data, path)
            if not isinstance(items, list):
                continue
            before = self.order(path, self.written)
            after = [index for index in self.order(path, self.edited.texts) if index in before]
            before = [index for index in before if index in after]
            if before == after or any(
                change.path[: len(path)] == path and change.kind in ("item", "entry") and change.path == path
                for change in self.to.changes.proposals
            ):
                continue
            places = iter(after)
            order = tuple(next(places) if index in after else index for index in range(len(items)))
            change = Proposal("order", path, order, tuple(range(len(items))), about=f"{format_path(path)} in another order")
            if self.leads_to((change,), self.in_order(path, before, after)):
                self.to.accept((change,), 0)
            else:
                first = next(number for number in self.edited.texts if self.is_within(number, (*path, after[0])))
                words = ", ".join(str(index + 1) for index in after)
                self.to.list(
                    first, self.edited.texts[first], f"moved: {format_path(path)} in the order {words}, but the view sorts them"
                )

    def order(self, path: DataPath, numbers: Iterable[int]) -> list[int]:
        """Return the indices of the items of a list in the order of texts."""
        indices: dict[int, None] = {}
        for number in numbers:
            source = self.source(number) or ()
            if source[: len(path)] == path and len(source) > len(path) and isinstance(source[len(path)], int):
                indices[int(source[len(path)])] = None
        return list(indices)

    def in_order(self, path: DataPath, before: Sequence[int], after: Sequence[int]) -> list[str]:
        """Return the texts that were sent with the items of a list in another order."""
        blocks: dict[int, list[str]] = {}
        root = self.document.root
        sequence: list[str | int] = []
        for field, text in self.to.base.items():
            source = parse_path(field.partition(" ")[0])[len(root) :]
            index = source[len(path)] if source[: len(path)] == path and len(source) > len(path) else None
            if isinstance(index, int) and index in before:
                if index not in blocks:
                    sequence.append(index)
                blocks.setdefault(index, []).append(text)
            else:
                sequence.append(text)
        swap = dict(zip(before, after, strict=True))
        return [text for part in sequence for text in (blocks[swap[part]] if isinstance(part, int) else [part])]
