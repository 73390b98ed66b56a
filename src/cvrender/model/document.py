"""What is printed, once, for all targets: the waist of the hourglass.

`compose` makes a Document; each folder of `targets/` writes it in one format and needs to know no more than the
blocks below. `source` is the field of the profile that a block came from, such as `publications[3]`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from cvrender.model.text import Text, plain_text

Marker = Literal["none", "bullet", "number"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text. `kind` is `text` or `legend` (what the marks behind names mean)."""

    text: Text
    kind: str = "text"
    source: str = ""


@dataclass(frozen=True, slots=True)
class Bullet:
    """One point of a list, perhaps with points of its own."""

    text: Text
    bullets: "tuple[Bullet, ...]" = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class EntryBlock:
    """A headline with its date, further lines, a summary, bullets, and entries of its own (the roles at an employer).

    `label` stands in front of the headline, as the `[ASPLOS’24]` of a publication.
    """

    kind: str
    title: Text
    date: Text = Text()
    when: str = ""
    lines: tuple[Text, ...] = ()
    summary: tuple[Text, ...] = ()
    bullets: tuple[Bullet, ...] = ()
    entries: "tuple[EntryBlock, ...]" = ()
    source: str = ""
    label: Text = Text()

    @property
    def is_simple(self) -> bool:
        """True when there is nothing below the headline."""
        return not (self.lines or self.summary or self.bullets or self.entries)


@dataclass(frozen=True, slots=True)
class EntryList:
    """Entries of one kind. Numbers count from `start`, and count down when `step` is -1."""

    entries: tuple[EntryBlock, ...]
    marker: Marker = "none"
    start: int = 1
    step: int = 1

    def number(self, index: int) -> int:
        """The number of the entry at that index."""
        return self.start + index * self.step


@dataclass(frozen=True, slots=True)
class Row:
    """A label and what belongs to it, as in `Languages: C, Python`."""

    label: Text
    text: Text
    source: str = ""
    bullets: tuple[Bullet, ...] = ()


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows whose texts stand below each other."""

    rows: tuple[Row, ...]

    @property
    def longest_label(self) -> Text:
        """The label of the most characters, for targets that set the texts in a column."""
        return max((row.label for row in self.rows), key=lambda label: len(label.plain), default=Text())


@dataclass(frozen=True, slots=True)
class Group:
    """A part of a section under a title of its own."""

    title: Text
    blocks: "tuple[Block, ...]"


Block = Paragraph | EntryList | Rows | Group


@dataclass(frozen=True, slots=True)
class Section:
    """A section; `id` is unique within the document and fit for a link's anchor."""

    id: str
    title: Text
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class ContactLine:
    """A way to reach the person. `kind` is `location`, `email`, `phone` or `link`; `text` carries its link."""

    kind: str
    text: Text
    source: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture's bytes; `kind` is `png` or `jpeg`."""

    content: bytes
    kind: str


@dataclass(frozen=True, slots=True)
class Header:
    """Who it is."""

    name: str
    native: str = ""
    headline: Text = Text()
    contacts: tuple[ContactLine, ...] = ()
    photo: Picture | None = None


@dataclass(frozen=True, slots=True)
class Properties:
    """What the file says about itself. `modified` is a day (`2026-01-31`) or empty: nothing is taken from the clock."""

    title: str
    author: str
    subject: str = ""
    keywords: tuple[str, ...] = ()
    language: str = "en"
    modified: str = ""


@dataclass(frozen=True, slots=True)
class BibliographyItem:
    """A publication that the document shows, for readers that are machines: plain values, no wording of a style's.

    `type` is CSL's; `published` is the first day, month or year that is known (`2016-10`), or empty.
    """

    title: str
    type: str
    authors: tuple[str, ...] = ()
    venue: str = ""
    published: str = ""
    doi: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A whole CV. `works` says of the publications among it what the sections say in the style's words."""

    properties: Properties
    header: Header
    sections: tuple[Section, ...]
    works: tuple[BibliographyItem, ...] = ()

    def texts(self) -> Iterator[tuple[Text, str]]:
        """Every text that is printed, with the field of the profile that it came from, in reading order."""
        header = self.header
        yield plain_text(header.name), "person.name"
        yield plain_text(header.native), "person.native"
        yield header.headline, "person.headline"
        yield from ((contact.text, contact.source) for contact in header.contacts)
        for section in self.sections:
            yield section.title, section.id
            yield from _block_texts(section.blocks)


def _block_texts(blocks: Iterable[Block]) -> Iterator[tuple[Text, str]]:
    for block in blocks:
        match block:
            case Paragraph():
                yield block.text, block.source
            case Group():
                yield block.title, ""
                yield from _block_texts(block.blocks)
            case Rows():
                for row in block.rows:
                    yield row.label, row.source
                    yield row.text, row.source
                    yield from _bullet_texts(row.bullets)
            case EntryList():
                yield from _entry_texts(block.entries)


def _entry_texts(entries: Iterable[EntryBlock]) -> Iterator[tuple[Text, str]]:
    for entry in entries:
        yield from ((text, entry.source) for text in (entry.label, entry.title, entry.date, *entry.lines, *entry.summary))
        yield from _bullet_texts(entry.bullets)
        yield from _entry_texts(entry.entries)


def _bullet_texts(bullets: Iterable[Bullet]) -> Iterator[tuple[Text, str]]:
    for bullet in bullets:
        yield bullet.text, bullet.source
        yield from _bullet_texts(bullet.bullets)
