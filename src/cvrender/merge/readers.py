"""Read files of any format: data of other programs, and documents for people, within limits of time and memory."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from cvrender.errors import InputError
from cvrender.formats.base import Format, Imported
from cvrender.formats.content import Content, load_content
from cvrender.formats.registry import Readers, data_formats
from cvrender.old_cvs import FORMATS as DOCUMENTS
from cvrender.system.limited import read_within
from cvrender.system.process import Limits

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


LIMITS = Limits(seconds=300, processor=120, memory=2000)
"""What reading the user's own files may use."""
SHORT_LIMITS = Limits(seconds=30, processor=25, memory=2000)
"""The same for files of `MODERATE` size."""
UNTRUSTED_LIMITS = Limits(seconds=30, processor=20, memory=512)
"""What reading the files of others may use."""
SMALL, MODERATE = 100_000, 2_000_000  # bytes


def read_files(files: Sequence[Path], format: str = "", *, untrusted: bool = False, sandbox: bool = True) -> list[Imported]:
    """Read files in the format with that name, or in the ones that recognize them. Raises InputError for what cannot be read.

    Small texts are read in this process, all else in a child process, and so is every file that is `untrusted`, with lower
    limits; what another program reads of those is read in a `sandbox`. Raises ToolError if the machine has none.
    """
    contents = [load_content(file) for file in files]
    if untrusted and format and format not in readers().names:
        hint = "leave out --untrusted if you trust the package and the files"
        raise contents[0].problem(f"“{format}” is an importer of a package, which is code", hint, code="unknown-format")
    size = sum(len(content.raw) for content in contents)
    if not untrusted and size <= SMALL and all(content.begins in ("text", "json", "xml") for content in contents):
        return _read_all(contents, format)
    for content in contents:
        content.sandboxed = untrusted and sandbox
    limits = UNTRUSTED_LIMITS if untrusted else LIMITS if size > MODERATE else SHORT_LIMITS
    hint = "import a part of it" if not untrusted else "if you trust it, import it without --untrusted"
    return read_within(str(files[0]), _read_all, contents, format, limits=limits, hint=hint)


def _read_all(contents: Sequence[Content], format: str) -> list[Imported]:
    return [read_content(content, format) for content in contents]
