"""Fork this process to call a function within limits: the child has all that was imported, so it starts in milliseconds."""

import os
import signal
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from cvrender.model.value import replace
from cvrender.system.lifetime import WATCH, delayed_exit, end_with_parent, exit_on, wait_for_end
from cvrender.system.process import Limits, Running, TimeoutExpired, set_limits


def can_fork() -> bool:
    """Return whether it is safe to fork: on a Linux that tells of a child's end, and while no other thread may hold a lock.

    A child would wait for such a lock forever. The thread that waits for the end of this process's parent holds none.
    """
    threads = [thread for thread in threading.enumerate() if thread.name != WATCH]
    return sys.platform == "linux" and threads == [threading.main_thread()] and wait_for_end(os.getpid(), 0) is not None


class Forked(Running):
    """A copy of this process that calls a function, with a folder for its temporary files, and ends."""

    def __init__(self, function: Callable[[], int], folder: Path, limits: Limits) -> None:
        """Fork; the function returns the exit code of the child. Raises OSError if this machine has no room for it."""
        output = tempfile.TemporaryFile()  # noqa: SIM115  (the end closes it)
        with delayed_exit():  # an exception would lose the child
            parent, pid = os.getpid(), os.fork()
            if not pid:
                _run_in_child(function, folder, limits, output.fileno(), parent)
            super().__init__(_Process(pid), output, limits, "cvrender")


class _Process:
    """A forked process, with what `process.py` uses of a Popen."""

    def __init__(self, pid: int) -> None:
        self.pid, self.args = pid, "cvrender"
        self.returncode: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if timeout is not None and not wait_for_end(self.pid, timeout):
                raise TimeoutExpired(self.args, timeout)
            self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.returncode

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)


def _inherited() -> int:
    """Return how many megabytes of data this copy began with: its limit is for what the function needs."""
    import resource

    pages = Path("/proc/self/statm").read_text("ascii").split()[5]
    return int(pages) * resource.getpagesize() // 1_000_000


def _run_in_child(function: Callable[[], int], folder: Path, limits: Limits, output: int, parent: int) -> NoReturn:
    """Call the function with what a new process would have: a session, no input, a file for its output, limits."""
    code = 1
    try:
        os.setsid()
        for number, file in enumerate((os.open(os.devnull, os.O_RDONLY), output, output)):
            os.dup2(file, number)
        os.environ["TMPDIR"] = str(folder)
        tempfile.tempdir = None
        exit_on("SIGTERM")
        end_with_parent(parent)
        set_limits(replace(limits, memory=limits.memory + _inherited()))
        code = function()
    except SystemExit as asked:  # a signal
        code = asked.code if isinstance(asked.code, int) else 1
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(code)
