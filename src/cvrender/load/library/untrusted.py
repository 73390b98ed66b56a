"""Check a style that is not trusted: it must be data that loads nothing.

Options, look, patterns, terms and stylesheets are allowed. Code (LaTeX, templates) is rejected, and so is whatever could lead out
of the folder or exhaust memory.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from cvrender.errors import Problem, position
from cvrender.load.reader import Source
from cvrender.model.expressions import expression
from cvrender.model.style import Style, StyleFile

MOST_BYTES = 1_000_000
MOST_YAML = 100_000
"""Maximum sizes in bytes of any file and of a YAML file; the largest built-in style.yaml has 7,000."""
MOST_FILES = 1_000
TRUST = "if you trust the style, copy it to styles/"

_CODE = {"latex": "raw LaTeX", "docx": "a template", "markdown": "a template", "html": "a template"}
_RULES = frozenset({"media", "page", "supports", "bottom-center", "bottom-left", "bottom-right"})
_FUNCTIONS = frozenset(  # in values and in selectors
    "var calc clamp min max color-mix rgb rgba hsl hsla oklch light-dark linear-gradient radial-gradient "
    "counter repeat minmax translate rotate scale "
    "not is where has lang dir nth-child nth-last-child nth-of-type nth-last-of-type".split()
)
_CSS = expression(r"(?P<sign>[\\<\0])|@(?P<rule>[\w-]*)|(?P<function>[\w-]+)\(")
"""Matches what could load or hide something, also in strings and comments, whose limits are easily faked."""


def wrong_files(folder: Path) -> list[Problem]:
    """Return problems of a style's folder. Files whose names begin with a dot are ignored, and never read."""
    problems: list[Problem] = []
    for count, path in enumerate(_walk(folder)):
        if count > MOST_FILES:
            return [*problems, Problem(f"contains more than {MOST_FILES:,} files", str(folder), code="too-large")]
        if path.is_symlink():
            problems.append(Problem("symbolic link in an untrusted style", str(path), hint=TRUST, code="untrusted-style"))
        elif path.is_dir():
            continue
        elif not path.is_file():
            problems.append(Problem("not a regular file", str(path), code="untrusted-style"))
        elif path.stat().st_size > (limit := MOST_YAML if path.suffix == ".yaml" else MOST_BYTES):
            problems.append(Problem(f"file is larger than {limit // 1_000:,} kB", str(path), code="too-large"))
        else:
            problems += _check_file(path, path.relative_to(folder).as_posix().lower())
    return problems


def _walk(folder: Path) -> Iterator[Path]:
    """Yield the folder and everything in it, without following links."""
    yield folder
    for root, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(root, name) for name in (*folders, *sorted(files)) if not name.startswith("."))


def _check_file(path: Path, name: str) -> list[Problem]:
    top, inside, _ = name.partition("/")
    if not inside or top not in _CODE:
        return []
    if top == "html" and name.endswith(".css") and name != "html/look.css":
        return list(_check_stylesheet(path))
    return [Problem(f"{_CODE[top]} in an untrusted style", str(path), 1, hint=TRUST, code="untrusted-style")]


def _check_stylesheet(path: Path) -> Iterator[Problem]:
    """Yield the places of a stylesheet that could load something or end the stylesheet."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        yield Problem("not UTF-8 text", str(path), code="not-utf-8")
        return
    for match in _CSS.finditer(text):
        rule, function = (str(match[name] or "").lower() for name in ("rule", "function"))
        if match["sign"] or match["rule"] is not None and rule not in _RULES or function and function not in _FUNCTIONS:
            message = f"{ascii(match[0])[1:-1]} in the stylesheet of an untrusted style"
            yield Problem(message, str(path), *position(text, match.start()), hint=TRUST, code="untrusted-style")


def wrong_data(source: Source, file: StyleFile, parent: Style) -> list[Problem]:
    """Return problems of a style.yaml: LaTeX, and options that the parent's templates rely on, declared again."""
    problems = []
    if source.data.get("latex") is not None:
        problems.append(source.problem(("latex",), "raw LaTeX in an untrusted style", TRUST, at_key=True, code="untrusted-style"))
    for name in file.options:
        if name in parent.options:
            message, hint = f'option already exists in "{parent.name}"', 'change its value under "defaults"'
            problems.append(source.problem(("options", name), message, hint, at_key=True, code="untrusted-style"))
    return problems
