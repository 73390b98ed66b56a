"""Orders in, what happens to them out, one event after another: whatever is saved builds again the orders that it touches.

watchfiles tells that something happened, and at once; what happened is seen from how an order's files look now and how they
looked when it was built. So a file that is saved by renaming, one that is not there yet and one that is saved while
something is being built are nothing special.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from watchfiles import watch as changes

from cvrender.emit.base import environment
from cvrender.errors import CvrenderError, Problem, ToolError
from cvrender.library.places import places
from cvrender.load import load
from cvrender.pipeline import Job, LoadedProfile, artefacts, load_profile
from cvrender.write import keep, write

DEBOUNCE = 50
STEP = 20
"""Milliseconds: how long changes that follow each other are awaited at most, and how long it is quiet before they count."""
LOOK_AGAIN = 1000
"""Milliseconds after which is looked anyway: on network drives nobody tells, and nobody listens during a build."""


@dataclass(frozen=True)
class Order:
    """What is to be made whenever something of it changes."""

    profile: Path
    view: str
    style: str
    targets: tuple[str, ...]
    out: Path
    engine: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    overlays: tuple[Path, ...] = ()
    style_path: tuple[Path, ...] = ()

    @property
    def name(self) -> str:
        """What it is called in messages."""
        return " ".join(part for part in (self.profile.stem, self.view, self.style) if part)


@dataclass(frozen=True)
class Written:
    """A file was written, so many seconds after its build began."""

    path: Path
    seconds: float


@dataclass(frozen=True)
class Trouble:
    """Something is wrong that was not wrong before."""

    problem: Problem


@dataclass(frozen=True)
class Broken:
    """An order failed again, for reasons that were told already."""

    order: Order


@dataclass(frozen=True)
class Mended:
    """An order that had failed was built."""

    order: Order


@dataclass(frozen=True)
class Waiting:
    """Everything was tried for the first time."""


Event = Written | Trouble | Broken | Mended | Waiting
Load = Callable[[Order], LoadedProfile]
Looks = dict[str, tuple[tuple[object, ...], ...]]


def watch(orders: Iterable[Order]) -> Iterator[Event]:
    """Build everything, then whatever is touched, without end. Raises ToolError where folders cannot be watched."""
    watched = [_Watched(order) for order in orders]
    yield from _round(watched)
    yield Waiting()
    while True:
        yield from _round(_touched(watched))


def _round(touched: "list[_Watched]") -> Iterator[Event]:
    """Build some orders; a profile is loaded once for all of its own, and what is wrong with it told once."""
    load_once = lru_cache(maxsize=None)(load_profile)
    told: set[Problem] = set()
    for each in touched:
        for event in each.build(lambda order: load_once(order.profile, order.overlays)):
            if not isinstance(event, Trouble) or event.problem not in told:
                yield event
            if isinstance(event, Trouble):
                told.add(event.problem)


def _touched(watched: "list[_Watched]") -> "list[_Watched]":
    """Wait until one of the orders looks different, and return those that do."""
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
    """An order, what it depends on, and how that looked when it was built."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.inputs = _named(order)
        self.looks: Looks = {}
        self.told: frozenset[tuple[str, str, str]] = frozenset()
        self.failed = False

    def is_touched(self, now: Looks) -> bool:
        return any(now[path] != self.looks.get(path) for path in self.inputs)

    def build(self, loader: Load) -> Iterator[Event]:
        """Make the order once more, and say what came of it."""
        before = _looks(self.inputs)
        if self.failed or any(Path(path).is_dir() and before[path] != self.looks.get(path) for path in self.inputs):
            environment.cache_clear()  # Jinja2 sees that a template changed, not that a style has one of its own now
        start = time.perf_counter()
        errors: list[Problem] = []
        warnings: list[Problem] = []
        for files in self._made(loader, errors, warnings):
            yield from (Written(path, time.perf_counter() - start) for path in files)
        self.looks = {**_looks(self.inputs), **{path: look for path, look in before.items() if path in self.inputs}}
        yield from self._said(errors, warnings)

    def _made(self, loader: Load, errors: list[Problem], warnings: list[Problem]) -> Iterator[list[Path]]:
        """The files, the PDF first, for somebody is looking at it; what is wrong is added to the lists."""
        order = self.order
        self.inputs = _named(order)
        try:
            loaded = loader(order)
            self.inputs += [str(place) for kind in ("styles", "views") for place in places(kind)]
            self.inputs += map(str, order.style_path)
            job = Job(loaded, order.view, order.style or None, order.engine, order.options, style_path=order.style_path)
        except CvrenderError as error:
            errors += error.problems
            with suppress(CvrenderError):
                self.inputs += _included(order.profile, load(order.profile).data)
            return
        found = (*_included(order.profile, loaded.source.data), *job.inputs, *job.winners)
        self.inputs = [*dict.fromkeys((*_named(order), *found))]
        for targets in (["pdf"], [target for target in order.targets if target != "pdf"]):
            try:
                if wanted := [target for target in targets if target in order.targets]:
                    yield write(artefacts(job, wanted), order.out, loaded.name)
            except CvrenderError as error:
                errors += [problem for problem in error.problems if problem not in errors]
                yield keep(error, order.out, loaded.name)[0]
        warnings += job.warnings

    def _said(self, errors: list[Problem], warnings: list[Problem]) -> Iterator[Event]:
        """What is wrong now and was not before; a problem that only moved to another line is the same."""
        problems = list(dict.fromkeys((*errors, *warnings)))
        fresh = [problem for problem in problems if _key(problem) not in self.told]
        yield from (Trouble(problem) for problem in fresh)
        if errors and not any(problem.severity == "error" for problem in fresh):
            yield Broken(self.order)
        if self.failed and not errors:
            yield Mended(self.order)
        self.told = frozenset(_key(problem) for problem in problems)
        self.failed = bool(errors)


def _key(problem: Problem) -> tuple[str, str, str]:
    return problem.file, problem.path, problem.message


def _named(order: Order) -> list[str]:
    """The files that an order names itself."""
    return [str(path) for path in (order.profile, *order.overlays)]


def _included(profile: Path, data: Mapping[str, Any]) -> list[str]:
    """The files that a profile's data names, whatever they are."""
    names = data.get("include")
    return [str(profile.parent / name) for name in names if isinstance(name, str)] if isinstance(names, list) else []


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
        beside = {path.absolute().parent, path.resolve().parent}
        found |= {next(parent for parent in (folder, *folder.parents) if parent.is_dir()) for folder in beside}
        if path.is_dir():
            found |= {path.absolute(), *(folder.absolute() for folder in path.rglob("*") if folder.is_dir())}
    return sorted(found)
