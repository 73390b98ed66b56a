"""Define Problem, which every stage reports, and the exceptions that carry Problems.

    CvrenderError            exit code
    ├── InputError           1   the profile, view, style or an option has errors
    ├── ToolError            3   an external tool (TeX, pandoc) is missing or failed
    └── ArtifactError        4   an artifact was made but failed its checks

Click itself exits with code 2 for wrong usage. Only the command line prints.
"""

import errno
import re
import unicodedata
from collections.abc import Iterable, Iterator
from copyreg import __newobj__  # type: ignore[attr-defined]
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import Any, Literal, TypeVar

Severity = Literal["error", "warning"]
_T = TypeVar("_T")
MAX_PROBLEMS = 100
_OBJECT = re.compile(r"(?:stream )?<[^<>]* object at 0x[0-9a-f]+>:? ?")
_MAX_COMPARED, _MAX_LENGTH = 200, 60  # words compared with an unknown one, and their characters


@dataclass(frozen=True, slots=True)
class Problem:
    """An error or warning and its location.

    `line` and `column` count from 1; 0 means unknown. `path` is the field in the file, such as `publications[3].title`, or
    empty. `code` says what kind of problem it is, whatever the message: a key of `cvrender.errors.codes.CODES`,
    or that of a lint rule.
    """

    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    path: str = ""
    hint: str = ""
    severity: Severity = "error"
    code: str = field(kw_only=True)

    def __str__(self) -> str:
        location = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        code = self.code if self.severity == "warning" else ""  # a comment can suppress a warning, by its code
        line = ": ".join(part for part in (location, self.severity, self.path, code, self.message) if part)
        line += f"; {self.hint}" if self.hint else ""
        return line if line.isprintable() else "".join(map(shown, line))

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

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the attributes, since an exception is pickled with its message only."""
        return __newobj__, (type(self), *self.args), vars(self)


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


def is_lack_of_resources(error: BaseException) -> bool:
    """Return whether the system refuses more open files, memory or processes; nothing is wrong with the file in use."""
    return isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)


def shown(char: str) -> str:
    """Return a character for a terminal: any space as a usual one, a control character as its code."""
    if unicodedata.category(char) == "Zs":
        return " "
    return char if char.isprintable() else ascii(char)[1:-1]


def cut(text: str, limit: int = 60) -> str:
    """Return a text, or its beginning and `…`: at most `limit` characters."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def shorten(text: object, limit: int = 60) -> str:
    """Return a text for a message: on one line, in quotation marks, cut at `limit` characters."""
    return f"“{cut(' '.join(str(text).split()), limit)}”"


def said_by(error: Exception) -> str:
    """Return what an exception of a library says: on one line, without objects of Python, at most 200 characters."""
    return cut(" ".join(_OBJECT.sub("", str(error)).split()), 200)


def position(text: str, index: int) -> tuple[int, int]:
    """Return the line and the column of a character of a text; both count from 1."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a hint for an unknown word: the known one that it means or resembles, or else the list of known ones.

    A list that is too long for a message is omitted.
    """
    from cvrender.errors.synonyms import suggestion

    words = sorted(known)
    if close := likely(word, words):
        return suggestion(close)
    return f"available: {', '.join(words)}" if 0 < len(words) <= _MAX_COMPARED else ""


def likely(word: str, known: Iterable[str]) -> str:
    """Return the known word that an unknown one means or resembles, or an empty text.

    Comparing takes time in proportion to the product of both lengths, so only words of about the same length are compared, and
    not too many.
    """
    from difflib import get_close_matches

    from cvrender.errors.synonyms import meant

    words, lower = sorted(known), word.lower()
    if len(lower) > _MAX_LENGTH:
        return ""
    alike = [other for other in words if 3 * max(len(other), len(lower)) <= 7 * min(len(other), len(lower))]  # else below 0.6
    close = get_close_matches(lower, alike[:_MAX_COMPARED], n=1, cutoff=0.6)
    very_close = get_close_matches(lower, close, cutoff=0.8)
    words = words[:_MAX_COMPARED]
    return next(filter(None, [*very_close, meant(word, words), *close]), "") or meant(word, words, exact=False)


def first_problems(problems: Iterable[_T]) -> Iterator[_T]:
    """Yield as many errors of one kind as a person reads; making the hints of thousands would take minutes."""
    return islice(problems, MAX_PROBLEMS)
