"""Answer the requests of the editor's page, and those of the preview."""

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cvrender.errors import CvrenderError, InputError, Problem, nearest
from cvrender.load.library import find_style, find_terms, term_languages
from cvrender.load.merge import with_includes
from cvrender.load.reader import load
from cvrender.merge.profile import load_profile
from cvrender.run.edit.document import Conflict, EditedProfile, hash_of
from cvrender.run.edit.downloads import application_pdf, applications, folder_zip
from cvrender.run.edit.forms import forms, own_names, reading_of
from cvrender.run.edit.incoming import Incoming, profile_of, read_identifiers, read_upload, save_photo
from cvrender.run.edit.language import answer as answer_language
from cvrender.run.edit.old_words import OldFile
from cvrender.run.edit.views import tick, view_table
from cvrender.run.preview.app import Preview, attachment, problems_response
from cvrender.run.preview.request import Workspace
from cvrender.targets import TARGETS

_BUNDLE = "run/edit/bundle"
_TYPES = {".js": "text/javascript", ".css": "text/css", ".txt": "text/plain"}
NewProfile = Callable[[str, str], Path]
"""Create a profile for a person's name and a field, and return its file. Raises InputError if it exists."""


def is_built() -> bool:
    """Return whether the page's program is there, which a checkout builds with `make edit`."""
    return files("cvrender").joinpath(_BUNDLE, "main.js").is_file()


class Editor(Preview):
    """The application: a preview whose browser may change the profiles of its workspace."""

    writes = drafts = True

    def __init__(self, workspace: Workspace, new: NewProfile, starters: tuple[str, ...], overlays: tuple[Path, ...] = ()) -> None:
        super().__init__(workspace)
        self.new, self.starters, self.overlays = new, starters, overlays
        self.documents: dict[Path, EditedProfile] = {}
        self.incoming: dict[Path, Incoming] = {}

    def routes(self) -> list[Route]:
        """Return what is answered."""
        reads = {
            "/api/start": self._start,
            "/api/forms": self._forms,
            "/api/read": self._read,
            "/api/document": lambda request: self._described(self._document(request)),
            "/api/text": self._text,
            "/api/states": lambda request: self._document(request).states(),
            "/api/proposals": self._proposals,
            "/api/views": lambda request: view_table(self._document(request).profile, self.workspace.library, self.overlays),
            "/api/applications": lambda request: list(applications(self.workspace.folder)),
        }
        writes = {
            "/api/change": lambda document, asked: document.change(asked.get("hash", ""), asked),
            "/api/undo": lambda document, asked: document.undo(asked.get("hash", "")),
            "/api/redo": lambda document, asked: document.redo(asked.get("hash", "")),
            "/api/restore": lambda document, asked: document.restore(asked.get("hash", ""), str(asked.get("state"))),
            "/api/decide": self._decide,
            "/api/tick": lambda document, asked: tick(document, asked.get("hash", ""), asked, self.workspace.library),
        }
        return [
            Route("/", lambda request: _asset("index.html")),
            Route("/edit/{name}", lambda request: _asset(request.path_params["name"])),
            *(Route(path, _answered(read)) for path, read in reads.items()),
            *(Route(path, self._written(write), methods=["POST"]) for path, write in writes.items()),
            Route("/api/language", _with_body(self._language), methods=["POST"]),
            Route("/api/new", self._new, methods=["POST"]),
            Route("/api/import", self._import, methods=["POST"]),
            Route("/api/photo", self._photo, methods=["POST"]),
            Route("/old/{page:int}.png", self._old_page),
            Route("/folder.zip", self._folder),
            Route("/application/{name}", self._application),
            *super().routes()[1:],
        ]

    def _document(self, request: Request) -> EditedProfile:
        """Return the document that a request names. Raises InputError for what is not a profile of the workspace."""
        name, profiles = request.query_params.get("profile", ""), self.workspace.profiles
        if name not in profiles:
            raise InputError([Problem(f'profile "{name}" not found', hint=nearest(name, profiles), code="unknown-profile")])
        path = profiles[name]
        if path not in self.documents:
            self.documents[path] = EditedProfile(path)
        return self.documents[path]

    def _start(self, request: Request) -> Any:
        return {
            "profiles": list(self.workspace.profiles),
            "first": self.workspace.first is not None,
            "starters": self.starters,
            "targets": {name: target.about for name, target in TARGETS.items()},
        }

    def _forms(self, request: Request) -> Any:
        """Return the description of the forms, and the titles of sections in the language of the page."""
        style = find_style("plain", self.workspace.library)
        language = request.query_params.get("language", "")
        terms = find_terms(style, language if language in term_languages(style) else "en")
        return {**forms(language), "titles": dict(terms.sections)}

    def _read(self, request: Request) -> Any:
        asked = request.query_params
        return reading_of(asked.get("model", ""), asked.get("key", ""), asked.get("value", ""))

    def _described(self, document: EditedProfile) -> dict[str, Any]:
        """Return the data of a profile with its includes, what is wrong with it, and what can be undone."""
        texts = document.texts()
        problems: tuple[Problem, ...] = ()
        data = None
        try:
            data = document.data() if len(texts) == 1 else with_includes(load(document.profile), document.profile.parent).data
            load_profile(document.profile)
        except InputError as error:
            problems = error.problems
        return {
            "hash": hash_of(texts),
            "files": [path.name for path in texts],
            "data": data,
            "own": own_names(data),
            "problems": [problem.as_data() for problem in problems],
            "undo": [step.about for step in document.steps[-1:]],
            "redo": [step.about for step in document.undone[-1:]],
        }

    def _text(self, request: Request) -> Any:
        document = self._document(request)
        texts = document.texts()
        return {"hash": hash_of(texts), "texts": {path.name: text for path, text in texts.items()}}

    def _proposals(self, request: Request) -> Any:
        document = self._document(request)
        return self.incoming.setdefault(document.profile, Incoming()).described(document.profile)

    def _decide(self, document: EditedProfile, asked: dict[str, Any]) -> None:
        """Make proposals, or refuse them."""
        incoming, keys = self.incoming.setdefault(document.profile, Incoming()), [str(key) for key in asked.get("ids") or ()]
        if asked.get("accept") is True:
            edited = asked["text"] if len(keys) == 1 and isinstance(asked.get("text"), str) else None
            document.rewrite(
                asked.get("hash", ""), "import", lambda text: incoming.accepted(document.profile, text, keys, edited)
            )
        else:
            incoming.refused |= set(keys)

    def _written(self, write: Callable[[EditedProfile, dict[str, Any]], Any]) -> Callable[[Request], Any]:
        """Return an endpoint that changes a document, and describes it as it is then. A conflict has the status 409."""

        def answer(request: Request, body: bytes) -> Response:
            document = self._document(request)
            try:
                write(document, _json(body))
            except Conflict:
                return JSONResponse(self._described(document), 409)
            self._outdate()
            return JSONResponse(self._described(document))

        return _with_body(answer)

    def _outdate(self) -> None:
        """Tell every page at once that something was saved; the watcher would need a moment."""
        self.builds.mark_outdated(self.builds.all)
        self.announcements.announce("saved")

    async def _new(self, request: Request) -> Response:
        def answer(request: Request, body: bytes) -> Response:
            asked = _json(body)
            field = asked.get("field")
            if field not in ("empty", "example", *self.starters):
                raise InputError([Problem(f'"{field}" is not a field', code="bad-value")])
            return JSONResponse({"profile": self.new(str(asked.get("name") or ""), str(field)).stem})

        response: Response = await _with_body(answer)(request)
        return response

    async def _import(self, request: Request) -> Response:
        """Read a dropped file, or what identifiers name: proposals for the profile that is named, else a new profile."""

        def answer(request: Request, body: bytes) -> Response:
            name, identifiers = request.query_params.get("name", ""), request.query_params.get("identifiers")
            files = read_upload(name, body) if identifiers is None else read_identifiers(identifiers)
            if "profile" in request.query_params:
                document = self._document(request)
                incoming = self.incoming[document.profile] = Incoming(files, OldFile(name, body, files))
                problems = [problem.as_data() for each in files for problem in each.problems]
                return JSONResponse({"proposals": incoming.described(document.profile), "problems": problems})
            name, text, doubts = profile_of(files)
            path = self._free(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
            return JSONResponse({"profile": path.stem, "problems": [problem.as_data() for problem in doubts]})

        response: Response = await _with_body(answer)(request)
        return response

    async def _photo(self, request: Request) -> Response:
        """Save a dropped picture next to the profile, for the page to name it in the profile."""

        def answer(request: Request, body: bytes) -> Response:
            return JSONResponse({"photo": save_photo(self._document(request).profile, body)})

        response: Response = await _with_body(answer)(request)
        return response

    def _language(self, request: Request, body: bytes) -> Response:
        """Answer a question about a text of the YAML tab, which may differ from the file. It changes nothing."""
        document, asked = self._document(request), _json(body)
        path = next((path for path in document.texts() if path.name == asked.get("file")), document.profile)
        return JSONResponse(answer_language(asked, path, self.workspace.library))

    def _old_page(self, request: Request) -> Response:
        """Draw a page of the file that was dropped last."""
        try:
            old = self.incoming.setdefault(self._document(request).profile, Incoming()).old
            if old is None or not old.is_pdf:
                return Response(status_code=404)
            return Response(old.picture(request.path_params["page"], 900), media_type="image/png")
        except CvrenderError as error:
            return problems_response(error)

    def _folder(self, request: Request) -> Response:
        return _download(lambda: (f"{self.workspace.folder.resolve().name}.zip", folder_zip(self.workspace.folder)))

    def _application(self, request: Request) -> Response:
        files = applications(self.workspace.folder)
        name = request.path_params["name"]
        if name not in files:
            return Response(status_code=404)
        return _download(lambda: application_pdf(files[name], self._document(request).profile, self.workspace.library))

    def _free(self, name: str) -> Path:
        """Return a file of the workspace that does not exist yet."""
        folder, number = self.workspace.folder, 2
        path = folder / f"{name}.yaml"
        while path.exists():
            path, number = folder / f"{name}-{number}.yaml", number + 1
        return path


def _download(make: Callable[[], tuple[str, bytes]]) -> Response:
    try:
        name, content = make()
    except CvrenderError as error:
        return problems_response(error)
    return Response(content, media_type="application/octet-stream", headers={"content-disposition": attachment(name)})


def _json(body: bytes) -> dict[str, Any]:
    try:
        asked = json.loads(body)
    except ValueError:  # of JSON or of UTF-8
        asked = None
    if not isinstance(asked, dict):
        raise InputError([Problem("should be a JSON object", code="bad-type")])
    return asked


def _answered(read: Callable[[Request], Any]) -> Callable[[Request], Response]:
    def endpoint(request: Request) -> Response:
        try:
            return JSONResponse(read(request))
        except CvrenderError as error:
            return problems_response(error)

    return endpoint


def _with_body(answer: Callable[[Request, bytes], Response]) -> Callable[[Request], Any]:
    """Return an endpoint that reads the whole request, and answers it in a thread."""

    async def endpoint(request: Request) -> Response:
        body = await request.body()
        try:
            return await run_in_threadpool(answer, request, body)
        except CvrenderError as error:
            return problems_response(error)

    return endpoint


def _asset(name: str) -> Response:
    """Return a file of the page: one of the bundle, or one that needs no build."""
    if name in ("index.html", "edit.css"):
        content = files("cvrender").joinpath("run/edit/assets", name).read_bytes()
        return Response(content, media_type="text/html" if name == "index.html" else "text/css")
    kind = _TYPES.get(Path(name).suffix)
    file = files("cvrender").joinpath(_BUNDLE, name)
    if kind is None or not file.is_file():
        return Response(status_code=404)
    return Response(file.read_bytes(), media_type=kind)
