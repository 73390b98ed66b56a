"""`cvrender watch`: profiles in, files and a line for each out, and again whenever something is saved, until Ctrl-C."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cvrender.cli.common import flat, print_problems, profile_paths, stop, style_options, what_to_make
from cvrender.errors import CvrenderError

if TYPE_CHECKING:
    from cvrender.watching import Event


@click.command("watch")
@what_to_make("pdf")
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
) -> None:
    """Make CVs, and again whenever a profile, a file that it includes, a view or a style is saved. Ctrl-C ends it."""
    options = style_options(settings)
    paths = profile_paths(profiles)
    wanted = tuple(flat(targets)) or ("pdf",)
    try:
        from cvrender.watching import Order, watch

        for event in watch(
            Order(path, view, style, wanted, out, engine, options, overlays, style_path)
            for path in paths
            for view in flat(views) or ["full"]
            for style in flat(styles) or [""]
        ):
            _print(event)
    except CvrenderError as error:
        stop(error)
    except KeyboardInterrupt:
        click.echo("", err=True)  # the line on which the terminal printed ^C


def _print(event: "Event") -> None:
    from cvrender.watching import Broken, Mended, Trouble, Written

    match event:
        case Written(path, seconds):
            click.echo(f"{path}  {seconds:.2f} s")
        case Trouble(problem):
            print_problems([problem], as_json=False)
        case Broken(order):
            click.echo(f"not mended yet: {order.name}", err=True)
        case Mended(order):
            click.echo(f"mended: {order.name}")
        case _:
            click.echo("waiting for changes; Ctrl-C ends", err=True)
