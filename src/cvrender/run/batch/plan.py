"""Plan a build: read cvrender.yaml and list its requests (profiles × views × styles), each with its targets."""

from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cvrender.errors import InputError, Problem
from cvrender.load.library import Library
from cvrender.load.library.search_path import read
from cvrender.load.reader import Source
from cvrender.load.request import RenderRequest, Setting, shared_settings
from cvrender.model.annotations import About, one_of
from cvrender.model.base import Model, extended
from cvrender.model.fields import ONE, Count, Flag, Language, Plain, Plains
from cvrender.targets import DEFAULT_TARGETS, TARGETS


class _Job(Model, frozen=True, kw_only=True):
    """Profiles (names under `profiles/`, paths, or patterns such as `people/*.yaml`) in views, styles, languages and targets."""

    profiles: Annotated[Plains, About("names under `profiles/`, paths, or patterns", ["ada-example", "people/*.yaml"])]
    views: Annotated[Plains, About("the views", ["full", "resume"])] = ("full",)
    styles: Annotated[Plains, About("the styles; without any, the view's or the profile's", ["classic"])] = ()
    languages: Annotated[
        tuple[Language, ...], ONE, About("the languages; without any, the view's or the profile's", ["de", "en"])
    ] = ()
    targets: Annotated[Plains, About("the targets", ["pdf", "html"])] = DEFAULT_TARGETS
    options: Annotated[dict[str, Plain], About("values for the styles' options", {"page": "letter"})] = {}


def _field(name: str, setting: Setting) -> tuple[str, Any, Any]:
    """Return the field of a job for a shared setting: its name, type and default."""
    kind = type(setting.default)
    example = str(setting.example) if kind is int else setting.example  # numbers are read as they are written
    about = About(setting.about[0].lower() + setting.about[1:].rstrip("."), example)
    if setting.choices:
        return name, Annotated[str, one_of(setting.choices, f'"{{}}" is not a value of {name}'), about], setting.default
    takes: dict[type, Any] = {bool: Flag, int: Count, str: Plain}
    return name, Annotated[takes[kind], about], setting.default


if TYPE_CHECKING:

    class Job(_Job, frozen=True, kw_only=True):
        """The fields of `_Job`, and one for each shared setting."""

else:
    Job = extended("Job", _Job, [_field(*item) for item in shared_settings().items()])


class BuildFile(Model, frozen=True, kw_only=True):
    """The content of cvrender.yaml."""

    jobs: Annotated[
        tuple[Job, ...],
        About(
            "what to build: profiles × views × styles, in some targets",
            [{"profiles": ["ada-example"], "views": ["full", "resume"]}],
        ),
    ]


def plan(path: Path, library: Library) -> list[RenderRequest]:
    """Return the requests of a cvrender.yaml, each once. Raises InputError."""
    source, file = read(path, BuildFile)
    requests: dict[tuple[str, str, str, str], RenderRequest] = {}
    problems = [] if file.jobs else [source.problem(("jobs",), "is empty", code="missing-value")]
    for index, job in enumerate(file.jobs):
        problems += _unknown_targets(job, source, index)
        profiles = _profiles(job, source, index, path.parent, problems)
        for profile, view, style, language in product(profiles, job.views, job.styles or ("",), job.languages or ("",)):
            old = requests.get((profile, view, style, language))  # the later one's options and settings apply
            requests[profile, view, style, language] = RenderRequest(
                profile=profile,
                view=view,
                style=style,
                language=language,
                targets=tuple(dict.fromkeys((*(old.targets if old else ()), *job.targets))),
                options=tuple(job.options.items()),
                options_at=tuple((name, source.location(("jobs", index, "options", name))) for name in job.options),
                library=library,
                **{name: getattr(job, name) for name in shared_settings()},
            )
    problems += _name_conflicts(source, requests.values())
    if problems:
        raise InputError(problems)
    return list(requests.values())


def _name_conflicts(source: Source, requests: Iterable[RenderRequest]) -> list[Problem]:
    """Find profiles with the same name, whose outputs would overwrite each other."""
    first: dict[str, str] = {}
    owners = {request.profile: first.setdefault(Path(request.profile).stem, request.profile) for request in requests}
    return [
        source.problem(
            ("jobs",), f'"{profile}" and "{other}" would write the same files', "rename one of them", code="same-output"
        )
        for profile, other in owners.items()
        if profile != other
    ]


def _unknown_targets(job: Job, source: Source, index: int) -> list[Problem]:
    hint = f"available: {', '.join(TARGETS)}"
    return [
        source.problem(("jobs", index, "targets", position), f'unknown target "{target}"', hint, code="unknown-target")
        for position, target in enumerate(job.targets)
        if target not in TARGETS
    ]


def _profiles(job: Job, source: Source, index: int, root: Path, problems: list[Problem]) -> list[str]:
    paths: list[str] = []
    for position, name in enumerate(job.profiles):
        if any(char in name for char in "*?["):
            matches = _matches(root, name)
        else:
            path = root / name if name.endswith((".yaml", ".yml")) else root / "profiles" / f"{name}.yaml"
            matches = [str(path)] if path.is_file() else []
        if not matches:
            problems.append(
                source.problem(("jobs", index, "profiles", position), f'profile "{name}" not found', code="unknown-profile")
            )
        paths += [str(Path(match)) for match in matches]
    return list(dict.fromkeys(paths))


def _matches(root: Path, pattern: str) -> list[str]:
    """Return the files that match a pattern, relative to the folder of the cvrender.yaml."""
    top = Path(pattern).anchor
    try:
        return sorted(str(path) for path in (Path(top) if top else root).glob(pattern.removeprefix(top)) if path.is_file())
    except (ValueError, OSError):
        return []
