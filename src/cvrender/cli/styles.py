"""`cvrender styles`: a style's name in, its options out; without a name, every style with a line."""

from pathlib import Path

import click

from cvrender.cli.common import stop, style_path_option
from cvrender.errors import CvrenderError


@click.command("styles")
@click.argument("name", required=False)
@style_path_option
def command(name: str | None, style_path: tuple[Path, ...]) -> None:
    """List the styles; with NAME, the options of one."""
    from cvrender.library import find_style, names

    try:
        if name is None:
            for style in names("styles", style_path):
                click.echo(f"{style:<12} {find_style(style, style_path).about}")
            return
        found = find_style(name, style_path)
    except CvrenderError as error:
        stop(error)
    click.echo(f"{found.name}: {found.about}\n")
    for key, option in found.options.items():
        kind = " | ".join(option.choices) or option.type
        click.echo(f"  {key:<10} {found.values[key]!s:<12} {kind:<40} {option.about}")
