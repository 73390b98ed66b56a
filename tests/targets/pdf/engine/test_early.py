"""Test TeX that is started before its document: the same bytes, and nothing that is left behind."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cvrender.system import private_folder
from cvrender.system.lifetime import wait_for_end
from cvrender.system.process import Limits, ToolTimeout
from cvrender.system.sandbox import find_sandbox
from cvrender.targets.pdf.engine import early
from cvrender.targets.pdf.engine import run as typeset
from cvrender.targets.pdf.engine.early import EarlyTex, start_early
from cvrender.targets.pdf.engine.program import Engine, find_engine

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
PREAMBLE = "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{lmodern}\n"
SOURCE = f"{PREAMBLE}\\begin{{document}}\nA text.\n\\end{{document}}\n"
LIMITS = Limits(seconds=20)


@pytest.fixture
def folders(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[Path]]:
    """The private folders in use; after a test there are none."""
    before = set(private_folder._open)
    yield private_folder._open
    assert private_folder._open == before


@pytest.fixture(params=["plain", pytest.param("in a sandbox", marks=pytest.mark.needs("bwrap"))])
def engine(request: pytest.FixtureRequest) -> Engine:
    sandbox = find_sandbox() if request.param != "plain" else None
    typeset.typeset(SOURCE, find_engine("embedded"), {}, preamble=PREAMBLE)  # which makes the format
    return find_engine("embedded", sandbox)


def test_the_pdf_is_that_of_a_tex_that_starts_late(engine: Engine, folders: set[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    late = typeset.typeset(SOURCE, engine, {}, preamble=PREAMBLE)
    waiting = start_early(engine, "", PREAMBLE)
    assert waiting and folders
    monkeypatch.setattr(typeset, "run", None)  # it would start another
    assert typeset.typeset(SOURCE, engine, {}, preamble=PREAMBLE, early=waiting).pdf == late.pdf


def test_one_that_waits_for_another_document_is_stopped(folders: set[Path]) -> None:
    engine = find_engine("embedded")
    expected = typeset.typeset(SOURCE, engine, {}, "2020-01-01", PREAMBLE).pdf
    waiting = start_early(engine, "2019-01-01", PREAMBLE)
    assert typeset.typeset(SOURCE, engine, {}, "2020-01-01", PREAMBLE, early=waiting).pdf == expected


def test_one_that_waits_is_used_once(folders: set[Path]) -> None:
    engine = find_engine("embedded")
    typeset.typeset(SOURCE, engine, {}, preamble=PREAMBLE)
    waiting = start_early(engine, "", PREAMBLE)
    made = [typeset.typeset(SOURCE, engine, {}, preamble=PREAMBLE, early=waiting).pdf for _ in range(2)]
    assert made[0] == made[1]


def test_a_preamble_without_a_format_starts_nothing(folders: set[Path]) -> None:
    assert start_early(find_engine("embedded"), "", "\\documentclass{report}\n") is None
    assert start_early(find_engine("pdflatex"), "", PREAMBLE) is None


def test_without_pipes_nothing_is_started(monkeypatch: pytest.MonkeyPatch, folders: set[Path]) -> None:
    engine = find_engine("embedded")
    typeset.typeset(SOURCE, engine, {}, preamble=PREAMBLE)

    def refused(*how: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "pipe", refused)
    assert start_early(engine, "", PREAMBLE) is None


def test_a_document_larger_than_a_pipe_is_read_whole(tmp_path: Path, folders: set[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(early, "_enlarge", lambda pipe: None)
    waiting = EarlyTex(["/bin/cp", early.NAME, "cv.pdf"], {}, LIMITS, None)
    source = b"0123456789" * 50_000
    assert waiting.finish(source, {}, lambda: None).code == 0
    assert (waiting.folder / "cv.pdf").read_bytes() == source
    waiting.close()


def test_a_tex_that_ends_or_reads_nothing_is_not_waited_for(folders: set[Path]) -> None:
    source = b"0123456789" * 500_000
    ended = EarlyTex(["/bin/false"], {}, LIMITS, None)
    assert ended.finish(source, {}, lambda: None).code == 1
    ended.close()
    idle = EarlyTex(["/bin/sleep", "20"], {}, Limits(seconds=0.2), None)
    with pytest.raises(ToolTimeout, match="took longer than 0.2 seconds"):
        idle.finish(source, {}, lambda: None)
    idle.close()


KILLED = """
import os, signal
from cvrender.targets.pdf.engine.early import EarlyTex
from cvrender.system.process import Limits
waiting = EarlyTex(["/bin/sh", "-c", "sleep 1; cat cv.tex"], {}, Limits(seconds=20), None)
print(waiting._started._process.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(wait_for_end(os.getpid(), 0) is None, reason="this system does not tell of the end of a process")
def test_one_whose_process_is_killed_before_it_reads_anything_ends(tmp_path: Path) -> None:
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True, env=env)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert wait_for_end(int(done.stdout), 10)
