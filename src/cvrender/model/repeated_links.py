"""Link each target once in an entry, for formats whose source shows the target of every link."""

from collections.abc import Iterator
from itertools import groupby
from typing import TypeVar

from cvrender.expressions import expression
from cvrender.model.document import Block, Document, EntryBlock, EntryList, Group, Row, Rows
from cvrender.model.printed_texts import map_texts
from cvrender.model.text import Text, join
from cvrender.model.value import replace

_Part = TypeVar("_Part", EntryBlock, Row)
_ADDRESS = expression(r"www\.|.*(?:://|@)")


def without_repeated_links(document: Document) -> Document:
    """Return the Document with one link to each target in an entry or row: an address that is its own link, else the first.

    No text is lost: what is no longer a link is text. Addresses stay links, because programs make links of them anyway.
    """
    sections = (replace(section, blocks=tuple(map(_block, section.blocks))) for section in document.sections)
    return replace(document, sections=tuple(sections))


def _block(block: Block) -> Block:
    match block:
        case Group():
            return replace(block, blocks=tuple(map(_block, block.blocks)))
        case EntryList():
            return replace(block, entries=tuple(map(_link_once, block.entries)))
        case Rows():
            return replace(block, rows=tuple(map(_link_once, block.rows)))
    return block


def _link_once(part: _Part) -> _Part:
    links = _links(part)
    kept = [bool(_ADDRESS.match(words)) for _, words in links]
    for index, (href, _) in enumerate(links):
        if not any(keep for keep, (other, _) in zip(kept, links, strict=True) if other == href):
            kept[index] = True
    if all(kept):
        return part
    following = iter(kept)
    return map_texts(part, lambda text: join(_groups(text, following)))


def _links(part: object) -> list[tuple[str, str]]:
    """Return the target and the words of each link, in order."""
    links: list[tuple[str, str]] = []

    def collect(text: Text) -> Text:
        grouped = groupby(text.spans, key=lambda span: span.href)
        links.extend((href, "".join(span.text for span in spans)) for href, spans in grouped if href)
        return text

    map_texts(part, collect)
    return links


def _groups(text: Text, kept: Iterator[bool]) -> Iterator[Text]:
    """Yield the parts of a text between and within links; `kept` says of each link whether it stays one."""
    for href, spans in groupby(text.spans, key=lambda span: span.href):
        keep = not href or next(kept)
        yield Text(tuple(span if keep else replace(span, href="") for span in spans))
