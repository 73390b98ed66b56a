"""Watch what CVs are made of, and make a CV again whenever something of it is saved.

watchfiles says that something happened, and at once; what happened is seen from how a target's files look now and how they
looked when it was built. So a file that is saved by renaming, one that does not exist yet and one that is saved while
something is being built need no rules of their own.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from watchfiles import watch as changes

from cvrender.errors import CvrenderError, Problem, ToolError
from cvrender.load.reader import load
from cvrender.pipeline import compose_request, load_profile, make
from cvrender.prepare import prepare
from cvrender.request import LoadedProfile, RenderRequest
from cvrender.targets.templates import template_environment
from cvrender.write import keep, write

DEBOUNCE = 50
STEP = 20
"""Milliseconds: how long changes that follow each other are awaited at most, and how long it is quiet before they count."""
LOOK_AGAIN = 1000
"""Milliseconds after which is looked anyway: on network drives nobody tells, and nobody listens during a build."""


@dataclass(frozen=True)
class WatchTarget:
    """What is to be made whenever something of it changes, and where to."""

    request: RenderRequest
    out: Path

    @property
    def name(self) -> str:
        """What it is called in messages."""
        return self.request.name


@dataclass(frozen=True)
class FileWritten:
    """A file was written, so many seconds after its build began."""

    path: Path
    seconds: float


@dataclass(frozen=True)
class NewProblem:
    """Something is wrong that was not wrong before."""

    problem: Problem


@dataclass(frozen=True)
class StillFailing:
    """A target failed again, for reasons that were reported already."""

    target: WatchTarget


@dataclass(frozen=True)
class Recovered:
    """A target that had failed was built."""

    target: WatchTarget


@dataclass(frozen=True)
class Waiting:
    """Everything was tried for the first time."""


Event = FileWritten | NewProblem | StillFailing | Recovered | Waiting
Load = Callable[[RenderRequest], LoadedProfile]
Looks = dict[str, tuple[tuple[object, ...], ...]]


def watch(targets: Iterable[WatchTarget]) -> Iterator[Event]:
    """Build everything, then whatever is touched, without end. Raises ToolError where folders cannot be watched."""
    watched = [_Watched(target) for target in targets]
    yield from _round(watched)
    yield Waiting()
    while True:
        yield from _round(_touched(watched))


def _round(touched: "list[_Watched]") -> Iterator[Event]:
    """Build some targets; a profile is loaded once for all of its own, and what is wrong with it reported once."""
    load_once = lru_cache(maxsize=None)(load_profile)
    told: set[Problem] = set()
    for each in touched:
        for event in each.build(lambda request: load_once(request.profile, overlays=request.overlays)):
            if not isinstance(event, NewProblem) or event.problem not in told:
                yield event
            if isinstance(event, NewProblem):
                told.add(event.problem)


def _touched(watched: "list[_Watched]") -> "list[_Watched]":
    """Wait until one of the targets looks different, and return those that do."""
    while True:
        folders = _folders(path for each in watched for path in each.inputs)
        listening = changes(
            *folders,
            watch_filter=None,
            recursive=False,
            debounce=DEBOUNCE,
            step=STEP,
            rust_timeout=LOOK_AGAIN,
            yield_on_timeout=True,
        )
        try:
            with closing(listening):
                for _ in listening:
                    now = _looks({path for each in watched for path in each.inputs})
                    if touched := [each for each in watched if each.is_touched(now)]:
                        return touched
                    if _folders(now) != folders:
                        break
        except FileNotFoundError:  # a folder went while it was being listed
            time.sleep(STEP / 1000)
        except OSError as error:
            raise ToolError([Problem(f"the folders cannot be watched: {error}")]) from None


class _Watched:
    """A target, what it depends on, and how that looked when it was built."""

    def __init__(self, target: WatchTarget) -> None:
        self.target = target
        self.inputs = _named(target.request)
        self.looks: Looks = {}
        self.told: frozenset[tuple[str, str, str]] = frozenset()
        self.failed = False

    def is_touched(self, now: Looks) -> bool:
        return any(now[path] != self.looks.get(path) for path in self.inputs)

    def build(self, loader: Load) -> Iterator[Event]:
        """Make the target once more, and say what came of it."""
        before = _looks(self.inputs)
        if self.failed or any(Path(path).is_dir() and before[path] != self.looks.get(path) for path in self.inputs):
            template_environment.cache_clear()  # Jinja2 sees that a template changed, not that a style has one of its own now
        start = time.perf_counter()
        errors: list[Problem] = []
        warnings: list[Problem] = []
        for files in self._made(loader, errors, warnings):
            yield from (FileWritten(path, time.perf_counter() - start) for path in files)
        self.looks = {**_looks(self.inputs), **{path: look for path, look in before.items() if path in self.inputs}}
        yield from self._said(errors, warnings)

    def _made(self, loader: Load, errors: list[Problem], warnings: list[Problem]) -> Iterator[list[Path]]:
        """The files, the PDF first, for it is being looked at; what is wrong is added to the lists."""
        request, out = self.target.request, self.target.out
        self.inputs = _named(request)
        try:
            loaded = loader(request)
            library = request.library
            self.inputs += [str(folder) for kind in ("styles", "views") for folder in library.trusted_folders(kind)]
            self.inputs += map(str, library.untrusted)
            prepared = prepare(request, loaded)
        except CvrenderError as error:
            errors += error.problems
            with suppress(CvrenderError):
                self.inputs += _included(request, load(Path(request.profile)).data)
            return
        found = (*_included(request, loaded.source.data), *prepared.inputs, *prepared.shadowing_paths)
        self.inputs = [*dict.fromkeys((*_named(request), *found))]
        try:
            composed = compose_request(prepared)
        except CvrenderError as error:
            errors += error.problems
            yield keep(error, out, loaded.name)[0]
            return
        for targets in (["pdf"], [target for target in request.targets if target != "pdf"]):
            try:
                if wanted := [target for target in targets if target in request.targets]:
                    made = make(composed, wanted)
                    warnings += [problem for problem in made.warnings if problem not in warnings]
                    yield write(made, out, loaded.name)
            except CvrenderError as error:
                errors += [problem for problem in error.problems if problem not in errors]
                yield keep(error, out, loaded.name)[0]

    def _said(self, errors: list[Problem], warnings: list[Problem]) -> Iterator[Event]:
        """What is wrong now and was not before; a problem that only moved to another line is the same."""
        problems = list(dict.fromkeys((*errors, *warnings)))
        fresh = [problem for problem in problems if _key(problem) not in self.told]
        yield from (NewProblem(problem) for problem in fresh)
        if errors and not any(problem.severity == "error" for problem in fresh):
            yield StillFailing(self.target)
        if self.failed and not errors:
            yield Recovered(self.target)
        self.told = frozenset(_key(problem) for problem in problems)
        self.failed = bool(errors)


def _key(problem: Problem) -> tuple[str, str, str]:
    return problem.file, problem.path, problem.message


def _named(request: RenderRequest) -> list[str]:
    """The files that a request names itself."""
    return [request.profile, *request.overlays]


def _included(request: RenderRequest, data: Mapping[str, Any]) -> list[str]:
    """The files that a profile's data names, whatever they are."""
    names = data.get("include")
    return (
        [str(Path(request.profile).parent / name) for name in names if isinstance(name, str)] if isinstance(names, list) else []
    )


def _looks(paths: Iterable[str]) -> Looks:
    return {path: _look(Path(path)) for path in paths}


def _look(path: Path) -> tuple[tuple[object, ...], ...]:
    """What changes whenever a file, or a file of a folder, is saved; nothing for what is not there. Editors' own do not count."""
    files = [path]
    try:
        if path.is_dir():
            files = sorted(file for file in path.rglob("*") if not file.name.startswith(".") and not file.name.endswith("~"))
        facts = [(str(file), file.stat()) for file in files if file.is_file()]
    except (OSError, ValueError):  # it goes while it is being looked at, or is no name that a file can have
        return ()
    return tuple((name, fact.st_mtime_ns, fact.st_size, fact.st_ino) for name, fact in facts)


def _folders(paths: Iterable[str]) -> list[Path]:
    """The folders in which something must happen before one of the paths looks different."""
    found: set[Path] = set()
    for path in map(Path, paths):
        folders = {path.absolute().parent, path.resolve().parent}
        found |= {next(parent for parent in (folder, *folder.parents) if parent.is_dir()) for folder in folders}
        if path.is_dir():
            found |= {path.absolute(), *(folder.absolute() for folder in path.rglob("*") if folder.is_dir())}
    return sorted(found)
