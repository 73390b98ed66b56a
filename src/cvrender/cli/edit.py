"""Run `cvrender edit`."""

import signal
from pathlib import Path
from typing import Any

import click

from cvrender.cli.arguments import complete, library_of, profiles
from cvrender.cli.common import PATH, shared_options
from cvrender.cli.formats import Command
from cvrender.cli.preview import FOLDER, LISTEN, first_profile, ready
from cvrender.errors import Problem, ToolError


@click.command("edit", cls=Command)
@click.argument("profile", required=False, shell_complete=complete(profiles, files=True))
@click.option("--port", type=click.IntRange(0, 65535), help="Port on 127.0.0.1 (default: 8642, or any free one).")
@LISTEN
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
@click.option("--with", "overlays", multiple=True, type=PATH, help="An overlay; the table of views has columns for it.")
@shared_options
def command(
    profile: str | None, port: int | None, listen: str, no_open: bool, overlays: tuple[Path, ...], shared: dict[str, Any]
) -> None:
    """Edit a CV in forms in a browser, next to its pages. Press Ctrl-C to stop."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # here Ctrl-C is the way to end, and no failure
    try:
        from cvrender.cli.new import FIELDS
        from cvrender.run.edit.app import Editor, is_built
        from cvrender.run.preview.request import Workspace
        from cvrender.run.preview.server import serve

        if not is_built():
            hint = "build it, which needs npm: make edit"
            raise ToolError([Problem("the editor's page is not built in this checkout", hint=hint, code="tool-missing")])
        workspace = Workspace(FOLDER, first_profile(profile) if profile else None, library_of(()), shared)
        editor = Editor(workspace, _new, FIELDS, overlays)
        serve(editor, port, lambda address, lead: ready(address, None if no_open else lead), listen)
    except KeyboardInterrupt:
        click.echo("", err=True)  # end the line on which the terminal printed ^C


def _new(name: str, field: str) -> Path:
    from cvrender.cli.new import new_empty, new_example, new_profile

    if field == "empty":
        return new_empty(name)
    return new_example() if field == "example" else new_profile(name, field, [])
