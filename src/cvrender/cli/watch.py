"""Run `cvrender watch`."""

import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cvrender.cli.common import RenderOptions, render_options
from cvrender.cli.formats import Command, print_problems
from cvrender.cli.streams import json_text
from cvrender.system.lifetime import exit_code

if TYPE_CHECKING:
    from cvrender.run.watch import Event

_TARGETS = ("pdf",)


@click.command("watch", cls=Command)
@render_options(_TARGETS)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line for each event.")
def command(options: RenderOptions, out: Path, as_json: bool) -> None:
    """Render profiles, and rebuild when a profile, an included file, a view or a style changes. Press Ctrl-C to stop."""
    requests = options.requests(_TARGETS)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # here Ctrl-C is the way to end, and no failure
    try:
        from cvrender.run.watch import WatchTarget, watch

        show = _print_json if as_json else _print
        for event in watch(WatchTarget(request, out) for request in requests):
            show(event)
    except KeyboardInterrupt:
        click.echo("", err=True)  # end the line on which the terminal printed ^C
        sys.exit(exit_code())  # watchfiles turns every signal into a KeyboardInterrupt


def _print(event: "Event") -> None:
    from cvrender.run.watch import FileWritten, NewProblem, Recovered, StillFailing

    match event:
        case FileWritten(path, seconds):
            click.echo(f"{path}  {seconds:.2f} s")
        case NewProblem(problem):
            print_problems([problem])
        case StillFailing(target):
            click.echo(f"still failing: {target.request.name}", err=True)
        case Recovered(target):
            click.echo(f"fixed: {target.request.name}")
        case _:
            click.echo("waiting for changes; press Ctrl-C to stop", err=True)


def _print_json(event: "Event") -> None:
    """Print an event as a JSON object on one line."""
    from cvrender.run.watch import FileWritten, NewProblem, Recovered, StillFailing

    match event:
        case FileWritten(path, seconds):
            data: dict[str, Any] = {"event": "written", "file": str(path), "seconds": round(seconds, 3)}
        case NewProblem(problem):
            data = {"event": "problem", **problem.as_data()}
        case StillFailing(target) | Recovered(target):
            data = {"event": "failing" if isinstance(event, StillFailing) else "fixed", "name": target.request.name}
        case _:
            data = {"event": "waiting"}
    click.echo(json_text(data))
