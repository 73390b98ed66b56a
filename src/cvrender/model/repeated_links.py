"""Link each target once in an entry, for formats whose source shows the target of every link."""

from collections.abc import Iterator
from typing import TypeVar

from cvrender.model.document import Document, EntryBlock, LabelRow
from cvrender.model.expressions import expression
from cvrender.model.printed_texts import map_parts, map_texts, texts_of
from cvrender.model.text import Text, join
from cvrender.model.value import replace

_Part = TypeVar("_Part", EntryBlock, LabelRow)
_ADDRESS = expression(r"www\.|.*(?:://|@)")


def without_repeated_links(document: Document) -> Document:
    """Return the Document with one link to each target in an entry or row: an address that is its own link, else the first.

    No text is lost: what is no longer a link is text. Addresses stay links, because programs make links of them anyway.
    """
    return replace(document, sections=map_parts(document.sections, (EntryBlock, LabelRow), _link_once))


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
    groups = (group for text, _ in texts_of(part) for group in text.by_target())
    return [(href, "".join(span.text for span in spans)) for href, spans in groups if href]


def _groups(text: Text, kept: Iterator[bool]) -> Iterator[Text]:
    """Yield the parts of a text between and within links; `kept` says of each link whether it stays one."""
    for href, spans in text.by_target():
        keep = not href or next(kept)
        yield Text(tuple(span if keep else replace(span, href="") for span in spans))
