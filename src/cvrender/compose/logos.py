"""Put the logos of employers and schools before their headlines."""

from collections.abc import Mapping

from cvrender.model.document import Document, EntryBlock
from cvrender.model.printed_texts import map_parts
from cvrender.model.prose_blocks import Logo
from cvrender.model.value import replace


def with_logos(document: Document, logos: Mapping[str, Logo]) -> Document:
    """Return the document with these logos, given by the fields of their entries. Rows and tables have none."""
    if not logos:
        return document

    def change(entry: EntryBlock) -> EntryBlock:
        logo = logos.get(entry.source)
        return replace(entry, logo=logo) if logo and entry.title else entry

    return replace(document, sections=map_parts(document.sections, EntryBlock, change))
