"""Ask a service, one request at a time: with retries as it says, and answers kept until they change.

`Retry-After` is that of RFC 9110, section 10.2.3, ETags are those of section 8.8.3.
"""

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cvrender import __version__
from cvrender.errors import InputError, Problem
from cvrender.importers.base import Imported
from cvrender.importers.content import Content
from cvrender.importers.sources.services import Request, requests_for
from cvrender.importers.syntax.clean import LIMITS
from cvrender.tools import cache

if TYPE_CHECKING:
    from ssl import SSLContext

AGENT = f"cvrender/{__version__} (imports what its user asks for)"
TRIES, LONGEST_WAIT, MAX_PAGES = 4, 60.0, 50
"""How often a request is made, how many seconds are waited before the next, and how many pages are read."""
SECONDS = 30.0
"""How long a service may take to answer, and between two parts of its answer."""
_KEPT = "sources"


def import_identifier(
    text: str, *, addresses: Mapping[str, str] | None = None, offline: bool = False, wait: Callable[[float], None] = time.sleep
) -> list[Imported]:
    """Fetch what an identifier names, and read it. Raises InputError with one line for what fails."""
    found: list[Imported] = []
    requests = requests_for(text, addresses)
    for number, request in enumerate(requests, 1):
        answers = read_answers(request, offline, wait)
        if answers is None and number < len(requests):
            continue
        if answers is None:
            raise _failure(request, "is not known to the service", "compare it with the service's page")
        found += answers
        if request.format and not any(not key.startswith("x-") for imported in found for key in imported.data):
            raise _failure(request, "has no record in the service", "compare it with the service's page")
        break
    return found


def read_answers(request: Request, offline: bool, wait: Callable[[float], None] = time.sleep) -> list[Imported] | None:
    """Return what a service answers, page by page; None if it does not know what is asked for. Raises InputError."""
    from cvrender.importers import read_content

    pages = _pages(request, offline, wait)
    return None if pages is None else [read_content(Content(page, request.said), request.format) for page in pages]


def _pages(request: Request, offline: bool, wait: Callable[[float], None]) -> list[bytes] | None:
    """Return the answers to a request, page by page; None if the service does not know what is asked for."""
    pages: list[bytes] = []
    url = request.urls[0]
    for _ in range(MAX_PAGES):
        content = _answer(request, url, offline, wait)
        if content is None:
            return pages or None
        pages.append(content)
        cursor = _look(content, request.next_page) if request.next_page else None
        if not cursor or not _look(content, ("results",)):
            break
        url = request.urls[0].replace("cursor=*", f"cursor={cursor}")
    return pages


def _look(content: bytes, path: tuple[str, ...]) -> Any:
    try:
        value: Any = json.loads(content)
    except ValueError:
        return None
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _answer(request: Request, url: str, offline: bool, wait: Callable[[float], None]) -> bytes | None:
    """Return one answer, from the cache if it has not changed; None for 404."""
    key = hashlib.sha256(f"{url}\n{request.accept}".encode()).hexdigest()[:32]
    kept = cache.read(_KEPT, key, ("answer", "etag"))
    if offline:
        if kept is None:
            raise _failure(request, "is not in the cache, and --offline forbids to fetch it", "leave out --offline")
        return kept["answer"]
    headers = {"User-Agent": AGENT, "Accept": request.accept}
    if kept and kept["etag"]:
        headers["If-None-Match"] = kept["etag"].decode("ascii", "ignore")
    status, content, etag = _fetched(request, url, headers, wait)
    if status == 304 and kept:
        return kept["answer"]
    if status in (404, 410):
        return None
    if not content.strip():
        raise _failure(request, "got an empty answer", "try again later")
    cache.write(_KEPT, key, {"answer": content, "etag": etag.encode("ascii", "ignore")})
    return content


@lru_cache(maxsize=1)
def _trusted() -> "SSLContext":
    """Return the certificates that are trusted; to read them takes 20 milliseconds."""
    import httpx

    return httpx.create_ssl_context()


def _fetched(request: Request, url: str, headers: dict[str, str], wait: Callable[[float], None]) -> tuple[int, bytes, str]:
    """Make a request, again after the time that the service asks for. Raises InputError."""
    import httpx

    for number in range(1, TRIES + 1):
        try:
            with httpx.stream("GET", url, headers=headers, timeout=SECONDS, follow_redirects=True, verify=_trusted()) as answer:
                if answer.status_code in (429, 500, 502, 503, 504) and number < TRIES:
                    wait(_delay(answer.headers.get("Retry-After", ""), number))
                    continue
                if answer.status_code in (304, 404, 410):
                    return answer.status_code, b"", ""
                if answer.status_code != 200:
                    raise _failure(request, f"the service answers {answer.status_code} {answer.reason_phrase}", "try again later")
                content = b""
                for part in answer.iter_bytes():
                    content += part
                    if len(content) > LIMITS.bytes:
                        raise _failure(request, f"the answer is larger than {LIMITS.bytes // 1_000_000} MB", "")
                return 200, content, answer.headers.get("ETag", "")
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
            if number == TRIES or isinstance(error, httpx.UnsupportedProtocol | httpx.InvalidURL):
                raise _failure(
                    request, f"cannot be fetched: {_said(error)}", "are you online? --offline uses the cache"
                ) from None
            wait(_delay("", number))
    raise AssertionError


def _said(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _delay(said: str, number: int) -> float:
    """Return the seconds to wait: those that the service says, or a second, two, four."""
    return min(float(said) if said.isdigit() else 2.0 ** (number - 1), LONGEST_WAIT)


def _failure(request: Request, message: str, hint: str) -> InputError:
    return InputError([Problem(message, request.said, hint=hint, code="cannot-read")])
