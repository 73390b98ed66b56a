"""End a process when an exception would do harm: while it imports a module, starts a program or makes a folder."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.posix  # signals

IMPORTS = """
from cvrender.system import lifetime
from cvrender.system.private_folder import private_folder
lifetime.exit_on("SIGTERM")
with private_folder():
    import aborts
"""
STARTS = """
import os, signal, subprocess
from pathlib import Path
from cvrender.system import lifetime, process
lifetime.exit_on("SIGTERM")
start = subprocess.Popen._execute_child
def signalled(self, *how):
    start(self, *how)
    print(self.pid, flush=True)
    os.kill(os.getpid(), signal.SIGTERM)
subprocess.Popen._execute_child = signalled
process.run(["/bin/sleep", "600"], Path.cwd(), {})
"""
MAKES = """
import os, signal, tempfile
from cvrender.system import lifetime, private_folder
lifetime.exit_on("SIGTERM")
make = tempfile.mkdtemp
def signalled(**how):
    made = make(**how)
    os.kill(os.getpid(), signal.SIGTERM)
    return made
tempfile.mkdtemp = signalled
with private_folder.private_folder():
    pass
"""
ABORTS = """
import os, time
print("importing", flush=True)
try:
    time.sleep(60)
except BaseException:
    os.abort()
"""


def test_a_signal_in_an_import_raises_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "aborts.py").write_text(ABORTS, "utf-8")
    (tmp_path / "tmp").mkdir()
    env = {**os.environ, "TMPDIR": str(tmp_path / "tmp")}
    with subprocess.Popen([sys.executable, "-c", IMPORTS], cwd=tmp_path, env=env, stdout=subprocess.PIPE) as process:
        assert process.stdout and process.stdout.readline() == b"importing\n"
        assert any((tmp_path / "tmp").iterdir())
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 128 + signal.SIGTERM
    assert not any((tmp_path / "tmp").iterdir())


def test_a_signal_while_a_program_starts_ends_the_program_too(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", STARTS], cwd=tmp_path, stdout=subprocess.PIPE) as process:
        assert process.stdout
        started = int(process.stdout.readline())
        assert process.wait(30) == 128 + signal.SIGTERM
    status = Path(f"/proc/{started}/stat")
    until = time.monotonic() + 30
    while status.exists() and b") Z" not in status.read_bytes() and time.monotonic() < until:
        time.sleep(0.01)
    assert not status.exists() or b") Z" in status.read_bytes()


def test_a_signal_while_a_folder_is_made_leaves_no_folder(tmp_path: Path) -> None:
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    assert subprocess.run([sys.executable, "-c", MAKES], cwd=tmp_path, env=env).returncode == 128 + signal.SIGTERM
    assert not any(tmp_path.iterdir())
