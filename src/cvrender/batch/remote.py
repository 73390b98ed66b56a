"""A work in, its result out, done by a Dask cluster whose machines need not see our files.

What a work needs travels with it, and what it makes comes back as bytes, which we write: each file once, however often the work
was begun. A worker unpacks into a folder of its own and makes it the current one, as views and styles are found there; so a
process does one work at a time, and more at once are more processes.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import chdir, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from cvrender import __version__
from cvrender.batch.manifest import Result
from cvrender.batch.plan import Work
from cvrender.batch.run import Send
from cvrender.batch.worker import do
from cvrender.errors import CvrenderError, Problem, ToolError
from cvrender.images import is_beside
from cvrender.library.places import places
from cvrender.load import load
from cvrender.pipeline import Artefact
from cvrender.write import write

ANSWER = 10  # seconds that a scheduler has to answer in
RETRIES = 2  # times that a work is begun again after a fault of its worker; a worker that is lost is Dask's to replace
KINDS = ("views", "styles")
_ONE_AT_A_TIME = Lock()
_last: list[Mapping[str, bytes]] = []


@dataclass(frozen=True, slots=True)
class Parcel:
    """A work with the files that it needs, by their place below the worker's folder; `shared` are views and styles."""

    work: Work
    files: Mapping[str, bytes]
    shared: Mapping[str, bytes]
    version: str = __version__

    @property
    def profile(self) -> str:
        """Where the profile stands at the worker: at the same place, if that is in the working folder."""
        path = Path(self.work.profile)
        return (Path("profile", path.name) if path.is_absolute() or ".." in path.parts else path).as_posix()


@dataclass(frozen=True, slots=True)
class Delivery:
    """What comes back: the result, and the files below the output folder."""

    result: Result
    files: Mapping[str, bytes]


@contextmanager
def dask(address: str, out: Path) -> Iterator[Send]:
    """Works done by the workers of the scheduler at that address. Raises ToolError when there is no Dask, or no answer."""
    client = _client(address)
    shared = {file.as_posix(): file.read_bytes() for kind in KINDS for file in sorted(Path(kind).rglob("*")) if file.is_file()}
    turn = count()
    tasks = []  # Dask forgets a task that nobody holds

    def send(work: Work) -> "Future[Result]":
        future: Future[Result] = Future()
        task = client.submit(deliver, pack(work, shared), pure=False, retries=RETRIES, priority=-next(turn))
        tasks.append(task)
        task.add_done_callback(partial(_arrived, future, work, out))
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


def _arrived(future: "Future[Result]", work: Work, out: Path, task: Any) -> None:
    """Write what came back, unless nobody waits for it any more."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        delivery: Delivery = task.result()
        _written(delivery.files, out)
        future.set_result(_at_home(delivery.result, work))
    except CvrenderError as error:
        future.set_result(Result(work, "failed", exit_code=error.exit_code, problems=tuple(map(str, error.problems))))
    except BaseException as error:  # Dask's own for a task that was lost is none of Exception's
        future.set_exception(RuntimeError(f"{type(error).__name__}: {error}"))


def _written(files: Mapping[str, bytes], out: Path) -> None:
    for folder, names in groupby(sorted(files), key=lambda name: str(Path(name).parent)):
        write((Artefact(Path(name).name, files[name]) for name in names), out, *Path(folder).parts)


def pack(work: Work, shared: Mapping[str, bytes]) -> Parcel:
    """A work, and what it reads. What cannot be read stays out: the worker says so in the words of `render`."""
    bare = Parcel(work, {}, shared)
    here, there = Path(work.profile), Path(bare.profile)
    files: dict[str, bytes] = {}
    for name in (here.name, *_beside(here)):
        path, place = here.parent / name, (there.parent / name).as_posix()
        if os.path.normpath(place).startswith(("/", "..")):  # it lies in our folder by our folder's name, which theirs has not
            continue
        if path.is_file() and path.resolve().is_relative_to(here.parent.resolve()) or path == here and path.is_file():
            files[place] = path.read_bytes()
    return replace(bare, files=files)


def _beside(profile: Path) -> Iterator[str]:
    """The files that a profile names: what it includes, and photos."""
    try:
        raw = profile.read_bytes()
        data = load(profile).data if b"include" in raw or b"photo" in raw else {}
    except (OSError, CvrenderError):
        return
    includes = data.get("include")
    person = data.get("person")
    if isinstance(person, dict) and isinstance(person.get("photo"), str) and is_beside(profile.parent, person["photo"]):
        yield person["photo"]
    for name in includes if isinstance(includes, list) else ():
        if isinstance(name, str):
            yield name
            yield from _beside(profile.parent / name)


def deliver(parcel: Parcel) -> Delivery:
    """Do a work at the worker."""
    work = parcel.work
    if parcel.version != __version__:
        line = f"error: the worker has cvrender {__version__}, not {parcel.version}"
        return Delivery(Result(work, "failed", exit_code=3, problems=(line,)), {})
    with _ONE_AT_A_TIME, TemporaryDirectory() as folder:
        desk, made = Path(folder, "desk"), Path(folder, "made")
        for name, content in {**parcel.shared, **parcel.files}.items():
            (desk / name).parent.mkdir(parents=True, exist_ok=True)
            (desk / name).write_bytes(content)
        desk.mkdir(exist_ok=True)
        _forget(parcel.shared)
        with chdir(desk):
            result = do(replace(work, profile=parcel.profile), str(made))
        files = {path.relative_to(made).as_posix(): path.read_bytes() for path in made.rglob("*") if path.is_file()}
    away = {**_folders(parcel), **{str(places(kind)[1]): f"<{kind}>" for kind in KINDS}}
    return Delivery(_renamed(result, away), files)


def _forget(shared: Mapping[str, bytes]) -> None:
    """What was remembered of files that another work had under the same names: all of it, once views or styles differ."""
    from cvrender.batch import manifest, worker

    manifest.digest_of.cache_clear()
    worker._loaded.cache_clear()
    if _last != [shared]:
        for name, module in list(sys.modules.items()):
            for value in vars(module).values() if name.startswith("cvrender.") else ():
                getattr(value, "cache_clear", lambda: None)()
        _last[:] = [shared]


def _folders(parcel: Parcel) -> dict[str, str]:
    """The profile's folder at the worker, and what it is called here."""
    there, here = str(Path(parcel.profile).parent), str(Path(parcel.work.profile).parent)
    return {} if there == here else {there: here}


def _at_home(result: Result, work: Work) -> Result:
    """A result in our words: our work, and the built-in files where we have them."""
    return replace(_renamed(result, {f"<{kind}>": str(places(kind)[1]) for kind in KINDS}), work=work)


def _renamed(result: Result, folders: Mapping[str, str]) -> Result:
    def name(path: str) -> str:
        found: Iterable[str] = (new + path[len(old) :] for old, new in folders.items() if path.startswith(f"{old}/"))
        return next(iter(found), path)

    inputs = tuple((name(path), digest) for path, digest in result.inputs)
    return replace(result, inputs=inputs, problems=tuple(map(name, result.problems)))
