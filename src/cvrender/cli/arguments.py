"""Resolve what the arguments of commands name: lists, profiles, and the search path of styles and views."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cvrender.load.library import Library


def flatten(lists: Iterable[list[str]]) -> list[str]:
    """Join all occurrences of an option, without duplicates."""
    return list(dict.fromkeys(name for names in lists for name in names))


def profile_path(profile: str) -> Path:
    """Return a path unchanged; a bare name is a profile under `profiles/`."""
    path = Path(profile)
    if path.exists() or path.suffix in (".yaml", ".yml") or len(path.parts) > 1:
        return path
    return Path("profiles") / f"{profile}.yaml"


def library_of(style_path: Sequence[Path]) -> "Library":
    """Return the search path: the working directory, then built-in styles and views, then untrusted styles."""
    from cvrender.load.library import Library

    return Library((Path(),), tuple(style_path))
