"""Test folders and files that the system does not let the user read: each is a Problem with its path, and no traceback."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

_RIGHTS = "-dac_override,-dac_read_search"  # of root, who may read everything with them
OBEYING = ["setpriv", "--bounding-set", _RIGHTS, "--inh-caps", _RIGHTS] if hasattr(os, "getuid") and os.getuid() == 0 else []
pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or bool(OBEYING) and not shutil.which("setpriv"), reason="nothing is unreadable"
)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "profiles").mkdir()
    (tmp_path / "views").mkdir()
    for name in ("ada.yaml", "profiles/bob.yaml"):
        (tmp_path / name).write_text("person: {name: Ada}\nbio: Hello.\n")
    (tmp_path / "views" / "own.yaml").write_text("extends: full\n")
    yield tmp_path
    for path in (tmp_path, tmp_path / "profiles", tmp_path / "views"):
        path.chmod(0o755)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("closed", "arguments", "named"),
    [
        ("profiles", ["render", "profiles/bob.yaml", "--to", "md"], "profiles"),
        ("profiles", ["check", "bob"], "profiles"),
        ("views", ["render", "ada.yaml", "--view", "own", "--to", "md"], 'view "own" not found'),
        ("views/own.yaml", ["render", "ada.yaml", "--view", "own", "--to", "md"], "own.yaml"),
        ("ada.yaml", ["check", "ada.yaml"], "ada.yaml"),
    ],
)
def test_what_may_not_be_read_is_an_error_with_its_path(folder: Path, closed: str, arguments: list[str], named: str) -> None:
    command = [*OBEYING, sys.executable, "-m", "cvrender", *arguments]
    environment = {**os.environ, "HOME": str(folder), "CVRENDER_CACHE": os.devnull}
    (folder / closed).chmod(0)
    finished = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert finished.returncode == 1, finished.stderr
    assert "Traceback" not in finished.stderr and "error: " in finished.stderr and named in finished.stderr


def test_an_unreadable_working_folder_is_no_traceback(folder: Path) -> None:
    """The folder is entered before it is closed, as by a user who loses the right to read where they are."""
    command = [*OBEYING, sys.executable, "-m", "cvrender", "render", "ada.yaml", "--to", "md"]
    closing = f"chmod 0 . && exec {shlex.join(command)}"
    finished = subprocess.run(["sh", "-c", closing], cwd=folder, capture_output=True, text=True)
    assert finished.returncode == 1 and "Traceback" not in finished.stderr and "error: " in finished.stderr, finished.stderr


def test_the_choices_of_an_import_in_an_unreadable_folder_are_an_error_with_its_path(folder: Path) -> None:
    (folder / "works.bib").write_text("@book{a, title={T}, author={Lee, Ann}, year=2020}\n")
    arguments = ["import", "works.bib", "--into", "ada.yaml", "--apply", "--choices", "profiles/choices.yaml"]
    (folder / "profiles").chmod(0)
    environment = {**os.environ, "HOME": str(folder), "CVRENDER_CACHE": os.devnull}
    command = [*OBEYING, sys.executable, "-m", "cvrender", *arguments]
    finished = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert finished.returncode == 1, finished.stderr
    assert "Traceback" not in finished.stderr and "error: " in finished.stderr and "profiles" in finished.stderr
