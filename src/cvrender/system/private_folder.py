"""Create private temporary folders, and remove those that killed processes left."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from threading import RLock

from cvrender.model.expressions import expression
from cvrender.system.lifetime import delayed_exit
from cvrender.system.remove_tree import remove_tree

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
