"""Run `cvrender render`."""

import sys
from pathlib import Path

import click

from cvrender.cli.common import RenderOptions, check_sandbox_options, print_problems, render_options, untrusted_options
from cvrender.errors import CvrenderError, Problem
from cvrender.targets import DEFAULT_TARGETS


@click.command("render")
@render_options(DEFAULT_TARGETS)
@click.option("--thorough", is_flag=True, help="Run slow checks, too.")
@untrusted_options
@click.option("--json", "as_json", is_flag=True, help="Print problems as JSON.")
def command(options: RenderOptions, out: Path, thorough: bool, untrusted: bool, no_sandbox: bool, as_json: bool) -> None:
    """Render profiles to CVs. PROFILE is a path, or the name of a profile under profiles/."""
    check_sandbox_options(untrusted, no_sandbox)
    sandbox = untrusted and not no_sandbox
    requests = options.requests(DEFAULT_TARGETS, untrusted=untrusted, sandbox=sandbox, thorough=thorough)
    from cvrender.pipeline import run
    from cvrender.tools.filename import file_name
    from cvrender.untrusted import run_untrusted
    from cvrender.write import write

    problems: dict[Problem, None] = {}
    code = 0
    for request in requests:
        try:
            result = (run_untrusted if untrusted else run)(request)
            problems |= dict.fromkeys(result.warnings)
            for file in write(result, out, file_name(Path(request.profile).stem)):
                click.echo(str(file), err=as_json)  # with --json, standard output contains only the JSON
        except CvrenderError as error:
            _write_error_files(error, out, Path(request.profile).stem, as_json)
            problems |= dict.fromkeys(error.problems)
            code = max(code, error.exit_code)
    if problems or as_json:
        print_problems(problems, as_json)
    sys.exit(code)


def _write_error_files(error: CvrenderError, out: Path, name: str, as_json: bool) -> None:
    """Write the files that an error carries, and print where."""
    from cvrender.write import write_error_files

    if not (error.passed or error.failed):
        return
    passed, failed = write_error_files(error, out, name)
    for file in passed:
        click.echo(str(file), err=as_json)
    if failed:
        click.echo(f"failed files are in {failed[0].parent}", err=True)
