"""Run requests on a Dask cluster whose machines need not see our files.

What a request needs travels with it, and what it makes comes back as bytes, which we write: each file once, however often the
request was begun.
"""

import os
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count, groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cvrender import __version__
from cvrender.batch.manifest import Result
from cvrender.batch.run import Send
from cvrender.batch.worker import do
from cvrender.errors import CvrenderError, Problem, ToolError
from cvrender.library import BUILT_IN, Library
from cvrender.load.photo import is_in_folder
from cvrender.load.reader import load
from cvrender.request import RenderRequest
from cvrender.targets.base import Artifact
from cvrender.write import write

ANSWER = 10  # seconds that a scheduler has to answer in
RETRIES = 2  # times that a request is begun again after a fault of its worker; a worker that is lost is Dask's to replace
KINDS = ("views", "styles")
PROFILE, OVERLAYS, LIBRARY = "profile", "overlays", "library"
"""The folders of a worker's working directory: what the profile is made of, overlays and the library's folders, numbered."""

Files = Mapping[str, bytes]
"""Contents by their path below a folder."""


@dataclass(frozen=True, slots=True)
class Payload:
    """A request with the files that it needs, by their path below the worker's working directory."""

    request: RenderRequest
    files: Files
    shared: Files = field(default_factory=dict)
    version: str = __version__


@dataclass(frozen=True, slots=True)
class Response:
    """What comes back: the result, and the files below the output folder."""

    result: Result
    files: Files


@contextmanager
def dask(address: str, out: Path, library: Library) -> Iterator[Send]:
    """Send requests to the workers of a scheduler. Raises ToolError when there is no Dask, or no answer."""
    client = _client(address)
    shared = library_files(library)
    turn = count()
    tasks = []  # Dask forgets a task that nobody holds

    def send(request: RenderRequest) -> "Future[Result]":
        future: Future[Result] = Future()
        payload = replace(make_payload(request), shared=shared)
        task = client.submit(respond, payload, pure=False, retries=RETRIES, priority=-next(turn))
        tasks.append(task)
        task.add_done_callback(partial(_arrived, future, request, out))
        future.add_done_callback(lambda _: tasks.remove(task))
        return future

    try:
        yield send
    finally:
        client.close()


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise ToolError([Problem("--dask needs Dask's distributed", hint='pip install "cvrender[dask]"')]) from None
    try:
        make: Any = Client  # its types depend on whether Dask is installed
        return make(address, timeout=ANSWER, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        why = str(error).partition("\n")[0]
        hint = 'start one with "dask scheduler"'
        raise ToolError([Problem(f"no Dask scheduler answers at {address}: {why}", hint=hint)]) from None


def _arrived(future: "Future[Result]", request: RenderRequest, out: Path, task: Any) -> None:
    """Write what came back, unless nobody waits for it any more."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        response: Response = task.result()
        for folder, names in groupby(sorted(response.files), key=lambda name: str(Path(name).parent)):
            write((Artifact(Path(name).name, response.files[name]) for name in names), out, *Path(folder).parts)
        future.set_result(replace(response.result, request=request))
    except CvrenderError as error:
        future.set_result(Result(request, "failed", exit_code=error.exit_code, problems=tuple(map(str, error.problems))))
    except BaseException as error:  # Dask's own for a task that was lost is none of Exception's
        future.set_exception(RuntimeError(f"{type(error).__name__}: {error}"))


def library_files(library: Library) -> dict[str, bytes]:
    """The styles and views of a library's folders."""
    return {
        (Path(LIBRARY, str(index)) / file.relative_to(folder)).as_posix(): file.read_bytes()
        for index, folder in enumerate(library.folders)
        for kind in KINDS
        for file in sorted((folder / kind).rglob("*"))
        if file.is_file()
    }


def make_payload(request: RenderRequest) -> Payload:
    """A request, and what its profile is made of. What cannot be read stays out: the worker reports it as `render` does."""
    profile = Path(request.profile)
    folder = profile.parent.resolve()
    files: dict[str, bytes] = {}
    for name in (profile.name, *_named_by(profile)):
        path, place = profile.parent / name, os.path.normpath(name)
        if place.startswith(("/", "..")):  # it is in our folder by our folder's name, which theirs does not have
            continue
        if path.is_file() and (name == profile.name or path.resolve().is_relative_to(folder)):
            files[f"{PROFILE}/{Path(place).as_posix()}"] = path.read_bytes()
    for index, overlay in enumerate(request.overlays):
        if Path(overlay).is_file():
            files[f"{OVERLAYS}/{index}/{Path(overlay).name}"] = Path(overlay).read_bytes()
    return Payload(request, files)


def _named_by(profile: Path) -> Iterator[str]:
    """The files that a profile names: what it includes, and photos."""
    try:
        raw = profile.read_bytes()
        data = load(profile).data if b"include" in raw or b"photo" in raw else {}
    except (OSError, CvrenderError):
        return
    includes = data.get("include")
    person = data.get("person")
    if isinstance(person, dict) and isinstance(person.get("photo"), str) and is_in_folder(profile.parent, person["photo"]):
        yield person["photo"]
    for name in includes if isinstance(includes, list) else ():
        if isinstance(name, str):
            yield name
            yield from _named_by(profile.parent / name)


def respond(payload: Payload) -> Response:
    """Do a request at the worker, in a directory of its own."""
    asked = payload.request
    if payload.version != __version__:
        line = f"error: the worker has cvrender {__version__}, not {payload.version}"
        return Response(Result(asked, "failed", exit_code=3, problems=(line,)), {})
    with TemporaryDirectory(prefix="cvrender-") as name:
        workdir, out = Path(name, "work"), Path(name, "out")
        for place, content in {**payload.shared, **payload.files}.items():
            (workdir / place).parent.mkdir(parents=True, exist_ok=True)
            (workdir / place).write_bytes(content)
        folders = tuple(workdir / LIBRARY / str(index) for index in range(len(asked.library.folders)))
        profile = workdir / PROFILE / Path(asked.profile).name
        overlays = [workdir / OVERLAYS / str(index) / Path(overlay).name for index, overlay in enumerate(asked.overlays)]
        here = replace(asked, profile=str(profile), overlays=tuple(map(str, overlays)), library=Library(folders))
        result = do(here, str(out))
        files = {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    ours = {str(profile.parent): Path(asked.profile).parent, **dict(zip(map(str, folders), asked.library.folders, strict=True))}
    ours |= {str(there.parent): Path(overlay).parent for there, overlay in zip(overlays, asked.overlays, strict=True)}
    return Response(_as_sent(result, ours), files)


def _as_sent(result: Result, ours: Mapping[str, Path]) -> Result:
    """The result with the paths that its request named. Built-in styles and views count as part of the worker's version."""
    built_in = tuple(str(BUILT_IN.trusted_folders(kind)[-1]) for kind in KINDS)

    def sent(text: str) -> str:
        for there, here in ours.items():
            if text.startswith(f"{there}/"):
                return text[len(there) + 1 :] if str(here) == "." else f"{here.as_posix()}{text[len(there) :]}"
        return text

    inputs = tuple((sent(path), digest) for path, digest in result.inputs if not path.startswith(built_in))
    return replace(result, inputs=inputs, problems=tuple(map(sent, result.problems)))
