"""Read files of any format: data of other programs, and documents for people."""

from functools import lru_cache
from pathlib import Path

from cvrender.errors import InputError
from cvrender.formats.base import Format, Imported
from cvrender.formats.content import Content, load_content
from cvrender.formats.registry import Readers, data_formats
from cvrender.old_cvs import FORMATS as DOCUMENTS

_FIRST = ("attached", "linkedin")
"""Formats of data that are documents, too, and are tried before them."""
_LAST = ("pdf", "org", "markdown")
"""Formats of documents that any PDF and any text are in."""


@lru_cache(maxsize=1)
def readers() -> Readers:
    """Return every format in the order in which they are tried."""
    places = data_formats() | DOCUMENTS
    before = [*_FIRST, *(name for name in DOCUMENTS if name not in _LAST)]
    return Readers({name: places[name] for name in dict.fromkeys([*before, *sorted(data_formats()), *_LAST])})


def find_format(content: Content) -> Format:
    """Return the format of a file. Raises InputError if no format recognizes it, or if it is broken."""
    return readers().find(content)


def read_content(content: Content, name: str = "") -> Imported:
    """Read a file in the format with that name, or else in the one that recognizes it. Raises InputError."""
    return readers().read(content, name)


def read_file(path: Path, name: str = "", sandboxed: bool = False) -> Imported:
    """Load and read a file; if `sandboxed`, programs read it in a sandbox.

    Raises InputError for a file that cannot be read, and ToolError if the machine has no sandbox.
    """
    content = load_content(path)
    content.sandboxed = sandboxed
    return read_content(content, name)


__all__ = ["Format", "Imported", "InputError", "find_format", "read_content", "read_file", "readers"]
