"""Download one answer of a service, with limits of time and size, and without following it to another host.

The time is that of the whole answer: at its end the connection is shut down, whatever is being waited for. What is compressed is
limited while it is unpacked. Only gzip is accepted, since it can be unpacked in small steps.
"""

import re
import socket
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urljoin, urlsplit

from cvrender.system.version import __version__

if TYPE_CHECKING:
    from ssl import SSLContext

    import httpx

AGENT = f"cvrender/{__version__} (imports what its user asks for)"
MAX_BYTES = 16_000_000
"""How large an answer may be, as it is sent and unpacked."""
MAX_REDIRECTS = 5
_PART = 1 << 18
_GZIP = 31
"""What zlib calls a gzip file."""
_BUSY = (429, 500, 502, 503, 504)
_MOVED = (301, 302, 303, 307, 308)
_GONE = (404, 410)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a service answered: its content is that of status 200, `retry_after` what it says with a status of `is_busy`."""

    status: int
    content: bytes = b""
    etag: str = ""
    retry_after: str = ""

    @property
    def is_busy(self) -> bool:
        """Return whether the service may answer if it is asked again."""
        return self.status in _BUSY

    @property
    def is_unknown(self) -> bool:
        """Return whether the service does not know what was asked for."""
        return self.status in _GONE

    @property
    def said(self) -> str:
        """Return the status with its standard name, not with the text of the service."""
        names = {status.value: f"{status.value} {status.phrase}" for status in HTTPStatus}
        return names.get(self.status, str(self.status))


class DownloadError(Exception):
    """An answer cannot be had: what is wrong, what to do, and whether to ask again."""

    def __init__(self, message: str, hint: str = "", is_final: bool = True) -> None:
        super().__init__(message)
        self.message, self.hint, self.is_final = message, hint, is_final


def download(url: str, headers: Mapping[str, str], seconds: float, silence: float) -> Answer:
    """Ask for an address, and for those to which its host redirects. Raises DownloadError.

    `seconds` is the time for all of it, `silence` for which nothing may arrive.
    """
    end = monotonic() + seconds
    for _ in range(MAX_REDIRECTS + 1):
        answer = _ask(url, headers, end - monotonic(), silence)
        if isinstance(answer, Answer):
            return answer
        url = _next_address(url, answer.address)
    raise DownloadError(f"is redirected more than {MAX_REDIRECTS} times", "compare it with the service's page")


@dataclass(frozen=True, slots=True)
class _Redirect:
    """Where a service says that its answer is."""

    address: str


def _ask(url: str, headers: Mapping[str, str], seconds: float, silence: float) -> "Answer | _Redirect":
    """Make one request. Raises DownloadError."""
    import httpx

    sent = {**headers, "User-Agent": AGENT, "Accept-Encoding": "gzip"}
    limits = httpx.Timeout(max(min(silence, seconds), 0.001))
    with _Deadline(seconds) as deadline:
        try:
            with (
                httpx.Client(verify=_trusted(), timeout=limits) as client,
                client.stream("GET", url, headers=sent, extensions={"trace": deadline.trace}) as answer,
            ):
                read = _read(answer)
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError, OSError) as error:
            if not deadline.is_over and not (isinstance(error, httpx.TimeoutException) and silence >= seconds):
                is_final = isinstance(error, httpx.UnsupportedProtocol | httpx.InvalidURL)
                hint = "are you online? --offline uses the cache"
                raise DownloadError(f"cannot be fetched: {_said(error)}", hint, is_final) from None
            deadline.is_over = True
        if deadline.is_over:
            raise DownloadError("takes too long to be fetched", "try again later")
    return read


def _read(answer: "httpx.Response") -> "Answer | _Redirect":
    """Return an answer, with its content if it is one. Raises DownloadError."""
    if answer.status_code in _MOVED:
        return _Redirect(answer.headers.get("Location", ""))
    if answer.status_code != 200:
        return Answer(answer.status_code, retry_after=answer.headers.get("Retry-After", ""))
    encoding = answer.headers.get("Content-Encoding", "").strip().casefold()
    if encoding not in ("", "identity", "gzip", "x-gzip"):
        raise DownloadError("the answer is compressed in a way that was not asked for", "tell the service")
    parts = _limited(answer.iter_raw(_PART))
    content = b"".join(_limited(_unpacked(parts)) if "gzip" in encoding else parts)
    return Answer(200, content, answer.headers.get("ETag", ""))


def _limited(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Yield parts. Raises DownloadError as soon as they are too large together."""
    size = 0
    for part in parts:
        size += len(part)
        if size > MAX_BYTES:
            raise DownloadError(f"the answer is larger than {MAX_BYTES // 1_000_000} MB", "import less at once")
        yield part


def _unpacked(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Yield what a gzip file holds, in parts of limited size. Raises DownloadError for what is damaged or goes on."""
    unpacker = zlib.decompressobj(_GZIP)
    is_empty = True
    try:
        for part in parts:
            is_empty = False
            while part and not unpacker.eof:
                yield unpacker.decompress(part, _PART)
                part = unpacker.unconsumed_tail
            if unpacker.unused_data or part:
                raise DownloadError("the answer is damaged: it goes on after its end", "try again later")
    except zlib.error:
        raise DownloadError("the answer is damaged: it cannot be unpacked", "try again later") from None
    if not is_empty and not unpacker.eof:
        raise DownloadError("the answer is damaged: its end is missing", "try again later", is_final=False)


def _next_address(url: str, location: str) -> str:
    """Return where a redirect leads, if that is the same host. Raises DownloadError."""
    try:
        old, new = urlsplit(url), urlsplit(urljoin(url, location))
        is_same = _host(old) == _host(new) and _can_follow(old, new)
    except ValueError:
        raise DownloadError("is redirected to what is not an address", "tell the service") from None
    if not location.strip() or new.scheme not in ("http", "https"):
        raise DownloadError("is redirected to what is not an address of the web", "tell the service")
    if not is_same:
        place = re.sub(r"[^!-~]", "", f"{new.scheme}://{new.hostname}" + (f":{new.port}" if new.port else ""))[:100]
        raise DownloadError(f"is redirected to another service, {place}", "if you trust it, give its own address")
    return new.geturl()


def _host(address: SplitResult) -> str:
    return (address.hostname or "").removeprefix("www.")


def _can_follow(old: SplitResult, new: SplitResult) -> bool:
    """Return whether the scheme and the port stay the same, or become those of https."""
    standard = {"http": 80, "https": 443}
    ports = [address.port or standard.get(address.scheme) for address in (old, new)]
    if old.scheme == new.scheme:
        return ports[0] == ports[1]
    return (old.scheme, new.scheme) == ("http", "https") and ports == [80, 443]


@lru_cache(maxsize=1)
def _trusted() -> "SSLContext":
    """Return the certificates that are trusted; to read them takes 20 milliseconds."""
    import httpx

    return httpx.create_ssl_context()


def _said(error: Exception) -> str:
    """Return what an error says, in printable letters: a part of it may be from the service."""
    return re.sub(r"[^ -~]+", " ", " ".join(str(error).split()))[:200] or type(error).__name__


class _Deadline:
    """Shut the connections of a request down when its time is over, so that no read or handshake waits any longer."""

    def __init__(self, seconds: float) -> None:
        self.is_over = False
        self._sockets: list[socket.socket] = []
        self._timer = Timer(max(seconds, 0.0), self._end)
        self._timer.daemon = True

    def __enter__(self) -> "_Deadline":
        self._timer.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._timer.cancel()
        self._timer.join()
        for connection in self._sockets:
            connection.close()

    def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Note a connection that is made. A copy of its socket, since TLS takes the original."""
        if event == "connection.connect_tcp.complete":
            self._sockets.append(info["return_value"].get_extra_info("socket").dup())
            if self.is_over:
                self._end()

    def _end(self) -> None:
        self.is_over = True
        for connection in tuple(self._sockets):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:  # it has ended by itself
                continue
