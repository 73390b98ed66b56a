"""Test commands in each kind of sandbox: what they see, what they can reach, and that they do their work."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from cvrender.errors import ToolError
from cvrender.load.library import find_style
from cvrender.model.document import Document, Header, Properties
from cvrender.system import sandbox as sandboxes
from cvrender.system.process import SHELL, Finished, Limits, run
from cvrender.system.sandbox import Sandbox, find_sandbox, is_usable, sandbox_found_meanwhile
from cvrender.targets.docx.build import docx
from cvrender.targets.docx.reference import reference
from cvrender.targets.docx.write import render
from cvrender.targets.pdf.engine import run as tex
from cvrender.targets.pdf.engine.program import find_engine
from cvrender.targets.pdf.read import structure

pytestmark = pytest.mark.posix  # sandboxes of Linux

TOOLS = ("cat", "ls", "mkdir", "mount", "rm", "sleep", "touch", "unshare")
LINE = "\\documentclass{article}\n\\begin{document}\nA line.\n\\end{document}\n"


@pytest.fixture(params=["bubblewrap", "namespaces"])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    if not is_usable(request.param):
        pytest.skip(f"no {request.param} on this machine")
    return Sandbox(request.param).with_access_to(*(f"/bin/{tool}" for tool in TOOLS), *(f"/usr/bin/{tool}" for tool in TOOLS))


def sandboxed(sandbox: Sandbox, folder: Path, script: str, limits: Limits = Limits(20)) -> Finished:  # noqa: B008
    return run([SHELL, "-c", script], folder, {}, limits=limits, sandbox=sandbox)


def test_this_machine_has_a_sandbox_if_it_has_what_one_needs() -> None:
    if not any(is_usable(kind) for kind in ("bubblewrap", "namespaces")):
        pytest.skip("neither bubblewrap nor user namespaces here")
    assert find_sandbox().kind == ("bubblewrap" if is_usable("bubblewrap") else "namespaces")


@pytest.mark.parametrize("usable", [True, False])
def test_a_sandbox_is_found_during_something_else(usable: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    monkeypatch.setattr(sandboxes, "is_usable", lambda kind: tried.append(kind) or usable)
    find_sandbox.cache_clear()
    threads = set(threading.enumerate())
    with sandbox_found_meanwhile():
        pass
    before = list(tried)
    with contextlib.nullcontext() if usable else pytest.raises(ToolError, match="no sandbox available"):
        assert find_sandbox().kind == before[0]
    find_sandbox.cache_clear()
    assert tried == before * (1 if usable else 2)
    assert set(threading.enumerate()) <= threads, "a process with another thread cannot be forked safely"


def test_without_a_sandbox_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sandboxes, "_program", lambda name: (_ for _ in ()).throw(FileNotFoundError(name)))
    find_sandbox.cache_clear()
    with pytest.raises(ToolError, match="no sandbox available .*bubblewrap.*--no-sandbox") as caught:
        find_sandbox()
    find_sandbox.cache_clear()
    assert caught.value.exit_code == 3


def test_a_sandbox_that_is_gone_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandboxes.shutil, "which", lambda name, path: None)
    with pytest.raises(ToolError, match="sh cannot be started: the sandbox needs bwrap, which is not installed"):
        sandboxed(Sandbox("bubblewrap"), tmp_path, "echo fine")


def test_it_works_in_its_folder_and_leaves_its_files_there(sandbox: Sandbox, tmp_path: Path) -> None:
    (tmp_path / "in").write_text("given\n", "utf-8")
    finished = sandboxed(sandbox, tmp_path, "pwd; cat in; cat in > out; exit 7")
    assert finished == Finished(7, "/job\ngiven\n")
    assert (tmp_path / "out").read_text("utf-8") == "given\n"


def test_the_rest_of_the_disk_is_not_there(sandbox: Sandbox, tmp_path: Path) -> None:
    secret = tmp_path.parent / "secret.txt"
    secret.write_text("hunter2", "utf-8")
    (folder := tmp_path / "job").mkdir()
    elsewhere = "/etc/passwd /root /home /outside/etc /tmp /var /proc/self/environ /proc/1/root ../..".split()
    finished = sandboxed(sandbox, folder, "; ".join(f'cat "{path}" || ls "{path}"' for path in (secret, *elsewhere)))
    assert "hunter2" not in finished.output
    assert "root:x:" not in finished.output
    assert str(Path.home()) not in sandboxed(sandbox, folder, "ls -d /* /*/*").output.split()
    assert "passwd" not in sandboxed(sandbox, folder, "ls /etc /outside/etc ../../etc").output


def test_what_it_sees_it_cannot_change(sandbox: Sandbox, tmp_path: Path) -> None:
    (tree := tmp_path / "tree with a blank").mkdir()
    (tree / "file").write_text("whole", "utf-8")
    (folder := tmp_path / "job").mkdir()
    seen = sandbox.with_access_to(tree, tmp_path / "that is not there")
    script = f'cat "{tree}/file"; echo x > "{tree}/file"; touch "{tree}/new"; rm "{tree}/file"; echo x > /lib/x; mkdir /usr/lib/x'
    assert sandboxed(seen, folder, script).output.startswith("whole")
    assert [path.read_text("utf-8") for path in tree.iterdir()] == ["whole"]
    assert not Path("/lib/x").exists() and not Path("/usr/lib/x").exists()


def test_it_has_no_power_to_change_its_walls(sandbox: Sandbox, tmp_path: Path) -> None:
    finished = sandboxed(
        sandbox, tmp_path, "mount -t tmpfs x /job && echo mounted; umount /lib && echo unmounted; unshare -m echo apart"
    )
    assert not {"mounted", "unmounted", "apart"} & set(finished.output.split()), finished


def test_there_is_no_network(sandbox: Sandbox, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        code = f"import socket; socket.create_connection(('127.0.0.1', {port}), 2)"
        command = [os.path.realpath(sys.executable), "-I", "-S", "-c", code]
        assert run(command, tmp_path, {}).code == 0
        locked = run(command, tmp_path, {}, sandbox=sandbox.with_access_to(sys.base_prefix))
    assert "OSError" in locked.output or "ConnectionRefused" in locked.output or "unreachable" in locked.output, locked


def test_its_environment_holds_no_home_of_ours(sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/of/ada")
    monkeypatch.setenv("TMPDIR", "/tmp")
    assert sandboxed(sandbox, tmp_path, 'echo "$HOME $TMPDIR"').output == "/job /job\n"


def test_nothing_in_it_outlives_its_time(sandbox: Sandbox, tmp_path: Path) -> None:
    line = f"sleep {100_000 + os.getpid()}"  # nobody else's
    with pytest.raises(ToolError, match="took longer than 0.3 seconds"):
        sandboxed(sandbox, tmp_path, f"{line} & {line} & {line}", Limits(0.3))
    wait_until(lambda: processes(line) == 0)


def processes(line: str) -> int:
    content = 0
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            content += path.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace").strip() == line
        except OSError:
            continue
    return content


def test_limits_hold_in_it(sandbox: Sandbox, tmp_path: Path) -> None:
    finished = sandboxed(sandbox, tmp_path, "while echo xxxxxxxxxxxxxxxx; do :; done > big", Limits(20, file=1))
    assert finished.code == -signal.SIGXFSZ or "I/O error" in finished.output
    assert (tmp_path / "big").stat().st_size <= 1_000_000


def test_a_tool_that_is_alone_may_be_sandboxed(sandbox: Sandbox, tmp_path: Path) -> None:
    assert sandboxed(sandbox, tmp_path, "echo fine", Limits(20, alone=True)).output == "fine\n"  # root would never see it fail


def test_a_tool_that_is_missing_is_named_as_ever(sandbox: Sandbox, tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="xelatex cannot be started: No such file"):
        run(["/nowhere/xelatex"], tmp_path, {}, sandbox=sandbox)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["embedded", "pdflatex", "xelatex", "lualatex"])
def test_each_engine_sets_the_same_in_it(sandbox: Sandbox, engine: str) -> None:
    if not find_engine(engine).program:
        pytest.skip(f"no {engine} on this machine")
    inside = tex.typeset(source_for(engine), find_engine(engine, Sandbox(sandbox.kind)), {}).pdf
    assert structure(inside).pages == 1
    assert inside == set_outside(engine) or engine == "xelatex"


def source_for(engine: str) -> str:
    return LINE.replace("\\begin", "\\usepackage[T1]{fontenc}\\usepackage{lmodern}\n\\begin") if engine == "embedded" else LINE


@cache
def set_outside(engine: str) -> bytes:
    return tex.typeset(source_for(engine), find_engine(engine), {}).pdf


@pytest.mark.slow
def test_a_format_is_made_and_used_in_it(sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "cache"))
    preamble = "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{lmodern}\n"
    source = f"{preamble}\\begin{{document}}\nA line.\n\\end{{document}}\n"
    typeset = tex.typeset(source, find_engine("embedded", Sandbox(sandbox.kind)), {}, preamble=preamble)
    assert list((tmp_path / "cache" / "formats").glob("*/cv.fmt"))
    assert "lmodern.sty" not in typeset.log  # it came with the format
    assert typeset.pdf == tex.typeset(source, find_engine("embedded"), {}).pdf


def test_pandoc_writes_the_same_in_it(sandbox: Sandbox) -> None:
    style = find_style("plain")
    document = Document(Properties("A line", "A line"), Header("A line"), ())
    given = render(document), reference(style), document.properties
    assert docx(*given, sandbox=Sandbox(sandbox.kind)) == docx(*given)


@contextlib.contextmanager
def listening(address: str) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(address.encode())
        server.listen()
        yield server


def impossible_to_forbid(kind: str) -> set[str]:
    """What this version of Linux or bubblewrap cannot forbid; Linux does not count the processes of root."""
    root, linux = os.geteuid() == 0, sandboxes._linux()
    counted = (kind == "namespaces" and linux >= (6, 14)) or (not root and linux >= (5, 14))
    nested = kind == "bubblewrap" and not sandboxes._without_namespaces(sandboxes._program("bwrap"))
    return {name for name, possible in (("many processes", not counted), ("users of its own", nested)) if possible}


def test_a_hostile_program_cannot_leave_it(sandbox: Sandbox, tmp_path: Path) -> None:
    (secret := tmp_path / "secret").write_text("hunter2", "utf-8")
    (job := tmp_path / "job").mkdir()
    shutil.copy(Path(__file__).with_name("hostile.py"), job)
    with (
        secret.open("rb") as opened,
        socket.create_server(("127.0.0.1", 0)) as server,
        listening("\0cvrender-test"),
        listening(str(tmp_path / "socket")),
    ):
        os.set_inheritable(opened.fileno(), True)
        given = {
            **{"secret": str(secret), "socket": str(tmp_path / "socket"), "abstract": "cvrender-test"},
            **{"port": server.getsockname()[1], "pid": os.getpid(), "forks": 310},
        }
        command = [os.path.realpath(sys.executable), "-I", "-S", "hostile.py", json.dumps(given)]
        finished = run(command, job, {}, limits=Limits(60), sandbox=sandbox.with_access_to(sys.base_prefix))
    assert set(json.loads(finished.output)) <= impossible_to_forbid(sandbox.kind), finished


def test_a_tool_that_is_alone_shares_no_memory_without_limit(sandbox: Sandbox, tmp_path: Path) -> None:
    code = "import mmap; parts = [mmap.mmap(-1, 100_000_000) for _ in range(9)]"
    command = [os.path.realpath(sys.executable), "-I", "-S", "-c", code]
    finished = run(command, tmp_path, {}, limits=Limits(20, alone=True), sandbox=sandbox.with_access_to(sys.base_prefix))
    assert "Cannot allocate memory" in finished.output


def test_no_link_in_its_folder_is_followed(sandbox: Sandbox, tmp_path: Path) -> None:
    """A tool that ran there before may have left links where the sandbox is built."""
    (outside := tmp_path / "outside").mkdir()
    (outside / "fstab").write_text("whole", "utf-8")
    for name in (".", ".sandbox"):
        (job := tmp_path / name.replace(".", "job")).mkdir()
        if name == ".":
            (job / ".sandbox").symlink_to(outside)
        else:
            (job / name).mkdir()
            (job / name / "fstab").symlink_to(outside / "fstab")
            (job / name / "root").symlink_to(outside)
        assert sandboxed(sandbox, job, "echo fine").output == "fine\n"
    assert [(path.name, path.read_text("utf-8")) for path in outside.iterdir()] == [("fstab", "whole")]


def test_it_ends_with_the_process_that_started_it(sandbox: Sandbox, tmp_path: Path) -> None:
    line = f"sleep {200_000 + os.getpid()}"
    code = (
        "from pathlib import Path; from sys import argv\n"
        "from cvrender.system.process import run; from cvrender.system.sandbox import Sandbox\n"
        f"run(['{SHELL}', '-c', '{line}; :'], Path(argv[1]), {{}}, sandbox=Sandbox(argv[2], argv[3:]))"
    )
    with subprocess.Popen([sys.executable, "-c", code, tmp_path, sandbox.kind, *sandbox.visible]) as process:
        wait_until(lambda: processes(line) > 0)
        process.kill()
    wait_until(lambda: processes(line) == 0)


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    assert condition()


def test_no_program_of_the_working_folder_is_the_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cvrender-test-program").write_text("#!/bin/sh\n", "utf-8")
    (tmp_path / "cvrender-test-program").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    for folders in (".", "", f".{os.pathsep}/usr/bin", os.pathsep):
        monkeypatch.setenv("PATH", folders)
        with pytest.raises(FileNotFoundError):
            sandboxes._program("cvrender-test-program")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert sandboxes._program("cvrender-test-program")
