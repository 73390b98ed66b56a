"""Remove a folder and what an untrusted program left in it."""

import contextlib
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

_BY_HANDLE = {os.open, os.rename, os.rmdir, os.unlink} <= os.supports_dir_fd and os.scandir in os.supports_fd
_OPENED = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)


def remove_tree(folder: Path) -> None:
    """Remove a folder as far as possible, without raising OSError and without following links.

    Folders may be nested deeper than Python can recurse and paths can be long, and may lack permissions: `shutil.rmtree` and
    `tempfile.TemporaryDirectory` raise RecursionError then, or change the permissions of what a link leads to.
    """
    if not _BY_HANDLE:
        shutil.rmtree(folder, onerror=_remove_read_only)
        return
    with contextlib.suppress(OSError):
        folder.chmod(0o700)
        top = os.open(folder, _OPENED)
        try:
            _empty(top)
        finally:
            os.close(top)
        folder.rmdir()


def _remove_read_only(remove: Callable[[str], object], path: str, _: object) -> None:
    """Remove what Windows refuses to remove, since it may only be read."""
    with contextlib.suppress(OSError):
        Path(path).chmod(stat.S_IWRITE)
        remove(path)


def _empty(top: int) -> None:
    """Remove what is in an open folder. What inner folders contain is moved up, so that nothing is ever deep."""
    prefix, number = os.urandom(8).hex(), 0
    while waiting := _remove_files(top):
        for name in waiting:
            os.chmod(name, 0o700, dir_fd=top)
            inner = os.open(name, _OPENED, dir_fd=top)
            try:
                for folder in _remove_files(inner):
                    number += 1
                    os.chmod(folder, 0o700, dir_fd=inner)  # a folder without permissions cannot be moved
                    os.rename(folder, f"{prefix}.{number}", src_dir_fd=inner, dst_dir_fd=top)
            finally:
                os.close(inner)
            os.rmdir(name, dir_fd=top)


def _remove_files(folder: int) -> list[str]:
    """Remove all but the folders in an open folder, and return the names of these."""
    with os.scandir(folder) as entries:
        files = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
    for name, is_folder in files:
        if not is_folder:
            with contextlib.suppress(OSError):
                os.unlink(name, dir_fd=folder)
    return [name for name, is_folder in files if is_folder]
