"""Keep the preamble of each style, so that PyLaTeX is imported only for new ones.

A preamble is kept under a hash of all that it is made from: the style's values and look, its templates, and what writes it.
"""

import hashlib
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from cvrender.model.style import Style
from cvrender.system import cache
from cvrender.system.version import __version__
from cvrender.targets.tex import look_commands
from cvrender.targets.tex import write as latex

_CATEGORY = "preambles"


class Preamble(NamedTuple):
    """All before a document's data, and the first part of it, which takes TeX long to read."""

    whole: str
    packages: str


def preamble_of(style: Style) -> Preamble:
    """The preamble of all documents in that style."""
    key = key_of(style)
    kept = cache.read_data(_CATEGORY, key)
    if kept is not None:
        return Preamble(*kept[0])
    preamble = Preamble(latex.preamble(style), latex.packages(style))
    cache.write_data(_CATEGORY, key, preamble)
    return preamble


def known_preamble(key: str) -> Preamble | None:
    """Return the preamble with this key if it is kept."""
    kept = cache.read_data(_CATEGORY, key)
    return Preamble(*kept[0]) if kept is not None else None


def key_of(style: Style) -> str:
    """Return the key of the preamble of a style."""
    settings = [style.latex.document_class, style.latex.packages, style.values, repr(style.look), style.upright]
    kinds = {name: option.type for name, option in style.options.items()}
    templates = [path for folder in style.templates for path in sorted((folder / "latex").glob("*.tex")) if path.is_file()]
    contents = [(path.name, hashlib.sha256(path.read_bytes()).hexdigest()) for path in templates]
    return cache.key_of(__version__, _writers(), settings, kinds, contents)


@lru_cache(maxsize=1)
def _writers() -> list[tuple[str, int]]:
    """The code that a preamble comes from: ours, and PyLaTeX's."""
    pylatex = find_spec("pylatex")
    files = [latex.__file__, look_commands.__file__, pylatex.origin if pylatex else None]
    return [(file, Path(file).stat().st_mtime_ns) for file in files if file]
