"""Find the warnings that comments in a YAML file suppress by their codes, such as `# cvrender: ignore=DATE-GAP`.

On the line of an entry, or on its own line above it, a comment applies to the entry and everything in it; before all data it
applies to the whole file.
"""

import re
from collections.abc import Iterable, Iterator

from cvrender.errors import Problem, nearest
from cvrender.load.reader import Source, parse_path
from cvrender.model.convert import DataPath

_IGNORE = re.compile(r"ignore\s*=\s*([A-Za-z0-9, -]+)")
UNKNOWN = "IGNORE-UNKNOWN"


def unsuppressed(problems: Iterable[Problem], profile: Source, *others: Source) -> list[Problem]:
    """Return the problems without duplicates, and without warnings that a comment suppresses where they are.

    `others` are further files in which they may be, such as a view's. What is in none of them, such as a warning about a PDF, can
    be suppressed for the whole profile.
    """
    return [problem for problem in dict.fromkeys(problems) if not _is_suppressed(problem, (profile, *others))]


def _is_suppressed(problem: Problem, sources: tuple[Source, ...]) -> bool:
    if problem.severity == "error":
        return False
    path = parse_path(problem.path)
    for source in sources:
        if source.directives and source.location(path)[0] == problem.file:
            return problem.code.upper() in suppressed_codes(source, path)
    return problem.code.upper() in suppressed_codes(sources[0], ())


def suppressed_codes(source: Source, path: DataPath) -> frozenset[str]:
    """Return the codes that are suppressed at a path, in capitals."""
    if not source.directives:
        return frozenset()
    codes: set[str] = set()
    files = {source.file}
    for end in range(len(path), 0, -1):
        locations = source.values if isinstance(path[end - 1], int) else source.keys  # a list starts at its first entry
        if location := locations.get(path[:end]):
            files.add(location[0])
            codes |= _codes(source.directives.get(location[:2], ()))
    for file in files:
        codes |= _codes(source.directives.get((file, 0), ()))
    return frozenset(codes)


def _codes(directives: tuple[str, ...]) -> set[str]:
    return {
        code.strip().upper() for directive in directives for match in _IGNORE.findall(directive) for code in match.split(",")
    } - {""}


def invalid_comments(source: Source, known: frozenset[str]) -> Iterator[Problem]:
    """Yield comments that are not of the form `ignore=CODE`, and codes that are not `known`, which are in capitals."""
    for (file, line), directives in sorted(source.directives.items()):
        for directive in directives:
            if not _IGNORE.fullmatch(directive.strip()):
                message = f'unknown comment "cvrender: {directive.strip()}"'
                yield Problem(message, file, line, hint="write # cvrender: ignore=CODE", severity="warning", code=UNKNOWN)
            for code in sorted(_codes((directive,)) - known):
                hint = nearest(code.upper(), known)
                yield Problem(f'unknown code "{code}"', file, line, hint=hint, severity="warning", code=UNKNOWN)
