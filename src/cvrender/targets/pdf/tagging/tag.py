"""Tag a PDF that TeX typeset from a source with mark points: add structure, spaces and metadata of its Document."""

import io
from collections.abc import Sequence
from typing import Any

import pikepdf

from cvrender.language.scripts import is_right_to_left
from cvrender.model.document import Document
from cvrender.model.numbering import numbered
from cvrender.targets.base import Attachment
from cvrender.targets.pdf.attach import add_attachments, save
from cvrender.targets.pdf.tagging.content import Item, Owner
from cvrender.targets.pdf.tagging.descriptors import level
from cvrender.targets.pdf.tagging.fonts import PageFont
from cvrender.targets.pdf.tagging.links import tag_links
from cvrender.targets.pdf.tagging.match import TextMatcher
from cvrender.targets.pdf.tagging.metadata import write_metadata
from cvrender.targets.pdf.tagging.outline import outline
from cvrender.targets.pdf.tagging.pages import Cutter
from cvrender.targets.pdf.tagging.places import Places
from cvrender.targets.pdf.tagging.space import NAME, space_font
from cvrender.targets.pdf.tagging.structure import StructureWriter
from cvrender.targets.pdf.tagging.write import PageWriter


def tag(content: bytes, document: Document, attachments: Sequence[Attachment] = ()) -> bytes:
    """Return the PDF with tags, spaces, metadata and attachments. The same input gives the same bytes.

    Raises ValueError for content that TeX engines do not write.
    """
    with pikepdf.open(io.BytesIO(content)) as pdf:
        structure = outline(numbered(document))
        places = Places(structure, document.properties.language)
        pages = [page.obj for page in pdf.pages]
        items = _items(pages)
        right_to_left = is_right_to_left(document.properties.language)
        matcher = TextMatcher(places, right_to_left, right_to_left and "LuaTeX" not in str(pdf.docinfo.get("/Producer", "")))
        for found in items:
            matcher.page(found)
        owned = _write(pdf, pages, items)
        tree = StructureWriter(pdf, places)
        tree.write(structure, owned)
        names: dict[Owner, str] = {}
        for text in places.followed.values():
            for link, words in text.links():
                names[link] = names.get(link, "") + words
        tag_links(tree, items, names)
        write_metadata(pdf, document.properties, part=3 if attachments else 2)
        add_attachments(pdf, attachments, document.properties.modified)
        return save(pdf)


def _items(pages: Sequence[Any]) -> list[list[Item]]:
    """Return the items of each page."""
    known: dict[Any, PageFont] = {}
    found: list[list[Item]] = []
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
        found.append(Cutter(fonts, frozenset(images)).cut(_content(page)))
    return found


def _content(page: Any) -> bytes:
    contents = page.Contents
    parts = contents if isinstance(contents, pikepdf.Array) else [contents]
    return b"\n".join(part.read_bytes() for part in parts)


def _write(pdf: pikepdf.Pdf, pages: Sequence[Any], items: Sequence[Sequence[Item]]) -> list[list[Owner]]:
    """Write each page; return the owners of its marked content."""
    font = space_font(pdf)
    owned = []
    for number, page in enumerate(pages):
        writer = PageWriter(number)
        page.Contents = pdf.make_stream(writer.write(items[number]))
        if "/Font" not in page.Resources:
            page.Resources.Font = pikepdf.Dictionary()
        page.Resources.Font[f"/{NAME}"] = font
        owned.append(writer.owners)
    return owned
