"""Start TeX for a request before anything is imported that reads it: most likely it needs the same as the last time.

What the last document of a request needed is kept under a key of the request: the packages of its format, its date, and its
beginning. The program and its options are not taken from the cache, so whoever can write there cannot run another one.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from cvrender.targets.pdf.beginnings import recall
from cvrender.targets.pdf.early import waiting
from cvrender.targets.pdf.typeset import find_engine, start_early
from cvrender.tools import cache

_CATEGORY = "requests"


@contextmanager
def started_as_last_time(key: str) -> Iterator[None]:
    """Let a TeX wait for the first document of the request with this key, and stop it at the end if it was for another one."""
    kept = cache.read_data(_CATEGORY, key)
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


def remember(key: str, packages: str, modified: str, beginning: str) -> None:
    """Keep what the first document of a request needs; `beginning` is the key of how it begins."""
    needed = [packages, modified, beginning]
    kept = cache.read_data(_CATEGORY, key)
    if not kept or kept[0] != needed:
        cache.write_data(_CATEGORY, key, needed)
