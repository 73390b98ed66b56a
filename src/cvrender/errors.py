"""Trouble in, one shape out: the Problem that every stage collects, and the exceptions that carry Problems upward.

    CvrenderError            exit code
    ├── InputError           1   the profile, view or style has errors
    ├── ToolError            3   an outside tool (TeX, pandoc) is missing or failed
    └── ArtifactError        4   an artifact was made and failed its checks

Wrong usage of the command line is click's own exit code 2. Only the command line prints.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, and where.

    `line` and `column` count from 1; 0 means that the place within the file is not known.
    `path` is the field in the file, such as `publications[3].title`; it may be empty.
    """

    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    path: str = ""
    hint: str = ""
    severity: Severity = "error"

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        text = f"{self.path}: {self.message}" if self.path else self.message
        line = f"{self.severity}: {text}"
        if place:
            line = f"{place}: {line}"
        if self.hint:
            line = f"{line}; {self.hint}"
        return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in line)

    def as_data(self) -> dict[str, str | int]:
        """The same as plain data, for `--json`."""
        return asdict(self)


File = tuple[str, bytes]
"""A file's name and what is in it."""


class CvrenderError(Exception):
    """Carries the Problems of one failed stage, sorted by file and line.

    `passed` are files that were made all the same and are good; `failed` are those to look at to see what went wrong.
    """

    exit_code = 1

    def __init__(self, problems: Iterable[Problem], passed: Iterable[File] = (), failed: Iterable[File] = ()) -> None:
        self.problems = tuple(sorted(problems, key=lambda p: (p.file, p.line, p.column)))
        self.passed = tuple(passed)
        self.failed = tuple(failed)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class InputError(CvrenderError):
    """The profile, view, style or option that was given has errors."""


class ToolError(CvrenderError):
    """An outside tool is missing, timed out or failed."""

    exit_code = 3


class TexError(ToolError):
    """TeX failed. `line` is that of the .tex at which it stopped, or 0; `log` is all that it wrote."""

    def __init__(self, problems: Iterable[Problem], line: int = 0, log: str = "") -> None:
        super().__init__(problems)
        self.line = line
        self.log = log


class ArtifactError(CvrenderError):
    """An artifact was made, and failed its checks."""

    exit_code = 4


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint for a misspelt word: the nearest known one, or else the list of what exists."""
    words = sorted(known)
    close = get_close_matches(word.lower(), words, n=1, cutoff=0.6)
    if close:
        return f'did you mean "{close[0]}"?'
    return f"there are: {', '.join(words)}" if words else ""
