"""A service on this machine with many hostile ways to answer, each below a path of its own."""

import gzip
import json
import socket
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from tests.merge.sources.web_service import WebService

Way = Callable[[socket.socket, str], None]
_OK = b"HTTP/1.1 200 OK\r\n"


def _sent(head: bytes, body: bytes) -> Way:
    """Answer with a whole message."""
    message = head + b"Content-Length: %d\r\n\r\n" % len(body) + body
    return lambda connection, path: connection.sendall(message)


def _endless(begin: bytes, part: bytes, pause: float = 0.0) -> Way:
    """Answer with a part again and again, until the other side leaves."""

    def answer(connection: socket.socket, path: str) -> None:
        connection.sendall(begin)
        while True:
            connection.sendall(part)
            time.sleep(pause)

    return answer


def _bomb() -> bytes:
    """Return what zlib unpacks to 4 GB, in a few MB: only the first part is ever read."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    part = packer.compress(bytes(10_000_000)) + packer.flush(zlib.Z_FULL_FLUSH)
    return b"\x1f\x8b\x08" + bytes(7) + part * 400


def _next_page(connection: socket.socket, path: str) -> None:
    """Answer with a page that names a new one each time."""
    page = {"meta": {"next_cursor": f"{time.monotonic_ns()}&x=/../#"}, "results": [{"id": "W1", "title": "A" * 900_000}] * 4}
    _sent(_OK, json.dumps(page).encode())(connection, path)


def _next_values(connection: socket.socket, path: str) -> None:
    """Answer with a page of many small values that names a new one each time."""
    page = {"meta": {"next_cursor": str(time.monotonic_ns())}, "results": [{"title": "A", "x": [{"a": "b"}] * 49_000}]}
    _sent(_OK, json.dumps(page).encode())(connection, path)


def _work(**more: object) -> bytes:
    return json.dumps({"message": {"DOI": "10.5555/12345678", "type": "book", "title": ["A Book"], **more}}).encode()


_XML = (
    b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><dblpperson name="&c;"/>'
)
_SAME = b'{"meta": {"next_cursor": "abc"}, "results": [{"id": "W1", "title": "One"}]}'

WAYS: dict[str, tuple[str, str, Way]] = {
    "a gzip bomb": ("doi", "larger than 16 MB", _sent(_OK + b"Content-Encoding: gzip\r\n", _bomb())),
    "a brotli bomb": ("doi", "not asked for", _sent(_OK + b"Content-Encoding: br\r\n", b"\x8f" * 1500)),
    "gzip in gzip": ("doi", "not asked for", _sent(_OK + b"Content-Encoding: gzip, gzip\r\n", gzip.compress(_bomb()))),
    "damaged gzip": ("doi", "damaged", _sent(_OK + b"Content-Encoding: gzip\r\n", gzip.compress(_work())[:-9] + bytes(9))),
    "half a gzip": ("doi", "damaged", _sent(_OK + b"Content-Encoding: gzip\r\n", gzip.compress(_work())[:-9])),
    "many gzips": ("doi", "damaged", _sent(_OK + b"Content-Encoding: gzip\r\n", gzip.compress(b"") * 100_000)),
    "slow bytes": ("doi", "takes too long", _endless(_OK + b"\r\n", b" ", 0.05)),
    "slow headers": ("doi", "takes too long", _endless(_OK + b"X-Slow: ", b"a", 0.05)),
    "silence": ("doi", "takes too long|cannot be fetched", _endless(b"", b"", 0.05)),
    "nothing": ("doi", "cannot be fetched", lambda connection, path: None),
    "an endless body": ("doi", "larger than 16 MB", _endless(_OK + b"\r\n", b" " * 65536)),
    "endless chunks": (
        "doi",
        "larger than 16 MB",
        _endless(_OK + b"Transfer-Encoding: chunked\r\n\r\n", b"800\r\n" + b" " * 2048 + b"\r\n"),
    ),
    "a chunk without a size": ("doi", "cannot be fetched", _endless(_OK + b"Transfer-Encoding: chunked\r\n\r\nx\r\n", b"x")),
    "half a body": (
        "doi",
        "cannot be fetched",
        lambda connection, path: connection.sendall(_OK + b"Content-Length: 999\r\n\r\n{"),
    ),
    "a huge length": (
        "doi",
        "cannot be fetched",
        lambda connection, path: connection.sendall(_OK + b"Content-Length: 9e9\r\n\r\n{"),
    ),
    "endless headers": ("doi", "cannot be fetched", _endless(_OK, b"X-A: b\r\n" * 1000)),
    "a huge header": ("doi", "cannot be fetched", _endless(_OK + b"X-A: ", b"b" * 8192)),
    "no HTTP": ("doi", "cannot be fetched", _endless(b"220 mail.example.org\r\n", b"\x1b[2J\x07\r\n" * 1000)),
    "endless hints": ("doi", "takes too long", _endless(b"", b"HTTP/1.1 103 Early Hints\r\n\r\n", 0.001)),
    "a phrase with an escape": ("doi", "answers 418|cannot be fetched", _sent(b"HTTP/1.1 418 \x1b[2J\r\n", b"")),
    "a strange status": ("doi", "answers 799", _sent(b"HTTP/1.1 799 Odd\r\n", b"")),
    "not modified": ("doi", "answers 304", _sent(b"HTTP/1.1 304 Not Modified\r\n", b"")),
    "no content": ("doi", "answers 204", _sent(b"HTTP/1.1 204 No Content\r\n", b"")),
    "busy for ever": ("doi", "is busy", _sent(b"HTTP/1.1 503 Busy\r\nRetry-After: 99999\r\n", b"")),
    "busy without sense": ("doi", "answers 503", _sent(b"HTTP/1.1 503 Busy\r\nRetry-After: -9e99\r\n", b"")),
    "a redirect to a program of this machine": (
        "doi",
        "redirected to another service",
        _sent(b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:{secret}/\r\n", b""),
    ),
    "a redirect to another host": (
        "doi",
        "redirected to another service",
        _sent(b"HTTP/1.1 302 Found\r\nLocation: http://localhost:{secret}/\r\n", b""),
    ),
    "a redirect to a file": (
        "doi",
        "not an address of the web",
        _sent(b"HTTP/1.1 302 Found\r\nLocation: file:///etc/hostname\r\n", b""),
    ),
    "a redirect without an address": ("doi", "not an address", _sent(b"HTTP/1.1 302 Found\r\n", b"")),
    "a circle of redirects": ("doi", "redirected more than", _sent(b"HTTP/1.1 302 Found\r\nLocation: ?again\r\n", b"")),
    "the page of a hotel": ("doi", "is not|does not|cannot", _sent(_OK, b"<html><body>Please log in</body></html>")),
    "another work": ("doi", "answers with another one", _sent(_OK, _work(DOI="10.5555/87654321"))),
    "deep JSON": ("doi", "nested", _sent(_OK, b'{"message": ' + b"[" * 50_000)),
    "wide JSON": ("doi", "too much", _sent(_OK, b'{"message": [' + b"[]," * 5_000_000 + b"0]}")),
    "wide XML": ("dblp", "too much", _sent(_OK, b"<dblpperson>" + b"<a/>" * 3_500_000)),
    "many lines": ("pmid", "too much", _sent(_OK, b"PMID- 1\nTI  - A\n\n" * 800_000)),
    "many values": (
        "doi",
        "answers with another one",
        _sent(_OK, b'{"message": {"DOI": "10.5555/1", "a": [' + b'{"a": "b"},' * 49_000 + b"{}]}}"),
    ),
    "a huge number": (
        "doi",
        "answers with another one",
        _sent(_OK, b'{"message": {"DOI": ' + b"9" * 5_000_000 + b"}}"),
    ),
    "endless pages": ("openalex", "too much", _next_page),
    "pages of many values": ("openalex", "too much", _next_values),
    "the same page": ("openalex", "same page", _sent(_OK, _SAME)),
    "entities of XML": ("dblp", "DOCTYPE|entit|not allowed|is not", _sent(_OK, _XML)),
}
"""The ways to answer: the service that is asked, what the Problem says, and the answer."""
ASKED = {"doi": "doi:10.5555/12345678", "openalex": "openalex:A12", "dblp": "dblp:00/1234", "pmid": "pmid:12345678"}
"""What each service is asked for."""


@contextmanager
def hostile_service() -> Iterator[tuple[str, WebService]]:
    """Start the service; yield its address, and a service of another port that nobody must ask."""
    secret = WebService()
    secret.answers = [(200, {}, _work(title=["Secret"]))]
    listener = socket.create_server(("127.0.0.1", 0))
    is_over = threading.Event()

    def serve(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            path = connection.recv(65536).split()[1].decode()
            way = list(WAYS.values())[int(path.split("/")[1])][2]
            way(_Proxy(connection, secret.url, is_over), path)  # type: ignore[arg-type]

    def accept() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}", secret
    is_over.set()
    listener.close()
    secret.server.shutdown()
    secret.server.server_close()


class _Proxy:
    """A connection that names the port of the other service in what it sends, and ends with the test."""

    def __init__(self, connection: socket.socket, secret: str, is_over: threading.Event) -> None:
        self.connection, self.port, self.is_over = connection, secret.rpartition(":")[2].encode(), is_over

    def sendall(self, message: bytes) -> None:
        """Send a message."""
        if self.is_over.is_set():
            raise OSError
        self.connection.sendall(message.replace(b"{secret}", self.port))
