"""Run `cvrender render`."""

import sys
from pathlib import Path

import click

from cvrender.cli.common import Asked, check_sandbox_options, print_problems, untrusted_options, what_to_make
from cvrender.errors import CvrenderError, Problem
from cvrender.targets import DEFAULT_TARGETS


@click.command("render")
@what_to_make(DEFAULT_TARGETS)
@click.option("--thorough", is_flag=True, help="Check the files more slowly and more closely.")
@untrusted_options
@click.option("--json", "as_json", is_flag=True, help="Print problems as JSON.")
def command(asked: Asked, out: Path, thorough: bool, untrusted: bool, no_sandbox: bool, as_json: bool) -> None:
    """Make CVs. PROFILE is a path, or the name of a profile under profiles/."""
    check_sandbox_options(untrusted, no_sandbox)
    sandbox = untrusted and not no_sandbox
    requests = asked.requests(DEFAULT_TARGETS, untrusted=untrusted, sandbox=sandbox, thorough=thorough)
    from cvrender.pipeline import run
    from cvrender.tools.filename import file_name
    from cvrender.write import write

    problems: dict[Problem, None] = {}
    code = 0
    for request in requests:
        try:
            made = run(request)
            problems |= dict.fromkeys(made.warnings)
            for file in write(made, out, file_name(Path(request.profile).stem)):
                click.echo(str(file), err=as_json)  # standard output then holds the JSON alone
        except CvrenderError as error:
            _keep(error, out, Path(request.profile).stem, as_json)
            problems |= dict.fromkeys(error.problems)
            code = max(code, error.exit_code)
    if problems or as_json:
        print_problems(problems, as_json)
    sys.exit(code)


def _keep(error: CvrenderError, out: Path, name: str, as_json: bool) -> None:
    """Write what an error carries, and say where."""
    from cvrender.write import keep

    if not (error.passed or error.failed):
        return
    passed, failed = keep(error, out, name)
    for file in passed:
        click.echo(str(file), err=as_json)
    if failed:
        click.echo(f"what failed is kept in {failed[0].parent}", err=True)
