"""A command in, its result out: the only place where another program is started.

A tool sees an environment made from nothing, a folder of its own, and no standard input unless it is given data. It may use
so much time, memory and room on the disk (`Limits`); at its end the whole process group is killed. In a sandbox it sees nothing
of the machine but what it needs.
"""

import contextlib
import errno
import os
import select
import signal
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING

from cvrender.errors import Problem, ToolError
from cvrender.tools.safe_open import below, open_regular

if TYPE_CHECKING:
    from cvrender.tools.sandbox import Sandbox

SHELL = "/bin/sh"
MAX_OUTPUT = 4_000_000  # bytes of what a tool prints that are kept
_KEPT = ("PATH", "HOME", "SYSTEMROOT", "TMPDIR", "TEMP", "LD_LIBRARY_PATH")
_KILLED = 128
_BLOCK = 512  # bytes; what `ulimit -f` counts in
_NO_PROCESSES = "{ ulimit -u 0 || ulimit -p 0; } 2>/dev/null; "  # the letter is bash's or dash's; root is not bound by it


@dataclass(frozen=True, slots=True)
class Limits:
    """What a tool may use: seconds (by the clock, and of one processor), MB of memory, and MB in each file that it writes.

    One that is `alone` may start no other program; where a system does not know a limit it is left out.
    """

    seconds: float = 60.0
    memory: int = 512
    file: int = 100
    alone: bool = False


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
    limits: Limits = Limits(),  # noqa: B008  (it is frozen)
    sandbox: "Sandbox | None" = None,
    meanwhile: Callable[[], None] = lambda: None,
) -> Finished:
    """Run a command in a folder. Raises ToolError when it cannot be started, or takes longer than it may.

    `meanwhile` is done while the command runs, and should be short.
    """
    tool = Path(command[0]).name
    environ = {**{key: os.environ[key] for key in _KEPT if key in os.environ}, "LC_ALL": "C.UTF-8", **env}
    with contextlib.ExitStack() as stack:  # files, not pipes: limits hold for them, and nobody has to wait for the other
        try:
            printed = stack.enter_context(tempfile.TemporaryFile())
            given = _file_of(data, stack) if data else None
            _could_be_started(command[0])
            if sandbox:
                command, environ = sandbox.around(command, folder, environ)
                limits = replace(limits, alone=False)  # the sandbox itself begins with a process, and shows no other program
            process = _started(command, folder, environ, given, limits, printed)
        except OSError as error:
            raise ToolError([Problem(f"{tool} cannot be started: {error.strerror}", hint='see "cvrender doctor"')]) from None
        try:
            meanwhile()
            _wait(process, limits.seconds)
        except subprocess.TimeoutExpired:
            raise ToolError([Problem(f"{tool} took longer than {limits.seconds:.0f} seconds and was stopped")]) from None
        finally:
            _kill(process)
        printed.seek(0)
        code = process.returncode
        if sandbox and code > _KILLED:  # what a sandbox says of a tool that a signal ended
            code = _KILLED - code
        return Finished(code, printed.read(MAX_OUTPUT).decode("utf-8", "replace"))


def _file_of(data: bytes, stack: contextlib.ExitStack) -> IO[bytes]:
    given = stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115  (the stack closes it)
    given.write(data)
    given.seek(0)
    return given


def left_by_tool(folder: Path, name: str) -> bytes | None:
    """What a tool left under that name in its folder, or None. A link counts as nothing: it may lead out of a sandbox."""
    try:
        with below(folder) as opened, os.fdopen(open_regular(opened, name), "rb") as stream:
            return stream.read()
    except OSError:
        return None


def _started(
    command: Sequence[str], folder: Path, env: Mapping[str, str], given: IO[bytes] | None, limits: Limits, printed: IO[bytes]
) -> "subprocess.Popen[bytes]":
    """Start it by way of a shell that lowers the limits first: they hold from the tool's first instruction on.

    (`preexec_fn` would do it in our own process between fork and exec, where threads may have left locks.)
    """
    if Path(SHELL).exists():
        command = [SHELL, "-c", f'{_ulimits(limits)}exec "$0" "$@"', *command]
    return subprocess.Popen(
        list(command),
        cwd=folder,
        env=dict(env),
        stdin=given or subprocess.DEVNULL,
        stdout=printed,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def _could_be_started(program: str) -> None:
    """Raise what starting it would raise: a shell's words for it differ."""
    if not Path(program).exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    if not os.access(program, os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _ulimits(limits: Limits) -> str:
    """The shell's commands for these limits, or for what the machine allows where that is less."""
    import resource

    wanted = (
        ("-c", resource.RLIMIT_CORE, 0, _BLOCK),
        ("-t", resource.RLIMIT_CPU, int(limits.seconds) + 1, 1),
        ("-f", resource.RLIMIT_FSIZE, limits.file * 1_000_000, _BLOCK),
        ("-d", resource.RLIMIT_DATA, limits.memory * 1_000_000, 1024),
    )
    lines = []
    for letter, kind, value, unit in wanted:
        most = resource.getrlimit(kind)[1]
        lines.append(f"ulimit {letter} {(value if most == resource.RLIM_INFINITY else min(value, most)) // unit}; ")
    return "".join(lines) + _NO_PROCESSES * limits.alone


def _wait(process: "subprocess.Popen[bytes]", seconds: float) -> None:
    """Wait for its end. Raises TimeoutExpired. Where the system has process handles, it is not reaped: its id stays taken."""
    try:
        handle = os.pidfd_open(process.pid)
    except (AttributeError, OSError):
        process.wait(seconds)
        return
    try:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        if not poll.poll(seconds * 1000):
            raise subprocess.TimeoutExpired(process.args, seconds)
    finally:
        os.close(handle)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """End it with all that it started, which may outlive it. Nothing is sent to the group of a process that was reaped."""
    if process.returncode is not None:
        return
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
