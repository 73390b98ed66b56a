"""Run commands with closed, full and narrow streams, and with little memory: no traceback, and the right exit code."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cvrender.cli import streams

pytestmark = pytest.mark.skipif(os.name != "posix", reason="uses a POSIX shell")
CVRENDER = f"'{sys.executable}' -m cvrender"


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "profiles").mkdir()
    for name in ("ada", "Ж"):
        (tmp_path / "profiles" / f"{name}.yaml").write_text("person: {name: Ada Example}\n", "utf-8")
    (tmp_path / "profiles" / "bad.yaml").write_text("person: {name: Ada Example}\n" + "key: x\nother: y\n" * 3_000, "utf-8")
    (tmp_path / "cvrender.yaml").write_text("jobs: [{profiles: [ada], targets: [txt]}]\n", "utf-8")
    return tmp_path


def shell(work: Path, line: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = ["bash", "-c", line.replace("cvrender", CVRENDER, 1)]
    finished = subprocess.run(command, cwd=work, env={**os.environ, **env}, capture_output=True, text=True, timeout=120)
    assert "Traceback" not in finished.stdout + finished.stderr, finished
    return finished


CLOSED = (">&-", "2>&-", "<&-", "<&- >&- 2>&-")


@pytest.mark.parametrize(
    ("command", "closed"),
    [
        *(("render ada --to txt", closed) for closed in (CLOSED[0], CLOSED[-1])),
        *(pytest.param("render ada --to txt", closed, marks=pytest.mark.slow) for closed in CLOSED[1:-1]),
        pytest.param("build", CLOSED[0], marks=pytest.mark.slow),
        ("build", CLOSED[-1]),
    ],
)
def test_a_closed_stream_is_no_failure(command: str, closed: str, work: Path) -> None:
    assert shell(work, f"cvrender {command} {closed}").returncode == 0
    (file,) = (work / "out").rglob("*.txt")
    assert file.read_text("utf-8").startswith("Ada Example")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["render ada --to txt", "build", "schema"])
def test_output_that_cannot_be_written_is_an_error(command: str, work: Path) -> None:
    finished = shell(work, f"cvrender {command} > /dev/full")
    assert (finished.returncode, finished.stderr) == (1, "error: standard output cannot be written: No space left on device\n")


@pytest.mark.slow
@pytest.mark.parametrize(("command", "code"), [("check ada", 0), ("check bad 2>&1", 1), ("schema", 0), ("build", 0)])
def test_a_reader_that_has_seen_enough_changes_no_exit_code(command: str, code: int, work: Path) -> None:
    finished = shell(work, f"cvrender {command} | true; echo ${{PIPESTATUS[0]}}")
    assert (finished.stdout, finished.stderr) == (f"{code}\n", "")


def test_a_name_that_the_encoding_lacks_is_printed_as_escapes(work: Path) -> None:
    finished = shell(work, "cvrender render Ж --to txt", PYTHONIOENCODING="latin-1")
    assert (finished.returncode, finished.stdout) == (0, "out/\\u0416/\\u0416-full-classic.txt\n")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit address space")
@pytest.mark.parametrize("limit", [45_000, 60_000, 80_000, 100_000])
def test_too_little_memory_is_an_error(limit: int, work: Path) -> None:
    finished = shell(work, f"ulimit -v {limit}; cvrender render ada --to txt,pdf,docx")
    assert finished.returncode in (0, 3)
    assert finished.returncode == 0 or "memory" in finished.stderr


@pytest.mark.parametrize("files", [8, 20])
def test_too_few_open_files_are_named(files: int, work: Path) -> None:
    """Without a check, programs could not be started, or no sandbox seemed to be there."""
    finished = shell(work, f"ulimit -n {files}; cvrender render ada --to txt --untrusted")
    assert finished.returncode == 3
    assert finished.stderr == f"error: this process may use only {files} open files (ulimit -n); cvrender needs about 64\n"


def test_a_limit_that_may_be_raised_is_raised(work: Path) -> None:
    assert shell(work, "ulimit -Sn 8; cvrender render ada --to txt").returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit address space")
def test_a_failure_under_a_low_limit_names_the_limit(work: Path) -> None:
    line = "cvrender render ada --to docx"
    finished = shell(work, f"ulimit -v 200000; {line}")
    assert finished.returncode == 3
    assert "note: this process may use only 204 MB of memory (ulimit -v); cvrender needs about 300\n" in finished.stderr
    assert "note:" not in shell(work, f"ulimit -v 200000; {line} --view nope").stderr  # nor where nothing was missing


def test_digits_of_other_scripts_are_not_silently_changed(work: Path) -> None:
    news = "".join(f"  - {{text: a, date: {date}}}\n" for date in ("２０２０", "2020-0１", "٢٠٢٠"))
    (work / "profiles" / "ada.yaml").write_text(f"person: {{name: Ada}}\nnews:\n{news}", "utf-8")
    finished = shell(work, "cvrender check ada")
    assert finished.returncode == 1
    for number in range(3):
        assert f"profiles/ada.yaml:{number + 3}:21: error: news[{number}].date: " in finished.stderr


def test_what_ctrl_c_interrupts_is_written_once(tmp_path: Path) -> None:
    """Python code is interrupted even after a call that wrote, so there must not be any between the buffer and the system."""

    class Interrupted(streams._Output):
        def flush(self) -> None:
            super().flush()
            raise KeyboardInterrupt

    with (tmp_path / "output").open("wb") as file:
        raw = io.FileIO(file.fileno(), "w", closefd=False)
        text = io.TextIOWrapper(Interrupted(raw))
        text.write("a line\n")
        with pytest.raises(KeyboardInterrupt):
            text.flush()
        with pytest.raises(KeyboardInterrupt):
            text.flush()
        assert (tmp_path / "output").read_text() == "a line\n"
        buffer = streams._stream(file.fileno(), None).buffer
        assert isinstance(buffer, streams._Output) and type(buffer.raw) is io.FileIO
        with pytest.raises(KeyboardInterrupt):
            text.detach()
