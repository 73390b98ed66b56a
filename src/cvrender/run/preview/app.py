"""Answer the browser's requests."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import replace
from importlib.resources import files
from threading import Lock
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from cvrender.errors import CvrenderError, InputError, Problem
from cvrender.pipeline import load_and_prepare, run
from cvrender.run.preview import state
from cvrender.run.preview.builds import Build, Builds
from cvrender.run.preview.looks import Looks
from cvrender.run.preview.request import Workspace, request_from
from cvrender.system.zip_file import zipped
from cvrender.targets.pdf.pictures import draw_page

_ASSETS = {"preview.js": "text/javascript", "preview.css": "text/css", "icon.svg": "image/svg+xml"}
_ALIVE = 20.0
"""Seconds between messages that keep a connection open."""
END = ""
"""The message after which nothing is announced."""


class Announcements:
    """Messages to every open page: that something was saved. `announce` may be called from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: dict[asyncio.Queue[str], asyncio.AbstractEventLoop] = {}

    def announce(self, message: str) -> None:
        """Send a message to every open page."""
        with self._lock:
            for queue, loop in self._waiting.items():
                with suppress(RuntimeError):  # the loop was closed
                    loop.call_soon_threadsafe(queue.put_nowait, message)

    async def listen(self) -> AsyncIterator[str]:
        """Yield messages as server-sent events, until END."""
        queue: asyncio.Queue[str] = asyncio.Queue()
        with self._lock:
            self._waiting[queue] = asyncio.get_running_loop()
        try:
            yield "event: ready\ndata: \n\n"
            while True:
                try:
                    message = await asyncio.wait_for(queue.get(), _ALIVE)
                except TimeoutError:
                    yield ": \n\n"
                    continue
                if message == END:
                    return
                yield f"event: {message}\ndata: \n\n"
        finally:
            with self._lock:
                del self._waiting[queue]


class Preview:
    """The application: its workspace, builds and announcements."""

    writes = False
    """Whether the browser may change files."""
    drafts = False
    """Whether pages are shown without tags, which takes half the time; what is downloaded has them."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.builds = Builds()
        self.looks = Looks()
        self.announcements = Announcements()

    def app(self) -> Starlette:
        """Return the ASGI application, without the guard."""
        return Starlette(routes=self.routes())

    def routes(self) -> list[Route]:
        """Return what is answered."""
        build_routes = {
            "/api/state": lambda build, request: state.state(build, self.workspace),
            "/api/problems": lambda build, request: state.all_problems(build),
            "/api/lines": lambda build, request: state.lines(build.pages) if build.pages else [],
            "/api/parser": lambda build, request: state.parser_view(build.pages) if build.pages else None,
            "/api/source": _source,
        }
        return [
            Route("/", lambda request: _asset("index.html", "text/html")),
            Route("/assets/{name}", _assets),
            Route("/api/events", self._events),
            *(Route(path, self._with_build(describe)) for path, describe in build_routes.items()),
            Route("/page/{id}/{index:int}.png", self._page),
            Route("/look/{edition}/{style}.png", self._look),
            Route("/download/{target}", self._download),
        ]

    def _with_build(self, describe: Callable[[Build, Request], Any]) -> Callable[[Request], Any]:
        """Return an endpoint that builds what the address names, and describes the build."""

        def endpoint(request: Request) -> Response:
            try:
                asked = request_from(request.query_params.items(), self.workspace, ("pdf",))
                if self.drafts:
                    asked = replace(asked, tags=False, repeated=True)
                return JSONResponse(describe(self.builds.get(asked), request))
            except CvrenderError as error:
                return problems_response(error)

        return endpoint

    async def _events(self, request: Request) -> Response:
        return StreamingResponse(self.announcements.listen(), media_type="text/event-stream")

    def _page(self, request: Request) -> Response:
        pages = self.builds.pages(request.path_params["id"])
        width = request.query_params.get("width", "")
        if pages is None or not (width.isascii() and width.isdigit() and len(width) < 6):
            return Response(status_code=404)
        try:
            picture = draw_page(pages.pdf, request.path_params["index"], int(width))
        except IndexError:
            return Response(status_code=404)
        return Response(picture, media_type="image/png", headers={"cache-control": "private, max-age=3600, immutable"})

    def _look(self, request: Request) -> Response:
        style, edition = (request.path_params[name] for name in ("style", "edition"))
        try:
            asked = request_from(request.query_params.items(), self.workspace, ("pdf",))
            picture = self.looks.draw(asked, style, edition)
        except CvrenderError as error:
            return problems_response(error)
        return Response(picture, media_type="image/png", headers={"cache-control": "private, max-age=3600, immutable"})

    async def _download(self, request: Request) -> Response:
        return await run_in_threadpool(self._make_download, request)

    def _make_download(self, request: Request) -> Response:
        """Make a target with all its checks; several files become a ZIP file."""
        target = request.path_params["target"]
        try:
            asked = request_from(request.query_params.items(), self.workspace, (target,))
            prepared, results = load_and_prepare(asked), list(run(asked))
        except CvrenderError as error:
            return problems_response(error)
        name, content = results[0].name, results[0].content
        if len(results) > 1:
            name, content = f"{prepared.stem}-{target}.zip", zipped({each.name: each.content for each in results})
        return Response(content, media_type="application/octet-stream", headers={"content-disposition": attachment(name)})


def _source(build: Build, request: Request) -> Any:
    line = request.query_params.get("line", "")
    if not (line.isascii() and line.isdigit() and len(line) < 9):
        raise InputError([Problem("line should be a number", code="bad-value")])
    return state.excerpt(build, request.query_params.get("file", ""), int(line))


def problems_response(error: CvrenderError) -> Response:
    """Return what is wrong with a request, as data."""
    return JSONResponse({"problems": [problem.as_data() for problem in error.problems]}, 422)


def attachment(name: str) -> str:
    """Return the header that names a download: in ASCII, and whole for browsers that know RFC 5987."""
    ascii_name = re.sub(r'[^ -~]|["\\%]', "_", name)
    return f"attachment; filename=\"{ascii_name}\"; filename*=UTF-8''{quote(name, safe='')}"


def _assets(request: Request) -> Response:
    name = request.path_params["name"]
    return _asset(name, _ASSETS[name]) if name in _ASSETS else Response(status_code=404)


def _asset(name: str, kind: str) -> Response:
    return Response(files("cvrender").joinpath("run/preview/assets", name).read_bytes(), media_type=kind)
