"""Read the LaTeX source of an old CV, or a zip of a project, as Overleaf makes it."""

from cvrender.importers.base import Format, Imported
from cvrender.importers.content import Content
from cvrender.importers.documents.prose import read_prose
from cvrender.importers.documents.tex.project import is_project
from cvrender.importers.documents.tex.read import read_tex


def read(content: Content) -> Imported:
    """Read a document."""
    return read_prose(read_tex(content))


FORMAT = Format("latex", "LaTeX", is_project, read)
