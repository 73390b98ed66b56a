"""Put images into entries, in rows whose images are equally high, and logos before their headlines."""

import re
from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import Any

from cvrender.model.document import Block, Document, EntryBlock
from cvrender.model.expressions import expression
from cvrender.model.kinds import Entry, Position
from cvrender.model.printed_texts import map_parts
from cvrender.model.prose_blocks import Logo, Samples, WorkSample
from cvrender.model.value import Value, replace
from cvrender.model.view import SelectedEntry, SelectedSection
from cvrender.text.block_markdown import blocks_of

_IMAGE = expression(r'!\[(?P<alt>[^\[\]]+)\]\((?P<file>[^\s()]+)(?: "(?P<caption>[^"]+)")?\)')
_LITERAL = expression(r"!\[[^\]]*\]\(")
_NOT_TYPED = expression(r"\\.|(`+).*?\1")
_GAP = 2.0
_HIGHEST = {1: 62.0, 2: 48.0, 3: 36.0, 4: 28.0}
"""The most that a row is high, in per cent of the line, by the number of images in a row; `_GAP` is between them."""


class EntryPictures(Value, frozen=True):
    """The logos and the images of entries by the fields of these, such as `positions[0]`; `columns` images are in a row.

    `in_texts` are those that a text of a section names, by the file.
    """

    logos: Mapping[str, Logo] = MappingProxyType({})
    images: Mapping[str, tuple[WorkSample, ...]] = MappingProxyType({})
    in_texts: Mapping[str, WorkSample] = MappingProxyType({})
    columns: int = 1


def with_images(blocks: tuple[Block, ...], section: SelectedSection, pictures: EntryPictures) -> tuple[Block, ...]:
    """Return the blocks of a section with the images of its entries, each in its entry, which pages keep together.

    Those of entries that are in a line, in rows or in a table are behind all blocks.
    """
    sources = (source for item in section.entries for source, _ in with_roles(item))
    left, columns = {source: pictures.images[source] for source in sources if source in pictures.images}, pictures.columns
    if not left:
        return blocks

    def change(entry: EntryBlock) -> EntryBlock:
        entry = replace(entry, entries=tuple(map(change, entry.entries)))
        figures = left.pop(entry.source, ())
        return replace(entry, samples=_samples(figures, columns, entry.source), keep_together=True) if figures else entry

    changed = tuple(map_parts(block, EntryBlock, change) for block in blocks)
    return changed + tuple(_samples(figures, columns, source) for source, figures in left.items())


def images_of(paragraph: str) -> list[re.Match[str]]:
    """Return the images of a paragraph that has nothing else, one in each line: `![alt](file "caption")`; else none."""
    images = [_IMAGE.fullmatch(line.strip()) for line in paragraph.strip().split("\n")]
    return [match for match in images if match] if all(images) else []


def text_blocks(section: SelectedSection, pictures: EntryPictures) -> Iterator[Block]:
    """Yield the blocks of the text of a section, with its images."""
    for is_image, texts in groupby(section.texts, key=lambda text: bool(images_of(text))):
        if not is_image:
            yield from blocks_of(list(texts), section.source)
            continue
        files = [match["file"] for text in texts for match in images_of(text)]
        if figures := tuple(pictures.in_texts[file] for file in files if file in pictures.in_texts):
            yield _samples(figures, pictures.columns, section.source)


def literal_images(document: Document) -> Iterator[str]:
    """Yield the field of each text that would show the Markdown of an image as it is."""
    for text, source in document.texts:
        said = [span for span in text.spans if not span.code]
        linked = any(span.text.endswith("!") and next_.href and not span.href for span, next_ in pairwise(said))
        if linked or _LITERAL.search("".join(span.text for span in said)):
            yield source


def writes_image(value: Any, with_images: bool) -> bool:
    """Return whether a value of a profile has the Markdown of an image that is not shown, without a backslash in it.

    In a text `with_images`, paragraphs of images are shown.
    """
    if not isinstance(value, str):
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return any(writes_image(item, with_images) for item in inner)
    paragraphs = (text for text in value.split("\n\n") if not (with_images and images_of(text)))
    return any(_LITERAL.search(_NOT_TYPED.sub(" ", text)) for text in paragraphs)


def with_roles(item: SelectedEntry) -> Iterator[tuple[str, Entry]]:
    """Yield an entry and its roles, each with its field."""
    yield item.source, item.entry
    if isinstance(item.entry, Position):
        yield from ((f"{item.source}.roles[{index}]", role) for index, role in enumerate(item.entry.roles))


def _samples(figures: tuple[WorkSample, ...], columns: int, source: str) -> Samples:
    rows = [figures[start : start + columns] for start in range(0, len(figures), columns)]
    return Samples(tuple(_row(row, columns) for row in rows), source)


def _row(figures: tuple[WorkSample, ...], columns: int) -> tuple[WorkSample, ...]:
    """Return the images of a row with their widths; a row with fewer than the others is as if it had more like them."""
    ratios = sum(figure.picture.ratio for figure in figures) * columns / len(figures)
    height = min((100 - _GAP * (columns - 1)) / ratios, _HIGHEST[columns])
    return tuple(replace(figure, width=int(10 * height * figure.picture.ratio) / 10) for figure in figures)


def with_logos(document: Document, logos: Mapping[str, Logo]) -> Document:
    """Return the document with these logos, given by the fields of their entries. Rows and tables have none."""
    if not logos:
        return document

    def change(entry: EntryBlock) -> EntryBlock:
        logo = logos.get(entry.source)
        return replace(entry, logo=logo) if logo and entry.title else entry

    return replace(document, sections=map_parts(document.sections, EntryBlock, change))
