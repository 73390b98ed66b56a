"""Run `cvrender preview`."""

import signal
from pathlib import Path
from typing import Any

import click

from cvrender.cli.arguments import complete, library_of, profile_path, profiles
from cvrender.cli.common import shared_options
from cvrender.cli.formats import Command
from cvrender.errors import InputError, Problem

FOLDER = Path("profiles")
LISTEN = click.option(
    "--listen", default="127.0.0.1", metavar="ADDRESS", help="Address to listen on; 0.0.0.0 in a container with a published port."
)


@click.command("preview", cls=Command)
@click.argument("profile", required=False, shell_complete=complete(profiles, files=True))
@click.option("--port", type=click.IntRange(0, 65535), help="Port on 127.0.0.1 (default: 8642, or any free one).")
@LISTEN
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
@shared_options
def command(profile: str | None, port: int | None, listen: str, no_open: bool, shared: dict[str, Any]) -> None:
    """Show the pages of a CV in a browser, and again whenever you save. Press Ctrl-C to stop."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # here Ctrl-C is the way to end, and no failure
    try:
        from cvrender.run.preview.app import Preview
        from cvrender.run.preview.request import Workspace
        from cvrender.run.preview.server import serve

        workspace = Workspace(FOLDER, first_profile(profile), library_of(()), shared)
        serve(Preview(workspace), port, lambda address, lead: ready(address, None if no_open else lead), listen)
    except KeyboardInterrupt:
        click.echo("", err=True)  # end the line on which the terminal printed ^C


def first_profile(profile: str | None) -> Path | None:
    """Return the profile that is shown first. Raises InputError if there is none."""
    if profile is None:
        if any(FOLDER.glob("*.yaml")):
            return None
        raise InputError(
            [
                Problem(
                    "there is no profile in profiles/",
                    hint="begin one with: cvrender new NAME, or: cvrender demo",
                    code="unknown-profile",
                )
            ]
        )
    path = profile_path(profile)
    if not path.is_file():
        raise InputError(
            [Problem("cannot be read: No such file", str(path), hint="begin it with: cvrender new NAME", code="file-not-found")]
        )
    return path


def ready(address: str, lead: Path | None) -> None:
    """Print the address, and open a file that leads there: other users of the machine can read a browser's command line."""
    click.echo(address)
    click.echo("press Ctrl-C to stop", err=True)
    if lead:
        import webbrowser

        webbrowser.open(lead.as_uri())
