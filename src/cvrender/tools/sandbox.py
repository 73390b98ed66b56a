"""A command in, the same command in a sandbox out: no network, no other process, and of the disk only what it needs, read only.

There are two kinds: bubblewrap where it is installed, else Linux's user namespaces by way of util-linux. Both show the tool
its job folder (as /job, the only place to write to), the system's libraries, and what it is said to see.
"""

import errno
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from cvrender.errors import Problem, ToolError
from cvrender.tools.process import SHELL, Limits, run

JOB = "/job"
_LIBRARIES = ("/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/etc/ld.so.cache")
_NULL = "/dev/null"
_ADVICE = 'install bubblewrap ("apt-get install bubblewrap"), allow user namespaces, or do without a sandbox: --no-jail'
_WALLS = """
set -e
mount --all --fstab .sandbox/fstab
cd .sandbox
pivot_root . outside
cd /job
umount -l /outside /proc
exec "$@"
"""
"""What a shell does in namespaces of its own: a root folder with nothing in it but what is to be seen, then the tool."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A way to lock a tool in, and what it sees beside its job folder and the system's libraries."""

    kind: str
    sees: tuple[str, ...] = ()

    def seeing(self, *paths: str | Path) -> "Sandbox":
        """The same, with these files and folders in sight."""
        return replace(self, sees=(*self.sees, *(str(path) for path in paths)))

    def around(self, command: Sequence[str], folder: Path, env: Mapping[str, str]) -> tuple[list[str], dict[str, str]]:
        """The command and its environment, as they are to be started from outside, in the job folder."""
        sees = [path for path in dict.fromkeys((*_LIBRARIES, _NULL, command[0], *self.sees)) if Path(path).exists()]
        return _KINDS[self.kind](sees, folder, command), {**env, "HOME": JOB, "TMPDIR": JOB}


def _bubblewrap(sees: Sequence[str], folder: Path, command: Sequence[str]) -> list[str]:
    binds = [part for path in sees for part in ("--dev-bind" if path == _NULL else "--ro-bind", path, path)]
    walls = ("--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--bind", str(folder), JOB, "--chdir", JOB)
    return [_program("bwrap"), *binds, *walls, "--", *command]


def _namespaces(sees: Sequence[str], folder: Path, command: Sequence[str]) -> list[str]:
    powerless = [_program("setpriv"), "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all", "--"]
    _lay_out(folder, [*sees, _program("umount"), powerless[0]])
    walls = ("--user", "--map-root-user", "--mount", "--net", "--ipc", "--uts", "--cgroup", "--pid", "--fork", "--kill-child")
    return [_program("unshare"), *walls, SHELL, "-c", _WALLS, "sandbox", *powerless, *command]


def _lay_out(folder: Path, sees: Sequence[str]) -> None:
    """A root folder within the job's, empty, and a table of what is to be mounted on it."""
    root = folder.resolve() / ".sandbox"
    (root / "outside").mkdir(parents=True, exist_ok=True)
    mounts: list[tuple[str | Path, Path, str]] = [
        (root, root, "bind"),
        ("/proc", root / "proc", "rbind"),
        (folder.resolve(), root / JOB[1:], "bind"),
    ]
    mounts += [(path, root / path[1:], "bind" if path == _NULL else "bind,ro,nosuid") for path in sees]
    for outside, inside, _ in mounts:
        if Path(outside).is_dir():
            inside.mkdir(parents=True, exist_ok=True)
        else:
            inside.parent.mkdir(parents=True, exist_ok=True)
            inside.touch()
    lines = [f"{_field(outside)} {_field(inside)} none {how} 0 0\n" for outside, inside, how in mounts]
    (root / "fstab").write_text("".join(lines), "utf-8")


def _field(path: str | Path) -> str:
    """A path as fstab(5) wants it."""
    return "".join(f"\\{ord(char):03o}" if char in " \t\n\\#" else char for char in str(path))


_KINDS = {"bubblewrap": _bubblewrap, "namespaces": _namespaces}
"""The kinds of sandbox, the better one first."""


def _program(name: str) -> str:
    """Where a program is. Raises FileNotFoundError that says so when it is not on this machine."""
    found = shutil.which(name, path=os.environ.get("PATH", "") + os.pathsep + "/usr/sbin:/sbin")
    if not found:
        raise FileNotFoundError(errno.ENOENT, f"the sandbox needs {name}, which is not on this machine")
    return str(Path(found).resolve())


@lru_cache(maxsize=1)
def find_sandbox() -> Sandbox:
    """The best sandbox that this machine has, tried out. Raises ToolError where there is none."""
    for kind in _KINDS:
        if works(kind):
            return Sandbox(kind)
    raise ToolError([Problem("this machine has no sandbox for what strangers wrote", hint=_ADVICE)])


def works(kind: str) -> bool:
    """Whether a tool can be locked in that way here: a locked-in shell is asked what it sees."""
    ask = [SHELL, "-c", "[ -d /job ] && [ ! -e /etc/passwd ] && [ ! -e /proc/self ] && echo locked in"]
    with tempfile.TemporaryDirectory(prefix="cvrender-") as folder:
        try:
            return run(ask, Path(folder), {}, limits=Limits(seconds=10), sandbox=Sandbox(kind)).output == "locked in\n"
        except ToolError:
            return False
