"""Call functions in a copy of this process: it has what was imported, its limits hold, and it leaves the parent's things alone.

Each script runs in a process of its own, because those of the tests may have several threads.
"""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

_BEGIN = """
import os, signal, sys, threading, time
from functools import partial
from pathlib import Path
from cvrender.system import forked, private_folder, process
from cvrender.system.limited import LimitExceeded, call
from cvrender.system.process import Limits
seen = []
def look(): return seen
"""
_ANSWERS = f"""{_BEGIN}
seen.append("set after the import")
assert forked.can_fork()
assert call(Limits(), look) == seen
assert call(Limits(), os.getsid, 0) != os.getsid(0)
assert call(Limits(), sys.stdin.read) == ""
assert call(Limits(), os.getenv, "TMPDIR") != os.getenv("TMPDIR")
assert call(Limits(), eval, "len(process._running)", {{"process": process}}) == 0
try:
    call(Limits(), int, "x")
except RuntimeError as error:
    assert "ValueError: invalid literal" in str(error), error
waiting = threading.Thread(target=time.sleep, args=(60,), daemon=True)
waiting.start()
assert not forked.can_fork()
assert call(Limits(), os.getppid) == os.getpid()
"""
_INHERITED = f"""{_BEGIN}
seen.append(bytearray(300_000_000))
def more(): return len(bytearray(50_000_000))
assert forked.can_fork()
assert call(Limits(memory=100), more) == 50_000_000, "what the parent has counts against the limit"
try:
    call(Limits(memory=100), bytearray, 200_000_000)
except LimitExceeded as error:
    assert "more than 100 MB" in str(error), error
else:
    raise AssertionError("no limit")
"""
_LIMITS = f"""{_BEGIN}
def end(number): os.kill(os.getpid(), number); time.sleep(60)
def refused(message, limits, *called):
    try:
        call(limits, *called)
    except LimitExceeded as error:
        assert str(error) == message, error
    else:
        raise AssertionError(message)
assert forked.can_fork()
refused("takes more than 0.1 seconds of processor time", Limits(20, 0.1), pow, 7, 10**8)
refused("takes more than 0.3 seconds", Limits(0.3), time.sleep, 60)
refused("needs more than 200 MB of memory", Limits(memory=200), bytearray, 400_000_000)
with private_folder.private_folder() as folder:
    try:
        call(Limits(), end, signal.SIGTERM)
    except RuntimeError:
        pass
    assert folder.is_dir() and len(private_folder._open) == 1
assert not list(Path(sys.argv[1]).iterdir())
"""
_KILLED = f"""{_BEGIN}
def wait():
    Path(sys.argv[1], "child").write_text(str(os.getpid()))
    time.sleep(60)
assert forked.can_fork()
signal.setitimer(signal.ITIMER_REAL, 1.0)
call(Limits(), wait)
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux forks")


def run(script: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    env = {"TMPDIR": str(folder), "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    return subprocess.run([sys.executable, "-c", script, str(folder)], env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("script", [_ANSWERS, _LIMITS, _INHERITED], ids=["answers", "limits", "inherited"])
def test_a_copy_answers_like_a_new_process_and_leaves_nothing(script: str, tmp_path: Path) -> None:
    finished = run(script, tmp_path)
    assert (finished.returncode, finished.stderr) == (0, "")
    assert not any(tmp_path.iterdir())


def test_a_copy_ends_with_its_parent(tmp_path: Path) -> None:
    assert run(_KILLED, tmp_path).returncode == -signal.SIGALRM
    status = Path("/proc", (tmp_path / "child").read_text(), "stat")
    end = time.monotonic() + 30
    while status.exists() and b") Z" not in status.read_bytes() and time.monotonic() < end:
        time.sleep(0.01)
    assert not status.exists() or b") Z" in status.read_bytes()
