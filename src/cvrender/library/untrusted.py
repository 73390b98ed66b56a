"""Find what a style that is not trusted must not hold, in its folder and its style.yaml.

Such a style is data: options, look, patterns, words, and stylesheets that load nothing. What would be code in a target (LaTeX,
templates) is refused, and so is whatever could lead out of its folder or fill the memory.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from cvrender.errors import Problem
from cvrender.load.reader import Source
from cvrender.model.style import Style, StyleFile

MOST_BYTES = 1_000_000
MOST_YAML = 100_000
"""Bytes of any file, and of a YAML file; the largest built-in style.yaml has 7,000."""
MOST_FILES = 1_000
TRUST = "if you trust the style, copy it to styles/"

_CODE = {"latex": "raw LaTeX", "docx": "a template", "markdown": "a template", "html": "a template"}
_RULES = frozenset({"media", "page", "supports", "bottom-center", "bottom-left", "bottom-right"})
_FUNCTIONS = frozenset(  # of values, and of selectors
    "var calc clamp min max color-mix rgb rgba hsl hsla oklch light-dark linear-gradient radial-gradient "
    "counter repeat minmax translate rotate scale "
    "not is where has lang dir nth-child nth-last-child nth-of-type nth-last-of-type".split()
)
_CSS = re.compile(r"(?P<sign>[\\<\0])|@(?P<rule>[\w-]*)|(?P<function>[\w-]+)\(")
"""What CSS could load or hide something with, wherever it stands, in texts and comments too: those are easily faked."""


def wrong_files(folder: Path) -> list[Problem]:
    """What a style's folder must not hold; files whose names begin with a dot do not count, and are never read."""
    problems: list[Problem] = []
    for count, path in enumerate(_everything(folder)):
        if count > MOST_FILES:
            return [*problems, Problem(f"holds more than {MOST_FILES:,} files", str(folder))]
        if path.is_symlink():
            problems.append(Problem("is a link, and a style that is not trusted has none", str(path), hint=TRUST))
        elif path.is_dir():
            continue
        elif not path.is_file():
            problems.append(Problem("is no regular file", str(path)))
        elif path.stat().st_size > (most := MOST_YAML if path.suffix == ".yaml" else MOST_BYTES):
            problems.append(Problem(f"is larger than {most // 1_000:,} kB", str(path)))
        else:
            problems += _code(path, path.relative_to(folder).as_posix().lower())
    return problems


def _everything(folder: Path) -> Iterator[Path]:
    """The folder itself and all that is in it, without following links."""
    yield folder
    for root, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(root, name) for name in (*folders, *sorted(files)) if not name.startswith("."))


def _code(path: Path, name: str) -> list[Problem]:
    top, inside, _ = name.partition("/")
    if not inside or top not in _CODE:
        return []
    if top == "html" and name.endswith(".css") and name != "html/look.css":
        return list(_stylesheet(path))
    return [Problem(f"is {_CODE[top]} in a style that is not trusted", str(path), 1, hint=TRUST)]


def _stylesheet(path: Path) -> Iterator[Problem]:
    """The places of a stylesheet that could load something, or end it."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        yield Problem("cannot be read as UTF-8 text", str(path))
        return
    for match in _CSS.finditer(text):
        rule, function = (str(match[name] or "").lower() for name in ("rule", "function"))
        if match["sign"] or match["rule"] is not None and rule not in _RULES or function and function not in _FUNCTIONS:
            line, column = text.count("\n", 0, match.start()) + 1, match.start() - text.rfind("\n", 0, match.start())
            message = f"{ascii(match[0])[1:-1]} stands in the stylesheet of a style that is not trusted"
            yield Problem(message, str(path), line, column, hint=TRUST)


def wrong_data(source: Source, file: StyleFile, parent: Style) -> list[Problem]:
    """What a style.yaml must not say: LaTeX, and another meaning for an option that its parent's templates use."""
    problems = []
    if source.data.get("latex") is not None:
        problems.append(source.problem(("latex",), "is raw LaTeX in a style that is not trusted", TRUST, at_key=True))
    for name in file.options:
        if name in parent.options:
            message, hint = f'"{parent.name}" has this option already', 'give it another value under "defaults"'
            problems.append(source.problem(("options", name), message, hint, at_key=True))
    return problems
