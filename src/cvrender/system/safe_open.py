"""Open files below a folder without following symbolic links.

Everything is opened relative to an open folder instead of by path, so that links cannot be inserted in between. On Windows,
which does not support that, each step is checked before it is taken.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

_BY_HANDLE = {os.open, os.mkdir, os.unlink} <= os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
_FOLDER = getattr(os, "O_DIRECTORY", 0)
NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)


class Folder(NamedTuple):
    """An open folder: `handle` is its file descriptor, or None if the system supports only paths."""

    path: Path
    handle: int | None

    def at(self, name: str) -> str | Path:
        """Return a name to use with `dir_fd=handle`. Raises OSError if it is not a plain file name."""
        if name in ("", ".", "..") or {"/", "\0", os.sep} & set(name):
            raise OSError(errno.EINVAL, "not a plain file name", str(self.path / name.replace("\0", "?")))
        return name if self.handle is not None else self.path / name

    def refuse_link(self, name: str) -> None:
        """Raise OSError if the name is a symbolic link."""
        if (self.path / name).is_symlink():
            raise OSError(errno.ELOOP, "symbolic links are not followed", str(self.path / name))


@contextmanager
def open_folder(base: Path, *names: str, make: bool = False) -> Iterator[Folder]:
    """Open a folder below `base`, whose own path may contain links; with `make`, create it. Raises OSError."""
    if make:
        with suppress(FileExistsError):  # what is not a folder fails when it is opened
            base.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        folder = Folder(base, _open(stack, base) if _BY_HANDLE else None)
        yield stack.enter_context(open_below(folder, *names, make=make))


@contextmanager
def open_below(folder: Folder, *names: str, make: bool = False) -> Iterator[Folder]:
    """Open a folder below an open one; with `make`, create it. Raises OSError."""
    with ExitStack() as stack:
        for name in names:
            if make:
                with suppress(FileExistsError):
                    os.mkdir(folder.at(name), dir_fd=folder.handle)
            folder = _open_subfolder(stack, folder, name)
        yield folder


def _open_subfolder(stack: ExitStack, folder: Folder, name: str) -> Folder:
    path = folder.at(name)
    if folder.handle is None:
        folder.refuse_link(name)
        return Folder(folder.path / name, None)
    try:
        return Folder(folder.path / name, _open(stack, path, NO_FOLLOW, folder.handle))
    except OSError:
        folder.refuse_link(name)  # the error differs between systems
        raise


def _open(stack: ExitStack, path: str | Path, flags: int = 0, within: int | None = None) -> int:
    handle = os.open(path, os.O_RDONLY | _FOLDER | flags, dir_fd=within)
    stack.callback(os.close, handle)
    return handle


def open_regular(folder: Folder, name: str) -> int:
    """Open a regular file for reading and return its descriptor. Raises OSError for links, devices, pipes and folders."""
    folder.refuse_link(name)
    path = folder.at(name)
    no_wait = getattr(os, "O_NONBLOCK", 0)  # opening a pipe would block until another process writes to it
    handle = os.open(path, os.O_RDONLY | NO_FOLLOW | no_wait | getattr(os, "O_BINARY", 0), dir_fd=folder.handle)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "not a regular file", str(folder.path / name))
    return handle
