"""End this process in time: when a signal asks for it, or when its parent has ended."""

import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread, current_thread, main_thread
from types import FrameType
from typing import NoReturn

_INTERVAL = 0.5  # seconds between two looks at the parent, where the system does not tell of its end
_GRACE = 3.0  # seconds to clean up
_received: list[int] = []
_delays: list[None] = []
"""One for each block of the main thread that delays the exit."""
if hasattr(os, "register_at_fork"):
    for _list in (_received, _delays):
        os.register_at_fork(after_in_child=_list.clear)
WATCH = "end with parent"
"""The name of the thread that waits for the end of the parent."""


def exit_on(*names: str) -> None:
    """Exit with code 128 + N on signal N, after killing the tools that run and cleaning up; exit at once on a second signal.

    Ignored signals stay ignored, as after nohup, and so do those that this system does not have. Call it in the main thread.
    """
    for name in names:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
            signal.signal(number, _exit)


def exit_at_once_on(*names: str) -> None:
    """Like `exit_on`, but do not wait for other threads: kill the tools that run, remove private folders and end."""

    def end(number: int, frame: FrameType | None) -> None:
        _received.append(number)
        _call("process", "stop_all")
        exit_at_once()

    for name in names:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
            signal.signal(number, end)


def exit_code() -> int:
    """Return the exit code for the signal that was received, or 0."""
    return 128 + _received[0] if _received else 0


def _exit(number: int, frame: FrameType | None) -> None:
    if _received:
        os._exit(exit_code())
    _received.append(number)
    _call("process", "stop_all")
    if _imports(frame):  # an exception in the import of a C extension may abort the process before it can clean up
        exit_at_once()
    if not _delays:
        raise SystemExit(exit_code())


def exit_at_once() -> NoReturn:
    """Exit for the signal that was received; of all that is still to clean up, remove private folders only."""
    _call("private_folder", "remove_open")
    os._exit(exit_code())


@contextmanager
def delayed_exit() -> Iterator[None]:
    """Delay the exit on a signal to the end of a block, where an exception would lose what the block has made."""
    delays = _delays if current_thread() is main_thread() else []
    delays.append(None)
    try:
        yield
    finally:
        delays.pop()
    if delays is _delays and _received:
        raise SystemExit(exit_code())


def _call(module: str, function: str) -> None:
    """Call a function of a module of tools, if it was imported: if not, there is nothing to clean up."""
    getattr(sys.modules.get(f"cvrender.system.{module}"), function, lambda: None)()


def _imports(frame: FrameType | None) -> bool:
    while frame and not frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    return frame is not None


def end_with_parent(parent: int) -> None:
    """End this process soon after its parent, a process id, has ended, even if the parent was killed.

    First SIGTERM asks this process to clean up.
    """

    def watch() -> None:
        while os.getppid() == parent:
            if wait_for_end(parent) is None:
                time.sleep(_INTERVAL)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_GRACE)
        os._exit(128 + signal.SIGTERM)

    Thread(target=watch, name=WATCH, daemon=True).start()


def wait_for_end(process: int, seconds: float | None = None) -> bool | None:
    """Wait for the end of a process, given by its id, without reaping it, so that the id is not reused.

    Return whether it ended within `seconds`, or None at once if the system does not tell.
    """
    try:
        handle = os.pidfd_open(process)
    except (AttributeError, OSError):
        return None
    try:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        return bool(poll.poll(None if seconds is None else seconds * 1000))
    finally:
        os.close(handle)
