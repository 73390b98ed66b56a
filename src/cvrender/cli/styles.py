"""Run `cvrender styles`."""

from pathlib import Path

import click

from cvrender.cli.common import library_of, stop, style_path_option
from cvrender.errors import CvrenderError


@click.command("styles")
@click.argument("name", required=False)
@style_path_option
def command(name: str | None, style_path: tuple[Path, ...]) -> None:
    """List the styles; with NAME, the options and the look of one."""
    from cvrender.library import find_style
    from cvrender.model.look import ABOUT, in_yaml

    library = library_of(style_path)
    try:
        if name is None:
            for style in library.names("styles"):
                click.echo(f"{style:<12} {find_style(style, library).about}")
            return
        found = find_style(name, library)
    except CvrenderError as error:
        stop(error)
    click.echo(f"{found.name}: {found.about}\n")
    for key, option in found.options.items():
        kind = " | ".join(option.known) or option.type
        click.echo(f"  {key:<10} {found.values[key]!s:<12} {kind:<40} {option.about}")
    click.echo("\nThe look, for all targets, in em:\n")
    for key, about in ABOUT.items():
        click.echo(f"  {key:<11} {about}")
        for line in in_yaml(getattr(found.look, key), 100):
            click.echo(f"{'':<14}{line}")
