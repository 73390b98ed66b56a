"""Run external programs: with `forked.py` the only module that starts processes.

A tool gets a minimal environment, a folder of its own, and no standard input unless data is given. Time, memory and file size
are limited (`Limits`); at its end, its whole process group is killed. In a sandbox it sees only the files it needs.
"""

import contextlib
import errno
import math
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import IO, Any, Protocol

from cvrender.errors import Problem, ToolError
from cvrender.model.value import Value
from cvrender.system.lifetime import delayed_exit, wait_for_end
from cvrender.system.safe_open import open_folder, open_regular

SHELL = "/bin/sh"
MAX_OUTPUT = 4_000_000  # bytes of a tool's output
_INHERITED = ("PATH", "HOME", "SYSTEMROOT", "TMPDIR", "TEMP", "LD_LIBRARY_PATH")
_KILLED = 128
_BLOCK = 512  # bytes; the unit of `ulimit -f`
_GRACE = 3.0  # seconds in which a command with `cleans_up` kills what it has started
_NO_PROCESSES = "{ ulimit -u 0 || ulimit -p 0; } 2>/dev/null; "  # the option in bash, then in dash; it does not affect root
_ADDRESSES = "{{ ulimit -v {}; }} 2>/dev/null; "  # kilobytes; counts memory that is shared, too
_CODE = 256  # MB for programs and libraries, which are mapped but do not take memory of their own


class Limits(Value, frozen=True):
    """What a tool may use: seconds, MB of memory, and MB in each file that it writes.

    `seconds` are wall-clock time, and processor time unless `processor` says less. An `alone` tool may not start other programs,
    and its memory includes what it shares. One that `cleans_up` gets SIGTERM first, to kill what it has started itself. Limits
    that the system does not support are ignored.
    """

    seconds: float = 60.0
    processor: float = math.inf
    memory: int = 512
    file: int = 100
    alone: bool = False
    cleans_up: bool = False


TimeoutExpired = subprocess.TimeoutExpired
_running: dict["Process", Limits] = {}
"""The commands that run now, in all threads."""
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_running.clear)  # they are not the child's to kill
_stopped = Event()
"""Set when this process ends, so that no thread starts another command."""


class ToolTimeout(ToolError):
    """Report that a tool took longer than its limit of wall-clock time."""


class Finished(Value, frozen=True):
    """The exit code and output (both streams, in order) of a command."""

    code: int
    output: str


class Process(Protocol):
    """What is used of a `Popen`."""

    pid: int
    args: Any
    returncode: int | None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end, and return its exit code. Raises TimeoutExpired."""

    def kill(self) -> None:
        """Kill it."""


class Wrapper(Protocol):
    """What runs a command inside something, such as a sandbox."""

    def wrap_command(
        self, command: Sequence[str], folder: Path, env: Mapping[str, str], alone: bool = False
    ) -> tuple[list[str], dict[str, str]]:
        """Return the command and environment that run a command inside. An `alone` one may not start processes or threads."""


class Running:
    """A process that runs within limits: `finish` waits for its end, `stop` kills it."""

    def __init__(self, process: Process, output: IO[bytes], limits: Limits, tool: str, sandboxed: bool = False) -> None:
        self._process, self._output, self._limits, self._tool, self._sandboxed = process, output, limits, tool, sandboxed
        _running[process] = limits
        if _stopped.is_set():
            stop_all()

    def wait_until(self, is_done: Callable[[], bool], pause: float) -> None:
        """Wait until something is done or the command has ended, and ask every `pause` seconds; only within `finish`."""
        end = time.monotonic() + self._limits.seconds
        while not is_done():
            try:
                _wait(self._process, pause)
                break
            except TimeoutExpired:
                if time.monotonic() > end:
                    raise

    def stop(self) -> None:
        """Kill the command and what it has started, and forget its output."""
        _running.pop(self._process, None)
        _kill(self._process, self._limits)
        self._process.wait()
        self._output.close()

    def finish(self, while_running: Callable[[], None] = lambda: None) -> Finished:
        """Wait for the end of the command, after calling `while_running`. Raises ToolTimeout if it takes too long."""
        with contextlib.closing(self._output):
            try:
                while_running()
                _wait(self._process, self._limits.seconds)
            except TimeoutExpired:
                message = f"{self._tool} took longer than {self._limits.seconds:g} seconds and was stopped"
                raise ToolTimeout([Problem(message, code="tool-timeout")]) from None
            finally:
                _running.pop(self._process, None)
                _kill(self._process, self._limits)
                code = self._process.wait()
            self._output.seek(0)
            code = _KILLED - code if self._sandboxed and code > _KILLED else code  # a sandbox reports a signal as an exit code
            return Finished(code, self._output.read(MAX_OUTPUT).decode("utf-8", "replace"))


class Started(Running):
    """A command that runs in a folder. Raises ToolError if it cannot be started.

    Its standard input is `stdin`: bytes, or what can be read from a descriptor.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        env: Mapping[str, str],
        stdin: bytes | int | None = None,
        limits: Limits = Limits(),  # noqa: B008  (it is frozen)
        sandbox: Wrapper | None = None,
    ) -> None:
        tool = Path(command[0]).name
        environ = {**{key: os.environ[key] for key in _INHERITED if key in os.environ}, "LC_ALL": "C.UTF-8", **env}
        with contextlib.ExitStack() as stack:  # files instead of pipes: they are limited in size and never block
            try:
                output = stack.enter_context(tempfile.TemporaryFile())
                input_file = _file_of(stdin, stack) if isinstance(stdin, bytes) else None
                _check_executable(command[0])
                if sandbox:
                    command, environ = sandbox.wrap_command(command, folder, environ, limits.alone)
                command = _with_limits(command, limits, bool(sandbox))
                source = input_file if isinstance(stdin, bytes) else stdin
                with delayed_exit():  # an exception in Popen would lose a program that runs
                    process = _start(command, folder, environ, source, output)
                    super().__init__(process, output, limits, tool, bool(sandbox))
            except OSError as error:
                raise _failure(f"{tool} cannot be started: {error.strerror}", 'see "cvrender doctor"') from None
            stack.pop_all()
            if input_file:
                input_file.close()


def run(  # noqa: PLR0913  (most calls give three)
    command: Sequence[str],
    folder: Path,
    env: Mapping[str, str],
    data: bytes = b"",
    limits: Limits = Limits(),  # noqa: B008  (it is frozen)
    sandbox: Wrapper | None = None,
    while_running: Callable[[], None] = lambda: None,
) -> Finished:
    """Run a command in a folder. Raises ToolError if it cannot be started, and ToolTimeout if it takes too long.

    `while_running` is called while the command runs, and should be short.
    """
    return Started(command, folder, env, data or None, limits, sandbox).finish(while_running)


def _failure(message: str, hint: str) -> ToolError:
    return ToolError([Problem(message, hint=hint, code="tool-failed")])


def stop_all() -> None:
    """Kill every running command, and each that is started later, because this process ends. A signal handler may call this."""
    _stopped.set()
    for process, limits in tuple(_running.items()):
        _kill(process, limits)


def _file_of(data: bytes, stack: contextlib.ExitStack) -> IO[bytes]:
    stdin = stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115  (the stack closes it)
    stdin.write(data)
    stdin.seek(0)
    return stdin


def read_output(folder: Path, name: str) -> bytes | None:
    """Return a file that a tool wrote in its folder, or None. Links are ignored, since they may lead out of a sandbox."""
    try:
        with open_folder(folder) as opened, os.fdopen(open_regular(opened, name), "rb") as stream:
            return stream.read()
    except OSError:
        return None


def _start(
    command: Sequence[str], folder: Path, env: Mapping[str, str], stdin: IO[bytes] | int | None, output: IO[bytes]
) -> Process:
    return subprocess.Popen(
        list(command),
        cwd=folder,
        env=dict(env),
        stdin=subprocess.DEVNULL if stdin is None else stdin,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def _with_limits(command: Sequence[str], limits: Limits, sandboxed: bool) -> list[str]:
    """Return a command that a shell starts after it has set the limits, so that they apply from the tool's first instruction.

    (`preexec_fn` would run in a copy of our process, where other threads may hold locks.) A sandbox starts processes itself, and
    limits those of the tool.
    """
    if not Path(SHELL).exists():
        return list(command)
    lines = _ulimits(limits)
    if limits.alone:
        lines += _ADDRESSES.format((limits.memory + _CODE) * 1000) + ("" if sandboxed else _NO_PROCESSES)
    return [SHELL, "-c", f'{lines}exec "$0" "$@"', *command]


def _check_executable(program: str) -> None:
    """Raise the error that starting the program would raise, since shells word it differently."""
    if not Path(program).exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    if not os.access(program, os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _ulimits(limits: Limits) -> str:
    """Return shell commands that set the limits."""
    return "".join(f"ulimit {letter} {value // unit}; " for letter, _, value, unit in _resources(limits))


def set_limits(limits: Limits) -> None:
    """Set the limits of this process, for good."""
    import resource

    for _, kind, value, _ in _resources(limits):
        resource.setrlimit(kind, (value, value))


def _resources(limits: Limits) -> Iterator[tuple[str, int, int, int]]:
    """Yield the option of `ulimit`, the resource, the limit, or the machine's own one if it is lower, and the option's unit."""
    import resource

    for letter, kind, value, unit in (
        ("-c", resource.RLIMIT_CORE, 0, _BLOCK),
        ("-t", resource.RLIMIT_CPU, int(min(limits.seconds, limits.processor)) + 1, 1),
        ("-f", resource.RLIMIT_FSIZE, limits.file * 1_000_000, _BLOCK),
        ("-d", resource.RLIMIT_DATA, limits.memory * 1_000_000, 1024),
    ):
        maximum = resource.getrlimit(kind)[1]
        yield letter, kind, value if maximum == resource.RLIM_INFINITY else min(value, maximum), unit


def _wait(process: Process, seconds: float) -> None:
    """Wait for the process without reaping it if possible. Raises TimeoutExpired."""
    ended = wait_for_end(process.pid, seconds)
    if ended is None:
        process.wait(seconds)
    elif not ended:
        raise TimeoutExpired(process.args, seconds)


def _kill(process: Process, limits: Limits) -> None:
    """Kill a process and its group; one that cleans up is asked to end first, and has a short time for it.

    A reaped process is left alone, since its id may have been reused.
    """
    if limits.cleans_up and process.returncode is None:
        with contextlib.suppress(OSError, TimeoutExpired):
            os.kill(process.pid, signal.SIGTERM)
            _wait(process, _GRACE)
    if process.returncode is None:
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
