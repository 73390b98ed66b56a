"""Artefacts in, files out: each file appears whole or not at all, and what failed its checks stands apart.

OUT/NAME/                what passed
OUT/.failed/NAME/        what failed: the artefact, the reasons (.txt), and what TeX said (.log)
"""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from cvrender.errors import CvrenderError, InputError, Problem
from cvrender.pipeline import Artefact

FAILED = ".failed"
_BESIDE = ("", ".txt", ".log")


def write(artefacts: Iterable[Artefact], folder: Path) -> list[Path]:
    """Write into a folder, made where it is missing. Raises InputError when it cannot be written to."""
    written: list[Path] = []
    path = folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for artefact in artefacts:
            path = folder / artefact.name
            _replace(path, artefact.content)
            written.append(path)
            _forget(folder, artefact.name)
    except OSError as error:
        raise InputError([Problem(f"cannot be written: {error.strerror or error}", str(path))]) from None
    return written


def keep(error: CvrenderError, out: Path, name: str) -> tuple[list[Path], list[Path]]:
    """The files that an error carries: those that passed go to OUT/NAME, those that failed to OUT/.failed/NAME.

    Returns the paths of both. Raises InputError as `write` does.
    """
    passed = write((Artefact(*file) for file in error.passed), out / name) if error.passed else []
    failed = write((Artefact(*file) for file in error.failed), out / FAILED / name) if error.failed else []
    return passed, failed


def _forget(folder: Path, name: str) -> None:
    """An artefact that passed has no failed one of its name."""
    if folder.parent.name == FAILED:
        return
    place = folder.parent / FAILED / folder.name
    for ending in _BESIDE if place.is_dir() else ():
        (place / f"{name}{ending}").unlink(missing_ok=True)


def _replace(path: Path, content: bytes) -> None:
    handle, fresh = tempfile.mkstemp(prefix=f".{path.name[:40]}-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        Path(fresh).chmod(0o666 & ~_umask())
        Path(fresh).replace(path)
    except BaseException:
        Path(fresh).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
