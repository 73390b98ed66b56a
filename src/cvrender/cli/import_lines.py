"""Report which lines of an old CV a profile contains, for `cvrender import`."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from cvrender.errors import Problem

if TYPE_CHECKING:
    from cvrender.formats.base import Imported

_SHOWN = 80


def report_lines(files: "Iterable[Imported]", data: Mapping[str, Any], *, listed: bool) -> list[Problem]:
    """Print how many lines of each old CV the data contains, and return a Problem for each that it lacks.

    With `listed`, the lines that say nothing of the person are printed, too.
    """
    from cvrender.old_cvs.lost_lines import lost_lines, said_lines

    problems = []
    for imported in files:
        document = imported.document
        if document is None:
            continue
        lost = lost_lines(document, data)
        left = list(dict.fromkeys(_short(line.plain) for line in document.left_out if line.plain))
        placed = "" if listed else f"; {document.unplaced or 'none'} kept whole, for no field takes {_them(document.unplaced)}"
        summary = f"{said_lines(document)} lines, {len(lost) or 'none'} not found in the profile{placed}"
        click.echo(f"{document.file}: {summary}", err=not listed)
        if left:
            count = f"{len(left)} line{'s' if len(left) > 1 else ''}"
            click.echo(
                f"left out, {count} of headers, footers or that say nothing of the person: {' | '.join(left)}", err=not listed
            )
        for one in lost:
            words = ", ".join(one.words[:6])
            message = f"“{_short(one.line.plain)}” is not whole in the profile: {words}"
            where = (one.line.file, one.line.number, 1)
            problems.append(Problem(message, *where, severity="warning", code="text-missing"))
    return problems


def _them(number: int) -> str:
    return "it" if number == 1 else "them"


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
