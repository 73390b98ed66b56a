"""Tag a PDF that TeX typeset from a source with mark points: add structure, spaces and metadata of its Document."""

import io
from collections.abc import Iterator, Sequence
from typing import Any

import pikepdf

from cvrender.model.document import Attachment, Document
from cvrender.model.numbering import numbered
from cvrender.targets.pdf.attach import add_attachments, save
from cvrender.targets.pdf.tagging.content import Item, Owner
from cvrender.targets.pdf.tagging.descriptors import level
from cvrender.targets.pdf.tagging.fonts import PageFont
from cvrender.targets.pdf.tagging.links import LinkStart, link_starts, tag_links
from cvrender.targets.pdf.tagging.match import TextMatcher
from cvrender.targets.pdf.tagging.metadata import write_metadata
from cvrender.targets.pdf.tagging.outline import outline
from cvrender.targets.pdf.tagging.pages import Cutter
from cvrender.targets.pdf.tagging.places import Places
from cvrender.targets.pdf.tagging.space import NAME, space_font
from cvrender.targets.pdf.tagging.structure import StructureWriter
from cvrender.targets.pdf.tagging.write import PageWriter
from cvrender.text.scripts import is_right_to_left


def tag(content: bytes, document: Document, attachments: Sequence[Attachment] = ()) -> bytes:
    """Return the PDF with tags, spaces, metadata and attachments. The same input gives the same bytes.

    Raises ValueError for content that TeX engines do not write.
    """
    with pikepdf.open(io.BytesIO(content)) as pdf:
        structure = outline(numbered(document))
        places = Places(structure, document.properties.language)
        right_to_left = is_right_to_left(document.properties.language)
        matcher = TextMatcher(places, right_to_left, right_to_left and "LuaTeX" not in str(pdf.docinfo.get("/Producer", "")))
        written = _Pages(pdf)
        for page, items in _items([page.obj for page in pdf.pages]):
            if matcher.page(items):  # the text goes on, so nothing is added to the pages before
                matcher.lines.forget_earlier()
                written.finish()
            written.add(page, items)
        written.finish()
        tree = StructureWriter(pdf, places)
        tree.write(structure, written.owned)
        names: dict[Owner, str] = {}
        for text in places.followed.values():
            for link, words in text.links():
                names[link] = names.get(link, "") + words
        tag_links(tree, written.links, names)
        write_metadata(pdf, document.properties, part=3 if attachments else 2)
        add_attachments(pdf, attachments, document.properties.modified)
        return save(pdf)


def _items(pages: Sequence[Any]) -> Iterator[tuple[Any, list[Item]]]:
    """Yield each page with its items."""
    known: dict[Any, PageFont] = {}
    for page in pages:
        resources = page.get("/Resources", {})
        fonts = {}
        for name, font in resources.get("/Font", {}).items():
            key = font.objgen
            if key not in known:
                known[key] = PageFont(font)
                level(font)
            fonts[name[1:].encode()] = known[key]
        images = {name[1:].encode() for name, item in resources.get("/XObject", {}).items() if item.get("/Subtype") == "/Image"}
        yield page, Cutter(fonts, frozenset(images)).cut(_content(page))


def _content(page: Any) -> bytes:
    contents = page.Contents
    parts = contents if isinstance(contents, pikepdf.Array) else [contents]
    return b"\n".join(part.read_bytes() for part in parts)


class _Pages:
    """The pages that were written: the owners of their marked content, and where their links begin.

    A page waits to be written while a space may be added to its last word.
    """

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self.pdf = pdf
        self.font = space_font(pdf)
        self.owned: list[list[Owner]] = []
        self.links: list[list[LinkStart]] = []
        self.waiting: list[tuple[Any, Sequence[Item]]] = []

    def add(self, page: Any, items: Sequence[Item]) -> None:
        """Add a page with its items."""
        self.waiting.append((page, items))

    def finish(self) -> None:
        """Write the pages that wait, and forget their items."""
        for page, items in self.waiting:
            writer = PageWriter(len(self.owned))
            page.Contents = self.pdf.make_stream(writer.write(items))
            if "/Font" not in page.Resources:
                page.Resources.Font = pikepdf.Dictionary()
            page.Resources.Font[f"/{NAME}"] = self.font
            self.owned.append(writer.owners)
            self.links.append([*link_starts(items)] if "/Annots" in page else [])
        self.waiting.clear()
