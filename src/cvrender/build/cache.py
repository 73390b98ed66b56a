"""A name in, a folder of the user's cache out. Nothing in it is needed: whatever is missing is made again.

The folder is the platform's own for caches (`~/.cache/cvrender` on Linux), or the one that CVRENDER_CACHE names.
Entries are written to a temporary name and renamed into place, so that a reader sees all of one or nothing.
"""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import platformdirs


def cache_folder() -> Path:
    """The folder that all cached things live in; it may not exist yet."""
    return Path(os.environ.get("CVRENDER_CACHE") or platformdirs.user_cache_dir("cvrender", appauthor=False))


def folder_of(room: str, key: str) -> Path:
    """Where an entry's files are, when there are any."""
    return cache_folder().absolute() / room / key


def drop(room: str, key: str) -> None:
    """Forget an entry."""
    shutil.rmtree(folder_of(room, key), ignore_errors=True)


def read(room: str, key: str, names: tuple[str, ...]) -> dict[str, bytes] | None:
    """The files of one entry, or None when it is not there whole."""
    folder = folder_of(room, key)
    try:
        return {name: (folder / name).read_bytes() for name in names}
    except OSError:
        return None


def write(room: str, key: str, files: Mapping[str, bytes]) -> None:
    """Keep an entry. A cache that cannot be written to is no error: the work is done again next time."""
    room_folder = cache_folder() / room
    try:
        room_folder.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=".new-", dir=room_folder))
    except OSError:
        return
    try:
        for name, content in files.items():
            (fresh / name).write_bytes(content)
        shutil.rmtree(room_folder / key, ignore_errors=True)
        fresh.rename(room_folder / key)
    except OSError:
        pass
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
