"""Cache preambles as TeX formats, so that TeX starts at a document's data.

Loading a format takes a third of the time of reading the packages, and a tenth if it is stored uncompressed (kpathsea reads
both). A format works only with the program that wrote it, so it is stored under a hash of program and preamble; it is verified
at each use, and made again if it is damaged.
"""

import contextlib
import io
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Thread
from typing import BinaryIO

from cvrender.errors import ToolError
from cvrender.system import cache
from cvrender.system.private_folder import private_folder
from cvrender.system.process import Limits, read_output, run
from cvrender.system.sandbox import Sandbox

_CACHE, _VERSION = "formats", 3
_CHUNK = 1 << 18  # bytes; fits in the processor's cache
_MANIFEST = "manifest.json"
_GZIP = 31  # the value of `wbits` for files of gzip
_verified: dict[Path, tuple[int, int, int]] = {}  # formats verified by this process: inode, size and time
_not_stored: set[Path] = set()  # formats that this process could not store, and does not make again
_DUMP = r"\ifcsname ver@xcolor.sty\endcsname \everyjob\expandafter{\the\everyjob\csname set@color\endcsname}\fi\dump"
"""xcolor sets black before the first page, which a format cannot contain; without this, the PDF would depend on the cache."""


def format_for(program: str, preamble: str, env: Mapping[str, str], sandbox: Sandbox | None = None) -> Path | None:
    """Return the format of a preamble, and make it if needed; None if it cannot be made or stored.

    Verifying it takes ten milliseconds, so the caller calls `is_sound` while TeX runs. Only pdfTeX's formats can contain a
    preamble: XeTeX cannot dump fonts, LuaTeX cannot dump Lua's state.
    """
    key = _key(program, preamble)
    path = _stored(key)
    if path:
        return path
    with _lock(key):
        path = _stored(key)  # another process may have made it in the meantime
        if path:
            return path
        if cache.folder_of(_CACHE, key) in _not_stored or not cache.is_writable(_CACHE):
            return None
        content = _dump(program, preamble, env, sandbox)
        if content is None:
            return None
        cache.write(_CACHE, key, {"cv.fmt": content, _MANIFEST: json.dumps(_checksum(io.BytesIO(content))).encode()})
        path = _stored(key)
    if path is None:  # the disk is full
        _not_stored.add(cache.folder_of(_CACHE, key))
    return path


def made_meanwhile(program: str, preamble: str, env: Mapping[str, str], sandbox: Sandbox | None = None) -> Thread:
    """Make the format of a preamble in another thread; `format_for` waits for it. If it cannot be made, `format_for` tells."""

    def make() -> None:
        with contextlib.suppress(OSError, ToolError):
            format_for(program, preamble, env, sandbox)

    thread = Thread(target=make, name="format")
    thread.start()
    return thread


def stored_format(program: str, preamble: str) -> Path | None:
    """Return the format of a preamble if there is one."""
    return _stored(_key(program, preamble))


def is_sound(file: Path) -> bool:
    """Return whether a format is undamaged; one that has not changed since this process verified it is."""
    try:
        with file.open("rb", buffering=0) as stream:
            state = os.fstat(stream.fileno())
            facts = (state.st_ino, state.st_size, state.st_mtime_ns)
            if _verified.get(file) != facts:
                if json.loads((file.parent / _MANIFEST).read_bytes()) != _checksum(stream):
                    return False
                _verified[file] = facts
    except (OSError, ValueError, RecursionError):
        return False
    return True


def forget(program: str, preamble: str) -> None:
    """Remove a format that the engine rejected."""
    cache.drop(_CACHE, _key(program, preamble))


def _key(program: str, preamble: str) -> str:
    state = Path(program).resolve().stat()
    return cache.key_of(_VERSION, str(Path(program).resolve()), state.st_size, state.st_mtime_ns, preamble)


def _checksum(stream: BinaryIO) -> dict[str, int]:
    """Return the size and checksum of a format, read in chunks, since it has nineteen megabytes."""
    size = crc = 0
    while chunk := stream.read(_CHUNK):
        size += len(chunk)
        crc = zlib.crc32(chunk, crc)
    return {"size": size, "crc32": crc}


def _stored(key: str) -> Path | None:
    """Return the stored format if its size is right."""
    folder = cache.folder_of(_CACHE, key)
    try:
        complete = json.loads((folder / _MANIFEST).read_bytes())["size"] == (folder / "cv.fmt").stat().st_size
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        complete = False
    if not complete:
        return None
    cache.touch(_CACHE, key)
    return folder / "cv.fmt"


def _dump(program: str, preamble: str, env: Mapping[str, str], sandbox: Sandbox | None) -> bytes | None:
    """Make a format, uncompressed; None if the engine fails, which a run without the format will explain."""
    with private_folder() as folder:
        (folder / "cv.tex").write_text(f"{preamble}\n{_DUMP}\n", "utf-8")
        options = ("-ini", "-interaction=batchmode", "-halt-on-error", "-no-shell-escape", "-jobname=cv")
        finished = run([program, *options, "&pdflatex", "cv.tex"], folder, env, limits=Limits(alone=True), sandbox=sandbox)
        content = read_output(folder, "cv.fmt")
        if finished.code or not content:
            return None
    return zlib.decompress(content, _GZIP) if content.startswith(b"\x1f\x8b") else content


@contextlib.contextmanager
def _lock(key: str) -> Iterator[None]:
    """Let one process at a time make a format; where files cannot be locked, each process makes its own."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(ImportError, OSError):
            import fcntl

            path = cache.folder_of(_CACHE, f".{key[:16]}.lock")
            path.parent.mkdir(parents=True, exist_ok=True)
            fcntl.flock(stack.enter_context(path.open("ab")), fcntl.LOCK_EX)
        yield
