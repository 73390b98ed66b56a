"""Read a profile as it was in a git revision."""

import hashlib
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cvrender.errors import InputError, Problem, ToolError
from cvrender.system.process import run


@contextmanager
def profile_at(path: Path, revision: str) -> Iterator[Path]:
    """Yield the path of the profile in a copy of its folder as it was in a revision. Raises InputError if there is none.

    The copy holds the whole folder, since a profile may include other files; it is removed at the end.
    """
    from zipfile import ZipFile

    with tempfile.TemporaryDirectory(prefix="cvrender-") as folder:
        archive = Path(folder) / "revision.zip"
        command = [shutil.which("git") or "git", "archive", "--format=zip", f"--output={archive}", revision, "--", "."]
        if revision.startswith("-"):
            raise _unknown(path, revision)
        if not path.parent.is_dir():  # where git would be started
            raise InputError([Problem("folder not found", str(path.parent), code="file-not-found")])
        try:
            done = run(command, path.parent.resolve(), {"GIT_OPTIONAL_LOCKS": "0"})
        except ToolError as error:
            raise InputError([Problem(f"git is needed for {path.name}@{revision}", str(path), code="tool-missing")]) from error
        if done.code:
            raise _unknown(path, revision)
        with ZipFile(archive) as packed:  # Python 3.11.3 and older extract links of tar archives that lead anywhere
            packed.extractall(folder)
        old = Path(folder) / path.name
        if not old.is_file():
            raise _unknown(path, revision)
        yield old


def revision_of(path: Path) -> str:
    """Return the name that git gives the content of a file, or "" if it cannot be read."""
    try:
        content = path.read_bytes()
    except OSError:
        return ""
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def text_at(path: Path, revision: str) -> bytes | None:
    """Return the content that git calls so, which the file had before; None if git does not know it."""
    if not re.fullmatch("[0-9a-f]{40}", revision):
        return None
    try:
        done = run(
            [shutil.which("git") or "git", "cat-file", "blob", revision], path.resolve().parent, {"GIT_OPTIONAL_LOCKS": "0"}
        )
    except ToolError:
        return None
    content = done.output.encode()
    named = hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()
    return content if not done.code and named == revision else None


def _unknown(path: Path, revision: str) -> InputError:
    hint = "name a tag, a branch or a commit in which the file exists, such as ada@v1"
    return InputError([Problem(f'there is no revision "{revision}" of it', str(path), hint=hint, code="unknown-revision")])
