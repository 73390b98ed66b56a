"""A folder and names below it in, the open folder out: on the way to it no symbolic link below the first folder is followed.

Everything is reached through the open folder and not by its path, so nobody can put a link in between. A system that cannot
do that (Windows) has each step looked at before it is taken.
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
UNFOLLOWED = getattr(os, "O_NOFOLLOW", 0)


class Folder(NamedTuple):
    """An open folder: `handle` stands for it in calls of `os`, or is None where these take paths only."""

    path: Path
    handle: int | None

    def at(self, name: str) -> str | Path:
        """What to call something in the folder, together with `dir_fd=handle`. Raises OSError for what is no plain name."""
        if name in ("", ".", "..") or {"/", "\0", os.sep} & set(name):
            raise OSError(errno.EINVAL, "is no plain name", str(self.path / name.replace("\0", "?")))
        return name if self.handle is not None else self.path / name

    def refuse_link(self, name: str) -> None:
        """Raises OSError if that name is a symbolic link."""
        if (self.path / name).is_symlink():
            raise OSError(errno.ELOOP, "is a symbolic link, which is not followed", str(self.path / name))


@contextmanager
def below(base: Path, *names: str, make: bool = False) -> Iterator[Folder]:
    """The folder of these names below another, whose own path may lead over links. Raises OSError; `make` makes it first."""
    if make:
        with suppress(FileExistsError):  # what is no folder fails when it is opened, and is called so
            base.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        folder = Folder(base, _opened(stack, base) if _BY_HANDLE else None)
        for name in names:
            if make:
                with suppress(FileExistsError):
                    os.mkdir(folder.at(name), dir_fd=folder.handle)
            folder = _inner(stack, folder, name)
        yield folder


def _inner(stack: ExitStack, folder: Folder, name: str) -> Folder:
    place = folder.at(name)
    if folder.handle is None:
        folder.refuse_link(name)
        return Folder(folder.path / name, None)
    try:
        return Folder(folder.path / name, _opened(stack, place, UNFOLLOWED, folder.handle))
    except OSError:
        folder.refuse_link(name)  # systems disagree in what they call this
        raise


def _opened(stack: ExitStack, place: str | Path, flags: int = 0, within: int | None = None) -> int:
    handle = os.open(place, os.O_RDONLY | _FOLDER | flags, dir_fd=within)
    stack.callback(os.close, handle)
    return handle


def open_regular(folder: Folder, name: str) -> int:
    """A handle for reading a regular file of the folder. Raises OSError for links, devices, pipes and folders."""
    folder.refuse_link(name)
    place = folder.at(name)
    waiting = getattr(os, "O_NONBLOCK", 0)  # a pipe would let us wait until somebody writes into it
    handle = os.open(place, os.O_RDONLY | UNFOLLOWED | waiting | getattr(os, "O_BINARY", 0), dir_fd=folder.handle)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "is no regular file", str(folder.path / name))
    return handle
