"""Read the files of one import within limits of time and memory, in a child process unless they are small."""

from collections.abc import Sequence
from pathlib import Path

from cvrender.errors import InputError, Problem
from cvrender.importers import read_file
from cvrender.importers.base import Imported
from cvrender.tools.limited import LimitExceeded, call
from cvrender.tools.process import Limits

LIMITS = Limits(seconds=300, processor=120, memory=2000)
"""What reading the user's own files may use."""
UNTRUSTED_LIMITS = Limits(seconds=60, processor=20, memory=512)
"""What reading the files of others may use."""
SMALL = 100_000
"""How many bytes are read in this process: a child takes a tenth of a second to start."""


def read_files(files: Sequence[Path], format: str = "", *, untrusted: bool = False, sandbox: bool = True) -> list[Imported]:
    """Read files in the format with that name, or in the ones that recognize them. Raises InputError for what cannot be read.

    `untrusted` files are always read in a child process, with the lower limits, and what another program reads of them is read in
    a `sandbox`. Raises ToolError if the machine has none.
    """
    if not untrusted and sum(map(_size, files)) <= SMALL:
        return _read_all(files, format, False)
    limits = UNTRUSTED_LIMITS if untrusted else LIMITS
    try:
        return call(limits, _read_all, files, format, untrusted and sandbox)
    except LimitExceeded as error:
        hint = "import a part of it" if not untrusted else "if you trust it, import it without --untrusted"
        raise InputError([Problem(f"{error} to be read", str(files[0]), hint=hint, code="too-large")]) from None


def _read_all(files: Sequence[Path], format: str, sandboxed: bool) -> list[Imported]:
    return [read_file(file, format, sandboxed) for file in files]


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except (OSError, ValueError):
        return 0  # which reading it reports
