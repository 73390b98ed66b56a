"""End a process while it imports a module that aborts on an exception, as some C extensions do."""

import os
import signal
import subprocess
import sys
from pathlib import Path

CODE = """
from cvrender.tools import lifetime
from cvrender.tools.private_folder import private_folder
lifetime.exit_on("SIGTERM")
with private_folder():
    import aborts
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
    with subprocess.Popen([sys.executable, "-c", CODE], cwd=tmp_path, env=env, stdout=subprocess.PIPE) as process:
        assert process.stdout and process.stdout.readline() == b"importing\n"
        assert any((tmp_path / "tmp").iterdir())
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 128 + signal.SIGTERM
    assert not any((tmp_path / "tmp").iterdir())
