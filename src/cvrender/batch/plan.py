"""Plan a build: read cvrender.yaml, and list the requests that it makes: profiles × views × styles, each with its targets."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from cvrender.errors import InputError, Problem
from cvrender.library import Library
from cvrender.library.search_path import read
from cvrender.load.reader import Source
from cvrender.model.base import Model
from cvrender.model.fields import Plain, Plains
from cvrender.request import RenderRequest
from cvrender.targets import DEFAULT_TARGETS, TARGETS

FILE = "cvrender.yaml"


class Job(Model, frozen=True, kw_only=True):
    """Some profiles (names under `profiles/`, paths, or patterns such as `people/*.yaml`) in some views, styles and targets."""

    profiles: Plains
    views: Plains = ("full",)
    styles: Plains = ()
    targets: Plains = DEFAULT_TARGETS
    engine: Plain | None = None
    options: dict[str, Plain] = {}


class BuildFile(Model, frozen=True, kw_only=True):
    """What `cvrender build` makes."""

    jobs: tuple[Job, ...]


def plan(path: Path, library: Library) -> list[RenderRequest]:
    """The requests that a cvrender.yaml makes, each once. Raises InputError for what is wrong with it."""
    source, file = read(path, BuildFile)
    requests: dict[tuple[str, str, str], RenderRequest] = {}
    problems = [] if file.jobs else [source.problem(("jobs",), "lists nothing to build")]
    for index, job in enumerate(file.jobs):
        problems += _wrong_targets(job, source, index)
        for profile in _profiles(job, source, index, path.parent, problems):
            for view in job.views:
                for style in job.styles or ("",):
                    request = RenderRequest(
                        profile=profile,
                        view=view,
                        style=style,
                        targets=job.targets,
                        engine=job.engine or "",
                        options=tuple(job.options.items()),
                        library=library,
                    )
                    old = requests.get((profile, view, style))
                    requests[profile, view, style] = _both(old, request) if old else request
    problems += _same_name(source, requests.values())
    if problems:
        raise InputError(problems)
    return list(requests.values())


def _same_name(source: Source, requests: Iterable[RenderRequest]) -> list[Problem]:
    """Outputs are called after profiles, so two profiles of one name would overwrite each other's."""
    first: dict[str, str] = {}
    found = {request.profile: first.setdefault(Path(request.profile).stem, request.profile) for request in requests}
    return [
        source.problem(("jobs",), f'"{profile}" and "{other}" have the same name, so their files would, too')
        for profile, other in found.items()
        if profile != other
    ]


def _both(old: RenderRequest, new: RenderRequest) -> RenderRequest:
    """One request for two that differ in their targets; the later one's engine and options count."""
    return replace(new, targets=tuple(dict.fromkeys((*old.targets, *new.targets))))


def _wrong_targets(job: Job, source: Source, index: int) -> list[Problem]:
    hint = f"there are: {', '.join(TARGETS)}"
    return [
        source.problem(("jobs", index, "targets", place), f'there is no target "{target}"', hint)
        for place, target in enumerate(job.targets)
        if target not in TARGETS
    ]


def _profiles(job: Job, source: Source, index: int, root: Path, problems: list[Problem]) -> list[str]:
    found: list[str] = []
    for place, asked in enumerate(job.profiles):
        if any(char in asked for char in "*?["):
            matches = _matches(root, asked)
        else:
            path = root / asked if asked.endswith((".yaml", ".yml")) else root / "profiles" / f"{asked}.yaml"
            matches = [str(path)] if path.is_file() else []
        if not matches:
            problems.append(source.problem(("jobs", index, "profiles", place), f'"{asked}" is no profile'))
        found += [str(Path(match)) for match in matches]
    return list(dict.fromkeys(found))


def _matches(root: Path, pattern: str) -> list[str]:
    """The files that a pattern finds, from the folder of the cvrender.yaml or from the top."""
    top = Path(pattern).anchor
    try:
        return sorted(str(path) for path in (Path(top) if top else root).glob(pattern.removeprefix(top)) if path.is_file())
    except (ValueError, OSError):
        return []
