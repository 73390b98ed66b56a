"""Define the search path for styles, views and contracts."""

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from cvrender.errors import InputError, Problem, nearest
from cvrender.model.expressions import expression

if TYPE_CHECKING:
    from cvrender.load.reader import Source
    from cvrender.model.base import Model

_M = TypeVar("_M", bound="Model")
MOST_PARENTS = 8
"""The maximum length of a chain of styles or views that extend each other."""

_PACKAGE = Path(__file__).parents[2]
_INSIDE = {"views": "load/views", "contracts": "rules/contracts"}
"""The folders of what is built in, within the package; the others have their own names."""
_SUFFIXES = {"styles": "/style.yaml", "views": ".yaml", "contracts": ".yaml", "citation-styles": ".csl", "terms": ".yaml"}
_GROUPS = {
    "styles": "cvrender.styles",
    "contracts": "cvrender.contracts",
    "citation-styles": "cvrender.citations",
    "terms": "cvrender.terms",
}
"""The groups of entry points by which installed packages offer data; the value of one is the package with the folder."""
_NAME = expression(r"[A-Za-z0-9][\w.-]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Library:
    """A search path for styles (`styles/NAME/style.yaml`), views (`views/NAME.yaml`) and contracts (`contracts/NAME.yaml`).

    `folders` are searched first, in order, then what is built in. `untrusted` are folders of styles
    (`NAME/style.yaml`) that are searched then and may contain neither LaTeX nor templates. What installed packages offer by
    entry points is found last, and is not trusted either; a package is not imported.
    """

    folders: tuple[Path, ...] = ()
    untrusted: tuple[Path, ...] = ()

    def trusted_folders(self, kind: str) -> list[Path]:
        """Return the folders of trusted `styles`, `views` or `contracts`, the built-in ones last.

        These are those of the package, or of a checkout.
        """
        inside = _PACKAGE / _INSIDE.get(kind, kind)
        return [*(folder / kind for folder in self.folders), inside if inside.is_dir() else _PACKAGE.parents[1] / kind]

    def names(self, kind: str) -> list[str]:
        """Return the names of all `styles`, `views` or `contracts`."""
        names = _names(kind, self.trusted_folders(kind))
        if kind == "styles":
            names |= {name for name in _names(kind, self.untrusted) if _NAME.fullmatch(name)}
        return sorted(names.union(installed_data(kind)))

    def find_all(self, kind: str, name: str) -> list[Path]:
        """Return the files of a name, the one that takes precedence first. A name is not a path, so it cannot lead elsewhere."""
        suffix = _SUFFIXES[kind]
        entry = name if suffix.startswith("/") else f"{name}{suffix}"
        folders = [*self.trusted_folders(kind), *(self.untrusted if kind == "styles" and _NAME.fullmatch(name) else ())]
        paths = [path for folder in folders if _contains(folder, entry) and (path := folder / f"{name}{suffix}").is_file()]
        return paths or [path for other, path in installed_data(kind).items() if other == name]

    def find(self, kind: str, name: str) -> Path:
        """Return the file of a name. Raises InputError if there is none."""
        if files := self.find_all(kind, name):
            return files[0]
        raise InputError(
            [Problem(f'{kind[:-1]} "{name}" not found', hint=nearest(name, self.names(kind)), code=f"unknown-{kind[:-1]}")]
        )

    def trusts(self, style: Path) -> bool:
        """Return whether a style.yaml is in a trusted folder."""
        return style.parents[1] in self.trusted_folders("styles")

    def candidates(self, kind: str, name: str) -> list[Path]:
        """Return the paths where a file (or a style's folder) of that name would shadow the built-in one."""
        folders = [*(folder / kind for folder in self.folders), *(self.untrusted if kind == "styles" else ())]
        return [folder / (name if kind == "styles" else f"{name}{_SUFFIXES[kind]}") for folder in folders]


def _names(kind: str, folders: Iterable[Path]) -> set[str]:
    paths = (path for folder in folders for path in folder.glob(f"*{_SUFFIXES[kind]}"))
    return {path.parent.name if kind == "styles" else path.stem for path in paths}


@lru_cache(maxsize=8)
def installed_data(kind: str) -> dict[str, Path]:
    """Return the files of a kind that installed packages offer, by their names."""
    if kind not in _GROUPS:
        return {}
    from importlib.metadata import entry_points  # 7 ms

    paths = {}
    for point in entry_points(group=_GROUPS[kind]):
        file = "style.yaml" if kind == "styles" else f"{point.name}{_SUFFIXES[kind]}"
        folder = point.dist.locate_file(point.value.replace(".", "/")) if point.dist else ""
        if _NAME.fullmatch(point.name) and (path := Path(str(folder), file)).is_file():
            paths[point.name] = path.absolute()
    return paths


def _contains(folder: Path, name: str) -> bool:
    """Return whether a folder has an entry of exactly that name, also where the file system ignores case."""
    with suppress(OSError), os.scandir(folder) as entries:  # it may not exist
        return any(entry.name == name for entry in entries)
    return False


def read(path: Path, model: type[_M]) -> "tuple[Source, _M]":
    """Read a YAML file as a model, once for each content. Raises InputError."""
    from cvrender.load.reader import load

    content = b""
    with suppress(OSError):
        content = path.read_bytes() if path.is_file() else b""
    return _parsed(content, str(path), model) if content else _model(load(path), model)  # which explains what cannot be read


@lru_cache(maxsize=64)
def _parsed(content: bytes, file: str, model: type[_M]) -> "tuple[Source, _M]":
    from cvrender.load.reader import parse

    return _model(parse(content, file), model)


def _model(source: "Source", model: type[_M]) -> "tuple[Source, _M]":
    from cvrender.load.renamed import with_new_names
    from cvrender.load.validate import as_model

    source = with_new_names(source, model.__name__.removesuffix("File").lower())
    return source, as_model(source, model)


BUILT_IN = Library()
"""The built-in styles and views only."""
