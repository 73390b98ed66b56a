"""`cvrender render`: profiles in, files and one line for each out."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from cvrender.cli.common import (
    DEFAULT_TARGETS,
    flat,
    for_strangers,
    jailed,
    print_problems,
    profile_paths,
    style_options,
    what_to_make,
)
from cvrender.errors import CvrenderError, Problem


@click.command("render")
@what_to_make("four")
@click.option("--thorough", is_flag=True, help="Check the files more slowly and more closely.")
@for_strangers
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
    style_path: tuple[Path, ...],
    thorough: bool,
    untrusted: bool,
    no_jail: bool,
    as_json: bool,
) -> None:
    """Make CVs. PROFILE is a path, or the name of a profile under profiles/."""
    options = style_options(settings)
    jail = jailed(untrusted, no_jail)
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
                    make = partial(_render, path, overlays, view, style, wanted, out, engine, options, warn, thorough)
                    for file in make(style_path, untrusted, jail):
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
    style_path: tuple[Path, ...],
    untrusted: bool,
    jail: bool,
) -> list[Path]:
    from cvrender.emit.filename import file_name
    from cvrender.pipeline import load_profile, render, render_untrusted
    from cvrender.write import write

    if untrusted:
        made = render_untrusted(path, view, style or None, targets, engine, options, warn, thorough, style_path, overlays, jail)
    else:
        loaded = load_profile(path, overlays)
        made = render(loaded, view, style or None, targets, engine, options, warn, thorough, style_path)
    return write(made, out, file_name(path.stem))
