"""Make the Document of a letter from that of a CV, of which it keeps the header."""

from collections.abc import Container, Iterator

from cvrender.compose.typography import typographic
from cvrender.documents.placeholders import PlaceholderValues
from cvrender.errors import InputError
from cvrender.load.library import Library, find_style
from cvrender.load.reader import Source
from cvrender.model.dates import PartialDate
from cvrender.model.document import Block, Document, Header, Paragraph, Section
from cvrender.model.fields import Localized
from cvrender.model.letter import Letter, LetterFormat
from cvrender.model.page import PAPER, joined, sides
from cvrender.model.prose_blocks import BASE, Figure, Lines, Picture
from cvrender.model.style import Style, millimetres
from cvrender.model.text import Text, join, plain_text
from cvrender.model.value import replace
from cvrender.text.block_markdown import blocks_of
from cvrender.text.localize import Wording, format_date
from cvrender.text.markup import inline

_BEFORE_BODY = ("salutation", "subject")
_USUAL = ("location", "phone", "email", "link")
_SIGNATURE = 45.0  # millimetres
_PUNCTUATION = ",:!،，：！"
_TEXT = 11  # points
_LINE = 144
"""Millimetres of a line of at most about 90 characters."""
_LINES = {"eb garamond": 122, "source-sans": 138, "source sans 3": 138, "latin-modern-sans": 141}
"""The same of narrow families."""
_TOP = 3  # the part of the space above a window that may be margin


class LetterWriter:
    """Writes one letter; `source` is its file, `fill` replaces placeholders."""

    def __init__(
        self, letter: Letter, form: LetterFormat, date: PartialDate, wording: Wording, fill: PlaceholderValues, source: Source
    ) -> None:
        self.letter, self.form, self.date, self.wording, self.fill, self.source = letter, form, date, wording, fill, source
        self.words = wording.terms.letter

    def document(self, document: Document, signature: Picture | None) -> Document:
        """Return the letter with the header of a CV. Raises InputError for placeholders without a value."""
        blocks = tuple(block for part in self.form.parts for block in self.part(part, document, signature))
        self.fill.check()
        title = f"{document.properties.author} – {self.wording.terms.documents['letter']}"
        subject = self._text(self.letter.subject, "subject").plain
        whole = replace(
            document,
            header=with_contacts(document.header, self.letter.contacts),
            properties=replace(document.properties, title=title, subject=subject or document.properties.subject),
            sections=(Section("letter", Text(), blocks, BASE),),
        )
        return typographic(whole, self.wording.terms.punctuation) if self._is_typographic else whole

    @property
    def _is_typographic(self) -> bool:
        return self.wording.options.get("punctuation") == "typographic"

    def part(self, name: str, document: Document, signature: Picture | None) -> Iterator[Block]:
        """Yield the blocks of a part; one without content has none."""
        if name == "body":
            filled = [self.fill.fill(text, ("body", index)) for index, text in enumerate(self.letter.body)]
            blocks = blocks_of([part for text in filled for part in text.split("\n\n")], f"{BASE}.body")
            for block in self.run_in(blocks) if self.form.run_in else blocks:
                yield replace(block, kind="prose") if isinstance(block, Paragraph) else block
        elif name == "closing":
            yield from self.closing(document, signature)
        elif name == "address":
            yield self.address(document)
        elif name == "enclosures":
            yield from self.enclosures()
        elif name == "salutation" and self.form.run_in:
            return
        elif text := self.line(name):
            before = 0.4 if name == "reference" else 2.0 if name == self.form.parts[0] else 1.0
            yield replace(self._lines((text,), name, before), after=0.5 * (name in _BEFORE_BODY))

    def run_in(self, blocks: list[Block]) -> list[Block]:
        """Return the body with the salutation at the beginning of its first paragraph, as in Japanese: `拝啓　…`."""
        salutation = self.line("salutation")
        if blocks and isinstance(blocks[0], Paragraph):
            return [replace(blocks[0], text=join([salutation, blocks[0].text], "　")), *blocks[1:]]
        return [Paragraph(salutation, source=f"{BASE}.salutation"), *blocks]

    def line(self, name: str) -> Text:
        """Return the line of a part: date, reference, subject or salutation."""
        letter, words = self.letter, self.words
        if name == "date":
            date = format_date(self.date, self.wording.long_dates, self.wording.language)
            place = self.fill.fill(letter.place or "", ("place",), markdown=False)
            return plain_text(words.dated.format(place=place, date=date) if place else date)
        if name == "reference":
            reference = self.fill.fill(letter.reference or "", ("reference",), markdown=False)
            return plain_text(words.reference.format(reference=reference)) if reference else Text()
        if name == "subject":
            subject = self._text(letter.subject, "subject")
            before, _, after = words.subject.partition("{subject}")
            return (plain_text(before) + subject + plain_text(after)).marked(bold=True) if subject else Text()
        return self._text(letter.salutation, "salutation") or plain_text(words.salutation)

    def address(self, document: Document) -> Lines:
        """Return the recipient's address, with that of the sender above it if it is in a window."""
        lines = tuple(plain_text(self.fill.fill(line, ("to",), markdown=False)) for line in self.letter.to)
        if not self.form.window:
            return self._lines(lines, "address", 1.0, "to")
        location = next((line.text.plain for line in document.header.contacts if line.kind == "location"), "")
        sender = " · ".join(part for part in (document.properties.author, location) if part)
        label = plain_text(sender) if self.form.window.notes else Text()
        return replace(self._lines(lines, "address", 0.0, "to"), window=self.form.window.window, label=label)

    def closing(self, document: Document, signature: Picture | None) -> Iterator[Block]:
        """Yield the words before the signature, the signature, and the name."""
        own = self._text(self.letter.closing, "closing")
        salutation = self.line("salutation").plain.rstrip(_PUNCTUATION)
        words = (self.letter.salutation and self.words.closing_to_person) or self.words.closing
        words = self.words.closings.get(salutation, words)
        yield self._lines((own or plain_text(words.format(salutation=salutation)),), "closing", 0.8)
        if signature:
            yield Figure(signature, "signature", _SIGNATURE, source=f"{BASE}.signature")
        name = plain_text(f"{document.header.before}{document.properties.author}")
        yield self._lines((name,), "signature", 0.2 if signature else 2.5, "closing")

    def enclosures(self) -> Iterator[Lines]:
        """Yield the label of the enclosures and each of them."""
        items = tuple(self._text(item, "enclosures", index) for index, item in enumerate(self.letter.enclosures))
        if items:
            label = self.words.enclosures.one if len(items) == 1 else self.words.enclosures.other
            yield self._lines((plain_text(label).marked(bold=True), *items), "enclosures", 1.2)

    def _lines(self, lines: tuple[Text, ...], kind: str, before: float, field: str = "") -> Lines:
        part = "closing" if kind == "signature" else kind
        return Lines(lines, kind, f"{BASE}.{field or kind}", before, at_end=part in self.form.at_end)

    def _text(self, value: str | Localized | None, *path: str | int) -> Text:
        if value is None:
            return Text()
        chosen = value.choose(self.wording.language) if isinstance(value, Localized) else value
        return inline(self.fill.fill(chosen, path))


def with_contacts(header: Header, shown: str) -> Header:
    """Return a header with all contacts, or with the first of each `usual` kind."""
    if shown == "all":
        return header
    lines = [next((line for line in header.contacts if line.kind == kind), None) for kind in _USUAL]
    return replace(header, contacts=tuple(line for line in lines if line))


def date_of(letter: Letter, updated: PartialDate | None, source: Source) -> PartialDate:
    """Return the date of a letter: its own, or else that of the profile. Raises InputError if there is none."""
    if date := letter.date or updated:
        return date
    hint = 'write "date: 2026-11-22", or "updated" in the profile'
    raise InputError([source.problem((), "the letter has no date", hint, code="missing-key")])


def letter_style(style: Style, form: LetterFormat, library: Library, own: Container[str]) -> Style:
    """Return a style for letters: its look and options, without what its own files do to the pages and entries of a CV.

    A letter has no column of dates. Its text has at least 11 points and its lines about 90 characters, its margins at least
    those of the format; the options in `own` are those that the letter sets itself.
    """
    plain = find_style("plain", library)
    folders = tuple(folder for folder in style.folders if folder in plain.folders or not (folder / "html").is_dir())
    changed = style if style.own_letters else replace(style, templates=plain.templates, folders=folders, latex=plain.latex)
    values = {**changed.values, "date_side": "end"}
    if "size" not in own and style.text_size < _TEXT:
        values["size"] = f"{_TEXT}pt"
    if "margin" in own:
        return replace(changed, values=values)
    top, right, bottom, left = (millimetres(side) for side in sides(str(style.values["margin"])))
    if form.window:
        top = min(top, form.window.top / _TOP)
    left = max(left, form.left)
    right = max(right, form.right, PAPER[str(style.values["page"])][0] - left - _LINES.get(style.font.casefold(), _LINE))
    least = f"{min(form.left, form.right):g}mm"
    values["margin"] = joined([f"{side:g}mm" for side in (top, right, bottom, left)])
    return replace(changed, values=values, fit=replace(changed.fit, margin=least))
