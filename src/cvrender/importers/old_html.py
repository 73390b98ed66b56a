"""Read an old CV that is a web page."""

import re

from cvrender.importers.base import Format, Imported
from cvrender.importers.content import Content
from cvrender.importers.documents.office.read import read_document
from cvrender.importers.documents.prose import read_prose


def read(content: Content) -> Imported:
    """Read a document."""
    return read_prose(read_document(content, "html"))


def _detects(content: Content) -> bool:
    head = content.raw[:4_000].decode("utf-8", "replace")
    is_named = content.file.casefold().endswith((".html", ".htm")) and content.begins in ("html", "xml")
    return (
        is_named or content.begins in ("html", "xml", "text") and bool(re.search(r"<!doctype html|<html\b", head, re.IGNORECASE))
    )


FORMAT = Format("html", "HTML", _detects, read)
