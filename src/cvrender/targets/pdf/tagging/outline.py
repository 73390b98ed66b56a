"""Make the structure of a Document for tagged PDF: headings, paragraphs, lists, tables, and the texts in them.

The roles are the standard structure types of ISO 32000-1, 14.8.4.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

from cvrender.model.boxes import Boxes
from cvrender.model.document import (
    Block,
    Bullet,
    Document,
    EntryBlock,
    EntryList,
    Group,
    Header,
    LabelRow,
    Paragraph,
    Rows,
    Table,
)
from cvrender.model.numbering import number_of
from cvrender.model.prose_blocks import Figure, Footnote, Lines, Notes, Samples
from cvrender.model.text import Text, plain_text
from cvrender.model.value import Record, Value, field, replace

_LOWEST = 6
_HEADINGS = frozenset(f"H{level}" for level in range(1, _LOWEST + 1))


class TaggedText(Value, frozen=True):
    """A text of the Document. Styles may print a `heading`, also the name, in capitals."""

    number: int
    text: Text
    heading: bool = False


class StructureElement(Record):
    """A structure element with its role and content.

    `label` is the text of a Lbl (a number or a bullet), or the description of a Figure. `attributes` are those of a list or a
    table cell, with their names in PDF. `name` is unique in the file.
    """

    role: str
    kids: "list[StructureElement | TaggedText]" = field(default_factory=list)
    label: str = ""
    attributes: dict[str, str | int] = field(default_factory=dict)
    name: str = ""

    def leaves(self) -> "Iterator[TaggedText]":
        """Yield its texts in order."""
        for kid in self.kids:
            if isinstance(kid, TaggedText):
                yield kid
            else:
                yield from kid.leaves()


def outline(document: Document) -> StructureElement:
    """Return the structure of a Document whose texts are numbered."""
    root = StructureElement("Document", list(_header(document.header)))
    for section in document.sections:
        title = StructureElement("H2", list(_leaves(section.title, heading=True)))
        inside: list[StructureElement | TaggedText] = [title] if section.title else []
        inside += _blocks(section.blocks, 3)
        root.kids += [StructureElement("Sect", inside)] if inside else []
    notes = {note.number: note for note in document.notes}
    return _with_notes(root, notes) if notes else root


def _with_notes(element: StructureElement, notes: dict[int, Footnote]) -> StructureElement:
    """Return an element with each note behind the text that refers to it first, and remove these from `notes`."""
    kids: list[StructureElement | TaggedText] = []
    for kid in element.kids:
        if isinstance(kid, StructureElement):
            inner = _with_notes(kid, notes)
            below = [part for part in inner.kids if inner.role in _HEADINGS and getattr(part, "role", "") == "Note"]
            kids += [replace(inner, kids=[part for part in inner.kids if part not in below]), *below] if below else [inner]
            continue
        kids.append(kid)
        for note in [notes.pop(span.note) for span in kid.text.spans if span.note in notes]:
            label = StructureElement("Lbl", list(_leaves(note.mark)))
            kids.append(StructureElement("Note", [label, _paragraph(note.text)], name=f"note-{note.number}"))
    return replace(element, kids=kids)


def _leaves(*texts: Text | str, heading: bool = False) -> "Iterator[StructureElement | TaggedText]":
    for text in texts:
        if text:
            yield TaggedText(number_of(text), plain_text(text) if isinstance(text, str) else text, heading)


def _header(header: Header) -> Iterator[StructureElement]:
    yield StructureElement("H1", list(_leaves(header.name, header.native, heading=True)))
    if header.headline:
        yield _paragraph(header.headline)
    if header.contacts:
        yield _list([_item(list(_leaves(contact.text))) for contact in header.contacts], "None")
    if header.photo:
        yield StructureElement("Figure", label=header.photo.alt)


def _paragraph(*texts: Text) -> StructureElement:
    return StructureElement("P", list(_leaves(*texts)))


def _list(items: "Iterable[StructureElement]", numbering: str) -> StructureElement:
    return StructureElement("L", list(items), attributes={"ListNumbering": numbering})


def _blocks(blocks: Iterable[Block], level: int) -> Iterator[StructureElement]:
    for block in blocks:
        if isinstance(block, Paragraph):
            yield _paragraph(block.text)
        elif isinstance(block, Group):
            yield _group(block, level)
        elif isinstance(block, Rows):
            yield _rows(block)
        elif isinstance(block, Table):
            yield _table(block)
        elif isinstance(block, Boxes):
            yield from _boxes(block)
        elif isinstance(block, Lines):
            yield from (_paragraph(line) for line in (block.label, *block.lines) if line)
        elif isinstance(block, Notes):
            continue  # each is behind the text that refers to it
        elif isinstance(block, Figure | Samples):
            yield from _figures(block)
        else:
            yield _entries(block)


def _figures(block: Figure | Samples) -> Iterator[StructureElement]:
    for figure in (block,) if isinstance(block, Figure) else chain.from_iterable(block.rows):
        yield StructureElement("Figure", label=figure.picture.alt)
        if figure.caption:
            yield _paragraph(figure.caption)


def _group(block: Group, level: int) -> StructureElement:
    """Return a part of a section with its heading. A bare number, such as a year, is not a heading but a caption of the list."""
    title = list(_leaves(block.title, heading=True))
    inside = list(_blocks(block.blocks, level + 1))
    if len(inside) == 1 and inside[0].role == "L" and block.title.plain.isdigit():
        inside[0].kids.insert(0, StructureElement("Caption", title))
        return inside[0]
    return StructureElement("Sect", [StructureElement(f"H{min(level, _LOWEST)}", title), *inside])


def _rows(block: Rows) -> StructureElement:
    """Return a table of labels and texts, or a list if there are no labels."""
    if not any(row.label for row in block.rows):
        return _list([_item(_cell(row)) for row in block.rows], "None")
    return StructureElement("Table", [StructureElement("TR", list(_cells(row))) for row in block.rows])


def _table(block: Table) -> StructureElement:
    """Return a table whose first row has the header cells of its columns."""
    head = [StructureElement("TH", list(_leaves(cell)), attributes={"Scope": "Column"}) for cell in block.header]
    rows = [StructureElement("TR", [StructureElement("TD", list(_leaves(cell))) for cell in row]) for row in block.rows]
    return StructureElement("Table", [StructureElement("TR", [*head]), *rows])


def _boxes(block: Boxes) -> Iterator[StructureElement]:
    """Yield the photo and the table of a form, in which a label is the header of its row, or of its column in the first one."""
    if block.photo:
        yield StructureElement("Figure", label=block.photo.picture.alt)
    rows = []
    for index, row in enumerate(block.rows):
        cells = []
        for box in row:
            scope = {"Scope": "Column" if block.has_header and index == 0 else "Row"} if box.is_label else {}
            attributes: dict[str, str | int] = {**scope, **({"ColSpan": box.columns} if box.columns > 1 else {})}
            cells.append(StructureElement("TH" if box.is_label else "TD", list(_leaves(box.text)), attributes=attributes))
        rows.append(StructureElement("TR", [*cells]))
    yield StructureElement("Table", [*rows])


def _cells(row: LabelRow) -> Iterator[StructureElement]:
    if row.label:
        yield StructureElement("TH", list(_leaves(row.label)), attributes={"Scope": "Row"})
    yield StructureElement("TD", _cell(row), attributes={} if row.label else {"ColSpan": 2})


def _cell(row: LabelRow) -> "list[StructureElement | TaggedText]":
    return [*_leaves(row.text), *_bullets(row.bullets)]


def _entries(block: EntryList) -> StructureElement:
    numbering = {"number": "Decimal", "bullet": "Disc", "none": "None"}[block.marker]
    items = []
    for index, entry in enumerate(block.entries):
        labels = {"number": f"{block.number(index)}.", "bullet": "•"}
        items.append(_item(_entry(entry), labels.get(block.marker, "")))
    return _list(items, numbering)


def _item(body: "list[StructureElement | TaggedText]", label: str = "") -> StructureElement:
    before: list[StructureElement | TaggedText] = [StructureElement("Lbl", label=label)] if label else []
    return StructureElement("LI", [*before, StructureElement("LBody", body)])


def _entry(entry: EntryBlock) -> "list[StructureElement | TaggedText]":
    """Return an entry's headline with its date, the paragraphs below it, and nested entries."""
    paragraphs: list[tuple[Text, ...]] = (
        [(entry.label, entry.title, entry.date)] if entry.label or entry.title or entry.date else []
    )
    paragraphs += [(entry.subtitle, entry.place)] if entry.subtitle else []
    paragraphs += [(text,) for text in (*entry.lines, *entry.summary)]
    kids: list[StructureElement | TaggedText] = [_paragraph(*texts) for texts in paragraphs]
    if len(paragraphs) == 1:  # then it needs no element of its own, which would take a tenth of the size of a list of works
        kids = list(_leaves(*paragraphs[0]))
    if entry.logo:  # behind the headline, which the label of a list item is followed by
        kids.insert(1 if len(paragraphs) > 1 else len(kids), StructureElement("Figure", label=entry.logo.picture.alt))
    kids += _bullets(entry.bullets)
    if entry.entries:
        kids.append(_list([_item(_entry(inner)) for inner in entry.entries], "None"))
    return [*kids, *(_figures(entry.samples) if entry.samples else ())]


def _bullets(bullets: tuple[Bullet, ...]) -> Iterator[StructureElement]:
    if bullets:
        yield _list([_item([*_leaves(item.text), *_bullets(item.bullets)], "•") for item in bullets], "Disc")
