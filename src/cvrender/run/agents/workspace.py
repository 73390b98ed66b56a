"""Find the profiles and files of the folder in which an agent works; what is outside, hidden or not a file is refused."""

import re
from dataclasses import dataclass
from pathlib import Path

from cvrender.errors import InputError, Problem, nearest
from cvrender.load.library import Library

PROFILES = "profiles"
"""The folder of the profiles."""
MOST_FILES = 200
"""How many files are listed."""
_NAME = re.compile(r"[\w][\w.-]*")
_SKIPPED = frozenset({"out", "node_modules", "build", "dist"})


@dataclass(frozen=True)
class AgentWorkspace:
    """A folder with profiles under `profiles/`, and the library that begins with its own styles and views."""

    folder: Path
    library: Library

    @property
    def profiles(self) -> dict[str, Path]:
        """The profiles by name."""
        files = sorted((self.folder / PROFILES).glob("*.yaml"))
        return {path.stem: path for path in files if _NAME.fullmatch(path.stem) and self._is_inside(path)}

    def profile(self, name: str) -> Path:
        """Return the file of a profile. Raises InputError if there is none."""
        profiles = self.profiles
        if name not in profiles:
            hint = nearest(name, profiles) or f"propose or import_proposal can create {PROFILES}/NAME.yaml"
            raise InputError([Problem(f'profile "{name}" not found', hint=hint, code="unknown-profile")])
        return profiles[name]

    def new_profile(self, name: str) -> Path:
        """Return the file that a new profile of this name would have. Raises InputError for what is not a name."""
        path = self.folder / PROFILES / f"{name}.yaml"
        if not _NAME.fullmatch(name) or path.is_symlink() or not path.resolve().is_relative_to(self.folder.resolve()):
            raise InputError([Problem(f'"{name}" is not a name', hint="use letters, digits and hyphens", code="bad-name")])
        return path

    def file(self, name: str) -> Path:
        """Return a file by its path in the folder. Raises InputError for one that is outside, hidden or not there."""
        path = self.folder / name
        if Path(name).is_absolute() or ".." in Path(name).parts or _is_hidden(Path(name)) or not self._is_inside(path):
            raise InputError([Problem(f'"{name}" is not a file in the folder', hint="read lists the files", code="bad-path")])
        return path

    def files(self) -> list[str]:
        """Return the names of files that can be read: those of the folder and of its folders."""
        paths = sorted(path for pattern in ("*", "*/*") for path in self.folder.glob(pattern))
        names = [path.relative_to(self.folder) for path in paths if self._is_inside(path)]
        shown = [str(name) for name in names if not _is_hidden(name) and name.parts[0] not in _SKIPPED]
        return shown[:MOST_FILES]

    def _is_inside(self, path: Path) -> bool:
        try:
            return path.is_file() and path.resolve().is_relative_to(self.folder.resolve())
        except (OSError, RuntimeError, ValueError):  # a name that no file can have, or a circular link
            return False


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
