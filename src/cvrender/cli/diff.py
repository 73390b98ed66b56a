"""Run `cvrender diff`."""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cvrender.cli.common import Languages, Names, flatten, library_of, out_option, profile_path
from cvrender.cli.completion import complete, profiles
from cvrender.cli.formats import Command
from cvrender.targets import TARGETS

if TYPE_CHECKING:
    from cvrender.request import LoadedProfile


@click.command("diff", cls=Command)
@click.argument("old", shell_complete=complete(profiles, files=True))
@click.argument("new", shell_complete=complete(profiles, files=True))
@click.option("--view", default="full", show_default=True, help='View ("cvrender views").')
@click.option("--style", default="", help='Style ("cvrender styles"; default: classic).')
@click.option("--lang", "languages", type=Languages(), multiple=True, help="Language (default: the view's, else the profile's).")
@click.option(
    "--to", "targets", type=Names(TARGETS), multiple=True, help=f"Write files: {', '.join(TARGETS)} (default: print text)."
)
@out_option
@click.option("--exit-code", is_flag=True, help="Exit with 1 if the two differ.")
def command(
    old: str,
    new: str,
    view: str,
    style: str,
    languages: tuple[list[str], ...],
    targets: tuple[list[str], ...],
    out: Path,
    exit_code: bool,
) -> None:
    """Compare two profiles as CVs: what was added, changed and removed. NAME@REVISION is a profile in a git revision."""
    from cvrender.pipeline import render_diff
    from cvrender.request import RenderRequest
    from cvrender.write import write

    with ExitStack() as stack:
        before, after = (_load(name, stack) for name in (old, new))
        language = next(iter(flatten(languages)), "")
        names = tuple(flatten(targets))
        request = RenderRequest(
            profile=after.source.file,
            view=view,
            style=style,
            language=language,
            targets=names or ("txt",),
            library=library_of(()),
        )
        result, differs = render_diff(request, before, after)
        if not differs:
            click.echo("no differences", err=bool(names))
        elif names:
            for file in write(result, out, after.name):
                click.echo(str(file))
        else:
            click.echo(result[0].content.decode(), nl=False)
    sys.exit(int(exit_code and differs))


def _load(name: str, stack: ExitStack) -> "LoadedProfile":
    """Load a profile, or as it was in the git revision behind an `@`."""
    from cvrender.pipeline import load_profile
    from cvrender.revisions import profile_at

    path, sign, revision = name.rpartition("@")
    if not sign or profile_path(name).exists():
        return load_profile(profile_path(name))
    return load_profile(stack.enter_context(profile_at(profile_path(path), revision)))
