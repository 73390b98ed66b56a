"""Call a function in a child process whose time and memory are limited.

The child is a copy of this process where that is safe (`forked.py`). Otherwise it runs this module: it reads a function and its
arguments from standard input. Either writes the result to a file.
"""

import errno
import os
import pickle
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from traceback import walk_tb
from typing import TypeVar, TypeVarTuple

from cvrender.errors import CvrenderError, InputError, Problem, ToolError, said_by
from cvrender.model.value import replace
from cvrender.system.forked import Forked, can_fork
from cvrender.system.lifetime import end_with_parent, exit_on
from cvrender.system.private_folder import private_folder
from cvrender.system.process import Finished, Limits, ToolTimeout, read_output, run

_RESULT = "result"
_NO_FOLDER, _NO_MEMORY = 98, 99  # exit codes
_TOOK_TOO_LONG = [-getattr(signal, name) for name in ("SIGXCPU", "SIGKILL") if hasattr(signal, name)]  # Windows has neither
_FULL = (errno.ENOSPC, errno.EDQUOT)
_Ts = TypeVarTuple("_Ts")
_R = TypeVar("_R")


READ_LIMITS = Limits(seconds=30, processor=20, memory=1000)
"""What reading a file of others may use."""


class LimitExceeded(Exception):
    """Report that a call needed more than its limits; the message says which limit."""


def call(limits: Limits, function: Callable[[*_Ts], _R], *args: *_Ts) -> _R:
    """Return the result of a function of a module, called in a child process with the same working folder and environment.

    Raises the CvrenderError that the function raises, LimitExceeded, ToolError if the child cannot be started or the temporary
    folder cannot be used, and RuntimeError with the traceback for any other exception. Temporary files of the child are removed,
    however it ends.
    """
    try:
        finished, content = _call(limits, function, args)
    except OSError as error:
        raise ToolError([_no_folder(error.strerror or str(error))]) from None
    if finished.code == 0 and content is not None:
        result = pickle.loads(content)
        if isinstance(result, CvrenderError):
            raise result
        return result  # type: ignore[no-any-return]
    if finished.code == _NO_FOLDER:
        raise ToolError([_no_folder("it is full, or cannot be written")])
    if finished.code in _TOOK_TOO_LONG:
        raise LimitExceeded(f"takes more than {limits.processor:g} seconds of processor time")
    if finished.code == _NO_MEMORY or finished.code < 0:
        raise LimitExceeded(f"needs more than {limits.memory} MB of memory")
    raise RuntimeError(finished.output)


def read_within(file: str, function: Callable[[*_Ts], _R], *args: *_Ts, limits: Limits = READ_LIMITS, hint: str = "") -> _R:
    """Return what a function reads in a file that the user may not have written, called in a child process within limits.

    Raises the CvrenderError that the function raises, and InputError that names the file if a limit is exceeded, or for any other
    exception. It tells what a damaged file causes from a fault of our own.
    """
    try:
        return call(limits, _read, file, function, args)
    except LimitExceeded as error:
        problem = Problem(f"{error} to be read", file, hint=hint or "use a part of it", code="too-large")
    except RuntimeError as error:
        problem = _fault(file, (str(error).strip().splitlines() or ["no reason is known"])[-1])
    raise InputError([problem])


def _read(file: str, function: Callable[[*_Ts], _R], args: tuple[*_Ts]) -> _R:
    """Call a function; make InputError of any exception but a CvrenderError and those of a limit."""
    try:
        return function(*args)
    except (CvrenderError, MemoryError):
        raise
    except SystemError as error:  # what Python raises for a library in C that got no memory
        raise MemoryError from error
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _FULL:
            raise
        said = said_by(error)
        if _is_our_fault(error):
            raise InputError([_fault(file, f"{type(error).__name__}: {said}")]) from None
        message, hint = f"cannot be read: {said or type(error).__name__}", "it seems to be damaged; save it again"
        raise InputError([Problem(message, file, hint=hint, code="cannot-read")]) from None


def _is_our_fault(error: Exception) -> bool:
    """Return whether our own code failed, not a library that reads a damaged file, which may raise anything."""
    raised_by = [frame.f_globals.get("__name__", "") for frame, _ in walk_tb(error.__traceback__)][-1]
    is_pythons = type(error).__module__ == "builtins" and not isinstance(error, ValueError | EOFError | OSError | RuntimeError)
    return is_pythons and raised_by.partition(".")[0] == "cvrender"


def _fault(file: str, said: str) -> Problem:
    message = f"cannot be read, since cvrender's reader of it has a fault: {said[:200]}"
    return Problem(message, file, hint="report this message, with a file that shows it", code="cannot-read")


def _no_folder(reason: str) -> Problem:
    return Problem(f"the temporary folder cannot be used: {reason}", hint="set TMPDIR to another folder", code="cannot-write")


def _call(limits: Limits, function: Callable[[*_Ts], _R], args: tuple[*_Ts]) -> tuple[Finished, bytes | None]:
    """Call the function in a child, and return how it ended, and what it wrote."""
    limits = replace(limits, cleans_up=True)
    with private_folder() as folder:
        result = folder / _RESULT
        try:
            if can_fork():
                finished = Forked(partial(_answer, result, function, args), folder, limits).finish()
            else:
                paths = os.pathsep.join(path for path in sys.path if path)
                env = {**os.environ, "PYTHONPATH": paths, "TMPDIR": str(folder)}
                command = [sys.executable, "-P", "-m", __name__, str(os.getpid()), str(result)]
                finished = run(command, Path(os.curdir), env, pickle.dumps((function, args)), limits)
        except ToolTimeout:
            raise LimitExceeded(f"takes more than {limits.seconds:g} seconds") from None
        return finished, read_output(folder, _RESULT)


def _answer(result: Path, function: Callable[[*_Ts], _R], args: tuple[*_Ts]) -> int:
    """Write the result of a call to a file, or the CvrenderError that it raises, and return the exit code."""
    try:
        answer: _R | CvrenderError
        try:
            answer = function(*args)
        except CvrenderError as error:
            answer = error
        result.write_bytes(pickle.dumps(answer))
    except MemoryError:
        return _NO_MEMORY
    except OSError as error:
        if error.errno not in _FULL:
            raise
        return _NO_FOLDER
    return 0


if __name__ == "__main__":
    exit_on("SIGTERM")
    end_with_parent(int(sys.argv[1]))
    code = _answer(Path(sys.argv[2]), *pickle.load(sys.stdin.buffer))
    sys.stderr.flush()
    os._exit(code)
