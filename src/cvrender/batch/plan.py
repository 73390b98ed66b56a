"""cvrender.yaml in, the list of works out: profiles × views × styles, each with its targets."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from cvrender.errors import InputError, Problem
from cvrender.library.places import read
from cvrender.load import Source
from cvrender.model.fields import Node, Plain, Plains

FILE = "cvrender.yaml"
DEFAULT_TARGETS = ("tex", "pdf", "md", "docx")


class Request(Node):
    """Some profiles (names under `profiles/`, paths, or patterns such as `people/*.yaml`) in some views, styles and targets."""

    profiles: Plains
    views: Plains = ("full",)
    styles: Plains = ()
    targets: Plains = DEFAULT_TARGETS
    engine: Plain | None = None
    options: dict[str, Plain] = {}


class BuildFile(Node):
    """What `cvrender build` makes."""

    jobs: tuple[Request, ...]


@dataclass(frozen=True, slots=True)
class Work:
    """One profile in one view and style, for some targets; `style` is empty where the view or the profile decides.

    An `untrusted` one is a stranger's; with a `jail`, TeX and pandoc work locked in.
    Plain data, so that it travels to any process or machine.
    """

    profile: str
    view: str
    style: str
    targets: tuple[str, ...]
    engine: str = ""
    options: tuple[tuple[str, str], ...] = ()
    style_path: tuple[str, ...] = ()
    untrusted: bool = False
    jail: bool = False

    @property
    def name(self) -> str:
        """What the work is called in messages and in the manifest."""
        return " ".join(part for part in (Path(self.profile).stem, self.view, self.style) if part)


def plan(path: Path, known_targets: tuple[str, ...], style_path: tuple[str, ...] = ()) -> list[Work]:
    """The works that a cvrender.yaml asks for, each once. Raises InputError for what it gets wrong."""
    source, file = read(path, BuildFile)
    works: dict[tuple[str, str, str], Work] = {}
    problems = [] if file.jobs else [source.problem(("jobs",), "lists nothing to build")]
    for index, request in enumerate(file.jobs):
        problems += _wrong_targets(request, source, index, known_targets)
        for profile in _profiles(request, source, index, path.parent, problems):
            for view in request.views:
                for style in request.styles or ("",):
                    options = tuple(request.options.items())
                    work = Work(profile, view, style, request.targets, request.engine or "", options, style_path)
                    old = works.get((profile, view, style))
                    works[profile, view, style] = _both(old, work) if old else work
    problems += _same_name(source, works.values())
    if problems:
        raise InputError(problems)
    return list(works.values())


def _same_name(source: Source, works: Iterable[Work]) -> list[Problem]:
    """Outputs are called after profiles, so two profiles of one name would overwrite each other's."""
    first: dict[str, str] = {}
    found = {work.profile: first.setdefault(Path(work.profile).stem, work.profile) for work in works}
    return [
        source.problem(("jobs",), f'"{profile}" and "{other}" have the same name, so their files would, too')
        for profile, other in found.items()
        if profile != other
    ]


def _both(old: Work, new: Work) -> Work:
    """One work for two requests that differ in their targets; the later one's engine and options count."""
    return replace(new, targets=tuple(dict.fromkeys((*old.targets, *new.targets))))


def _wrong_targets(request: Request, source: Source, index: int, known: tuple[str, ...]) -> list[Problem]:
    hint = f"there are: {', '.join(known)}"
    return [
        source.problem(("jobs", index, "targets", place), f'there is no target "{target}"', hint)
        for place, target in enumerate(request.targets)
        if target not in known
    ]


def _profiles(request: Request, source: Source, index: int, root: Path, problems: list[Problem]) -> list[str]:
    found: list[str] = []
    for place, asked in enumerate(request.profiles):
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
