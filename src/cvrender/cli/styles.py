"""Run `cvrender styles`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cvrender.cli.arguments import complete, library_of, styles
from cvrender.cli.common import json_option, print_json, style_path_option
from cvrender.cli.formats import Command

if TYPE_CHECKING:
    from cvrender.model.style import Style


@click.command("styles", cls=Command)
@click.argument("name", required=False, shell_complete=complete(styles))
@style_path_option
@json_option
def command(name: str | None, style_path: tuple[Path, ...], as_json: bool) -> None:
    """List the styles; with NAME, the options and the look of one."""
    from cvrender.load.library import find_style
    from cvrender.model.look import ABOUT, in_yaml

    library = library_of(style_path)
    if name is None:
        listed = [{"name": style, "about": find_style(style, library).about} for style in library.names("styles")]
        if as_json:
            print_json(listed)
            return
        for style in listed:
            click.echo(f"{style['name']:<12} {style['about']}")
        return
    described = find_style(name, library)
    if as_json:
        print_json(_as_data(described))
        return
    click.echo(f"{described.name}: {described.about}\n")
    for key, option in described.options.items():
        kind = " | ".join(option.known) or option.type
        click.echo(f"  {key:<10} {described.values[key]!s:<12} {kind:<40} {option.about}")
    click.echo("\nThe look, for all targets, in em:\n")
    for key, about in ABOUT.items():
        click.echo(f"  {key:<11} {about}")
        for line in in_yaml(getattr(described.look, key), 100):
            click.echo(f"{'':<14}{line}")


def _as_data(style: "Style") -> dict[str, Any]:
    options = {
        key: {"type": option.type, "value": style.values[key], "choices": list(option.known), "about": option.about}
        for key, option in style.options.items()
    }
    return {"name": style.name, "about": style.about, "options": options}
