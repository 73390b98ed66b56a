"""Keep the preamble of each style, so that PyLaTeX is imported only for new ones.

A preamble is kept under a hash of all that it is made from: the style's values and look, its templates, and what writes it.
"""

import hashlib
import json
import zlib
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from cvrender import __version__
from cvrender.model.style import Style
from cvrender.targets.tex import look
from cvrender.targets.tex import write as latex
from cvrender.tools import cache

_ROOM, _NAME = "preambles", "preamble.json"


class Preamble(NamedTuple):
    """All before a document's data, and the first part of it, which takes TeX long to read."""

    whole: str
    packages: str


def preamble_of(style: Style) -> Preamble:
    """The preamble of all documents in that style."""
    key = _key(style)
    kept = _kept(key)
    if kept is None:
        kept = Preamble(latex.preamble(style), latex.packages(style))
        cache.write(_ROOM, key, {_NAME: json.dumps([*kept, _sum(kept)]).encode()})
    return kept


def _kept(key: str) -> Preamble | None:
    files = cache.read(_ROOM, key, (_NAME,))
    try:
        whole, packages, crc = json.loads(files[_NAME]) if files else ("", "", 0)
        kept = Preamble(str(whole), str(packages))
        return kept if files and _sum(kept) == crc else None
    except (ValueError, TypeError, RecursionError):
        return None


def _sum(made: Preamble) -> int:
    return zlib.crc32("\0".join(made).encode())


def _key(style: Style) -> str:
    settings = [style.latex.document_class, style.latex.packages, style.values, repr(style.look)]
    kinds = {name: option.type for name, option in style.options.items()}
    templates = [path for folder in style.templates for path in sorted((folder / "latex").glob("*.tex")) if path.is_file()]
    contents = [(path.name, hashlib.sha256(path.read_bytes()).hexdigest()) for path in templates]
    return hashlib.sha256(json.dumps([__version__, _writers(), settings, kinds, contents]).encode()).hexdigest()


def _writers() -> list[tuple[str, int]]:
    """The code that a preamble comes from: ours, and PyLaTeX's."""
    pylatex = find_spec("pylatex")
    files = [latex.__file__, look.__file__, pylatex.origin if pylatex else None]
    return [(file, Path(file).stat().st_mtime_ns) for file in files if file]
