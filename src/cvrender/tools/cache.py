"""A name in, a folder of the user's cache out. Nothing in it is needed: whatever is missing is made again.

The folder is the platform's own for caches (`~/.cache/cvrender` on Linux), or the one that CVRENDER_CACHE names.
Entries are written to a temporary name and renamed into place, so that a reader sees all of one or nothing. When one is written,
those that nobody used for a month go, and the oldest of too many. Whoever wanted one of them just then makes it again.
"""

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import platformdirs

_DAY = 86_400
_OLDEST = 30 * _DAY
_MOST, _MOST_OF = 500, {"formats": 12}  # entries; each format has twenty megabytes


def cache_folder() -> Path:
    """The folder that all cached things live in; it may not exist yet."""
    return Path(os.environ.get("CVRENDER_CACHE") or platformdirs.user_cache_dir("cvrender", appauthor=False))


def folder_of(room: str, key: str) -> Path:
    """Where an entry's files are, when there are any."""
    return cache_folder().absolute() / room / key


def size() -> int:
    """The bytes of all that is kept."""
    total = 0
    for folder, _, names in os.walk(cache_folder()):
        for name in names:
            with contextlib.suppress(OSError):  # somebody may be at work in it
                total += Path(folder, name).lstat().st_size
    return total


def drop(room: str, key: str) -> None:
    """Forget an entry."""
    _remove(folder_of(room, key))


def use(room: str, key: str) -> None:
    """Note that an entry is used: its folder's time is that of its last use, to a day, so that few uses write anything."""
    folder = folder_of(room, key)
    with contextlib.suppress(OSError):
        if abs(time.time() - folder.stat().st_mtime) > _DAY:
            os.utime(folder)


def read(room: str, key: str, names: tuple[str, ...]) -> dict[str, bytes] | None:
    """The files of one entry, or None when it is not there whole."""
    folder = folder_of(room, key)
    try:
        files = {name: (folder / name).read_bytes() for name in names}
    except OSError:
        return None
    use(room, key)
    return files


def is_writable(room: str) -> bool:
    """Whether entries can be kept: what takes long to make, and is of use only then, need not be made."""
    fresh = _fresh(room)
    if fresh:
        _remove(fresh)
    return fresh is not None


def write(room: str, key: str, files: Mapping[str, bytes]) -> None:
    """Keep an entry. A cache that cannot be written to is no error: the work is done again next time."""
    fresh, place = _fresh(room), folder_of(room, key)
    if fresh is None:
        return
    try:
        for name, content in files.items():
            (fresh / name).write_bytes(content)
        _remove(place)
        fresh.rename(place)
        _tidy(place.parent, _MOST_OF.get(room, _MOST))
    except OSError:
        pass
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _fresh(room: str) -> Path | None:
    """A new folder that is no entry yet."""
    try:
        place = folder_of(room, "")
        place.mkdir(parents=True, exist_ok=True)
        return Path(tempfile.mkdtemp(prefix=".new-", dir=place))
    except OSError:
        return None


def _remove(path: Path) -> None:
    """Whatever it is: something else may stand in an entry's place."""
    with contextlib.suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink()


def _tidy(room: Path, most: int) -> None:
    """Drop what was not used for long, and what processes left that were killed: unfinished entries and their locks."""
    entries, now = [], time.time()
    for path in room.iterdir():
        with contextlib.suppress(OSError):
            used = path.lstat().st_mtime
            if path.name.startswith("."):
                if now - used > _DAY:
                    _remove(path)
            else:
                entries.append((used, path))
    for number, (used, path) in enumerate(sorted(entries, reverse=True)):
        if number >= most or now - used > _OLDEST:
            _remove(path)
