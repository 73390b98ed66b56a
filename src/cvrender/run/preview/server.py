"""Listen on 127.0.0.1, or in a container on all its addresses, and watch the files of what is shown."""

import errno
import secrets
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import uvicorn

from cvrender.errors import InputError, Problem, ToolError
from cvrender.run.preview.app import END, Preview
from cvrender.run.preview.connections import ImpatientProtocol
from cvrender.run.preview.security import Guard, leading_page
from cvrender.run.watch import wait_for_changes
from cvrender.system.lifetime import exit_at_once_on
from cvrender.system.private_folder import private_folder

HOST = "127.0.0.1"
DEFAULT_PORT = 8642
_IDLE = 0.05
"""Seconds between looks for the first build."""


def serve(preview: Preview, port: int | None, ready: Callable[[str, Path], None], listen: str = HOST) -> None:
    """Serve the preview, or the editor that it is part of, until Ctrl-C. Raises InputError if the port is in use.

    `listen` is the address of this machine on which connections are accepted; whatever it is, the browser has to ask for HOST
    or localhost, to which a container publishes the port.

    `ready` is called with its address, and with a private file that leads a browser there once. Without a port, DEFAULT_PORT is
    used, or any free one if that is in use. SIGTERM and SIGHUP end the process at once, without leaving temporary files.
    """
    exit_at_once_on("SIGTERM", "SIGHUP")
    listener, token, once = _listen(port, listen), secrets.token_urlsafe(24), secrets.token_urlsafe(24)
    number = listener.getsockname()[1]
    config = _config(preview, number, token, once)
    Thread(target=_watch, args=(preview,), daemon=True).start()
    with private_folder() as folder:
        lead = folder / "preview.html"
        lead.write_text(leading_page(f"http://{HOST}:{number}/?once={once}"), "utf-8")
        ready(f"http://{HOST}:{number}/?token={token}", lead)
        _Server(config, preview).run([listener])


def serve_in_background(preview: Preview) -> str:
    """Serve the preview until this process ends, on any free port, and return its address. Raises InputError."""
    listener, token = _listen(0), secrets.token_urlsafe(24)
    number = listener.getsockname()[1]
    for target, arguments in ((_watch, (preview,)), (uvicorn.Server(_config(preview, number, token)).run, ([listener],))):
        Thread(target=target, args=arguments, daemon=True).start()
    return f"http://{HOST}:{number}/?token={token}"


def _config(preview: Preview, number: int, token: str, once: str = "") -> uvicorn.Config:
    return uvicorn.Config(
        Guard(preview.app(), number, token, once, writes=preview.writes),
        http=ImpatientProtocol,
        log_level="critical",
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=1,
    )


class _Server(uvicorn.Server):
    """A server that ends the announcements when it stops: it would wait for them for a second."""

    def __init__(self, config: uvicorn.Config, preview: Preview) -> None:
        super().__init__(config)
        self._preview = preview

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals other than that of Ctrl-C to this process; the server would wait for TeX."""
        before = signal.signal(signal.SIGINT, self.handle_exit)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
        if self.should_exit:
            raise KeyboardInterrupt

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close all connections."""
        self._preview.announcements.announce(END)
        await super().shutdown(sockets)


def _listen(port: int | None, address: str = HOST) -> socket.socket:
    for number in (port,) if port is not None else (DEFAULT_PORT, 0):
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((address, number))
            listener.listen()
        except OSError as error:
            listener.close()
            if port is None and error.errno == errno.EADDRINUSE:
                continue
            where, hint = f"port {number}", "choose another --port"
            if address != HOST:
                where, hint = f"{where} of {address}", "choose another --port, or 0.0.0.0 for --listen"
            raise InputError([Problem(f"{where} cannot be used: {error.strerror}", hint=hint, code="tool-failed")]) from None
        return listener
    raise AssertionError("port 0 is always free")


def _watch(preview: Preview) -> None:
    """Mark builds as outdated when their files change, and tell the browser."""
    while not any(build.inputs for build in preview.builds.all):
        time.sleep(_IDLE)
    while True:
        try:
            changed = wait_for_changes(lambda: preview.builds.all)
        except ToolError:
            preview.announcements.announce("unwatched")
            return
        preview.builds.mark_outdated(changed)
        preview.announcements.announce("saved")
