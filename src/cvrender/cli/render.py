"""`cvrender render`: profiles in, files and one line for each out."""

import sys
from collections.abc import Callable
from pathlib import Path

import click

from cvrender.cli.common import DEFAULT_TARGETS, flat, print_problems, profile_paths, style_options, what_to_make
from cvrender.errors import CvrenderError, Problem


@click.command("render")
@what_to_make("four")
@click.option("--thorough", is_flag=True, help="Check the files more slowly and more closely.")
@click.option("--json", "as_json", is_flag=True, help="Print problems as JSON.")
def command(
    profiles: tuple[str, ...],
    views: tuple[list[str], ...],
    styles: tuple[list[str], ...],
    targets: tuple[list[str], ...],
    out: Path,
    engine: str | None,
    settings: tuple[str, ...],
    overlays: tuple[Path, ...],
    thorough: bool,
    as_json: bool,
) -> None:
    """Make CVs. PROFILE is a path, or the name of a profile under profiles/."""
    options = style_options(settings)
    problems: list[Problem] = []
    code = 0
    wanted = flat(targets) or list(DEFAULT_TARGETS)

    def warn(problem: Problem) -> None:
        if problem not in problems:
            problems.append(problem)

    for path in profile_paths(profiles):
        for view in flat(views) or ["full"]:
            for style in flat(styles) or [""]:
                try:
                    for file in _render(path, overlays, view, style, wanted, out, engine, options, warn, thorough):
                        click.echo(str(file), err=as_json)  # standard output then holds the JSON alone
                except CvrenderError as error:
                    _keep(error, out, path.stem, as_json)
                    problems += [problem for problem in error.problems if problem not in problems]
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


def _render(
    path: Path,
    overlays: tuple[Path, ...],
    view: str,
    style: str,
    targets: list[str],
    out: Path,
    engine: str | None,
    options: dict[str, str],
    warn: Callable[[Problem], None],
    thorough: bool,
) -> list[Path]:
    from cvrender.pipeline import load_profile, render
    from cvrender.write import write

    loaded = load_profile(path, overlays)
    return write(render(loaded, view, style or None, targets, engine, options, warn, thorough), out, loaded.name)
