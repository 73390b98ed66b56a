"""Say what can be done in a folder, for a person who does not know the commands."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_OLD_CVS = ".docx .pdf .tex .odt .html .bib .json .ris".split()
"""The suffixes of files that are likely to be old CVs or lists of publications, the most likely first."""
_IN_NAME = ("cv", "resume", "vita", "lebenslauf", "curric", "publi")
_STEPS = 3
_MOST_FILES = 1000


class _Step(NamedTuple):
    """A command, and what it does."""

    command: str
    about: str


def next_steps(folder: Path) -> str:
    """Return the next three steps for what is in a folder, and where the others are listed."""
    steps = list(_steps(folder))[:_STEPS]
    width = max(len(step.command) for step in steps)
    lines = [f"  {step.command.ljust(width)}  {step.about}" for step in steps]
    title, end = "Compile one YAML profile to many CVs. Next, in this folder:", "cvrender --help lists all commands."
    return "\n".join((title, "", *lines, "", end))


def _steps(folder: Path) -> Iterator[_Step]:
    """Yield the steps, the most useful first."""
    profiles = [path.stem for path in sorted((folder / "profiles").glob("*.yaml"))]
    if (folder / "cvrender.yaml").is_file():
        yield _Step("cvrender build", "make everything that cvrender.yaml lists")
    if profiles:
        name = shlex.quote(profiles[0])
        yield _Step(f"cvrender check {name}", "find mistakes, without writing anything")
        yield _Step(f"cvrender render {name}", "write its CV as LaTeX, PDF, Markdown and docx")
        yield _Step(f"cvrender preview {name}", "see its pages in a browser, while you edit the YAML")
        return
    if old := _old_cv(folder):
        yield _Step(f"cvrender import {shlex.quote(old)}", "make a profile of this file")
    yield _Step("cvrender demo", "see what comes of an example")
    yield _Step("cvrender new NAME", "begin a profile of your own")
    yield _Step("cvrender import FILE", "make a profile of an old CV, a list of publications or an ORCID iD")


def _old_cv(folder: Path) -> str:
    """Return the name of the file that is most likely an old CV, or nothing."""
    files = [path for path, _ in zip(folder.iterdir(), range(_MOST_FILES), strict=False) if path.suffix.lower() in _OLD_CVS]
    named = [path for path in files if any(part in path.name.casefold() for part in _IN_NAME)]
    return min(named, key=lambda path: (_OLD_CVS.index(path.suffix.lower()), path.name)).name if named else ""
