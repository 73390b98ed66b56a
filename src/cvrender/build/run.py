"""A command in, its result out: the only place where another program is started.

A tool sees an environment made from nothing, an empty standard input and a folder of its own; at its time limit its
whole process group is killed.
"""

import contextlib
import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cvrender.errors import Problem, ToolError

TIMEOUT = 60.0
_KEPT = ("PATH", "HOME", "SYSTEMROOT", "TMPDIR", "TEMP", "LD_LIBRARY_PATH")


@dataclass(frozen=True, slots=True)
class Finished:
    """How a command ended: its exit code, and what it printed (both streams, in order)."""

    code: int
    output: str


def run(
    command: Sequence[str],
    folder: Path,
    env: Mapping[str, str],
    data: bytes = b"",
    timeout: float = TIMEOUT,
    meanwhile: Callable[[], None] = lambda: None,
) -> Finished:
    """Run a command in a folder. Raises ToolError when it is missing or takes longer than `timeout` seconds.

    `meanwhile` is done while the command runs, and should be short.
    """
    tool = Path(command[0]).name
    kept = {key: os.environ[key] for key in _KEPT if key in os.environ}
    try:
        process = subprocess.Popen(
            list(command),
            cwd=folder,
            env={**kept, "LC_ALL": "C.UTF-8", **env},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except OSError as error:
        raise ToolError([Problem(f"{tool} cannot be started: {error.strerror}", hint='see "cvrender doctor"')]) from None
    try:
        meanwhile()
        output, _ = process.communicate(data, timeout=timeout)
    except subprocess.TimeoutExpired:
        _kill(process)
        raise ToolError([Problem(f"{tool} took longer than {timeout:.0f} seconds and was stopped")]) from None
    except BaseException:
        _kill(process)
        raise
    return Finished(process.returncode, output.decode("utf-8", "replace"))


def _kill(process: "subprocess.Popen[bytes]") -> None:
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.communicate()
