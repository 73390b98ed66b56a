"""Stop commands by signals: nothing runs on, nothing is left, and the exit code names the signal."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

ENGINE = """\
#!/bin/sh
case "$*" in *-ini*) exit 1 ;; esac
: > "{started}"
exec sleep 600
"""
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds processes in /proc")


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A folder with profiles, and with a TeX engine that is not done before it is stopped, however slow the machine is."""
    (tmp_path / "tmp").mkdir()
    (tmp_path / "profiles").mkdir()
    for name in ("ada", "bob", "cyd", "dan"):
        text = f"person: {{name: {name.title()} Example}}\nengine: pdflatex\n"
        (tmp_path / "profiles" / f"{name}.yaml").write_text(text, "utf-8")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "pdflatex").write_text(ENGINE.format(started=tmp_path / "started"), "utf-8")
    (tmp_path / "bin" / "pdflatex").chmod(0o755)
    (tmp_path / "cvrender.yaml").write_text("jobs: [{profiles: [profiles/*.yaml], targets: [pdf]}]\n", "utf-8")
    return tmp_path


def start(work: Path, *arguments: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "cvrender", *arguments]
    path = f"{work / 'bin'}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "TMPDIR": str(work / "tmp"), "PATH": path}
    with (work / "output").open("wb") as output:
        return subprocess.Popen(command, cwd=work, env=env, stdout=output, stderr=output, start_new_session=True)


def processes(work: Path) -> dict[int, str]:
    """The processes that work for us: those with our TMPDIR in their environment, and their commands."""
    commands, mark = {}, str(work).encode()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (folder / "environ").read_bytes() and b") Z" not in (folder / "stat").read_bytes():
                commands[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
    return commands


def wait_until(condition: Callable[[], object], seconds: float = 120.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, condition
        time.sleep(0.01)


def typesets(work: Path) -> bool:
    """True from the moment when the engine runs."""
    return (work / "started").exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGHUP, marks=pytest.mark.slow), signal.SIGKILL])
def test_the_workers_of_build_end_with_it(number: int, work: Path) -> None:
    process = start(work, "build", "--jobs", "2")
    wait_until(lambda: typesets(work))
    process.send_signal(number)
    assert process.wait(120) == (-number if number == signal.SIGKILL else 128 + number), (work / "output").read_text()
    wait_until(lambda: not processes(work))
    wait_until(lambda: not any((work / "tmp").iterdir()))
    assert "Traceback" not in (work / "output").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("more", [[], ["--untrusted", "--no-sandbox"]], ids=["trusted", "untrusted"])
def test_render_cleans_up_and_says_which_signal_it_was(more: list[str], number: int, work: Path) -> None:
    process = start(work, "render", "ada", "--to", "pdf,docx", *more)
    wait_until(lambda: typesets(work))
    process.send_signal(number)
    assert process.wait(120) == 128 + number, (work / "output").read_text()
    assert not any((work / "tmp").iterdir())
    wait_until(lambda: not processes(work))
    assert (work / "output").read_text() == ""


def test_an_ignored_signal_stays_ignored(work: Path) -> None:
    """As after nohup."""
    code = "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); os.execv(sys.executable, sys.argv[1:])"
    render = [sys.executable, "-m", "cvrender", "render", "ada", "--to", "txt"]
    process = subprocess.Popen([sys.executable, "-c", code, *render], cwd=work, stdout=subprocess.DEVNULL)
    wait_until(lambda: b"-m\0cvrender" in Path(f"/proc/{process.pid}/cmdline").read_bytes())
    time.sleep(0.2)
    process.send_signal(signal.SIGHUP)
    assert process.wait(120) == 0
