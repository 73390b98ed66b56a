"""Read an old CV that is a PDF."""

from cvrender.importers.base import Format, Imported
from cvrender.importers.content import Content
from cvrender.importers.documents.pdf.read import read_pdf
from cvrender.importers.documents.prose import read_prose


def read(content: Content) -> Imported:
    """Read a document."""
    return read_prose(read_pdf(content))


FORMAT = Format("pdf", "PDF", lambda content: content.begins == "pdf", read)
