"""Define Problem, which every stage reports, and the exceptions that carry Problems.

    CvrenderError            exit code
    ├── InputError           1   the profile, view, style or an option has errors
    ├── ToolError            3   an external tool (TeX, pandoc) is missing or failed
    └── ArtifactError        4   an artifact was made but failed its checks

Click itself exits with code 2 for wrong usage. Only the command line prints.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Problem:
    """An error or warning and its location.

    `line` and `column` count from 1; 0 means unknown. `path` is the field in the file, such as `publications[3].title`, or
    empty.
    """

    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    path: str = ""
    hint: str = ""
    severity: Severity = "error"

    def __str__(self) -> str:
        location = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        line = ": ".join(part for part in (location, self.severity, self.path, self.message) if part)
        line += f"; {self.hint}" if self.hint else ""
        return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in line)

    def as_data(self) -> dict[str, str | int]:
        """Return the problem as a dictionary, for `--json`."""
        return asdict(self)


File = tuple[str, bytes]
"""A file's name and content."""


class CvrenderError(Exception):
    """Base class: the Problems of a failed stage, sorted by file and line.

    `passed` are good files made before or besides the failure; `failed` are files that help to find out what went wrong.
    """

    exit_code = 1

    def __init__(self, problems: Iterable[Problem], passed: Iterable[File] = (), failed: Iterable[File] = ()) -> None:
        self.problems = tuple(sorted(problems, key=lambda p: (p.file, p.line, p.column)))
        self.passed = tuple(passed)
        self.failed = tuple(failed)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class InputError(CvrenderError):
    """Report errors in the profile, view, style or options."""


class ToolError(CvrenderError):
    """Report that an external tool is missing, failed or timed out."""

    exit_code = 3


class TexError(ToolError):
    """Report that TeX failed. `line` is the line of the .tex at which it stopped, or 0; `log` is its whole output."""

    def __init__(self, problems: Iterable[Problem], line: int = 0, log: str = "") -> None:
        super().__init__(problems)
        self.line = line
        self.log = log


class ArtifactError(CvrenderError):
    """Report that an artifact failed its checks."""

    exit_code = 4


def shorten(text: object, limit: int = 60) -> str:
    """Return a text for a message: on one line, in quotation marks, at most `limit` characters long."""
    line = " ".join(str(text).split())
    return f"“{line}”" if len(line) <= limit else f"“{line[: limit - 1].rstrip()}…”"


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a hint for an unknown word: the closest known one, or else the list of known ones."""
    words = sorted(known)
    close = get_close_matches(word.lower(), words, n=1, cutoff=0.6)
    if close:
        return f'did you mean "{close[0]}"?'
    return f"available: {', '.join(words)}" if words else ""
