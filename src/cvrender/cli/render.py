"""Run `cvrender render`."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cvrender.cli.common import RenderOptions, render_options, untrusted_options
from cvrender.cli.formats import Command, format_options, print_problems
from cvrender.errors import CvrenderError, Problem
from cvrender.targets import DEFAULT_TARGETS

if TYPE_CHECKING:
    from cvrender.request import RenderRequest


@click.command("render", cls=Command)
@render_options(DEFAULT_TARGETS)
@click.option("--thorough", is_flag=True, help="Run slow checks, too.")
@untrusted_options
@format_options
def command(options: RenderOptions, out: Path, thorough: bool, untrusted: bool, sandbox: bool, form: str) -> None:
    """Render profiles to CVs. PROFILE is a path, or the name of a profile under profiles/."""
    requests = options.requests(DEFAULT_TARGETS, untrusted=untrusted, sandbox=sandbox, thorough=thorough)
    sys.exit(render_requests(requests, out, form))


def render_requests(requests: "Iterable[RenderRequest]", out: Path, form: str = "text", warnings: bool = True) -> int:
    """Render requests, print each file, errors and `warnings`, and return the exit code."""
    from cvrender.pipeline import run
    from cvrender.tools.filename import file_name
    from cvrender.untrusted import within_limits
    from cvrender.write import write, write_error_files

    problems: dict[Problem, None] = {}
    code = 0
    for request in requests:
        name = file_name(Path(request.profile).stem)
        failed: list[Path] = []
        try:
            result = within_limits(run, request) if request.untrusted else run(request)
            problems |= dict.fromkeys(result.warnings if warnings else ())
            written = write(result, out, name)
        except CvrenderError as error:
            written, failed = write_error_files(error, out, name)
            problems |= dict.fromkeys(error.problems)
            code = max(code, error.exit_code)
        for file in written:
            click.echo(str(file), err=form != "text")  # standard output contains only the JSON
        if failed:
            click.echo(f"failed files are in {failed[0].parent}", err=True)
    if problems or form in ("json", "sarif"):
        print_problems(problems, form)
    return code
