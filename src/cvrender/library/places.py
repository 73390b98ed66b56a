"""A kind and a name in, the file of that name out: the working folder's wins over the one that is built in.

`more` are folders that a user names, whose styles are not trusted: what they hold is looked for last.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from cvrender.errors import InputError, Problem, nearest
from cvrender.load import Source, load
from cvrender.model.fields import Node
from cvrender.validate import problems_of

_N = TypeVar("_N", bound=Node)
MOST_PARENTS = 8
"""How many styles or views one may extend, one behind the other."""

_PACKAGE = Path(__file__).parents[1]
_TAILS = {"styles": "/style.yaml", "views": ".yaml"}
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*", re.ASCII)


def places(kind: str, more: Sequence[Path] = ()) -> list[Path]:
    """The folders that hold `styles` or `views`. The built-in styles stand in the package, or at the root of a checkout."""
    inside = _PACKAGE / kind
    return [Path(kind), inside if inside.is_dir() else _PACKAGE.parents[1] / kind, *more]


def names(kind: str, more: Sequence[Path] = ()) -> list[str]:
    """The names that can be asked for."""
    tail = _TAILS[kind]
    found = [path.relative_to(place).as_posix() for place in places(kind) for path in place.glob(f"*{tail}")]
    found += [name for place in more for path in place.glob(f"*{tail}") if _NAME.fullmatch(name := path.parent.name)]
    return sorted({path.removesuffix(tail) for path in found})


def every(kind: str, name: str, more: Sequence[Path] = ()) -> list[Path]:
    """The files of that name, the one that wins first; a name is no path, so it leads nowhere else."""
    if name not in names(kind, more):
        return []
    return [path for place in places(kind, more) if (path := place / f"{name}{_TAILS[kind]}").is_file()]


def find(kind: str, name: str, more: Sequence[Path] = ()) -> Path:
    """The file of that name. Raises InputError with the nearest name when there is none."""
    found = every(kind, name, more)
    if found:
        return found[0]
    raise InputError([Problem(f'there is no {kind[:-1]} "{name}"', hint=nearest(name, names(kind, more)))])


def read(path: Path, model: type[_N]) -> tuple[Source, _N]:
    """A YAML file as a model. Raises InputError with all that is wrong in it."""
    source = load(path)
    try:
        return source, model.model_validate(source.data)
    except ValidationError as error:
        raise InputError(problems_of(error, source, model)) from None
