"""Make standard output and standard error safe to write to, whatever they are connected to."""

import io
import json
import os
import sys
from pathlib import Path
from typing import Any, TextIO

import click

_errors: list[OSError] = []


class _Output(io.BufferedWriter):
    """A stream whose errors do not stop a command: files are written even if nobody reads what is printed about them.

    Only C code is between its buffer and the system. Ctrl-C interrupts Python code even after a call that wrote, and what the
    buffer did not learn to be written, it would write a second time.
    """

    def write(self, data, /):  # type: ignore[no-untyped-def]
        """Write to the buffer."""
        try:
            return super().write(data)
        except OSError as error:
            self._give_up(error)
            return super().write(data)

    def flush(self) -> None:
        """Write what is in the buffer, or drop it."""
        try:
            super().flush()
        except OSError as error:
            self._give_up(error)
            super().flush()

    def _give_up(self, error: OSError) -> None:
        """Write everything else to the null device. A closed pipe is not an error, because its reader has seen enough."""
        if not isinstance(error, BrokenPipeError):
            _errors.append(error)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, self.fileno())
        os.close(null)


def prepare_streams() -> None:
    """Replace closed streams by the null device, and print characters that the encoding lacks as escapes."""
    for number in range(3):  # else the next file that is opened would be taken for the stream
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115  (it stays open)
    sys.stdout, sys.stderr = _stream(1, sys.stdout), _stream(2, sys.stderr)


def escape_unknown_characters() -> None:
    """Print characters that the encoding lacks as escapes; on Windows a file gets the encoding of the system, such as cp1252."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def json_text(data: Any, indent: int | None = None) -> str:
    """Return data as JSON; characters that standard output cannot print are escaped as JSON does."""
    is_unicode = (sys.stdout.encoding or "").casefold().startswith("utf")
    return json.dumps(data, ensure_ascii=not is_unicode, indent=indent)


def _stream(number: int, stream: TextIO | None) -> io.TextIOWrapper:
    encoding = getattr(stream, "encoding", None) or "utf-8"
    lines = number == 2 or bool(getattr(stream, "line_buffering", False))
    output = _Output(io.FileIO(number, "w", closefd=False))
    return io.TextIOWrapper(output, encoding=encoding, errors="backslashreplace", line_buffering=lines)


def finish_streams(code: int) -> int:
    """Flush both streams, report an output that could not be written, and return the exit code: at least 1 in that case."""
    sys.stdout.flush()
    failed = [*_errors]
    if failed:
        click.echo(f"error: standard output cannot be written: {failed[0].strerror}", err=True)
    sys.stderr.flush()
    return code or int(bool(failed))
