"""Watch the files that CVs depend on, and rebuild a CV when one of them is saved.

watchfiles only tells that something has changed; what has changed is found by comparing files with their state at the last
build. So files that are saved by renaming, that do not exist yet, or that are saved during a build need no special treatment.
"""

import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from watchfiles import watch as changes

from cvrender.compose.prepare import Prepared, prepare
from cvrender.errors import CvrenderError, Problem, ToolError
from cvrender.load.merge import include_names
from cvrender.load.reader import load
from cvrender.load.request import LoadedProfile, RenderRequest
from cvrender.merge.profile import load_profile
from cvrender.paginate.stages import typesetter_for
from cvrender.pipeline import compose_request
from cvrender.run.write import listed, write, write_error_files
from cvrender.targets.base import Typesetter
from cvrender.targets.templates import template_environment
from cvrender.verify.making import make

DEBOUNCE = 50
STEP = 2
"""Milliseconds: the maximum time to wait for further changes, and the time without changes that ends the wait."""
FIRST_INTERVAL = 50
"""Milliseconds until the first comparison without an event: events during a build are missed."""
POLL_INTERVAL = 1000
"""Milliseconds between the others: network drives send no events."""
_MOST_WAITING = 4
"""The maximum number of programs that wait for a change; each takes 30 MB."""


@dataclass(frozen=True)
class WatchTarget:
    """A request to rebuild, and the output folder."""

    request: RenderRequest
    out: Path


@dataclass(frozen=True)
class FileWritten:
    """A file was written, `seconds` after its build began."""

    path: Path
    seconds: float


@dataclass(frozen=True)
class NewProblem:
    """There is a problem that did not exist before."""

    problem: Problem


@dataclass(frozen=True)
class StillFailing:
    """A target failed again, with problems that were already reported."""

    target: WatchTarget


@dataclass(frozen=True)
class Recovered:
    """A target that had failed was built."""

    target: WatchTarget


@dataclass(frozen=True)
class Waiting:
    """The first build has finished."""


Event = FileWritten | NewProblem | StillFailing | Recovered | Waiting
Load = Callable[[RenderRequest], LoadedProfile]
Snapshot = dict[str, tuple[tuple[object, ...], ...]]


def watch(targets: Iterable[WatchTarget]) -> Iterator[Event]:
    """Build everything, then rebuild what changes, endlessly. Raises ToolError if folders cannot be watched."""
    watched = [_Watched(target) for target in targets]
    yield from _build_all(watched)
    yield Waiting()
    while True:
        with ExitStack() as waiting:
            for each in watched[:_MOST_WAITING]:
                each.wait(waiting)
            yield from _build_all(wait_for_changes(lambda: watched))


def _build_all(changed: "list[_Watched]") -> Iterator[Event]:
    """Build targets; load each profile once, and report each problem once."""
    load_once = cache(load_profile)
    reported: set[Problem] = set()
    for each in changed:
        for event in each.build(lambda request: load_once(request.profile, overlays=request.overlays)):
            if not isinstance(event, NewProblem) or event.problem not in reported:
                yield event
            if isinstance(event, NewProblem):
                reported.add(event.problem)


@dataclass
class Watchable:
    """Something that depends on files: `inputs` are these files and folders, `snapshot` is their state when they were used."""

    inputs: list[str] = field(default_factory=list, init=False)
    snapshot: Snapshot = field(default_factory=dict, init=False)

    def has_changed(self, now: Snapshot) -> bool:
        """Return whether one of the inputs differs from what was used; what `now` lacks is taken for unchanged."""
        return any(now.get(path, self.snapshot.get(path)) != self.snapshot.get(path) for path in self.inputs)

    def remember(self, before: Snapshot) -> None:
        """Take the snapshot of the inputs: their state `before` they were used, or now if they were not known then."""
        self.snapshot = {**snapshot(self.inputs), **{path: state for path, state in before.items() if path in self.inputs}}


_W = TypeVar("_W", bound=Watchable)


def wait_for_changes(watched: Callable[[], Sequence[_W]]) -> list[_W]:
    """Wait until files of some targets change, and return these targets. Raises ToolError if folders cannot be watched.

    `watched` is called again and again, because targets may be added.
    """
    interval = FIRST_INTERVAL
    while True:
        folders = _folders(path for each in watched() for path in each.inputs)
        listening = changes(
            *folders,
            watch_filter=None,
            recursive=False,
            debounce=DEBOUNCE,
            step=STEP,
            rust_timeout=interval,
            yield_on_timeout=True,
        )
        try:
            with closing(listening):
                for _ in listening:
                    now = snapshot({path for each in watched() for path in each.inputs})
                    if changed := [each for each in watched() if each.has_changed(now)]:
                        return changed
                    if interval == FIRST_INTERVAL or _folders(now) != folders:
                        break
        except FileNotFoundError:  # a folder was removed while it was listed
            time.sleep(STEP / 1000)
        except OSError as error:
            raise ToolError([Problem(f"the folders cannot be watched: {error}", code="tool-failed")]) from None
        interval = POLL_INTERVAL


class _Watched(Watchable):
    """A target, with the problems that its last build reported."""

    def __init__(self, target: WatchTarget) -> None:
        super().__init__()
        self.target = target
        self.inputs = _request_files(target.request)
        self.reported: frozenset[tuple[str, str, str]] = frozenset()
        self.failed = False
        self.prepared: Prepared | None = None
        self.typesetter: Typesetter | None = None

    def wait(self, until: ExitStack) -> None:
        """Start what will set the next build on pages, most likely in the style of the last one; stop it at the end."""
        self.typesetter = until.enter_context(typesetter_for(self.prepared)) if self.prepared else None

    def build(self, loader: Load) -> Iterator[Event]:
        """Build the target, and yield the events."""
        before = snapshot(self.inputs)
        if self.failed or any(Path(path).is_dir() and before[path] != self.snapshot.get(path) for path in self.inputs):
            template_environment.cache_clear()  # Jinja2 notices changed templates, but not new ones
        start = time.perf_counter()
        errors: list[Problem] = []
        warnings: list[Problem] = []
        for files in self._write_targets(loader, errors, warnings):
            yield from (FileWritten(path, time.perf_counter() - start) for path in listed(files))
        self.remember(before)
        yield from self._report(errors, warnings)

    def _write_targets(self, loader: Load, errors: list[Problem], warnings: list[Problem]) -> Iterator[list[Path]]:
        """Write the targets and yield the files, the PDF first; append problems to the lists."""
        request, out = replace(self.target.request, repeated=True), self.target.out
        self.inputs = _request_files(request)
        try:
            loaded = loader(request)
            prepared = prepare(request, loaded)
        except CvrenderError as error:
            errors += error.problems
            self.inputs = request_inputs(request)
            return
        self.inputs = request_inputs(request, prepared)
        self.prepared, waiting = prepared, self.typesetter
        try:
            composed = compose_request(prepared, waiting=waiting)
        except CvrenderError as error:
            errors += error.problems
            yield write_error_files(error, out, loaded.name)[0]
            return
        for targets in (["pdf"], [target for target in request.targets if target != "pdf"]):
            try:
                if names := [target for target in targets if target in request.targets]:
                    result = make(composed, names)
                    warnings += [problem for problem in result.warnings if problem not in warnings]
                    yield write(result, out, loaded.name)
            except CvrenderError as error:
                errors += [problem for problem in error.problems if problem not in errors]
                yield write_error_files(error, out, loaded.name)[0]

    def _report(self, errors: list[Problem], warnings: list[Problem]) -> Iterator[Event]:
        """Yield new problems and changes of state; a problem that moved to another line is not new."""
        problems = list(dict.fromkeys((*errors, *warnings)))
        new = [problem for problem in problems if _key(problem) not in self.reported]
        yield from (NewProblem(problem) for problem in new)
        if errors and not any(problem.severity == "error" for problem in new):
            yield StillFailing(self.target)
        if self.failed and not errors:
            yield Recovered(self.target)
        self.reported = frozenset(_key(problem) for problem in problems)
        self.failed = bool(errors)


def _key(problem: Problem) -> tuple[str, str, str]:
    return problem.file, problem.path, problem.message


def request_inputs(request: RenderRequest, prepared: Prepared | None = None) -> list[str]:
    """Return the files and folders that a request depends on; those that can be found if it could not be prepared."""
    files = _request_files(request)
    if prepared is not None:
        files += _included(request, prepared.loaded.source.data)
        return [*dict.fromkeys((*files, *prepared.inputs, *prepared.shadowing_paths))]
    library = request.library
    files += [str(folder) for kind in ("styles", "views") for folder in library.trusted_folders(kind)]
    files += map(str, library.untrusted)
    with suppress(CvrenderError):
        files += _included(request, load(Path(request.profile)).data)
    return files


def _request_files(request: RenderRequest) -> list[str]:
    """Return the files that a request names."""
    return [request.profile, *request.overlays]


def _included(request: RenderRequest, data: Mapping[str, Any]) -> list[str]:
    """Return the files that a profile includes, and those that its publications are read from."""
    from cvrender.merge.linked_bibliographies import bibliography_files

    return [str(Path(request.profile).parent / name) for name in (*include_names(data), *bibliography_files(data))]


def snapshot(paths: Iterable[str]) -> Snapshot:
    """Return the state of files and folders, to be compared later."""
    return {path: _state(Path(path)) for path in paths}


def _state(path: Path) -> tuple[tuple[object, ...], ...]:
    """Return facts that change when a file, or a file in a folder, is saved; ignore hidden files and editors' backups."""
    facts = []
    with suppress(ValueError):  # not a valid file name
        for name, file in _files_in(str(path)) if path.is_dir() else [(str(path), path)]:
            with suppress(OSError):  # it was removed
                fact = file.stat()
                if stat.S_ISREG(fact.st_mode):
                    facts.append((name, fact.st_mtime_ns, fact.st_size, fact.st_ino))
    return tuple(sorted(facts))


def _files_in(folder: str) -> "Iterator[tuple[str, os.DirEntry[str]]]":
    """Yield the path and the entry of each file in a folder and those below it; nothing of a folder that cannot be read."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _files_in(entry.path)
            elif not (entry.name.startswith(".") or entry.name.endswith("~")):
                yield entry.path, entry


def _folders(paths: Iterable[str]) -> list[Path]:
    """Return the folders to watch for changes of the paths."""
    watched: set[Path] = set()
    for path in map(Path, paths):
        folders = {path.absolute().parent, path.resolve().parent}
        watched |= {next(parent for parent in (folder, *folder.parents) if parent.is_dir()) for folder in folders}
        if path.is_dir():
            watched |= {path.absolute(), *(folder.absolute() for folder in path.rglob("*") if folder.is_dir())}
    return sorted(watched)
