"""Run `cvrender check`."""

import sys
from pathlib import Path

import click

from cvrender.cli.common import library_of, profile_path, style_path_option
from cvrender.cli.completion import complete, profiles
from cvrender.cli.formats import format_options, print_in
from cvrender.errors import CvrenderError, InputError, Problem


@click.command("check")
@click.argument("profiles", nargs=-1, required=True, metavar="PROFILE...", shell_complete=complete(profiles, files=True))
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
@style_path_option
@format_options
def command(profiles: tuple[str, ...], strict: bool, style_path: tuple[Path, ...], form: str) -> None:
    """Check profiles: YAML, keys, dates, unavailable characters, and lint rules ("cvrender rules")."""
    from cvrender.check import check
    from cvrender.pipeline import load_profile

    problems: list[Problem] = []
    code, library = 0, library_of(style_path)
    for profile in profiles:
        try:
            check(load_profile(profile_path(profile)), problems.append, library)
        except CvrenderError as error:
            problems += error.problems
            code = max(code, error.exit_code)
    if strict and problems:
        code = max(code, InputError.exit_code)
    if problems or form in ("json", "sarif"):
        print_in(form, problems)
    elif len(profiles) == 1:
        click.echo(f"{profile_path(profiles[0])}: no problems")
    else:
        click.echo(f"{len(profiles)} profiles: no problems")
    sys.exit(code)
