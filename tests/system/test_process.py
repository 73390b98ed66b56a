"""Test running commands: what a tool sees, what it prints, and that nothing of it continues after its time."""

import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

import pytest

from cvrender.errors import ToolError
from cvrender.system import process as runner
from cvrender.system.process import SHELL, Finished, Limits, read_output, run

pytestmark = pytest.mark.posix  # signals and limits of POSIX

PYTHON = sys.executable
GROWING = """
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
with open("x", "wb", 0) as stream:
    while True:
        stream.write(b"x" * 100_000)
"""


def script(code: str, folder: Path, data: bytes = b"", timeout: float = 60.0, **env: str) -> Finished:
    return run([PYTHON, "-I", "-c", code], folder, env, data, Limits(timeout))


def is_running(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return status != "Z"


def test_a_command_runs_in_its_folder_and_gives_code_and_output(tmp_path: Path) -> None:
    paths = script("import os, sys; print(os.getcwd()); sys.exit(7)", tmp_path)
    assert paths == Finished(7, f"{tmp_path.resolve()}\n")


def test_both_streams_are_read_in_order(tmp_path: Path) -> None:
    code = "import sys; print('one', flush=True); print('two', file=sys.stderr, flush=True); print('three')"
    assert script(code, tmp_path).output.split() == ["one", "two", "three"]


def test_data_goes_to_standard_input_and_without_data_it_is_empty(tmp_path: Path) -> None:
    code = "import sys; print(repr(sys.stdin.buffer.read()))"
    assert script(code, tmp_path, "聂".encode()).output == repr("聂".encode()) + "\n"
    assert script(code, tmp_path).output == "b''\n"


def test_much_data_both_ways_does_not_block(tmp_path: Path) -> None:
    code = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())"
    assert len(script(code, tmp_path, b"x" * 3_000_000).output) == 3_000_000


def test_output_that_is_no_utf8_is_read_nevertheless(tmp_path: Path) -> None:
    assert script(r"import sys; sys.stdout.buffer.write(b'a\xffb')", tmp_path).output == "a\ufffdb"


def test_the_environment_is_made_from_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    monkeypatch.setenv("TEXINPUTS", "/somewhere")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "5")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.setenv("HOME", "/home/of/ada")
    seen = json.loads(script("import json, os; print(json.dumps(dict(os.environ)))", tmp_path, MINE="yes").output)
    assert seen["MINE"] == "yes"
    assert seen["HOME"] == "/home/of/ada"
    assert seen["LC_ALL"] == "C.UTF-8"
    assert set(seen) <= {"MINE", "PATH", "HOME", "LC_ALL", "LC_CTYPE", "TMPDIR", "TEMP", "LD_LIBRARY_PATH", "PWD", "SYSTEMROOT"}


def test_what_is_given_wins_over_what_is_kept(tmp_path: Path) -> None:
    assert script("import os; print(os.environ['HOME'])", tmp_path, HOME="/elsewhere").output == "/elsewhere\n"


def test_a_missing_tool_is_named(tmp_path: Path) -> None:
    with pytest.raises(ToolError) as caught:
        run(["/nowhere/xelatex", "x"], tmp_path, {})
    assert str(caught.value) == 'error: xelatex cannot be started: No such file or directory; see "cvrender doctor"'
    assert caught.value.exit_code == 3


def test_a_file_that_is_no_program_is_named(tmp_path: Path) -> None:
    (tmp_path / "tool").write_text("x", "utf-8")
    with pytest.raises(ToolError, match="tool cannot be started: Permission denied"):
        run([str(tmp_path / "tool")], tmp_path, {})


def test_what_takes_too_long_is_stopped_with_all_that_it_started(tmp_path: Path) -> None:
    def wait_for_start() -> None:
        until = time.monotonic() + 120
        while not (tmp_path / "pid").is_file() and time.monotonic() < until:
            time.sleep(0.01)

    command = [SHELL, "-c", "sleep 600 & echo $! > new; mv new pid; wait"]
    with pytest.raises(ToolError, match="sh took longer than 0.1 seconds and was stopped"):
        run(command, tmp_path, {}, limits=Limits(0.1), while_running=wait_for_start)
    wait_for_the_end(int((tmp_path / "pid").read_text("utf-8")))


def wait_for_the_end(child: int) -> None:
    """The system ends a process that was killed when it has the time."""
    until = time.monotonic() + 120
    while is_running(child) and time.monotonic() < until:
        time.sleep(0.01)
    assert not is_running(child), "the child lives on"


def test_an_interrupted_command_is_stopped_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import subprocess

    processes: list[subprocess.Popen[bytes]] = []

    def interrupted(process: "subprocess.Popen[bytes]", seconds: float) -> None:
        processes.append(process)
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "_wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        script("import time; time.sleep(60)", tmp_path)
    assert processes[0].returncode == -9
    assert not is_running(processes[0].pid)


def test_a_tool_is_no_member_of_our_process_group(tmp_path: Path) -> None:
    assert int(script("import os; print(os.getpgrp())", tmp_path).output) != os.getpgrp()


# Limits


@pytest.mark.parametrize(
    ("code", "limits", "said"),
    [
        ("open('x', 'wb').write(b'x' * 3_000_000)", Limits(file=1), "File too large"),
        ("len(bytearray(300_000_000))", Limits(memory=200), "MemoryError"),
        ("open('x', 'wb').write(b'x' * 3_000_000); len(bytearray(100_000_000)); print('fine')", Limits(), "fine"),
    ],
)
def test_memory_and_files_have_a_limit(code: str, limits: Limits, said: str, tmp_path: Path) -> None:
    ignoring = "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "  # so that Python says what happened
    finished = run([PYTHON, "-I", "-c", ignoring + code], tmp_path, {}, limits=limits)
    assert said in finished.output
    assert all(path.stat().st_size <= limits.file * 1_000_000 for path in tmp_path.iterdir())


def test_what_a_tool_prints_is_limited_like_a_file(tmp_path: Path) -> None:
    assert len(run([PYTHON, "-I", "-c", "print('x' * 3_000_000)"], tmp_path, {}, limits=Limits(file=1)).output) <= 1_000_000


def test_a_file_that_grows_too_large_ends_the_tool(tmp_path: Path) -> None:
    finished = run([PYTHON, "-I", "-c", GROWING], tmp_path, {}, limits=Limits(file=1))
    assert finished.code == -signal.SIGXFSZ
    assert (tmp_path / "x").stat().st_size <= 1_000_000


def test_the_time_of_the_processor_is_limited_too(tmp_path: Path) -> None:
    code = "import resource; print(resource.getrlimit(resource.RLIMIT_CPU), resource.getrlimit(resource.RLIMIT_CORE))"
    assert run([PYTHON, "-I", "-c", code], tmp_path, {}, limits=Limits(7)).output == "(8, 8) (0, 0)\n"


def test_a_tool_that_is_alone_may_start_nothing(tmp_path: Path) -> None:
    code = "import resource; print(resource.getrlimit(resource.RLIMIT_NPROC)[0])"
    assert run([PYTHON, "-I", "-c", code], tmp_path, {}, limits=Limits(alone=True)).output == "0\n"
    assert run([PYTHON, "-I", "-c", code], tmp_path, {}).output != "0\n"


def test_a_limit_that_the_machine_sets_lower_is_kept(tmp_path: Path) -> None:
    code = (
        "import resource, sys; from pathlib import Path; from cvrender.system.process import run, Limits\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000))\n"
        "print(run([sys.executable, '-c', 'print(5)'], Path.cwd(), {}, limits=Limits(file=100)).output)"
    )
    assert script(code, tmp_path).output.strip() == "5"


def test_what_a_tool_leaves_running_ends_with_it(tmp_path: Path) -> None:
    code = "import subprocess, sys; print(subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']).pid)"
    child = int(script(code, tmp_path).output)
    wait_for_the_end(child)


def test_what_a_tool_left_is_read_but_no_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hunter2", "utf-8")
    (tmp_path / "job").mkdir()
    (tmp_path / "job" / "made").write_text("whole", "utf-8")
    (tmp_path / "job" / "link").symlink_to(tmp_path / "secret")
    os.mkfifo(tmp_path / "job" / "pipe")
    paths = [read_output(tmp_path / "job", name) for name in ("made", "link", "pipe", "none", "../secret")]
    assert paths == [b"whole", None, None, None, None]


def test_where_the_system_does_not_tell_of_an_end_it_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "pidfd_open", raising=False)
    assert script("print(5)", tmp_path).output == "5\n"
    with pytest.raises(ToolError, match="took longer than 0.1 seconds"):
        script("import time; time.sleep(60)", tmp_path, timeout=0.1)


def test_no_room_for_what_a_tool_prints_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    with pytest.raises(ToolError, match="cannot be started: No such file or directory"):
        script("print(5)", tmp_path)
