"""Artifacts in, files out: each file appears whole or not at all, and what failed its checks stands apart.

OUT/NAME/                what passed
OUT/.failed/NAME/        what failed: the artifact, the reasons (.txt), and what TeX said (.log)
"""

import errno
import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from cvrender.errors import CvrenderError, InputError, Problem
from cvrender.targets.base import Artifact
from cvrender.tools.filename import file_name
from cvrender.tools.safe_open import UNFOLLOWED, Folder, below

FAILED = ".failed"
_BESIDE = ("", ".txt", ".log")
_BINARY = getattr(os, "O_BINARY", 0)  # Windows would write other line ends


def write(artifacts: Iterable[Artifact], out: Path, *names: str) -> list[Path]:
    """Write into a folder, or into the one of these names below it, made where it is missing.

    The path of `out` is the caller's own; below it no symbolic link is followed, and a file that is one is replaced. Raises
    InputError when it cannot be written.
    """
    written: list[Path] = []
    path = out.joinpath(*names)
    try:
        with below(out, *names, make=True) as folder:
            for artifact in artifacts:
                path = folder.path / artifact.name
                _replace(folder, artifact.name, artifact.content)
                written.append(path)
        if names and names[0] != FAILED:
            _forget([artifact.name for artifact in written], out, *names)
    except OSError as error:
        raise InputError([Problem(f"cannot be written: {error.strerror or error}", str(_place(error, path)))]) from None
    return written


def keep(error: CvrenderError, out: Path, name: str) -> tuple[list[Path], list[Path]]:
    """The files that an error carries: those that passed go to OUT/NAME, those that failed to OUT/.failed/NAME.

    Returns the paths of both. Raises InputError as `write` does.
    """
    name = file_name(name)
    passed = write((Artifact(*file) for file in error.passed), out, name) if error.passed else []
    failed = write((Artifact(*file) for file in error.failed), out, FAILED, name) if error.failed else []
    return passed, failed


def _forget(files: Iterable[str], out: Path, *names: str) -> None:
    """An artifact that passed has no failed one of its name."""
    with suppress(FileNotFoundError), below(out, FAILED, *names) as folder:
        for file in files:
            for ending in _BESIDE:
                with suppress(FileNotFoundError):
                    os.unlink(folder.at(f"{file}{ending}"), dir_fd=folder.handle)


def _replace(folder: Folder, name: str, content: bytes) -> None:
    """The file appears under a name of its own, and gets its name when it is whole."""
    place, fresh = folder.at(name), folder.at(f".{name[:40]}-{secrets.token_hex(4)}")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | UNFOLLOWED | _BINARY, 0o666, dir_fd=folder.handle)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        os.replace(fresh, place, src_dir_fd=folder.handle, dst_dir_fd=folder.handle)
    except BaseException:
        with suppress(OSError):
            os.unlink(fresh, dir_fd=folder.handle)
        raise


def _place(error: OSError, path: Path) -> Path:
    """Where it happened: the link that was met, or what was to be written."""
    return Path(error.filename) if error.errno == errno.ELOOP and isinstance(error.filename, str) else path
