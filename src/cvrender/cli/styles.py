"""Run `cvrender styles`."""

from pathlib import Path

import click

from cvrender.cli.common import library_of, stop, style_path_option
from cvrender.errors import CvrenderError


@click.command("styles")
@click.argument("name", required=False)
@style_path_option
def command(name: str | None, style_path: tuple[Path, ...]) -> None:
    """List the styles; with NAME, the options of one."""
    from cvrender.library import find_style

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
