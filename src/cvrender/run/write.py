"""Write artifacts, each completely or not at all, and keep failed ones apart.

OUT/NAME/                artifacts that passed their checks; fonts of .tex files are in a folder below it
OUT/.failed/NAME/        artifacts that failed, with the reasons (.txt) and TeX's log (.log)
"""

import errno
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from cvrender.errors import CvrenderError, InputError, Problem
from cvrender.system.filename import FONT_FOLDER, file_name
from cvrender.system.safe_open import NO_FOLLOW, Folder, open_below, open_folder
from cvrender.targets.base import Artifact

FAILED = ".failed"
_FAILED_SUFFIXES = ("", ".txt", ".log")
_IN_USE = (32, 33)
"""The errors of Windows for a file that another program has locked, as readers of PDFs do."""
_BINARY = getattr(os, "O_BINARY", 0)  # keeps line ends on Windows


def write(artifacts: Iterable[Artifact], out: Path, *names: str) -> list[Path]:
    """Write artifacts to the folder `out`, or to a folder below it, which is created.

    `out` itself may contain links; below it no symbolic link is followed, and a linked file is replaced. Raises InputError.
    """
    written: list[Path] = []
    path = out.joinpath(*names)
    try:
        with open_folder(out, *names, make=True) as folder:
            for artifact in artifacts:
                *within, name = artifact.name.split("/")
                path = folder.path.joinpath(*within, name)
                with open_below(folder, *within, make=True) as inner:
                    _write_atomically(inner, name, artifact.content)
                written.append(path)
        if names and names[0] != FAILED:
            _remove_failed([path.name for path in written], out, *names)
    except OSError as error:
        hint = "close the program that has it open" if getattr(error, "winerror", 0) in _IN_USE else ""
        reason = f"cannot be written: {error.strerror or error}"
        raise InputError([Problem(reason, str(_failed_path(error, path)), hint=hint, code="cannot-write")]) from None
    return written


def listed(files: Iterable[Path]) -> list[Path]:
    """Return the files as they are listed for people: of a folder of fonts and metrics next to it, the folder itself."""
    return list(dict.fromkeys(map(_listed, files)))


def _listed(file: Path) -> Path:
    if file.parent.name == FONT_FOLDER:
        return file.parent
    return file.parent / FONT_FOLDER if file.suffix == ".tfm" else file


def write_error_files(error: CvrenderError, out: Path, *names: str) -> tuple[list[Path], list[Path]]:
    """Write the files that an error carries: passed ones to OUT/NAME, failed ones to OUT/.failed/NAME (or to folders below).

    Return both lists. Raises InputError like `write`.
    """
    names = tuple(map(file_name, names))
    passed = write((Artifact(*file) for file in error.passed), out, *names) if error.passed else []
    failed = write((Artifact(*file) for file in error.failed), out, FAILED, *names) if error.failed else []
    return passed, failed


def _remove_failed(files: Iterable[str], out: Path, *names: str) -> None:
    """Remove failed artifacts of these names."""
    with suppress(FileNotFoundError), open_folder(out, FAILED, *names) as folder:
        for file in files:
            for suffix in _FAILED_SUFFIXES:
                with suppress(FileNotFoundError):
                    os.unlink(folder.at(f"{file}{suffix}"), dir_fd=folder.handle)


def _write_atomically(folder: Folder, name: str, content: bytes) -> None:
    """Write a file under a temporary name, then rename it."""
    path, temporary = folder.at(name), folder.at(f".{name[:40]}-{os.urandom(4).hex()}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_FOLLOW | _BINARY, 0o666, dir_fd=folder.handle)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        os.replace(temporary, path, src_dir_fd=folder.handle, dst_dir_fd=folder.handle)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary, dir_fd=folder.handle)
        raise


def _failed_path(error: OSError, path: Path) -> Path:
    """Return the path of the link that was found, or of the file to be written."""
    return Path(error.filename) if error.errno == errno.ELOOP and isinstance(error.filename, str) else path
