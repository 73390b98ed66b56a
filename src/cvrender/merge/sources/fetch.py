"""Ask a service, one request at a time: with retries as it says, within limits of time, and answers kept until they change.

`Retry-After` is that of RFC 9110, section 10.2.3, ETags are those of section 8.8.3.
"""

import hashlib
import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from cvrender.errors import InputError, Problem
from cvrender.formats.base import PERSON, Imported
from cvrender.formats.content import Content
from cvrender.formats.table import KEPT, as_list, look
from cvrender.merge.sources.download import Answer, DownloadError, download
from cvrender.merge.sources.services import Request, requests_for
from cvrender.system import cache

_FIELDS = {"doi": "doi", "datacite": "doi", "isbn": "isbn", "arxiv": "arxiv", "pmid": "pmid"}
"""The services that are asked for one work, and the field of the work that has what they are asked for."""
_ALWAYS_SAID = ("doi", "pmid")


def other_work(request: Request, files: Iterable[Imported]) -> str:
    """Return an identifier in the answer that is not the one that was asked for; "" if there is none.

    A record without an identifier is taken for the one that was asked for, unless its service always says it.
    """
    files = list(files)
    if request.name == "orcid":
        return _first_other(request.value, (str((each.data.get(PERSON) or {}).get("orcid") or "") for each in files), str)
    field = _FIELDS.get(request.name, "")
    bare = {"isbn": _isbn, "arxiv": _without_version}.get(field, str.casefold)
    for imported in files:
        for work in imported.data.get("publications", ()) if field else ():
            said = [number for number in _numbers(work, field) if number]
            if not said and field in _ALWAYS_SAID:
                return f"it has no {field}"
            if said and bare(request.value) not in map(bare, said):
                return f"{field}:{said[0]}"
    return ""


def asked_for(files: Iterable[Imported], field: str, values: Iterable[str]) -> list[Imported]:
    """Return files with only the works that have one of the values in a field."""
    wanted = {value.casefold() for value in values}
    for imported in (kept := list(files)):
        works = [work for work in imported.data.get("publications", ()) if str(work.get(field) or "").casefold() in wanted]
        imported.data = {**imported.data, "publications": works}
    return [imported for imported in kept if imported.data["publications"]]


def _first_other(value: str, said: Iterable[str], bare: Callable[[str], str]) -> str:
    return next((each for each in said if each and bare(each) != bare(value)), "")


def _numbers(work: Mapping[str, Any], field: str) -> Iterator[str]:
    """Yield the identifiers of a work of one sort; Crossref lists several ISBNs, of which one is in the field."""
    yield str(work.get(field) or "")
    if field == "isbn":
        yield from (str(number) for number in as_list(look(work, f"{KEPT}.crossref.ISBN")))


def _without_version(number: str) -> str:
    return re.sub(r"v\d+$", "", number.casefold())


def _isbn(number: str) -> str:
    """Return the digits that an ISBN of ten and of thirteen digits share."""
    return re.sub(r"[^\dXx]", "", number)[-10:-1]


TRIES, MAX_PAGES = 4, 200
"""How often a request is made, and how many pages are read."""
SECONDS, SILENCE, ALL_SECONDS = 28.0, 20.0, 120.0
"""How long one answer may take with all tries and waits, for how long nothing may arrive, and how long all pages may take."""
MAX_TOTAL, MAX_VALUES, MAX_ALL_VALUES = 32_000_000, 100_000, 400_000
"""How large all pages may be together, and how many values one page and all of them may contain."""
_KEPT = "sources"


def import_identifier(
    text: str, *, addresses: Mapping[str, str] | None = None, offline: bool = False, wait: Callable[[float], None] = time.sleep
) -> list[Imported]:
    """Fetch what an identifier names, and read it. Raises InputError with one line for what fails."""
    records: list[Imported] = []
    requests = requests_for(text, addresses)
    for number, request in enumerate(requests, 1):
        answers = read_answers(request, offline, wait)
        if answers is None and number < len(requests):
            continue
        if answers is None:
            raise _failure(request, "is not known to the service", "compare it with the service's page")
        records += answers
        if request.format and not any(not key.startswith("x-") for imported in records for key in imported.data):
            raise _failure(request, "has no record in the service", "compare it with the service's page")
        if other := other_work(request, records):
            raise _failure(request, f"the service answers with another one: {other}", "if that is the one you mean, ask for it")
        break
    return records


def read_answers(request: Request, offline: bool, wait: Callable[[float], None] = time.sleep) -> list[Imported] | None:
    """Return what a service answers, page by page; None if it does not know what is asked for. Raises InputError."""
    from cvrender.formats.registry import read_data

    read: list[Imported] = []
    url, size, count, cursors = request.urls[0], 0, 0, {""}
    end = time.monotonic() + ALL_SECONDS
    for _ in range(MAX_PAGES):
        content = _answer(request, url, offline, _Patience(wait, min(time.monotonic() + SECONDS, end)))
        if content is None:
            return read or None
        values = _values(content)
        size, count = size + len(content), count + values
        if size > MAX_TOTAL or values > MAX_VALUES or count > MAX_ALL_VALUES:
            raise _failure(request, "the answer contains too much", "download a file from the service, and import that")
        read.append(read_data(Content(content, request.said), request.format))
        cursor = str(_look(content, request.next_page) or "") if request.next_page else ""
        if not cursor or not _look(content, ("results",)):
            break
        if cursor in cursors:
            raise _failure(request, "the service gives the same page again and again", "try again later")
        cursors.add(cursor)
        url = request.urls[0].replace("cursor=*", f"cursor={quote(cursor, safe='')}")
    return read


@dataclass(frozen=True, slots=True)
class _Patience:
    """How to wait, and when an answer has to be there."""

    wait: Callable[[float], None]
    end: float

    @property
    def rest(self) -> float:
        """Return the seconds that are left."""
        return self.end - time.monotonic()


def _values(content: bytes) -> int:
    """Return about how many values an answer contains: elements of XML, values of JSON, or lines and fields of a text."""
    first = content.lstrip()[:1]
    marks = (b"<",) if first == b"<" else (b",", b"[", b"{") if first in (b"[", b"{") else (b"\n", b",")
    return sum(map(content.count, marks)) // (2 if first == b"<" else 1)


def _look(content: bytes, path: tuple[str, ...]) -> Any:
    try:
        value: Any = json.loads(content)
    except (ValueError, RecursionError):
        return None
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _answer(request: Request, url: str, offline: bool, patience: _Patience) -> bytes | None:
    """Return one answer, from the cache if it has not changed; None for 404."""
    key = hashlib.sha256(f"{url}\n{request.accept}".encode()).hexdigest()[:32]
    kept = cache.read(_KEPT, key, ("answer", "etag"))
    if offline:
        if kept is None:
            raise _failure(request, "is not in the cache, and --offline forbids to fetch it", "leave out --offline")
        return kept["answer"]
    headers = {"Accept": request.accept}
    if kept and kept["etag"]:
        headers["If-None-Match"] = kept["etag"].decode("ascii", "ignore")
    answer = _fetched(request, url, headers, patience)
    if answer.status == 304 and kept:
        return kept["answer"]
    if answer.is_unknown:
        return None
    if answer.status != 200:
        raise _failure(request, f"the service answers {answer.said}", "try again later")
    if not answer.content.strip():
        raise _failure(request, "got an empty answer", "try again later")
    cache.write(_KEPT, key, {"answer": answer.content, "etag": answer.etag.encode("ascii", "ignore")})
    return answer.content


def _fetched(request: Request, url: str, headers: dict[str, str], patience: _Patience) -> Answer:
    """Make a request, again after the time that the service asks for. Raises InputError."""
    for number in range(1, TRIES + 1):
        answer, error = None, DownloadError("the service is busy", "try again later")
        try:
            answer = download(url, headers, patience.rest, SILENCE)
        except DownloadError as caught:
            error = caught
        delay = (_seconds(answer) if answer else 0.0) or 2.0 ** (number - 1)
        is_last = number == TRIES or delay >= patience.rest
        if answer and (not answer.is_busy or is_last and not _seconds(answer)):
            return answer
        if is_last or not answer and error.is_final:
            raise _failure(request, error.message, error.hint)
        patience.wait(delay)
    raise AssertionError


def _seconds(answer: Answer) -> float:
    """Return the seconds that a service says to wait; 0 if it does not say."""
    return float(answer.retry_after) if re.fullmatch(r"[0-9]{1,6}", answer.retry_after) else 0.0


def _failure(request: Request, message: str, hint: str) -> InputError:
    return InputError([Problem(message, request.said, hint=hint, code="cannot-read")])
