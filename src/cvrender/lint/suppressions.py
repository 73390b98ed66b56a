"""A profile's comments in, which rules they silence where out: `# cvrender: ignore=DATE-GAP`.

On the line of an entry, or on a line of its own above it, a comment is about the entry and all that is in it; before all
data it is about the whole file.
"""

import re
from collections.abc import Iterator

from cvrender.errors import Problem, nearest
from cvrender.load.reader import Source
from cvrender.model.convert import DataPath

_IGNORE = re.compile(r"ignore\s*=\s*([A-Za-z0-9, -]+)")
UNKNOWN = "IGNORE-UNKNOWN"


def silenced(source: Source, path: DataPath) -> frozenset[str]:
    """The codes that are ignored at that place of a profile."""
    if not source.directives:
        return frozenset()
    codes: set[str] = set()
    files = {source.file}
    for end in range(len(path), 0, -1):
        known = source.values if isinstance(path[end - 1], int) else source.keys  # a list begins where its first entry does
        if place := known.get(path[:end]):
            files.add(place[0])
            codes |= _codes(source.directives.get(place[:2], ()))
    for file in files:
        codes |= _codes(source.directives.get((file, 0), ()))
    return frozenset(codes)


def _codes(directives: tuple[str, ...]) -> set[str]:
    return {code.strip().upper() for note in directives for match in _IGNORE.findall(note) for code in match.split(",")} - {""}


def mistakes(source: Source, known: frozenset[str]) -> Iterator[Problem]:
    """Comments that mean us and silence nothing: other words than `ignore=`, codes that no rule has."""
    for (file, line), directives in sorted(source.directives.items()):
        for note in directives:
            if not _IGNORE.fullmatch(note.strip()):
                message = f'{UNKNOWN}: the comment "cvrender: {note.strip()}" means nothing'
                yield Problem(message, file, line, hint="write # cvrender: ignore=CODE", severity="warning")
            for code in sorted(_codes((note,)) - known):
                yield Problem(
                    f'{UNKNOWN}: there is no rule "{code}"', file, line, hint=nearest(code.upper(), known), severity="warning"
                )
