"""Start TeX before its document is written: it reads its format meanwhile, and then its source from a pipe.

Which format a document needs follows from its style, so it is known before anything is composed. What precedes the body is most
likely the same as the last time (`beginnings.py`), so TeX reads this meanwhile, too. If the guess is wrong, as for a document
that is fitted in another size, that TeX is stopped, and the document is typeset as usual.
"""

import contextlib
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from cvrender.errors import ToolError
from cvrender.system.private_folder import private_folder
from cvrender.system.process import Finished, Limits, Started
from cvrender.system.sandbox import Sandbox
from cvrender.targets.pdf.engine.beginnings import NOTHING, Beginning
from cvrender.targets.pdf.engine.formats import stored_format
from cvrender.targets.pdf.engine.program import SMALL, Engine, command_of, engine_environment

NAME = "cv.tex"
_STDIN = Path("/dev/stdin")  # a sandbox has none
_PAUSE = 0.002  # seconds between two looks at what TeX has read
_PIPE = 1_000_000  # bytes that a pipe should hold, which Linux allows every user


class EarlyTex:
    """A TeX that waits for its document, of which it reads the beginning, in a folder of its own. It is used once, and closed."""

    def __init__(
        self,
        command: Sequence[str],
        env: Mapping[str, str],
        limits: Limits,
        sandbox: Sandbox | None,
        beginning: Beginning = NOTHING,
    ) -> None:
        """Start the command, and let it read a beginning. Raises OSError or ToolError if it cannot be started so."""
        self._job: tuple[list[str], dict[str, str], Sandbox | None] | None = list(command), dict(env), sandbox
        self.beginning = beginning
        self._pipe: int | None = None
        self._stack = ExitStack()
        with ExitStack() as failed:
            failed.push(self._stack)
            self.folder = self._stack.enter_context(private_folder())
            stdin, self._pipe = self._named_pipe() if sandbox or not _STDIN.exists() else self._pipe_to_stdin()
            self._stack.callback(self._close_pipe)
            _enlarge(self._pipe)
            self._write(beginning.files)
            self._sent = os.write(self._pipe, beginning.text) if beginning.text else 0
            self._started = Started(command, self.folder, env, limits=limits, sandbox=sandbox, stdin=stdin)
            self._stack.callback(self._started.stop)
            failed.pop_all()

    @property
    def waits(self) -> bool:
        """Whether it may still get a document."""
        return self._job is not None

    def was_started(self, command: Sequence[str], env: Mapping[str, str], sandbox: Sandbox | None) -> bool:
        """Return whether it was started with these, and still waits."""
        return self._job == (list(command), dict(env), sandbox)

    def finish(self, source: bytes, files: Mapping[str, bytes], while_running: Callable[[], None]) -> Finished:
        """Give TeX its document and the other files that it reads, and wait for its end. Raises ToolTimeout."""
        self._job = None
        self._write({name: content for name, content in files.items() if name not in self.beginning.files})
        rest = memoryview(source)[self._sent :]

        def is_written() -> bool:
            nonlocal rest
            with contextlib.suppress(BlockingIOError):
                rest = rest[os.write(self._pipe or 0, rest) :]
            return not rest

        def feed() -> None:
            self._started.wait_until(is_written, _PAUSE)
            while_running()
            self._started.wait_until(lambda: not _unread(self._pipe or 0), _PAUSE)
            self._close_pipe()

        return self._started.finish(feed)

    def _pipe_to_stdin(self) -> tuple[int, int]:
        """Return both ends of a pipe, and let the source be the standard input.

        If this process is killed, TeX reads the end of the file, even if it had not opened it yet.
        """
        read, write = os.pipe()
        self._stack.callback(os.close, read)
        os.set_blocking(write, False)
        (self.folder / NAME).symlink_to(_STDIN)
        return read, write

    def _named_pipe(self) -> tuple[None, int]:
        """Return a named pipe, of which both ends are open here, so that TeX does not wait for one.

        A sandbox ends with this process.
        """
        os.mkfifo(self.folder / NAME)
        return None, os.open(self.folder / NAME, os.O_RDWR | os.O_NONBLOCK)

    def _write(self, files: Mapping[str, bytes]) -> None:
        for name, content in files.items():
            path = self.folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)

    def _close_pipe(self) -> None:
        if self._pipe is not None:
            os.close(self._pipe)
            self._pipe = None

    def close(self) -> None:
        """Stop TeX if it still runs, and remove its folder."""
        self._job = None
        self._stack.close()


def _unread(pipe: int) -> bool:
    """Return whether a pipe holds what was not read yet."""
    import fcntl
    import termios

    return any(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))


def _enlarge(pipe: int) -> None:
    """Let a pipe hold a whole document, where the system can do this."""
    import fcntl

    with contextlib.suppress(AttributeError, OSError):
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)


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
    with contextlib.suppress(OSError, ToolError):
        return EarlyTex(command, env, Limits(alone=True), sandbox, beginning)
    return None
