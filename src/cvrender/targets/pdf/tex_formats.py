"""An engine and a preamble in, the path of a TeX format that holds it out: a document then begins where its data begin.

Undumping a format takes a third of the time of reading the packages, and a tenth when the format is stored uncompressed
(kpathsea's reader takes either). A format belongs to the exact program that wrote it, so it is kept under a hash of program
and preamble; it is checked at each use, and made again when it is damaged.
"""

import contextlib
import gzip
import hashlib
import io
import json
import os
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

from cvrender.tools import cache
from cvrender.tools.process import Limits, left_by_tool, run
from cvrender.tools.sandbox import Sandbox

_ROOM, _VERSION = "formats", 2
_PIECE = 1 << 18  # bytes that the processor keeps at hand
_NOTES = "manifest.json"
_sound: dict[Path, tuple[int, int, int]] = {}  # those that this process has looked through: inode, size and time
_not_kept: set[Path] = set()  # those that this process made in vain, and does not make again
_DUMP = r"\ifcsname ver@xcolor.sty\endcsname \everyjob\expandafter{\the\everyjob\csname set@color\endcsname}\fi\dump"
"""xcolor sets black before the first page begins, which no format can hold; without it the bytes would tell the cache's state."""


def format_for(program: str, preamble: str, env: Mapping[str, str], sandbox: Sandbox | None = None) -> Path | None:
    """The format of a preamble, made when the cache has none; None where none can be made or kept.

    Whether it is sound takes ten milliseconds to see, so the caller asks `is_sound` while TeX works. Only pdfTeX's formats can
    hold a preamble: XeTeX cannot dump fonts, LuaTeX cannot dump Lua's state.
    """
    key = _key(program, preamble)
    kept = _kept(key)
    if kept:
        return kept
    with _lock(key):
        kept = _kept(key)  # another process may have made it meanwhile
        if kept:
            return kept
        if cache.folder_of(_ROOM, key) in _not_kept or not cache.is_writable(_ROOM):
            return None
        made = _dump(program, preamble, env, sandbox)
        if made is None:
            return None
        cache.write(_ROOM, key, {"cv.fmt": made, _NOTES: json.dumps(_facts(io.BytesIO(made))).encode()})
        kept = _kept(key)
    if kept is None:  # the disk is full
        _not_kept.add(cache.folder_of(_ROOM, key))
    return kept


def is_sound(found: Path) -> bool:
    """Whether a format is what was written, byte for byte; what did not change since it was last looked at is."""
    try:
        with found.open("rb", buffering=0) as stream:
            state = os.fstat(stream.fileno())
            facts = (state.st_ino, state.st_size, state.st_mtime_ns)
            if _sound.get(found) != facts:
                if json.loads((found.parent / _NOTES).read_bytes()) != _facts(stream):
                    return False
                _sound[found] = facts
    except (OSError, ValueError, RecursionError):
        return False
    return True


def forget(program: str, preamble: str) -> None:
    """Drop a format that the engine would not take."""
    cache.drop(_ROOM, _key(program, preamble))


def _key(program: str, preamble: str) -> str:
    state = Path(program).resolve().stat()
    facts = [_VERSION, str(Path(program).resolve()), state.st_size, state.st_mtime_ns, preamble]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def _facts(stream: BinaryIO) -> dict[str, int]:
    """What tells a sound format from a damaged one; read piece by piece, for it has twenty megabytes."""
    size = crc = 0
    while piece := stream.read(_PIECE):
        size += len(piece)
        crc = zlib.crc32(piece, crc)
    return {"size": size, "crc32": crc}


def _kept(key: str) -> Path | None:
    """The format where there is one that looks whole."""
    folder = cache.folder_of(_ROOM, key)
    try:
        whole = json.loads((folder / _NOTES).read_bytes())["size"] == (folder / "cv.fmt").stat().st_size
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        whole = False
    if not whole:
        return None
    cache.use(_ROOM, key)
    return folder / "cv.fmt"


def _dump(program: str, preamble: str, env: Mapping[str, str], sandbox: Sandbox | None) -> bytes | None:
    """The format, uncompressed; None when the engine cannot make it, which a run without format will then explain."""
    with tempfile.TemporaryDirectory(prefix="cvrender-") as name:
        folder = Path(name)
        (folder / "cv.tex").write_text(f"{preamble}\n{_DUMP}\n", "utf-8")
        command = [
            program,
            "-ini",
            "-interaction=batchmode",
            "-halt-on-error",
            "-no-shell-escape",
            "-jobname=cv",
            "&pdflatex",
            "cv.tex",
        ]
        finished = run(command, folder, env, limits=Limits(alone=True), sandbox=sandbox)
        content = left_by_tool(folder, "cv.fmt")
        if finished.code or not content:
            return None
    return gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content


@contextlib.contextmanager
def _lock(key: str) -> Iterator[None]:
    """One process at a time makes a format; where files cannot be locked each makes its own, and the last one stays."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(ImportError, OSError):
            import fcntl

            place = cache.folder_of(_ROOM, f".{key[:16]}.lock")
            place.parent.mkdir(parents=True, exist_ok=True)
            fcntl.flock(stack.enter_context(place.open("a")), fcntl.LOCK_EX)
        yield
