"""Divide a Document into the parts that can be added, changed, moved or removed, each with its data."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from cvrender.model.base import Model, field_names
from cvrender.model.document import (
    Block,
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
from cvrender.model.kinds import CustomSection, Entry
from cvrender.model.printed_texts import parts_of, texts_of
from cvrender.model.profile import Profile
from cvrender.model.terms import Terms
from cvrender.model.text import Text, join, plain_text
from cvrender.model.value import Value, replace
from cvrender.model.view import SelectedSection, Selection, View
from cvrender.text.markup import inline

HEAD = "person"
"""The field of the head."""


class Compared(Value, frozen=True):
    """A Document that is compared, what it was composed from, and the whole profile with what the view withholds."""

    document: Document
    selection: Selection
    view: View
    profile: Profile


class DiffPart(Value, frozen=True, eq=False):
    """What can be added, changed, moved or removed: an entry with the texts that it prints, and its data.

    One that is not `listed` only tells changes of its data, since other parts print it: an entry of a line or of a table.
    `texts` are those in which its data are printed.
    """

    entry: EntryBlock
    title: str
    whole: str
    texts: str
    data: Model | None = None
    listed: bool = True


Parts = tuple[Section, list[DiffPart]]
"""A section of a Document with its parts."""


def sections_of(compared: Compared, terms: Terms) -> list[Parts]:
    """Return the sections with their parts; the first one is the head."""
    data = _data_of(compared.selection, compared.profile)
    blocks = compared.document.sections
    printed = {entry.source for entry, _ in parts_of(blocks, EntryBlock)} | {row.source for row, _ in parts_of(blocks, LabelRow)}
    sections = [_head(compared, terms)]
    for section in compared.document.sections:
        own = {section.source, *(group.source for group, _ in parts_of(section.blocks, Group))}
        parts = [_with_data(part, data, own) for part in _of_blocks(section.blocks, section.source)]
        unlisted = [source for source in data if source in own or (source not in printed and _collection(source) in own)]
        texts = "\n".join((section.title.plain, *(part.whole for part in parts)))
        sections.append((section, [*parts, *(_unlisted_part(source, data.pop(source), texts) for source in unlisted)]))
    return sections


def _with_data(part: DiffPart, data: Mapping[str, Model], own: Iterable[str]) -> DiffPart:
    """Return a part with the data of its entry; a paragraph or a row of the section itself has none."""
    source = part.entry.source
    return part if source in own else replace(part, data=data.get(source))


def _head(compared: Compared, terms: Terms) -> Parts:
    header = compared.document.header
    lines = tuple(filter(None, (header.headline, *(contact.text for contact in header.contacts))))
    name = plain_text(" ".join(filter(None, (header.name, header.native))))
    section = Section(HEAD, plain_text(terms.labels["by_person"].one), (), HEAD)
    return section, [part_of(EntryBlock("text", name, lines=lines, source=HEAD), compared.selection.profile.person)]


def _data_of(selection: Selection, profile: Profile) -> dict[str, Model]:
    """Return the shown entries and custom sections by their fields in the profile."""
    data: dict[str, Model] = {item.source: item.entry for section in selection.sections for item in section.entries}
    for section in selection.sections:
        if section.source.startswith("custom["):
            data[section.source] = _shown_section(section, profile.custom[int(section.source[len("custom[") : -1])])
    return data


def _shown_section(section: SelectedSection, whole: CustomSection) -> CustomSection:
    """Return a custom section as far as the view shows it, without its entries."""
    own = {"title": section.title, "text": "\n\n".join(section.texts) or None, "highlights": section.bullets}
    return replace(whole, **own, columns=section.columns, rows=section.rows, entries=())


def _collection(source: str) -> str:
    """Return the field of an entry's section: `talks` of `talks[2]`, `custom[0]` of `custom[0].entries[2]`."""
    return source.rpartition("[")[0].removesuffix(".entries")


def _unlisted_part(source: str, model: Model, texts: str) -> DiffPart:
    own = (getattr(model, name) for name in field_names(type(model)) if name not in field_names(Entry))
    first = next((value for value in own if value and isinstance(value, str)), source)
    part = part_of(EntryBlock("text", inline(first), source=source), model)
    return replace(part, texts=texts, whole="", listed=False)


def _of_blocks(blocks: Sequence[Block], source: str) -> Iterator[DiffPart]:
    for block in blocks:
        if isinstance(block, Group):
            yield from _of_blocks(block.blocks, source)
        elif isinstance(block, EntryList):
            yield from map(part_of, block.entries)
        elif isinstance(block, Rows):
            yield from (part_of(_of_row(row)) for row in block.rows)
        elif isinstance(block, Table):
            rows = (block.header, *block.rows) if any(block.header) else block.rows
            yield from (part_of(EntryBlock("text", join(row, " · "))) for row in rows)
        elif isinstance(block, Paragraph) and block.kind != "legend":
            yield part_of(EntryBlock("text", block.text, source=block.source or source))


def _of_row(row: LabelRow) -> EntryBlock:
    title = join([row.label.marked(bold=True), row.text], row.colon) if row.label else row.text
    return EntryBlock("text", title, bullets=row.bullets, source=row.source)


def part_of(entry: EntryBlock, data: Model | None = None) -> DiffPart:
    """Return an entry as a part."""
    whole = "\n".join(text.plain for text in printed_texts(entry))
    return DiffPart(entry, " ".join(entry.title.plain.casefold().split()), whole, whole, data)


@lru_cache(maxsize=20_000)
def printed_texts(entry: EntryBlock) -> tuple[Text, ...]:
    """Return the texts of an entry; a year that only groups repeat is not among them."""
    return tuple(text for text, _ in texts_of((entry,)) if text)
