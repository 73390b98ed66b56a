"""List the leaves of a Document in reading order: every text that each target contains, with its field in the profile.

Texts are normalized before comparison: white space is one space, letters are composed (NFC), their forms are letters. Lines of a
PDF may end after hyphens and slashes, and readers guess spaces from distances; so in PDFs spaces next to punctuation and
ideographs do not count.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cached_property

from cvrender.model.boxes import Boxes
from cvrender.model.document import Block, Document, EntryBlock, EntryList, Group, Paragraph, Rows, Section, Table
from cvrender.model.expressions import expression
from cvrender.model.printed_texts import texts_of
from cvrender.model.prose_blocks import Figure, Lines, Notes, Samples
from cvrender.model.reading import Traits
from cvrender.model.repeated_links import without_repeated_links
from cvrender.model.superscripts import with_raised_characters
from cvrender.model.text import Text, plain_text
from cvrender.model.value import Value
from cvrender.text.letter_forms import plain_letters
from cvrender.text.scripts import HANGUL, IDEOGRAPHIC, is_latin
from cvrender.text.shaped import JOINED_WORDS

_JOINED = IDEOGRAPHIC + JOINED_WORDS
_BETWEEN_WIDE = expression(rf"(?<=[{_JOINED}]) (?=[{_JOINED}])")
_PUNCTUATION = r"(?:[^\w\s]|_)"
_SIGN = rf"(?:{_PUNCTUATION}|[{IDEOGRAPHIC}{HANGUL}])"  # punctuation, or a character after which a line may break
_SPACE_AT_SIGN, _SPACE_AT_PUNCTUATION = (expression(f"(?<={sign}) | (?={sign})") for sign in (_SIGN, _PUNCTUATION))
_IS_SIGN, _IS_PUNCTUATION = expression(_SIGN), expression(_PUNCTUATION)
_LIGATURES = {code: unicodedata.normalize("NFKC", chr(code)) for code in (0x017F, *range(0xFB00, 0xFB07))}
"""Readers of PDFs report a ligature as its letters, even if it was typed as one character, and a long s as either s."""


def fold(line: str, loose: bool) -> str:
    """Normalize a line for comparison; `loose` is for PDFs."""
    ascii_only = line.isascii()
    if not ascii_only:
        line = unicodedata.normalize("NFC", plain_letters(line))
    line = " ".join(line.split())
    if loose:
        line = line if ascii_only else line.translate(_LIGATURES)
        line = (_SPACE_AT_PUNCTUATION if is_latin(line) else _SPACE_AT_SIGN).sub("", line)
    return line if is_latin(line) else _BETWEEN_WIDE.sub("", line)


def joined(before: str, after: str, loose: bool) -> bool:
    """Return whether lines that end and begin with these characters are joined without a space."""
    is_wide = not is_latin(before + after)
    sign = _IS_SIGN if is_wide else _IS_PUNCTUATION
    if loose and (sign.match(before) or sign.match(after)):
        return True
    return is_wide and bool(_BETWEEN_WIDE.search(f"{before} {after}"))


class Leaf(Value, frozen=True):
    """A text. `kind` is `name`, `title`, `date`, …; `source` is the field of the profile.

    `folded` is the normalized text, `folded_loose` the same for PDFs.
    """

    text: Text
    kind: str
    source: str
    folded: str
    folded_loose: str
    maths: bool
    links: bool
    small_caps: bool = False

    def as_read(self, loose: bool) -> str:
        """Return the normalized text, for PDFs if `loose`."""
        return self.folded_loose if loose else self.folded


class Step(Value, frozen=True):
    """Leaves that occur together in one of these orders, or in any order if `free`."""

    orders: tuple[tuple[Leaf, ...], ...]
    free: bool = False


def _leaf(text: Text, kind: str, source: str) -> Leaf:
    folded = fold(text.plain, False)
    maths, links = any(span.math for span in text.spans), any(span.href for span in text.spans)
    small_caps = any(span.form == "small-caps" for span in text.spans)
    return Leaf(text, kind, source, folded, fold(folded, True), maths, links, small_caps)


class Expected:
    """A Document and its leaves, listed once for all targets."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.steps = tuple(_steps(document))
        self.leaves = tuple(leaf for step in self.steps for leaf in step.orders[0])

    @cached_property
    def without_numbers(self) -> tuple[Step, ...]:
        """The steps without list numbers, for formats that number lists when displayed."""
        return tuple(_without_numbers(step) for step in self.steps)

    def of(self, traits: Traits) -> "Expected":
        """The content as a format with these traits has it."""
        if traits.links_once:
            return self.with_links_once
        return self.with_raised_characters if traits.characters_only else self

    @cached_property
    def with_raised_characters(self) -> "Expected":
        """The same with characters that are raised in Unicode, and images as words; itself if there are none."""
        document = with_raised_characters(self.document)
        return self if document == self.document else Expected(document)

    @cached_property
    def with_links_once(self) -> "Expected":
        """The same with one link to each target in an entry, for formats that write no more."""
        return Expected(without_repeated_links(self.document))


def _without_numbers(step: Step) -> Step:
    orders = (tuple(leaf for leaf in order if leaf.kind != "number") for order in step.orders)
    return Step(tuple(dict.fromkeys(orders)), step.free)


def _steps(document: Document) -> Iterator[Step]:
    """Yield the name first, then headline, contacts and what is above two columns in any order, then the other sections."""
    header = document.header
    yield from _each(plain_text(header.name), "name", "person.name")
    yield from _each(plain_text(header.native), "native", "person.native")
    below = [_leaf(header.headline, "headline", "person.headline")]
    below += [_leaf(contact.text, "contact", contact.source) for contact in header.contacts]
    above = [step for section in document.sections if section.is_above for step in _section(section)]
    below += [leaf for step in above for leaf in step.orders[0]]
    yield Step((tuple(leaf for leaf in below if leaf.text),), free=True)
    for section in document.sections:
        if not section.is_above:
            yield from _section(section)


def _section(section: Section) -> Iterator[Step]:
    yield from _each(section.title, "section", section.source)
    for block in section.blocks:
        yield from _block(block)


def _each(part: object, kind: str, source: str = "") -> Iterator[Step]:
    """Yield each text of a part; `source` is the field of what has none of its own."""
    for text, field in texts_of(part, source):
        yield Step(((_leaf(text, kind, field),),) if text else ((),))


def _sources(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Group):
            yield from _sources(block.blocks)
        elif isinstance(block, EntryList):
            yield from (entry.source.partition(".")[0] for entry in block.entries)
        elif isinstance(block, Paragraph | Table | Boxes):
            yield block.source


def _block(block: Block) -> Iterator[Step]:
    match block:
        case Paragraph():
            yield from _each(block, "paragraph")
        case Table() | Boxes():
            yield from _each(block, "cell")
        case Lines() | Figure() | Samples() | Notes():
            yield from _each(block, "line")
        case Group():
            yield from _each(block.title, "group", next(_sources(block.blocks), ""))
            for inner in block.blocks:
                yield from _block(inner)
        case Rows():
            for row in block.rows:
                yield from _each(row.label, "label", row.source)
                yield from _each(row.text, "text", row.source)
                yield from _each(row.bullets, "bullet")
        case EntryList():
            for index, entry in enumerate(block.entries):
                yield from _entry(entry, f"{block.number(index)}." if block.marker == "number" else "")


def _entry(entry: EntryBlock, number: str = "") -> Iterator[Step]:
    """Yield the steps of an entry. The date follows the headline, or precedes it, or even its number."""
    parts = (("number", plain_text(number)), ("label", entry.label), ("title", entry.title), ("date", entry.date))
    count, label, title, date = ([_leaf(text, kind, entry.source)] if text else [] for kind, text in parts)
    head = [*label, *title]
    yield Step(tuple(dict.fromkeys(((*count, *head, *date), (*count, *date, *head), (*date, *count, *head)))))
    yield from _each((entry.subtitle, entry.place, *entry.lines), "line", entry.source)
    yield from _each(entry.summary, "summary", entry.source)
    yield from _each(entry.bullets, "bullet")
    for inner in entry.entries:
        yield from _entry(inner)
    if entry.samples:
        yield from _each(entry.samples, "line")
