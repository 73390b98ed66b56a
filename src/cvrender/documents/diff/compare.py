"""Compare two Documents: a Document that shows what was added, changed, moved and removed, section by section.

Entries, paragraphs, rows and lines of tables are compared as they print. One that has a similar one in the same section of the
other Document is changed; what it was before is shown below it. What its printed texts do not tell, such as other tags or another
link, is shown by the names of the fields.
"""

from collections.abc import Iterable

from cvrender.documents.diff.data import FieldChange
from cvrender.documents.diff.pairs import Pair, moved, order_kept, paired
from cvrender.documents.diff.parts import Compared, DiffPart, Parts, part_of, printed_texts, sections_of
from cvrender.formats.attached import data_of
from cvrender.model.annotations import in_flow_style
from cvrender.model.document import Block, Bullet, Document, EntryBlock, EntryList, Group, Section
from cvrender.model.terms import Terms
from cvrender.model.text import Span, Text, join, plain_text
from cvrender.model.value import Value, replace

_SAID = ("added", "changed", "moved", "removed")


class Diff(Value, frozen=True, eq=False):
    """The differences of a section. `pairs` are all old parts that have a new one, changed or not."""

    section: Section
    added: tuple[DiffPart, ...] = ()
    moved: tuple[DiffPart, ...] = ()
    removed: tuple[DiffPart, ...] = ()
    pairs: tuple[Pair, ...] = ()

    @property
    def changed(self) -> tuple[Pair, ...]:
        """The pairs that differ."""
        return tuple(pair for pair in self.pairs if pair.differs)

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.moved or self.removed)


def differences(old: Compared, new: Compared, terms: Terms) -> list[Diff]:
    """Return all sections with their differences: the head, then in the order of the new Document, those that are gone last."""
    printed_only = old.view.anonymous or new.view.anonymous  # an id or a tag may tell who the person is
    before, after = _by_title(sections_of(old, terms)), _by_title(sections_of(new, terms))
    partner = _partners(before, after)
    places = list(before)
    staying = order_kept([places.index(partner[key]) for key in partner])
    diffs = []
    for key, (section, parts) in after.items():
        if key not in partner:
            diffs.append(Diff(section, added=_listed(parts)))
            continue
        was, olds = before[partner[key]]
        diff = _compared(section, olds, parts, printed_only)
        title, old_title = (part_of(EntryBlock("text", each.title)) for each in (section, was))
        if title.whole != old_title.whole:
            diff = replace(diff, pairs=(Pair(old_title, title), *diff.pairs))
        elif list(partner).index(key) not in staying:
            diff = replace(diff, moved=(title, *diff.moved))
        diffs.append(diff)
    gone = (before[key] for key in before if key not in partner.values())
    return [*diffs, *(Diff(section, removed=_listed(parts)) for section, parts in gone)]


def _by_title(sections: Iterable[Parts]) -> dict[str, Parts]:
    """Return sections by what makes a section the same one in both Documents: its title. Those of one title become one."""
    sections_by_title: dict[str, Parts] = {}
    for section, parts in sections:
        key = section.title.plain.casefold()
        first, others = sections_by_title.get(key, (section, []))
        sections_by_title[key] = first, [*others, *parts]
    return sections_by_title


def _partners(before: dict[str, Parts], after: dict[str, Parts]) -> dict[str, str]:
    """Return for new sections the key of the old one: of the same title, else of the same field of the profile."""
    sources = {section.source: key for key, (section, _) in before.items() if section.source and key not in after}
    partners = {key: key if key in before else sources.get(section.source, "") for key, (section, _) in after.items()}
    return {key: old for key, old in partners.items() if old in before}


def _compared(section: Section, before: list[DiffPart], after: list[DiffPart], printed_only: bool) -> Diff:
    pairs = tuple(paired(before, after, printed_only))
    old, new = {id(pair.old) for pair in pairs}, {id(pair.new) for pair in pairs}
    return Diff(
        section,
        tuple(part for part in _listed(after) if id(part) not in new),
        moved(pairs, before),
        tuple(part for part in _listed(before) if id(part) not in old),
        pairs,
    )


def _listed(parts: Iterable[DiffPart]) -> tuple[DiffPart, ...]:
    return tuple(part for part in parts if part.listed)


# the Document


def diff_document(diffs: Iterable[Diff], new: Document, terms: Terms) -> Document:
    """Return a Document of the differences, with the head of the new one; it has no sections if there are none."""
    colon = terms.punctuation.colon
    words = {name: terms.labels[name].one for name in (*_SAID, "before")}
    sections = []
    for diff in filter(bool, diffs):
        entries = {
            "added": [part.entry for part in diff.added],
            "changed": [_with_old(pair, words["before"], colon) for pair in diff.changed],
            "moved": [EntryBlock(part.entry.kind, part.entry.title, source=part.entry.source) for part in diff.moved],
            "removed": [part.entry for part in diff.removed],
        }
        groups: list[Block] = [
            Group(plain_text(words[name]), (EntryList(tuple(entries[name]), "bullet"),)) for name in _SAID if entries[name]
        ]
        sections.append(replace(diff.section, blocks=tuple(groups), is_aside=False))
    return replace(new, sections=tuple(sections), works=(), career=type(new.career)(), head=(), foot=())


def _with_old(pair: Pair, label: str, colon: str) -> EntryBlock:
    """Return the new headline with what is new below it, and at the end the texts and fields that the old entry had instead."""
    old, new = printed_texts(pair.old.entry), printed_texts(pair.new.entry)
    known, kept = ({text.plain for text in texts} for texts in (old, new))
    gone = [text for text in old if text.plain not in kept]
    entry = _without_known(pair.new.entry, frozenset(known))
    fields = [text for change in pair.unseen if (text := _field(change, change.new, colon))]
    gone += [text for change in pair.unseen if (text := _field(change, change.old, colon))]
    if not gone and not fields and _is_known(entry, frozenset(known)):
        entry, gone = pair.new.entry, list(old)  # only their order differs
    before = (join((plain_text(f"{label} "), join(gone, "; "))),) if gone else ()
    return replace(entry, lines=(*entry.lines, *fields, *before))


def _field(change: FieldChange, value: object, colon: str) -> Text:
    """Return a field with its value as the profile has it, or an empty text if it has none."""
    if value in (None, (), {}, "", False):
        return Text()
    data = data_of(value)
    shown = in_flow_style(data[0] if isinstance(data, list) and len(data) == 1 else data)
    return Text((Span(change.path, code=True), Span(f"{colon}{' '.join(shown.split())}")))


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
    return all(text.plain in known for text in printed_texts(entry))


def _new_bullets(bullets: tuple[Bullet, ...], known: frozenset[str]) -> tuple[Bullet, ...]:
    pruned = (replace(bullet, bullets=_new_bullets(bullet.bullets, known)) for bullet in bullets)
    return tuple(bullet for bullet in pruned if bullet.bullets or bullet.text.plain not in known)
