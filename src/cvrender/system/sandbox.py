"""Run a command in a sandbox: no network, no other processes, and read-only access to the files it needs.

There are two kinds: bubblewrap if it is installed, else Linux's user namespaces with util-linux. Both contain the tool's folder
(as /job, the only writable one), the system's libraries, and the files given by `with_access_to`.
"""

import errno
import os
import re
import shutil
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from threading import Thread

from cvrender.errors import Problem, ToolError
from cvrender.model.value import Value, replace
from cvrender.system.private_folder import private_folder, remove_tree
from cvrender.system.process import SHELL, Limits, run

JOB = "/job"
_LIBRARIES = ("/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/etc/ld.so.cache")
_NULL = "/dev/null"
_PATH = "/usr/bin:/bin:/usr/sbin:/sbin"
_HINT = (
    'install bubblewrap ("apt-get install bubblewrap"), allow user namespaces, or run unsandboxed: --no-sandbox'
    if sys.platform == "linux"
    else "sandboxes need Linux: run cvrender there, in a container or in WSL, or unsandboxed: --no-sandbox"
)
_NAMESPACE_SCRIPT = """
set -e
processes=$1 process_ids=$2
shift 2
{ echo 0 > /proc/sys/user/max_user_namespaces; } 2> /dev/null || :
if [ "$process_ids" ]; then { echo "$process_ids" > /proc/sys/kernel/pid_max; } 2> /dev/null || :; fi
mount --all --fstab .sandbox/fstab
cd .sandbox/root
pivot_root . outside
cd /job
umount -l /outside /proc
if [ "$processes" ]; then { ulimit -u "$processes" || ulimit -p "$processes"; } 2> /dev/null; fi
unset OLDPWD
exec "$@"
"""
"""What a shell does in new namespaces: forbid more of them, change to a root folder with only the visible files, run the tool."""
_FEW = 64  # processes and threads of a tool that starts other programs
_LEAST_PROCESS_IDS = 301  # Linux accepts no less
_COUNTED_APART = (5, 14)  # since this version, Linux counts the processes of each user namespace apart
_NUMBERED_APART = (6, 14)  # since this version, `pid_max` is that of the namespace; before, it is that of the machine


class Sandbox(Value, frozen=True):
    """A kind of sandbox, and the files it contains besides the tool's folder and the system's libraries."""

    kind: str
    visible: tuple[str, ...] = ()

    def with_access_to(self, *paths: str | Path) -> "Sandbox":
        """Return the sandbox with more files and folders."""
        return replace(self, visible=(*self.visible, *(str(path) for path in paths)))

    def wrap_command(
        self, command: Sequence[str], folder: Path, env: Mapping[str, str], alone: bool = False
    ) -> tuple[list[str], dict[str, str]]:
        """Return the command and environment that run a command in the sandbox, to be started in the tool's folder.

        An `alone` tool may not start processes or threads.
        """
        visible = [path for path in dict.fromkeys((*_LIBRARIES, _NULL, command[0], *self.visible)) if Path(path).exists()]
        processes = "0" if alone else str(_FEW) if _linux() >= _COUNTED_APART else ""
        inside = {**env, "HOME": JOB, "TMPDIR": JOB, "PATH": f"{Path(command[0]).parent}:{_PATH}"}
        return _KINDS[self.kind](visible, folder, command, processes), inside


def _bubblewrap(visible: Sequence[str], folder: Path, command: Sequence[str], processes: str) -> list[str]:
    program = _program("bwrap")
    limited = [_program("prlimit"), f"--nproc={processes}", "--"] if processes else []
    binds = [part for path in visible for part in ("--dev-bind" if path == _NULL else "--ro-bind", path, path)]
    binds += [part for path in limited[:1] for part in ("--ro-bind", path, path)]
    options = (
        "--unshare-all",
        "--die-with-parent",
        "--cap-drop",
        "ALL",
        "--bind",
        str(folder),
        JOB,
        "--remount-ro",
        "/",
        "--chdir",
        JOB,
    )
    return [program, *binds, *options, *_without_namespaces(program), "--", *limited, *command]


@lru_cache(maxsize=4)
def _without_namespaces(program: str) -> tuple[str, ...]:
    """Return the options with which bubblewrap forbids more user namespaces, if this version has them."""
    if Path(program).stat().st_mode & stat.S_ISUID:
        return ()
    options = ("--unshare-user", "--disable-userns")
    return options if options[1] in run([program, "--help"], Path(program).parent, {}).output else ()


def _namespaces(visible: Sequence[str], folder: Path, command: Sequence[str], processes: str) -> list[str]:
    setpriv = _program("setpriv")
    unprivileged = [setpriv, "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all", "--"]
    _prepare_root(folder, [*visible, _program("umount"), setpriv])
    options = ("--user", "--map-root-user", "--mount", "--net", "--ipc", "--uts", "--cgroup", "--pid", "--fork", "--kill-child")
    limits = (processes, str(_LEAST_PROCESS_IDS) if _linux() >= _NUMBERED_APART else "")
    script = [SHELL, "-c", _NAMESPACE_SCRIPT, "sandbox", *limits]
    return [setpriv, "--pdeathsig", "KILL", "--", _program("unshare"), *options, *script, *unprivileged, *command]


def _linux() -> tuple[int, ...]:
    """Return the version of Linux, as (5, 14)."""
    match = re.match(r"(\d+)\.(\d+)", os.uname().release)
    return tuple(map(int, match.groups())) if match else (0, 0)


def _prepare_root(folder: Path, visible: Sequence[str]) -> None:
    """Create an empty root folder in the tool's folder, and the table of what to mount there.

    A tool that ran there before may have changed all of it. The tool sees an empty folder in its place.
    """
    base = folder.resolve() / ".sandbox"
    if base.is_symlink():
        base.unlink()
    else:
        remove_tree(base)
    root, job, hidden = base / "root", base / "root" / JOB[1:], base / "hidden"
    (root / "outside").mkdir(parents=True)
    hidden.mkdir()
    mounts: list[tuple[str | Path, Path, str]] = [
        (root, root, "bind,ro,nosuid"),
        ("/proc", root / "proc", "rbind"),
        (folder.resolve(), job, "bind,nosuid"),
        *((path, root / path[1:], "bind" if path == _NULL else "bind,ro,nosuid") for path in visible),
    ]
    for outside, inside, _ in mounts:
        if Path(outside).is_dir():
            inside.mkdir(parents=True, exist_ok=True)
        else:
            inside.parent.mkdir(parents=True, exist_ok=True)
            inside.touch()
    mounts.append((hidden, job / base.name, "bind,ro"))
    lines = [f"{_field(outside)} {_field(inside)} none {how} 0 0\n" for outside, inside, how in mounts]
    (base / "fstab").write_text("".join(lines), "utf-8")


def _field(path: str | Path) -> str:
    """Escape a path for fstab(5)."""
    return "".join(f"\\{ord(char):03o}" if char in " \t\n\\#" else char for char in str(path))


_KINDS = {"bubblewrap": _bubblewrap, "namespaces": _namespaces}
"""The kinds of sandbox, in order of preference."""


def _program(name: str) -> str:
    """Return the path of a program. Raises FileNotFoundError if it is not installed."""
    folders = (os.environ.get("PATH", "") + os.pathsep + "/usr/sbin:/sbin").split(os.pathsep)
    absolute = os.pathsep.join(folder for folder in folders if Path(folder).is_absolute())  # not `.`, where others may put files
    program = shutil.which(name, path=absolute)
    if not program:
        raise FileNotFoundError(errno.ENOENT, f"the sandbox needs {name}, which is not installed")
    return str(Path(program).resolve())


@lru_cache(maxsize=1)
def find_sandbox() -> Sandbox:
    """Return the best sandbox that works on this machine. Raises ToolError if there is none."""
    for kind in _KINDS:
        if is_usable(kind):
            return Sandbox(kind)
    raise ToolError([Problem("no sandbox available on this machine", hint=_HINT, code="no-sandbox")])


def sandbox_for(wanted: bool) -> Sandbox | None:
    """Return a sandbox, if one is wanted. Raises ToolError if this machine has none."""
    return find_sandbox() if wanted else None


@contextmanager
def sandbox_found_meanwhile() -> Iterator[None]:
    """Find the best sandbox in another thread during a block, so that `find_sandbox` need not wait for what it tries.

    If there is none, `find_sandbox` looks again.
    """

    def find() -> None:
        with suppress(ToolError):
            find_sandbox()

    thread = Thread(target=find)
    thread.start()
    try:
        yield
    finally:
        thread.join()


def is_usable(kind: str) -> bool:
    """Return whether a kind of sandbox works here, by running a shell in it."""
    probe = [SHELL, "-c", "[ -d /job ] && [ ! -e /etc/passwd ] && [ ! -e /proc/self ] && echo isolated"]
    with private_folder() as folder:
        try:
            return run(probe, folder, {}, limits=Limits(seconds=10), sandbox=Sandbox(kind)).output == "isolated\n"
        except ToolError:
            return False
