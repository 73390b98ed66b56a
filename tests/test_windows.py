"""Simulate what is particular to Windows: encodings of the system, consoles, files that another program has open.

tests/run/test_write.py writes by paths instead of handles, tests/system/ has names that Windows reserves.
"""

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.cli.common import print_json
from cvrender.cli.streams import escape_unknown_characters
from cvrender.errors import InputError
from cvrender.run.write import write
from cvrender.system import private_folder
from cvrender.system.zip_file import zipped
from cvrender.targets.base import Artifact

WARNED = ["-X", "warn_default_encoding", "-W", "always::EncodingWarning", "-m", "cvrender"]


@pytest.mark.slow
def test_no_file_is_read_or_written_in_the_encoding_of_the_system(tmp_path: Path) -> None:
    env = {**os.environ, "CVRENDER_CACHE": str(tmp_path / "cache")}
    (tmp_path / "works.ris").write_text("TY  - JOUR\nTI  - Notes\nAU  - Example, Zoë\nPY  - 2020\nER  - \n", "utf-8")
    for words in (
        ["demo"],
        ["check", "ada-example"],
        ["import", "works.ris", "--out", "profiles/zoe.yaml"],
        ["export", "ada-example", "--to", "bib,json,site-hugo"],
        ["website", "ada-example"],
        ["new-style", "mine"],
        ["new-letter", "job", "--profile", "ada-example"],
        ["doctor"],
    ):
        finished = subprocess.run([sys.executable, *WARNED, *words], cwd=tmp_path, env=env, capture_output=True)
        lines = [line for line in finished.stderr.decode().splitlines() if "EncodingWarning" in line and "/src/cvrender/" in line]
        assert lines == [] and finished.returncode == 0, (words, finished.stderr.decode())


def printed(monkeypatch: pytest.MonkeyPatch, show: Callable[[], None]) -> bytes:
    """What is printed to a file in the encoding that Windows has for languages of Western Europe."""
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="cp1252", write_through=True))
    show()
    return written.getvalue()


def test_characters_that_the_encoding_lacks_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    def show() -> None:
        with pytest.raises(UnicodeEncodeError):
            print("Жанна")
        escape_unknown_characters()
        print("Жанна “Zoë”")

    assert printed(monkeypatch, show).splitlines() == ["\\u0416\\u0430\\u043d\\u043d\\u0430 “Zoë”".encode("cp1252")]


def test_json_stays_json(monkeypatch: pytest.MonkeyPatch) -> None:
    def show() -> None:
        escape_unknown_characters()
        print_json({"name": "Жанна Zoë 🦜"})

    assert json.loads(printed(monkeypatch, show).decode("ascii")) == {"name": "Жанна Zoë 🦜"}


def test_a_file_that_a_reader_of_pdfs_has_open_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*arguments: object, **more: object) -> None:
        error = PermissionError(13, "The process cannot access the file because it is being used by another process")
        error.winerror = 32  # type: ignore[attr-defined]
        raise error

    monkeypatch.setattr(os, "replace", locked)
    with pytest.raises(InputError) as failed:
        write([Artifact("cv.pdf", b"new")], tmp_path, "ada")
    (problem,) = failed.value.problems
    assert problem.hint == "close the program that has it open" and problem.file.endswith("cv.pdf")
    assert list((tmp_path / "ada").iterdir()) == []


def test_profiles_with_line_ends_of_windows_stay_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ada.yaml").write_bytes(b"\xef\xbb\xbfperson:\r\n  name: Ada Example\r\nbio: |\r\n  One.\r\n  Two.\r\n")
    rendered = CliRunner().invoke(main, ["render", "ada.yaml", "--to", "txt"])
    assert rendered.exit_code == 0, rendered.output
    assert b"\r" not in Path(rendered.stdout.split()[0]).read_bytes()
    assert CliRunner().invoke(main, ["migrate", "ada.yaml"]).exit_code == 0
    assert Path("ada.yaml").read_bytes().count(b"\r\n") == 5


def test_zip_files_have_the_bytes_of_other_platforms(monkeypatch: pytest.MonkeyPatch) -> None:
    here = zipped({"word/document.xml": "<w:document/>"})
    monkeypatch.setattr(sys, "platform", "win32")
    assert zipped({"word/document.xml": "<w:document/>"}) == here


@pytest.mark.skipif(os.name != "posix", reason="says what other systems do")
def test_what_may_only_be_read_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows refuses to remove a file that may only be read."""
    (file := tmp_path / "inner" / "file").parent.mkdir()
    file.touch(0o400)
    unlink = os.unlink

    def refused(path: str) -> None:
        if not Path(path).stat().st_mode & 0o200:
            raise PermissionError(13, "Access is denied", path)
        unlink(path)

    monkeypatch.setattr(private_folder, "_BY_HANDLE", False)
    monkeypatch.setattr(os, "unlink", refused)
    monkeypatch.setattr(shutil, "_use_fd_functions", False)
    private_folder.remove_tree(tmp_path / "inner")
    assert list(tmp_path.iterdir()) == []
