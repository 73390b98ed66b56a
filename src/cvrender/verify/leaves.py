"""A Document in, its leaves in reading order out: every string that each target has to say, and where it came from.

Strings are folded before they are compared: white space is one blank, letters are composed. A PDF's lines may end behind
hyphens and slashes, and its readers guess blanks from distances; so for PDFs no blank counts that stands beside a sign or
an ideograph.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from cvrender.model.document import Block, Bullet, Document, EntryBlock, EntryList, Group, Header, Paragraph, Rows, Section
from cvrender.model.scripts import HANGUL, IDEOGRAPHIC
from cvrender.model.text import Text, plain_text

_NOTHING = Text()
_BETWEEN_WIDE = re.compile(rf"(?<=[{IDEOGRAPHIC}]) (?=[{IDEOGRAPHIC}])")
_SIGN = rf"(?:[^\w\s]|[{IDEOGRAPHIC}{HANGUL}])"  # or a letter of scripts in which a line may end behind each
_BESIDE_SIGNS = re.compile(f"(?<={_SIGN}) | (?={_SIGN})")
_IS_SIGN = re.compile(_SIGN)
_LIGATURES = {code: unicodedata.normalize("NFKC", chr(code)) for code in range(0xFB00, 0xFB07)}
"""Readers of PDFs give a ligature as its letters, even where it was typed as one character."""


def fold(line: str, loose: bool) -> str:
    """A line as it is compared; `loose` is for PDFs."""
    if not line.isascii():
        line = unicodedata.normalize("NFC", line)
    line = " ".join(line.split())
    if loose:
        line = _BESIDE_SIGNS.sub("", line.translate(_LIGATURES))
    return line if line.isascii() else _BETWEEN_WIDE.sub("", line)


def joined(before: str, after: str, loose: bool) -> bool:
    """True when two lines that end and begin with these characters are folded without a blank between them."""
    if loose and (_IS_SIGN.match(before) or _IS_SIGN.match(after)):
        return True
    return both_wide(before, after)


def both_wide(before: str, after: str) -> bool:
    """True for two characters of scripts that part no words."""
    return bool(_BETWEEN_WIDE.search(f"{before} {after}"))


@dataclass(frozen=True, slots=True)
class Leaf:
    """One string. `kind` says what it is: `name`, `title`, `date`, …; `source` is the field of the profile.

    `said` is the string as it is compared, `loosely` as it is in a PDF.
    """

    text: Text
    kind: str
    source: str
    said: str
    loosely: str
    maths: bool
    links: bool


@dataclass(frozen=True, slots=True)
class Step:
    """Leaves that stand together, in one of these orders; with `free` in any."""

    orders: tuple[tuple[Leaf, ...], ...]
    free: bool = False


def _leaf(text: Text, kind: str, source: str) -> Leaf:
    said = fold(text.plain, False)
    return Leaf(
        text, kind, source, said, fold(said, True), any(span.math for span in text.spans), any(span.href for span in text.spans)
    )


class Expected:
    """A Document and its leaves, gathered once for all targets."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.steps = tuple(_steps(document))
        self.leaves = tuple(leaf for step in self.steps for leaf in step.orders[0])

    @cached_property
    def without_numbers(self) -> tuple[Step, ...]:
        """The same without the numbers of lists, for formats in which another program counts."""
        return tuple(_without_numbers(step) for step in self.steps)


def _without_numbers(step: Step) -> Step:
    orders = (tuple(leaf for leaf in order if leaf.kind != "number") for order in step.orders)
    return Step(tuple(dict.fromkeys(orders)), step.free)


def _steps(document: Document) -> Iterator[Step]:
    yield from _header(document.header)
    for section in document.sections:
        yield _one(section.title, "section", _source(section))
        for block in section.blocks:
            yield from _block(block)


def _one(text: Text, kind: str, source: str) -> Step:
    return Step(((_leaf(text, kind, source),),) if text else ((),))


def _header(header: Header) -> Iterator[Step]:
    """The name first; headline and contacts in the order that the style likes."""
    yield _one(plain_text(header.name), "name", "person.name")
    yield _one(plain_text(header.native), "native", "person.native")
    below = [_leaf(header.headline, "headline", "person.headline")]
    below += [_leaf(contact.text, "contact", contact.source) for contact in header.contacts]
    yield Step((tuple(leaf for leaf in below if leaf.text),), free=True)


def _source(section: Section) -> str:
    return section.id if not section.id.startswith("custom-") else next(_sources(section.blocks), "custom")


def _sources(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Group):
            yield from _sources(block.blocks)
        elif isinstance(block, EntryList):
            yield from (entry.source.partition(".")[0] for entry in block.entries)
        elif isinstance(block, Paragraph):
            yield block.source


def _block(block: Block) -> Iterator[Step]:
    if isinstance(block, Paragraph):
        yield _one(block.text, "paragraph", block.source)
    elif isinstance(block, Group):
        yield _one(block.title, "group", next(_sources(block.blocks), ""))
        for inner in block.blocks:
            yield from _block(inner)
    elif isinstance(block, Rows):
        for row in block.rows:
            yield _one(row.label, "label", row.source)
            yield _one(row.text, "text", row.source)
            yield from _bullets(row.bullets)
    else:
        for index, entry in enumerate(block.entries):
            number = f"{block.number(index)}." if block.marker == "number" else ""
            yield from _entry(entry, plain_text(number))


def _entry(entry: EntryBlock, number: Text = _NOTHING) -> Iterator[Step]:
    """The date stands behind the headline, or in front of it, or even before the entry's number."""
    said = (("number", number), ("label", entry.label), ("title", entry.title), ("date", entry.date))
    count, *rest = ([_leaf(text, kind, entry.source)] if text else [] for kind, text in said)
    head, date = [*rest[0], *rest[1]], rest[2]
    yield Step(tuple(dict.fromkeys(((*count, *head, *date), (*count, *date, *head), (*date, *count, *head)))))
    for line in entry.lines:
        yield _one(line, "line", entry.source)
    for text in entry.summary:
        yield _one(text, "summary", entry.source)
    yield from _bullets(entry.bullets)
    for inner in entry.entries:
        yield from _entry(inner)


def _bullets(bullets: Iterable[Bullet]) -> Iterator[Step]:
    for bullet in bullets:
        yield _one(bullet.text, "bullet", bullet.source)
        yield from _bullets(bullet.bullets)
