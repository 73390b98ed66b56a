"""Start TeX for a document before it is written, and for a request before anything is imported that reads it.

Most likely a request needs the same as the last time. What its last document needed is kept under a key of the request: the
packages of its format, its date, and its beginning. The program and its options are not taken from the cache, so whoever can
write there cannot run another one.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from cvrender.errors import ToolError
from cvrender.targets.pdf.beginnings import NOTHING, Beginning, recall
from cvrender.targets.pdf.early import EarlyTex, claim, waiting
from cvrender.targets.pdf.tex_formats import stored_format
from cvrender.targets.pdf.typeset import SMALL, Engine, command_of, engine_environment, find_engine
from cvrender.tools import cache
from cvrender.tools.process import Limits

_CATEGORY = "requests"
_made_again: set[str] = set()


def start_early(engine: Engine, modified: str, preamble: str, beginning: Beginning = NOTHING) -> EarlyTex | None:
    """Start TeX for a document that is not written yet, but most likely begins so.

    Without a `preamble` it reads no format. Return None if the preamble has no format, or there are no pipes.
    """
    if engine.name != "embedded" or not engine.program or not hasattr(os, "mkfifo"):
        return None
    sandbox, env, options = engine.sandbox, engine_environment(engine, modified), []
    if preamble:
        path = stored_format(engine.program, preamble)
        if path is None:
            return None
        sandbox, env, options = sandbox and sandbox.with_access_to(path), {**env, **SMALL}, [f"-fmt={path}"]
    command = command_of(engine, modified, *options)
    if found := claim(command, env, sandbox, beginning):
        return found
    with suppress(OSError, ToolError):
        return EarlyTex(command, env, Limits(alone=True), sandbox, beginning)
    return None


@contextmanager
def started_as_last_time(key: str, sandboxed: bool = False) -> Iterator[None]:
    """Let a TeX wait for the first document of the request with this key, and stop it at the end if it was for another one.

    A sandbox starts it later. What the request needs is kept for the next time.
    """
    _made_again.add(key)
    kept = None if sandboxed else cache.read_data(_CATEGORY, key)
    started = None
    if kept:
        packages, modified, beginning = kept[0]
        started = start_early(find_engine("embedded"), modified, packages, recall(beginning))
    if started is None:
        yield
        return
    waiting.append(started)
    try:
        yield
    finally:
        if started in waiting:
            waiting.remove(started)
            started.close()


def is_made_again(key: str) -> bool:
    """Return whether the request with this key is likely to be made another time, so that keeping what it needs is worth it."""
    return key in _made_again


def remember(key: str, packages: str, modified: str, beginning: str) -> None:
    """Keep what the first document of a request needs; `beginning` is the key of how it begins."""
    needed = [packages, modified, beginning]
    kept = cache.read_data(_CATEGORY, key)
    if not kept or kept[0] != needed:
        cache.write_data(_CATEGORY, key, needed)
