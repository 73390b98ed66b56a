"""Keep what Babel and markdown-it make in the cache, so that they are imported only for what is new.

Importing them and loading a language take longer than composing a short CV. Dates are kept, the signs between names, the plurals
of numbers, and the Markdown of patterns, in which no value is filled in: nothing else of a profile.
"""

from collections.abc import Callable
from functools import cache as once
from importlib.util import find_spec
from pathlib import Path

from cvrender.system import cache
from cvrender.system.version import __version__

_CATEGORY = "dates"
_MOST = 2_000  # texts of a language
_tables: dict[str, dict[str, str]] = {}
_changed: set[str] = set()


def formatted(language: str, what: str, make: Callable[[], str]) -> str:
    """Return what `make` returns, from the cache if it was made before.

    `what` says what it is, besides the language, which is empty for what is the same in all languages.
    """
    if language not in _tables:
        kept = cache.read_data(_CATEGORY, _key(language))
        _tables[language] = kept[0] if kept else {}
    table = _tables[language]
    if what not in table:
        content = make()
        if len(table) >= _MOST:
            return content
        table[what] = content
        _changed.add(language)
    return table[what]


def keep() -> None:
    """Write what was made since the last time to the cache."""
    for language in tuple(_changed):
        _changed.discard(language)
        cache.write_data(_CATEGORY, _key(language), dict(_tables[language]))


def _key(language: str) -> str:
    return cache.key_of(__version__, _makers(), language)


@once
def _makers() -> list[tuple[str, int]]:
    """Return the code that texts come from: ours, Babel's and markdown-it's."""
    ours = [str(Path(__file__).with_name(name)) for name in ("localize.py", "markup.py")]
    theirs = [spec.origin for spec in map(find_spec, ("babel", "markdown_it")) if spec and spec.origin]
    return [(file, Path(file).stat().st_mtime_ns) for file in (*ours, *theirs)]
