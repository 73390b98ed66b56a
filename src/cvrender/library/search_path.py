"""Define where styles and views are looked for, and find the files of a name there."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from cvrender.errors import InputError, Problem, nearest
from cvrender.load.reader import Source, load
from cvrender.model.base import Model
from cvrender.validate import as_model

_M = TypeVar("_M", bound=Model)
MOST_PARENTS = 8
"""How many styles or views may extend each other, one behind the other."""

_PACKAGE = Path(__file__).parents[1]
_TAILS = {"styles": "/style.yaml", "views": ".yaml"}
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Library:
    """A search path for styles and views: `styles/NAME/style.yaml` and `views/NAME.yaml`.

    `folders` are searched first, in their order, then what is built in; `untrusted` are folders of styles
    (`NAME/style.yaml`) that are searched last and may hold neither LaTeX nor templates.
    """

    folders: tuple[Path, ...] = ()
    untrusted: tuple[Path, ...] = ()

    def trusted_folders(self, kind: str) -> list[Path]:
        """The folders of trusted `styles` or `views`. The built-in styles stand in the package, or at the root of a checkout."""
        inside = _PACKAGE / kind
        return [*(folder / kind for folder in self.folders), inside if inside.is_dir() else _PACKAGE.parents[1] / kind]

    def names(self, kind: str) -> list[str]:
        """The names of `styles` or `views` that can be asked for."""
        found = {path.relative_to(folder).as_posix() for folder, path in _files(kind, self.trusted_folders(kind))}
        names = {path.removesuffix(_TAILS[kind]) for path in found}
        if kind == "styles":
            names |= {path.parent.name for _, path in _files(kind, self.untrusted) if _NAME.fullmatch(path.parent.name)}
        return sorted(names)

    def every(self, kind: str, name: str) -> list[Path]:
        """The files of that name, the one that wins first; a name is no path, so it leads nowhere else."""
        if name not in self.names(kind):
            return []
        folders = [*self.trusted_folders(kind), *(self.untrusted if kind == "styles" else ())]
        return [path for folder in folders if (path := folder / f"{name}{_TAILS[kind]}").is_file()]

    def find(self, kind: str, name: str) -> Path:
        """The file of that name. Raises InputError with the nearest name when there is none."""
        found = self.every(kind, name)
        if found:
            return found[0]
        raise InputError([Problem(f'there is no {kind[:-1]} "{name}"', hint=nearest(name, self.names(kind)))])

    def trusts(self, style: Path) -> bool:
        """True for a style.yaml that stands in a trusted folder."""
        return style.parents[1] in self.trusted_folders("styles")

    def candidates(self, kind: str, name: str) -> list[Path]:
        """Every place where a file (or a style's folder) of that name would be found before the built-in one."""
        folders = [*(folder / kind for folder in self.folders), *(self.untrusted if kind == "styles" else ())]
        return [folder / (name if kind == "styles" else f"{name}{_TAILS[kind]}") for folder in folders]

    def without_untrusted(self) -> "Library":
        """The same without untrusted styles."""
        return Library(self.folders)


def _files(kind: str, folders: Iterable[Path]) -> Iterable[tuple[Path, Path]]:
    return ((folder, path) for folder in folders for path in folder.glob(f"*{_TAILS[kind]}"))


def read(path: Path, model: type[_M]) -> tuple[Source, _M]:
    """A YAML file as a model. Raises InputError with all that is wrong in it."""
    source = load(path)
    return source, as_model(source, model)


BUILT_IN = Library()
"""The built-in styles and views alone."""
