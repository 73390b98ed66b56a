r"""Keep how the LaTeX of a document begins, so that TeX can read it again before the document is written.

What precedes the body is the same from one render to the next unless the style, the person's name, the widest date or the
characters without a font change.
"""

import re
from collections.abc import Mapping
from pathlib import PurePath
from types import MappingProxyType

from cvrender.model.value import Value
from cvrender.system import cache

_CATEGORY = "beginnings"
_BODY = re.compile(rb"^[^%\n]*\\begin\{document\}\n", re.MULTILINE)  # comments may mention it
_READ = frozenset({".tex", ".sty", ".tfm", ".aux"})
"""Suffixes of files that TeX reads before the body. It reads font programs at the end, and pictures where they are."""


class Beginning(Value, frozen=True):
    """The first lines of a source, up to the one that begins the document, and the files next to it that they need."""

    text: bytes
    files: Mapping[str, bytes]

    def is_of(self, source: bytes, files: Mapping[str, bytes]) -> bool:
        """Return whether a source begins so, and has these files, maybe with others."""
        return source.startswith(self.text) and all(files.get(name) == content for name, content in self.files.items())


NOTHING = Beginning(b"", MappingProxyType({}))
"""The beginning of every document."""


def beginning_of(source: bytes, files: Mapping[str, bytes]) -> Beginning:
    """Return how a source begins."""
    body = _BODY.search(source)
    if not body:
        return NOTHING
    return Beginning(source[: body.end()], {name: files[name] for name in sorted(files) if PurePath(name).suffix in _READ})


def recall(key: str) -> Beginning:
    """Return how the document with this key began the last time, or nothing."""
    kept = cache.read_data(_CATEGORY, key) if key else None
    if kept is None:
        return NOTHING
    (text, names), files = kept
    return Beginning(text.encode(), {name: files[str(number)] for number, name in enumerate(names)})


def remember(key: str, beginning: Beginning) -> None:
    """Keep how the document with this key begins."""
    contents = {str(number): content for number, content in enumerate(beginning.files.values())}
    cache.write_data(_CATEGORY, key, [beginning.text.decode(), list(beginning.files)], contents)
