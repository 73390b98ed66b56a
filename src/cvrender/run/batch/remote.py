"""Run requests on a Dask cluster whose machines cannot read our files.

A request is sent with the files it needs, and its outputs are returned as bytes, which we write once, even if it ran several
times.
"""

import os
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count, groupby
from pathlib import Path
from typing import Any

from cvrender.errors import CvrenderError, Problem, ToolError
from cvrender.fonts.installed import own_files
from cvrender.load.library import BUILT_IN, Library
from cvrender.load.merge import MAX_INCLUDES, include_names, resolve_include
from cvrender.load.photo import is_in_folder
from cvrender.load.reader import TRUSTED_LIMITS, UNTRUSTED_LIMITS, InputLimits, load
from cvrender.load.request import RenderRequest
from cvrender.model.value import replace
from cvrender.run.batch.manifest import Result
from cvrender.run.batch.run import Send
from cvrender.run.batch.worker import build_one
from cvrender.run.write import write
from cvrender.system.private_folder import private_folder
from cvrender.system.version import __version__
from cvrender.targets.base import Artifact

CONNECT_TIMEOUT = 10  # seconds
RETRIES = 2  # after an exception in a worker; Dask itself replaces lost workers
KINDS = ("views", "styles")
PROFILE, OVERLAYS, LIBRARY = "profile", "overlays", "library"
"""Subfolders of a worker's folder: the profile's files, overlays, and the library's folders, the latter two numbered."""

Files = Mapping[str, bytes]
"""Contents by relative path."""


@dataclass(frozen=True, slots=True)
class Payload:
    """A request and the files it needs, by path below the worker's folder."""

    request: RenderRequest
    files: Files
    shared: Files = field(default_factory=dict)
    version: str = __version__


@dataclass(frozen=True, slots=True)
class Response:
    """The result, and the files to write below the output folder."""

    result: Result
    files: Files


@contextmanager
def dask_cluster(address: str, out: Path, library: Library) -> Iterator[Send]:
    """Send requests to the workers of a scheduler. Raises ToolError if Dask is not installed or does not answer."""
    client = _client(address)
    shared = library_files(library)
    order = count()
    tasks = []  # Dask cancels tasks without references

    def send(request: RenderRequest) -> "Future[Result]":
        future: Future[Result] = Future()
        payload = replace(make_payload(request), shared=shared)
        task = client.submit(respond, payload, pure=False, retries=RETRIES, priority=-next(order))
        tasks.append(task)
        task.add_done_callback(partial(_complete, future, request, out))
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
        raise ToolError(
            [Problem("--dask needs the package distributed", hint='pip install "cvrender[dask]"', code="tool-missing")]
        ) from None
    try:
        client: Any = Client  # its type depends on whether Dask is installed
        return client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        reason = str(error).partition("\n")[0]
        hint = 'start one with "dask scheduler"'
        raise ToolError(
            [Problem(f"no answer from a Dask scheduler at {address}: {reason}", hint=hint, code="tool-failed")]
        ) from None


def _complete(future: "Future[Result]", request: RenderRequest, out: Path, task: Any) -> None:
    """Write the returned files and complete the future, unless it was cancelled."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        response: Response = task.result()
        for folder, names in groupby(sorted(response.files), key=lambda name: str(Path(name).parent)):
            write((Artifact(Path(name).name, response.files[name]) for name in names), out, *Path(folder).parts)
        future.set_result(replace(response.result, request=request))
    except CvrenderError as error:
        future.set_result(Result(request, "failed", exit_code=error.exit_code, problems=error.problems))
    except BaseException as error:  # Dask's error for a lost task is not an Exception
        future.set_exception(RuntimeError(f"{type(error).__name__}: {error}"))


def library_files(library: Library) -> dict[str, bytes]:
    """Return the files of styles and views in a library's folders."""
    return {
        (Path(LIBRARY, str(index)) / file.relative_to(folder)).as_posix(): file.read_bytes()
        for index, folder in enumerate(library.folders)
        for kind in KINDS
        for file in sorted((folder / kind).rglob("*"))
        if file.is_file()
    }


def make_payload(request: RenderRequest) -> Payload:
    """Return a request with its files. Unreadable files are omitted; the worker reports them like `render`.

    Of an untrusted request, files behind symbolic links are omitted.
    """
    profile = Path(request.profile)
    folder = profile.parent.resolve()
    files: dict[str, bytes] = {}
    for name in (profile.name, *_named_by(profile, request.untrusted)):
        path, relative = profile.parent / name, os.path.normpath(name)
        if relative.startswith(("/", "..")):  # must not lead out of the worker's folder
            continue
        if _may_read(path, request) and (name == profile.name or path.resolve().is_relative_to(folder)):
            files[f"{PROFILE}/{Path(relative).as_posix()}"] = path.read_bytes()
    for index, overlay in enumerate(request.overlays):
        if _may_read(Path(overlay), request):
            files[f"{OVERLAYS}/{index}/{Path(overlay).name}"] = Path(overlay).read_bytes()
    return Payload(request, files)


def _may_read(path: Path, request: RenderRequest) -> bool:
    return path.is_file() and not (request.untrusted and path.is_symlink())


def _named_by(profile: Path, untrusted: bool) -> Iterator[str]:
    """Yield the files in its folder that a profile and its includes name (includes, photos, bibliographies), and its fonts."""
    from cvrender.merge.linked_bibliographies import bibliography_files

    limits = UNTRUSTED_LIMITS if untrusted else TRUSTED_LIMITS
    data = _data(profile, limits)
    includes = [name for name in dict.fromkeys(include_names(data)) if resolve_include(profile.parent, name)][:MAX_INCLUDES]
    yield from includes
    yield from (path.relative_to(profile.parent).as_posix() for path in own_files(profile.parent))
    for part in (data, *(_data(profile.parent / name, limits) for name in includes)):  # an included file includes no others
        person = part.get("person")
        named = [*bibliography_files(part), person.get("photo") if isinstance(person, dict) else None]
        yield from (name for name in named if isinstance(name, str) and is_in_folder(profile.parent, name))


def _data(path: Path, limits: InputLimits) -> dict[str, Any]:
    """Return the data of a YAML file, or nothing if it has errors, which the worker reports."""
    try:
        return dict(load(path, limits).data)
    except CvrenderError:
        return {}


def respond(payload: Payload) -> Response:
    """Build a request in a temporary folder of the worker."""
    request = payload.request
    if payload.version != __version__:
        other = Problem(f"worker has cvrender {__version__} instead of {payload.version}", code="tool-failed")
        return Response(Result(request, "failed", exit_code=3, problems=(other,)), {})
    with private_folder() as folder:
        workdir, out = folder / "work", folder / "out"
        for path, content in {**payload.shared, **payload.files}.items():
            (workdir / path).parent.mkdir(parents=True, exist_ok=True)
            (workdir / path).write_bytes(content)
        folders = tuple(workdir / LIBRARY / str(index) for index in range(len(request.library.folders)))
        profile = workdir / PROFILE / Path(request.profile).name
        overlays = [workdir / OVERLAYS / str(index) / Path(overlay).name for index, overlay in enumerate(request.overlays)]
        local = replace(request, profile=str(profile), overlays=tuple(map(str, overlays)), library=Library(folders))
        result = build_one(local, str(out))
        files = {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    names = {
        str(profile.parent): Path(request.profile).parent,
        **dict(zip(map(str, folders), request.library.folders, strict=True)),
    }
    names |= {str(path.parent): Path(overlay).parent for path, overlay in zip(overlays, request.overlays, strict=True)}
    return Response(_with_original_paths(result, names), files)


def _with_original_paths(result: Result, names: Mapping[str, Path]) -> Result:
    """Replace the worker's folders by those of the request. Built-in styles and views are part of the version, so they are
    omitted.
    """
    built_in = tuple(str(BUILT_IN.trusted_folders(kind)[-1]) for kind in KINDS)

    def original(text: str) -> str:
        for folder, name in names.items():
            if text.startswith(f"{folder}/"):
                return text[len(folder) + 1 :] if str(name) == "." else f"{name.as_posix()}{text[len(folder) :]}"
        return text

    inputs = tuple((original(path), digest) for path, digest in result.inputs if not path.startswith(built_in))
    return replace(
        result, inputs=inputs, problems=tuple(replace(problem, file=original(problem.file)) for problem in result.problems)
    )
