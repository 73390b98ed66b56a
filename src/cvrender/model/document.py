"""Define the Document: the content of a CV, letter or statement in about ten kinds of block, independent of any target.

`compose` makes a Document and each folder of `targets/` writes it. `source` is the field of the profile from which a block was
made, such as `publications[3]`.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from cvrender.model.boxes import Boxes
from cvrender.model.facts import BibliographyItem, Career
from cvrender.model.head_and_foot import Line, Placeholder
from cvrender.model.icons import icon_of
from cvrender.model.measures import FEWEST_LINES, column_widths, lines_of, unevenness, width_of
from cvrender.model.printed_texts import parts_of, texts_of
from cvrender.model.prose_blocks import Figure, Footnote, Lines, Logo, Notes, Picture, Samples, Window
from cvrender.model.text import Span, Text, plain_text
from cvrender.model.value import Value


class Attachment(NamedTuple):
    """A file that an artifact carries: name, media type, text, what it is to the artifact (PDF's AFRelationship), description."""

    name: str
    media_type: str
    text: str
    relationship: str
    about: str


class Site(Value, frozen=True):
    """A web site: its address, which ends in a slash, or none; the file of its picture; and other files, label and name each.

    The files are in the folder of the page.
    """

    url: str = ""
    picture: str = ""
    files: tuple[tuple[str, str], ...] = ()

    @property
    def picture_url(self) -> str:
        """The address of the picture, which programs of others need whole; empty without the address of the site."""
        return f"{self.url}{self.picture}" if self.url and self.picture else ""


class ContactLine(Value, frozen=True):
    """A contact. `kind` is `location`, `email`, `phone`, `link`, or `fact` for what is not one; `text` includes the link."""

    kind: str
    text: Text
    source: str = ""

    @property
    def icon(self) -> str:
        """The name of its icon."""
        return icon_of(self.kind, next((span.href for span in self.text.spans if span.href), ""))


Marker = Literal["none", "bullet", "number"]
_USUAL, _LIST = 16, 34
"""The letters of a date such as `Sep 2019 – 2021`, and the fewest of several dates."""


class Paragraph(Value, frozen=True):
    """Running text. `kind` is `text`, `legend` for the meaning of author marks, or `prose` in letters and statements."""

    text: Text
    kind: str = "text"
    source: str = ""


class Bullet(Value, frozen=True):
    """A list item, optionally with nested items."""

    text: Text
    bullets: "tuple[Bullet, ...]" = ()
    source: str = ""


class EntryBlock(Value, frozen=True):
    """A headline with a date, further lines, a summary, bullets, nested entries (the roles at an employer) and images.

    `subtitle` is the line below the headline, and `place` is at its right. `label` is printed before the headline, such as
    `[ASPLOS’24]`. `when` is the time in EDTF. In targets with fixed pages, a page ends before it with `new_page`, and with
    `keep_together` none ends within it if it fits on one.
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
    subtitle: Text = Text()
    place: Text = Text()
    new_page: bool = False
    keep_together: bool = False
    logo: Logo | None = None
    samples: Samples | None = None

    @property
    def is_simple(self) -> bool:
        """Whether there is nothing below the headline."""
        return not (self.subtitle or self.lines or self.summary or self.bullets or self.entries or self.samples)

    @property
    def height(self) -> int:
        """The number of lines, about; more than `FEWEST_LINES` for an entry with lists or nested entries."""
        if self.bullets or self.entries or self.samples:
            return FEWEST_LINES + 1
        second = lines_of(self.subtitle, self.place) if self.subtitle else 0
        return lines_of(self.label, self.title, self.date) + second + sum(map(lines_of, (*self.lines, *self.summary)))


class EntryList(Value, frozen=True):
    """Entries of one kind. Numbers start at `start` and change by `step`, which is 1 or -1."""

    entries: tuple[EntryBlock, ...]
    marker: Marker = "none"
    start: int = 1
    step: int = 1

    @property
    def hangs(self) -> bool:
        """Whether these are works with neither numbers nor dates at the right, which a hanging indent sets apart."""
        works = all(entry.kind in ("publication", "patent") and not entry.date for entry in self.entries)
        return works and self.marker == "none"

    @property
    def wraps(self) -> bool:
        """Whether an entry takes more than one line, about."""
        return any(entry.height > 1 for entry in self.entries)

    @property
    def end(self) -> int:
        """The index of the first of the last entries, which are short and stay on one page."""
        return _end_of(self.entries)

    def number(self, index: int) -> int:
        """Return the number of the entry at an index."""
        return self.start + index * self.step


class LabelRow(Value, frozen=True):
    """A label and its text, such as `Languages: C, Python`, with the colon of the language and the space after it.

    `share` is the level that the text states, in per cent of the highest, for a bar; 0 for none. With `new_page`, a page ends
    before it, in targets with fixed pages.
    """

    label: Text
    text: Text
    source: str = ""
    bullets: tuple[Bullet, ...] = ()
    colon: str = ": "
    share: int = 0
    new_page: bool = False

    @property
    def height(self) -> int:
        """The number of lines, about; more than `FEWEST_LINES` for a row with bullets."""
        return FEWEST_LINES + 1 if self.bullets else lines_of(self.label, self.text)


class Rows(Value, frozen=True):
    """Rows of labels and texts."""

    rows: tuple[LabelRow, ...]

    @property
    def longest_label(self) -> Text:
        """The label with the most characters, for targets that align the texts in a column."""
        return max((row.label for row in self.rows), key=lambda label: len(label.plain), default=Text())

    @property
    def end(self) -> int:
        """The index of the first of the last rows, which are short and stay on one page."""
        return _end_of(self.rows)


class Table(Value, frozen=True):
    """A table with header cells; every row has as many cells as the header."""

    header: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    source: str = ""

    @property
    def widths(self) -> tuple[float, ...]:
        """The share of each column in the width of the table, by the length of its texts; together 1."""
        return column_widths(self.header, self.rows)


class Group(Value, frozen=True):
    """A part of a section with its own title. `source` is its field of the profile, if it is not that of the section."""

    title: Text
    blocks: "tuple[Block, ...]"
    source: str = ""


Block = Paragraph | EntryList | Rows | Table | Boxes | Group | Lines | Figure | Samples | Notes


class Section(Value, frozen=True):
    """A section; `id` is unique in the document and can be used as a link anchor. `source` is the field of the profile.

    A section without a title has no heading.

    `is_above` is whether it stands above two columns, below the name, and `is_aside` whether it is in the column at the side,
    where the target has one; these sections come first, in this order.
    In targets with pages, a page ends before it with `new_page`, and with `keep_together` none ends within it if it fits on one.
    """

    id: str
    title: Text
    blocks: tuple[Block, ...]
    source: str = ""
    is_above: bool = False
    is_aside: bool = False
    new_page: bool = False
    keep_together: bool = False


class Header(Value, frozen=True):
    """The person: name, headline, contacts and photo.

    `name` is what is printed first, with titles and credentials, and `native` what is printed behind it. `names` are the bare
    name and the name in its own script, and `honorifics` the titles and credentials, for machine readers. `before` and `after`
    are the parts of `name` around the bare name, and `given` is how that begins, if it looks different.
    """

    name: str
    native: str = ""
    headline: Text = Text()
    contacts: tuple[ContactLine, ...] = ()
    photo: Picture | None = None
    names: tuple[str, str] = ("", "")
    given: str = ""
    honorifics: tuple[str, str] = ("", "")
    before: str = ""
    after: str = ""

    @property
    def divided_name(self) -> Text:
        """The name, of which the given names have the form `given`, and what stands around the bare name `affix`."""
        rest = self.name[len(self.before) + len(self.given) : len(self.name) - len(self.after)]
        parts = ((self.before, "affix"), (self.given, "given"), (rest, ""), (self.after, "affix"))
        return Text(tuple(Span(text, form=form) for text, form in parts if text))


class Properties(Value, frozen=True):
    """The metadata of the file. `modified` is a date (`2026-01-31`) or empty; it is never taken from the clock."""

    title: str
    author: str
    subject: str = ""
    keywords: tuple[str, ...] = ()
    language: str = "en"
    modified: str = ""


class Document(Value, frozen=True, dict=True):
    """A whole CV.

    For machine readers, `works` lists the publications that it shows, and `career` what it says of employers, schools and awards.
    `contents` and `skip` are the labels of links at the beginning of a web page. `head` and `foot` are not on the first page.
    A part of a larger document has its `first_page` and `all_pages` of the whole. A page of a web site has its `site`.
    """

    properties: Properties
    header: Header
    sections: tuple[Section, ...]
    works: tuple[BibliographyItem, ...] = ()
    career: Career = Career()
    contents: str = ""
    skip: str = ""
    head: Line = ()
    foot: Line = ()
    first_page: int = 1
    all_pages: int = 0
    site: Site | None = None

    @property
    def has_side_column(self) -> bool:
        """Whether a section is in a column at the side."""
        return any(section.is_aside for section in self.sections)

    @cached_property
    def texts(self) -> Sequence[tuple[Text, str]]:
        """Every printed text and its field of the profile, in reading order."""
        names = (plain_text(self.header.name), "person.name"), (plain_text(self.header.native), "person.native")
        return *names, (self.header.headline, "person.headline"), *texts_of((self.header.contacts, self.sections))

    def repeated(self) -> Iterator[tuple[str, str]]:
        """Yield the texts of the head and the foot with their fields; they are not among `texts`."""
        for line, source in ((self.head, "page.head"), (self.foot, "page.foot")):
            yield from ((part, source) for part in line if isinstance(part, str))

    @property
    def shows_pages(self) -> bool:
        """Whether the head or the foot has the number of all pages."""
        return Placeholder.PAGES in self.head + self.foot

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The pictures of its sections."""
        return tuple(figure for figure, _ in parts_of(self.sections, Figure))

    @property
    def window(self) -> Window | None:
        """The window of an envelope, which a letter may have."""
        return next((lines.window for lines, _ in parts_of(self.sections, Lines) if lines.window), None)

    @property
    def notes(self) -> tuple[Footnote, ...]:
        """The notes of its sections."""
        return tuple(note for note, _ in parts_of(self.sections, Footnote))

    @property
    def widest_dates(self) -> tuple[Text, ...]:
        """The three widest dates that are wider than usual in English, but not lists, for targets that set dates in a column."""
        dates = [date for date in self.dates if _USUAL < width_of(date.plain) < _LIST]
        return tuple(sorted(dates, key=lambda date: (-width_of(date.plain), -unevenness(date.plain)))[:3])

    @property
    def widest_label(self) -> Text:
        """The widest label of rows, for targets that set labels in the column of dates."""
        return max(
            (row.label for row, _ in parts_of(self.sections, LabelRow)), key=lambda label: width_of(label.plain), default=Text()
        )

    @property
    def dates(self) -> tuple[Text, ...]:
        """The different dates of its entries, in their order."""
        return tuple({entry.date.plain: entry.date for entry in _entries(self.sections) if entry.date}.values())

    @property
    def longest_label_word(self) -> str:
        """The longest word in the labels of rows, for targets whose labels stand in a narrow column."""
        words = (word for row, _ in parts_of(self.sections, LabelRow) for word in row.label.plain.split())
        return max(words, key=len, default="")


def _entries(part: object) -> Iterator[EntryBlock]:
    for entry, _ in parts_of(part, EntryBlock):
        yield from (entry, *_entries(entry.entries))


def _end_of(parts: Sequence[EntryBlock | LabelRow]) -> int:
    """Return the index of the first of the last parts of a list that together have at most `FEWEST_LINES` lines.

    It reads from the end, since it is asked for each part.
    """
    room, index = FEWEST_LINES, len(parts)
    while index and (height := parts[index - 1].height) <= room:
        index -= 1
        room -= height
    return index
