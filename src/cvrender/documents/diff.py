"""Compare two Documents: a Document that shows what was added, changed and removed, section by section.

Entries, paragraphs, rows and lines of tables are compared as they print. One that has a similar one in the same section of the
other Document is changed; what it was before is shown below it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import product

from cvrender.model.document import (
    Block,
    Bullet,
    Document,
    EntryBlock,
    EntryList,
    Group,
    LabelRow,
    Paragraph,
    Rows,
    Section,
    Table,
)
from cvrender.model.printed_texts import texts_of
from cvrender.model.terms import Terms
from cvrender.model.text import join, plain_text
from cvrender.model.value import Value, replace

_SIMILAR = 0.6
_MOST_COMPARED = 40_000  # pairs of a section; beyond that only equal titles count as the same entry


class DiffPart(Value, frozen=True):
    """What can be added, changed or removed: an entry with the texts that it prints."""

    entry: EntryBlock
    title: str
    whole: str


class Diff(Value, frozen=True):
    """The differences of a section; `changed` are pairs of the new and the old part."""

    section: Section
    added: tuple[DiffPart, ...]
    changed: tuple[tuple[DiffPart, DiffPart], ...]
    removed: tuple[DiffPart, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


def diff_documents(old: Document, new: Document, terms: Terms) -> Document:
    """Return a Document of the differences; it has no sections if there are none. The head is that of the new one."""
    added, changed, removed, before = (terms.labels[name].one for name in ("added", "changed", "removed", "before"))
    sections = []
    for diff in differences(old, new):
        groups: list[Block] = []
        pairs = [_with_old(one, other, before) for one, other in diff.changed]
        for title, entries in ((added, _entries(diff.added)), (changed, pairs), (removed, _entries(diff.removed))):
            if entries:
                groups.append(Group(plain_text(title), (EntryList(tuple(entries), "bullet"),)))
        sections.append(replace(diff.section, blocks=tuple(groups), is_aside=False))
    return replace(new, sections=tuple(sections), works=(), career=type(new.career)(), head=(), foot=())


def differences(old: Document, new: Document) -> list[Diff]:
    """Return the sections that differ, in the order of the new Document, those that are gone last."""
    names = [_key(section) for section in (*new.sections, *old.sections)]
    found = []
    for name in dict.fromkeys(names):
        after = [section for section in new.sections if _key(section) == name]
        before = [section for section in old.sections if _key(section) == name]
        diff = _compare(list(_parts(before)), list(_parts(after)), (after or before)[0])
        if diff:
            found.append(diff)
    return found


def _key(section: Section) -> str:
    """Return what makes a section the same one in both Documents: its title."""
    return section.title.plain.casefold()


def _compare(before: list[DiffPart], after: list[DiffPart], section: Section) -> Diff:
    added, removed = _missing_in(before, after), _missing_in(after, before)
    changed = list(_pairs(added, removed))
    news, olds = [one for one, _ in changed], [other for _, other in changed]
    return Diff(
        section,
        tuple(part for part in added if part not in news),
        tuple(sorted(changed, key=lambda pair: added.index(pair[0]))),
        tuple(part for part in removed if part not in olds),
    )


def _missing_in(others: list[DiffPart], parts: list[DiffPart]) -> list[DiffPart]:
    """Return the parts that are not among the others; a part that occurs twice is missing if the others have it once."""
    there = Counter(part.whole for part in others)
    missing = []
    for part in parts:
        if there[part.whole]:
            there[part.whole] -= 1
        else:
            missing.append(part)
    return missing


def _pairs(added: list[DiffPart], removed: list[DiffPart]) -> Iterator[tuple[DiffPart, DiffPart]]:
    """Yield the most similar pairs of new and old parts, each part once."""
    if len(added) * len(removed) > _MOST_COMPARED:
        scored = [(1.0, one, other) for one, other in product(added, removed) if one.title == other.title]
    else:
        scored = [(_likeness(one, other), one, other) for one, other in product(added, removed)]
    taken: list[DiffPart] = []
    for score, one, other in sorted(scored, key=lambda item: -item[0]):
        if score >= _SIMILAR and not any(part is one or part is other for part in taken):
            taken += [one, other]
            yield one, other


def _likeness(one: DiffPart, other: DiffPart) -> float:
    """Return how similar two parts are, from 0 to 1: the headlines count if they are equal, or else the whole texts."""
    if one.title and one.title == other.title:
        return 1.0
    matcher = SequenceMatcher(None, one.whole, other.whole, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() >= _SIMILAR else 0.0


def _parts(sections: Iterable[Section]) -> Iterator[DiffPart]:
    for section in sections:
        yield from _of_blocks(section.blocks, section.source)


def _of_blocks(blocks: Sequence[Block], source: str) -> Iterator[DiffPart]:
    for block in blocks:
        if isinstance(block, Group):
            yield from _of_blocks(block.blocks, source)
        elif isinstance(block, EntryList):
            yield from (_part(entry) for entry in block.entries)
        elif isinstance(block, Rows):
            yield from (_part(_of_row(row)) for row in block.rows)
        elif isinstance(block, Table):
            yield from (_part(EntryBlock("text", join(row, " · "), source=block.source)) for row in block.rows)
        elif isinstance(block, Paragraph) and block.kind != "legend":
            yield _part(EntryBlock("text", block.text, source=block.source or source))


def _of_row(row: LabelRow) -> EntryBlock:
    title = join([row.label.marked(bold=True), row.text], row.colon) if row.label else row.text
    return EntryBlock("text", title, bullets=row.bullets, source=row.source)


def _part(entry: EntryBlock) -> DiffPart:
    return DiffPart(entry, _headline(entry), _printed(entry))


@lru_cache(maxsize=20_000)
def _printed(entry: EntryBlock) -> str:
    """Return the texts of an entry; a year that only groups repeat is not among them."""
    return "\n".join(text.plain for text, _ in texts_of((entry,)) if text)


def _headline(entry: EntryBlock) -> str:
    return " ".join(entry.title.plain.casefold().split())


def _entries(parts: Iterable[DiffPart]) -> list[EntryBlock]:
    return [part.entry for part in parts]


def _with_old(new: DiffPart, old: DiffPart, label: str) -> EntryBlock:
    """Return the new headline with what is new below it, and at the end the texts that the old entry had instead."""
    known, kept = frozenset(old.whole.split("\n")), frozenset(new.whole.split("\n"))
    gone = [line for line in old.whole.split("\n") if line not in kept]
    before = (plain_text(f"{label} {'; '.join(gone)}"),) if gone else ()
    entry = _without_known(new.entry, known)
    return replace(entry, lines=(*entry.lines, *before))


def _without_known(entry: EntryBlock, known: frozenset[str]) -> EntryBlock:
    """Return an entry without the texts below its headline that the old entry has, too."""
    roles = tuple(_without_known(role, known) for role in entry.entries if not _is_known(role, known))
    return replace(
        entry,
        lines=tuple(line for line in entry.lines if line.plain not in known),
        summary=tuple(line for line in entry.summary if line.plain not in known),
        bullets=_new_bullets(entry.bullets, known),
        entries=roles,
    )


def _is_known(entry: EntryBlock, known: frozenset[str]) -> bool:
    return all(line in known for line in _printed(entry).split("\n"))


def _new_bullets(bullets: tuple[Bullet, ...], known: frozenset[str]) -> tuple[Bullet, ...]:
    pruned = (replace(bullet, bullets=_new_bullets(bullet.bullets, known)) for bullet in bullets)
    return tuple(bullet for bullet in pruned if bullet.bullets or bullet.text.plain not in known)
