"""Create private temporary folders, and remove them with all that an untrusted program left there."""

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import RLock

from cvrender.model.expressions import expression
from cvrender.system.lifetime import delayed_exit

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


_PREFIX = "cvrender-tmp-"
_NAME = expression(rf"{_PREFIX}[a-z0-9_]{{8}}")
_OLDEST = 86_400  # seconds; no command works on one file for a day
_cleaned: set[Path] = set()
_open: set[Path] = set()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_open.clear)  # they are not the child's to remove
_making = RLock()
"""Held while a folder is made, and from `remove_open` on, so that no other thread makes one while the process exits."""


@contextlib.contextmanager
def private_folder() -> Iterator[Path]:
    """Create a folder that only this user can read, and remove it at the end."""
    folder = None
    try:
        with delayed_exit(), _making:
            folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
            _open.add(folder)
        _remove_leftovers(folder.parent, folder.stat().st_mtime)
        yield folder
    finally:
        if folder:
            remove_tree(folder)
            _open.discard(folder)


def remove_open() -> None:
    """Remove the private folders in use, for a process that must exit at once. Other threads can make no more of them."""
    _making.acquire(timeout=1)
    for folder in tuple(_open):
        remove_tree(folder)


def _remove_leftovers(parent: Path, now: float) -> None:
    """Remove this user's private folders that are more than a day older than `now`, once for each parent folder.

    `now` is the time of a file, because the clock of this process may differ from that of the file system.
    """
    if parent in _cleaned:
        return
    _cleaned.add(parent)
    user = os.getuid() if hasattr(os, "getuid") else 0
    with contextlib.suppress(OSError), os.scandir(parent) as entries:
        for entry in entries:
            if not _NAME.fullmatch(entry.name):
                continue
            with contextlib.suppress(OSError):  # another process may remove it
                status = entry.stat(follow_symlinks=False)
                if entry.is_dir(follow_symlinks=False) and status.st_uid == user and now - status.st_mtime > _OLDEST:
                    remove_tree(Path(entry.path))
