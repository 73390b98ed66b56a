"""Read an old CV that is an OpenDocument text."""

from cvrender.importers.base import Format, Imported
from cvrender.importers.content import Content
from cvrender.importers.documents.office.read import read_document
from cvrender.importers.documents.prose import read_prose


def read(content: Content) -> Imported:
    """Read a document."""
    return read_prose(read_document(content, "odt"))


def _detects(content: Content) -> bool:
    return content.begins == "zip" and {"content.xml", "mimetype"} <= set(content.members.values())


FORMAT = Format("odt", "OpenDocument", _detects, read)
