"""Run a command in a sandbox: no network, no other processes, and read-only access to the files it needs.

There are two kinds: bubblewrap if it is installed, else Linux's user namespaces with util-linux. Both contain the tool's folder
(as /job, the only writable one), the system's libraries, and the files given by `with_access_to`.
"""

import errno
import os
import shutil
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from cvrender.errors import Problem, ToolError
from cvrender.model.value import Value, replace
from cvrender.tools.private_folder import private_folder
from cvrender.tools.process import SHELL, Limits, run

JOB = "/job"
_LIBRARIES = ("/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/etc/ld.so.cache")
_NULL = "/dev/null"
_HINT = 'install bubblewrap ("apt-get install bubblewrap"), allow user namespaces, or run unsandboxed: --no-sandbox'
_NAMESPACE_SCRIPT = """
set -e
mount --all --fstab .sandbox/fstab
cd .sandbox
pivot_root . outside
cd /job
umount -l /outside /proc
exec "$@"
"""
"""What a shell does in new namespaces: change to a root folder with only the visible files, then run the tool."""


class Sandbox(Value, frozen=True):
    """A kind of sandbox, and the files it contains besides the tool's folder and the system's libraries."""

    kind: str
    visible: tuple[str, ...] = ()

    def with_access_to(self, *paths: str | Path) -> "Sandbox":
        """Return the sandbox with more files and folders."""
        return replace(self, visible=(*self.visible, *(str(path) for path in paths)))

    def wrap_command(self, command: Sequence[str], folder: Path, env: Mapping[str, str]) -> tuple[list[str], dict[str, str]]:
        """Return the command and environment that run a command in the sandbox, to be started in the tool's folder."""
        visible = [path for path in dict.fromkeys((*_LIBRARIES, _NULL, command[0], *self.visible)) if Path(path).exists()]
        return _KINDS[self.kind](visible, folder, command), {**env, "HOME": JOB, "TMPDIR": JOB}


def _bubblewrap(visible: Sequence[str], folder: Path, command: Sequence[str]) -> list[str]:
    binds = [part for path in visible for part in ("--dev-bind" if path == _NULL else "--ro-bind", path, path)]
    options = ("--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--bind", str(folder), JOB, "--chdir", JOB)
    return [_program("bwrap"), *binds, *options, "--", *command]


def _namespaces(visible: Sequence[str], folder: Path, command: Sequence[str]) -> list[str]:
    unprivileged = [_program("setpriv"), "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all", "--"]
    _prepare_root(folder, [*visible, _program("umount"), unprivileged[0]])
    options = ("--user", "--map-root-user", "--mount", "--net", "--ipc", "--uts", "--cgroup", "--pid", "--fork", "--kill-child")
    return [_program("unshare"), *options, SHELL, "-c", _NAMESPACE_SCRIPT, "sandbox", *unprivileged, *command]


def _prepare_root(folder: Path, visible: Sequence[str]) -> None:
    """Create an empty root folder in the tool's folder, and the table of what to mount there."""
    root = folder.resolve() / ".sandbox"
    (root / "outside").mkdir(parents=True, exist_ok=True)
    mounts: list[tuple[str | Path, Path, str]] = [
        (root, root, "bind"),
        ("/proc", root / "proc", "rbind"),
        (folder.resolve(), root / JOB[1:], "bind"),
    ]
    mounts += [(path, root / path[1:], "bind" if path == _NULL else "bind,ro,nosuid") for path in visible]
    for outside, inside, _ in mounts:
        if Path(outside).is_dir():
            inside.mkdir(parents=True, exist_ok=True)
        else:
            inside.parent.mkdir(parents=True, exist_ok=True)
            inside.touch()
    lines = [f"{_field(outside)} {_field(inside)} none {how} 0 0\n" for outside, inside, how in mounts]
    (root / "fstab").write_text("".join(lines), "utf-8")


def _field(path: str | Path) -> str:
    """Escape a path for fstab(5)."""
    return "".join(f"\\{ord(char):03o}" if char in " \t\n\\#" else char for char in str(path))


_KINDS = {"bubblewrap": _bubblewrap, "namespaces": _namespaces}
"""The kinds of sandbox, in order of preference."""


def _program(name: str) -> str:
    """Return the path of a program. Raises FileNotFoundError if it is not installed."""
    found = shutil.which(name, path=os.environ.get("PATH", "") + os.pathsep + "/usr/sbin:/sbin")
    if not found:
        raise FileNotFoundError(errno.ENOENT, f"the sandbox needs {name}, which is not installed")
    return str(Path(found).resolve())


@lru_cache(maxsize=1)
def find_sandbox() -> Sandbox:
    """Return the best sandbox that works on this machine. Raises ToolError if there is none."""
    for kind in _KINDS:
        if is_usable(kind):
            return Sandbox(kind)
    raise ToolError([Problem("no sandbox available on this machine", hint=_HINT)])


def is_usable(kind: str) -> bool:
    """Return whether a kind of sandbox works here, by running a shell in it."""
    probe = [SHELL, "-c", "[ -d /job ] && [ ! -e /etc/passwd ] && [ ! -e /proc/self ] && echo isolated"]
    with private_folder() as folder:
        try:
            return run(probe, Path(folder), {}, limits=Limits(seconds=10), sandbox=Sandbox(kind)).output == "isolated\n"
        except ToolError:
            return False
