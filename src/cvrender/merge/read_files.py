"""Read the files of one import within limits of time and memory, in a child process unless they are small texts."""

from collections.abc import Sequence
from pathlib import Path

from cvrender.formats.base import Imported
from cvrender.formats.content import Content, load_content
from cvrender.merge.readers import read_content, readers
from cvrender.system.limited import read_within
from cvrender.system.process import Limits

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
