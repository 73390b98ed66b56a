"""Read what a browser asks for as a RenderRequest, and nothing that was not offered."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cvrender.errors import InputError, Problem, nearest
from cvrender.load.library import Library
from cvrender.load.request import RenderRequest

SETTING = "set."
"""The prefix of parameters that set an option of the style, such as `set.accent`."""


@dataclass(frozen=True)
class Workspace:
    """What can be shown: the profiles of a folder, a `first` profile, which may be elsewhere; with which library and settings."""

    folder: Path
    first: Path | None
    library: Library
    shared: Mapping[str, Any] = field(default_factory=dict)

    @property
    def profiles(self) -> dict[str, Path]:
        """The profiles by name, the first one first."""
        files = [self.first] if self.first else []
        files += sorted(path for path in self.folder.glob("*.yaml") if path != self.first and _can_be_shown(path))
        return {str(path) if path.parent != self.folder else path.stem: path for path in files}


def _can_be_shown(path: Path) -> bool:
    """Return whether a path is a file, not a pipe for example, and its name is text."""
    try:
        str(path).encode()
    except UnicodeEncodeError:  # a name that is not UTF-8
        return False
    return path.is_file()


def request_from(parameters: Iterable[tuple[str, str]], workspace: Workspace, targets: tuple[str, ...]) -> RenderRequest:
    """Return the request for the parameters of an address. Raises InputError for an unknown profile."""
    settings = dict(parameters)
    profiles = workspace.profiles
    name = settings.get("profile") or next(iter(profiles), "")
    if name not in profiles:
        raise InputError([Problem(f'profile "{name}" not found', hint=nearest(name, profiles), code="unknown-profile")])
    return RenderRequest(
        profile=str(profiles[name]),
        view=settings.get("view") or "full",
        style=settings.get("style", ""),
        language=settings.get("language", ""),
        targets=targets,
        options=tuple((key.removeprefix(SETTING), value) for key, value in settings.items() if key.startswith(SETTING)),
        library=workspace.library,
        **workspace.shared,
    )
