"""Run `cvrender report`."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cvrender.cli.arguments import complete, flatten, library_of, profile_path, styles, views
from cvrender.cli.common import (
    Languages,
    Names,
    out_option,
    print_files,
    set_option,
    shared_options,
    style_options,
    style_path_option,
)
from cvrender.cli.formats import Command, format_options, print_problems
from cvrender.targets import DEFAULT_TARGETS, TARGETS

if TYPE_CHECKING:
    from cvrender.load.request import RenderRequest
    from cvrender.model.dates import PartialDate

_TABLES = ("csv", "xlsx", "bib")  # those of `cvrender.documents.report`, which is imported when the command runs


class Moment(click.ParamType["PartialDate"]):
    """A date such as 2025, 2025-09 or 2025-09-30."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> "PartialDate":
        """Parse one occurrence of the option."""
        from cvrender.model.annotations import Invalid
        from cvrender.model.dates import parse_date

        try:
            return parse_date(value)
        except Invalid as error:
            self.fail(f"{error.message}; write it like 2025-09", param, ctx)


@click.command("report", cls=Command)
@click.option(
    "--profiles",
    "patterns",
    multiple=True,
    required=True,
    metavar="PATTERN",
    help="Profiles of the group: a path, a name, or a pattern in quotes such as 'profiles/*.yaml'.",
)
@click.option("--name", default="Report", show_default=True, help="Name of the group, which is the title.")
@click.option("--view", default="annual", show_default=True, help='View ("cvrender views").', shell_complete=complete(views))
@click.option("--since", type=Moment(), help="Leave out what ended before this date.")
@click.option("--until", type=Moment(), help="Leave out what began after this date.")
@click.option("--style", default="", help='Style ("cvrender styles"; default: classic).', shell_complete=complete(styles))
@click.option("--lang", "languages", type=Languages(), multiple=True, help="Language (default: the first profile's).")
@click.option(
    "--to",
    "targets",
    type=Names((*TARGETS, *_TABLES)),
    multiple=True,
    help=f"Targets: {', '.join((*TARGETS, *_TABLES))} (default: {','.join(DEFAULT_TARGETS)}).",
)
@out_option
@set_option
@style_path_option
@shared_options
@format_options
def command(
    patterns: tuple[str, ...],
    since: "PartialDate | None",
    until: "PartialDate | None",
    out: Path,
    form: str,
    **options: Any,
) -> None:
    """Report on a group of people: publications, grants, talks, service and awards, each shared work once, with numbers."""
    if since and until and since.first_day() > until.last_day():
        raise click.UsageError("--since is later than --until")
    from cvrender.documents.report import render_report
    from cvrender.errors import CvrenderError, Problem
    from cvrender.run.write import write, write_error_files
    from cvrender.system.filename import file_name

    paths = _paths(patterns)
    problems: list[Problem] = []
    code = 0
    for request in _requests(**options):
        try:
            result = render_report(request, paths, (since, until))
            problems += result.warnings
            written = write(result, out, file_name(request.profile))
        except CvrenderError as error:
            written = write_error_files(error, out, request.profile)[0]
            problems += error.problems
            code = max(code, error.exit_code)
        print_files(written, form)
    if problems or form in ("json", "sarif"):
        print_problems(dict.fromkeys(problems), form)
    sys.exit(code)


def _requests(
    *,
    name: str,
    languages: tuple[list[str], ...],
    targets: tuple[list[str], ...],
    settings: tuple[str, ...],
    style_path: tuple[Path, ...],
    shared: dict[str, Any],
    **chosen: Any,
) -> "Iterator[RenderRequest]":
    """Yield a request for each language; `chosen` are the view and the style."""
    from cvrender.load.request import RenderRequest

    for language in flatten(languages) or [""]:
        yield RenderRequest(
            profile=name,
            language=language,
            targets=tuple(flatten(targets) or DEFAULT_TARGETS),
            options=tuple(style_options(settings).items()),
            library=library_of(style_path),
            **chosen,
            **shared,
        )


def _paths(patterns: tuple[str, ...]) -> list[Path]:
    """Return the profiles that the patterns name, each once. Raises InputError for a pattern that no file matches."""
    from cvrender.documents.report.merge import no_profiles

    paths: dict[Path, None] = {}
    for pattern in patterns:
        path = Path(pattern)
        if any(sign in pattern for sign in "*?["):
            matches = sorted(Path(path.anchor).glob(str(path.relative_to(path.anchor))))
        else:
            matches = [profile_path(pattern)]
        if not matches:
            raise no_profiles(pattern)
        paths |= dict.fromkeys(matches)
    return list(paths)
