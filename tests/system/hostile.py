"""Try to leave a sandbox, as a program that runs in it, and print as JSON what succeeded.

The argument is a JSON object: `secret` and `socket` are paths outside, `port` and `abstract` are addresses of servers, `pid` is a
process outside, and `forks` is a number of processes that is not allowed.
"""

import contextlib
import ctypes
import json
import os
import resource
import socket
import stat
import sys
from collections.abc import Callable
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)
GIVEN = json.loads(sys.argv[1])
NEW_USER, NEW_NET, NEW_MOUNT = 0x10000000, 0x40000000, 0x00020000
REMOUNT_WRITABLE, DETACH = 0x1020, 2
ATTACH = 16


def read(path: str) -> Callable[[], object]:
    return lambda: os.listdir(path) if os.path.isdir(path) else Path(path).read_text("utf-8", "replace")  # noqa: PTH112, PTH208


def write(path: str) -> Callable[[], object]:
    return lambda: Path(path).write_text("x", "utf-8")


def called(function: str, *arguments: object) -> Callable[[], object]:
    """A function of the C library that returns 0 if it succeeds."""
    return lambda: getattr(LIBC, function)(*arguments) == 0


def connects(family: int, address: object) -> Callable[[], object]:
    def connect() -> bool:
        with socket.socket(family) as opened:
            opened.settimeout(2)
            opened.connect(address)
        return True

    return connect


def signals(pid: int) -> Callable[[], object]:
    return lambda: os.kill(pid, 0) is None


def in_a_child(attempt: Callable[[], object]) -> Callable[[], object]:
    """Do what would change this process in a child process."""

    def fork() -> bool:
        child = os.fork()
        if not child:
            with contextlib.suppress(Exception):
                os._exit(0 if attempt() else 1)
            os._exit(1)
        return os.waitpid(child, 0)[1] == 0

    return fork


def many_processes() -> bool:
    reader, writer = os.pipe()
    for _ in range(GIVEN["forks"]):
        if not os.fork():
            os.close(writer)
            os.read(reader, 1)  # waits until all ends of the pipe are closed
            os._exit(0)
    return True


def open_files() -> list[int]:
    names = []
    for number in range(3, 300):
        with contextlib.suppress(OSError):
            os.fstat(number)
            names.append(number)
    return names


def capabilities() -> list[int]:
    header, data = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    LIBC.capget(header, data)
    return [*filter(None, data), *(number for number in range(36) if LIBC.prctl(23, number, 0, 0, 0))]


def more_of(limit: int) -> Callable[[], object]:
    return lambda: resource.setrlimit(limit, (1 << 40, 1 << 40)) is None


def outside_names() -> list[str]:
    return [value for value in os.environ.values() if GIVEN["secret"].rpartition("/")[0] in value or "hunter2" in value]


ATTEMPTS: dict[str, Callable[[], object]] = {
    "files that are open": open_files,
    "names of outside": outside_names,
    "capabilities": capabilities,
    "privileges by programs": lambda: LIBC.prctl(39, 0, 0, 0, 0) != 1,
    "other devices": lambda: [name for name in os.listdir("/dev") if name != "null"],  # noqa: PTH208
    **{f"read {path}": read(path) for path in (GIVEN["secret"], "/etc/passwd", "/proc", "/outside", "/job/.sandbox", "/fstab")},
    **{f"write {path}": write(path) for path in ("/x", "/etc/ld.so.preload", "/dev/x", "/usr/lib/x", "/job/.sandbox/x")},
    "link to outside": lambda: os.link(os.path.realpath(sys.executable), "/job/link") is None,
    "device": lambda: os.mknod("/job/disk", 0o600 | stat.S_IFBLK, os.makedev(8, 0)) is None,
    "network": connects(socket.AF_INET, ("127.0.0.1", GIVEN["port"])),
    "interfaces": lambda: [name for _, name in socket.if_nameindex() if name != "lo"],
    "socket without a file": connects(socket.AF_UNIX, f"\0{GIVEN['abstract']}"),
    "socket of a file": connects(socket.AF_UNIX, GIVEN["socket"]),
    "raw socket": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW).close() is None,
    "signal": signals(GIVEN["pid"]),
    "signal to all": lambda: os.getpid() == 1 and signals(-1)(),
    "trace": called("ptrace", ATTACH, GIVEN["pid"], None, None),
    "mount": called("mount", b"none", b"/job", b"tmpfs", 0, None),
    "make writable": called("mount", None, b"/usr/lib", None, REMOUNT_WRITABLE, None),
    "unmount": called("umount2", b"/usr/lib", DETACH),
    "another root": lambda: os.chroot("/job") is None,
    "another user": lambda: os.setgroups([]) is None,
    "mounts of its own": in_a_child(called("unshare", NEW_MOUNT)),
    "network of its own": in_a_child(called("unshare", NEW_NET)),
    "users of its own": in_a_child(called("unshare", NEW_USER)),
    "more memory": more_of(resource.RLIMIT_DATA),
    "larger files": more_of(resource.RLIMIT_FSIZE),
    "many processes": in_a_child(many_processes),
}


def main() -> None:
    succeeded = {}
    for name, attempt in ATTEMPTS.items():
        with contextlib.suppress(OSError, ValueError):
            if way_out := attempt():
                succeeded[name] = way_out
    print(json.dumps(succeeded))


main()
