"""Cache results in the user's cache folder. Whatever is missing is made again.

The folder is the platform's (`~/.cache/cvrender` on Linux) or the value of CVRENDER_CACHE. Entries are written under a temporary
name and renamed, so that readers see all of an entry or nothing. Writing an entry evicts those not used for a month, and the
oldest ones above a maximum number.
"""

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import platformdirs

_DAY = 86_400
_OLDEST = 30 * _DAY
_MAX_ENTRIES = 500
_MAX_OF = {"formats": 24, "edit-states": 100}  # each format has nineteen megabytes
_DATA = "data.json"
"""The file with the data of an entry, and the checksums of its other files. Its first line is the checksum of its second one."""


def cache_folder() -> Path:
    """Return the folder of the cache; it may not exist."""
    return Path(os.environ.get("CVRENDER_CACHE") or platformdirs.user_cache_dir("cvrender", appauthor=False))


def folder_of(category: str, key: str) -> Path:
    """Return the folder of an entry; it may not exist."""
    return cache_folder().absolute() / category / key


def size() -> int:
    """Return the size of the cache in bytes."""
    total = 0
    for folder, _, names in os.walk(cache_folder()):
        for name in names:
            with contextlib.suppress(OSError):  # another process may remove it
                total += Path(folder, name).lstat().st_size
    return total


def drop(category: str, key: str) -> None:
    """Remove an entry."""
    _remove(folder_of(category, key))


def touch(category: str, key: str) -> None:
    """Record that an entry is used, in its folder's modification time, at most once a day."""
    folder = folder_of(category, key)
    with contextlib.suppress(OSError):
        if abs(time.time() - folder.stat().st_mtime) > _DAY:
            os.utime(folder)


def read(category: str, key: str, names: tuple[str, ...]) -> dict[str, bytes] | None:
    """Return the files of an entry, or None if it is incomplete."""
    folder = folder_of(category, key)
    try:
        files = {name: (folder / name).read_bytes() for name in names}
    except OSError:
        return None
    touch(category, key)
    return files


def key_of(*facts: Any) -> str:
    """Return the key of what is made from these facts, which are JSON data."""
    return _checksum(json.dumps(facts).encode())


def read_data(category: str, key: str) -> tuple[Any, dict[str, bytes]] | None:
    """Return the data and the files of an entry that `write_data` wrote, or None if any of it is missing or damaged."""
    entry = read(category, key, (_DATA,))
    checksum, _, content = entry[_DATA].partition(b"\n") if entry else (b"", b"", b"")
    if checksum != _checksum(content).encode():
        return None
    data, checksums = json.loads(content)
    files = read(category, key, tuple(checksums)) if checksums else {}
    return None if files is None or _checksums(files) != checksums else (data, files)


def write_data(category: str, key: str, data: Any, files: Mapping[str, bytes] = MappingProxyType({})) -> None:
    """Write an entry of JSON data and files, with their checksums."""
    content = json.dumps([data, _checksums(files)]).encode()
    write(category, key, {**files, _DATA: b"%s\n%s" % (_checksum(content).encode(), content)})


def _checksums(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: _checksum(content) for name, content in files.items()}


def _checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def is_writable(category: str) -> bool:
    """Return whether entries can be written, so that nothing expensive is made in vain."""
    temporary = _new_entry(category)
    if temporary:
        _remove(temporary)
    return temporary is not None


def write(category: str, key: str, files: Mapping[str, bytes]) -> None:
    """Write an entry. A cache that cannot be written is not an error."""
    temporary, folder = _new_entry(category), folder_of(category, key)
    if temporary is None:
        return
    try:
        for name, content in files.items():
            (temporary / name).write_bytes(content)
        _remove(folder)
        temporary.rename(folder)
        _evict(folder.parent, _MAX_OF.get(category.partition("/")[0], _MAX_ENTRIES))
    except OSError:
        pass
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _new_entry(category: str) -> Path | None:
    """Return a new temporary folder, or None if the cache is not writable."""
    try:
        folder = folder_of(category, "")
        folder.mkdir(parents=True, exist_ok=True)
        return Path(tempfile.mkdtemp(prefix=".new-", dir=folder))
    except OSError:
        return None


def _remove(path: Path) -> None:
    """Remove a file, link or folder."""
    with contextlib.suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink()


def _evict(category: Path, limit: int) -> None:
    """Remove old entries, entries above the limit, and what killed processes left: unfinished entries and locks."""
    entries, now = [], time.time()
    for path in category.iterdir():
        with contextlib.suppress(OSError):
            used = path.lstat().st_mtime
            if path.name.startswith("."):
                if now - used > _DAY:
                    _remove(path)
            else:
                entries.append((used, path))
    for number, (used, path) in enumerate(sorted(entries, reverse=True)):
        if number >= limit or now - used > _OLDEST:
            _remove(path)
