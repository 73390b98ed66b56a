"""The command line: click, options, help and printing; one command per file, each imported when it is called."""

import contextlib
import gc
import os
import sys
from importlib import import_module

import click

from cvrender import __version__

COMMANDS = {
    "render": "Make CVs from profiles.",
    "watch": "Make a CV again whenever something of it is saved.",
    "build": "Make everything that cvrender.yaml lists.",
    "check": "Check profiles; write nothing.",
    "rules": "List what check looks for beside errors.",
    "inspect": "Show what a machine reads in a PDF or docx.",
    "styles": "List the styles, or show one.",
    "views": "List the views of a profile.",
    "new": "Begin a profile.",
    "new-style": "Begin a style.",
    "schema": "Print the JSON Schema of profiles.",
    "doctor": "See what is installed, and what to do about what is not.",
}


_OBJECTS = 200_000
"""How many objects are made before Python looks for garbage; its own 700 come round hundreds of times during imports."""


class _Commands(click.Group):
    """Knows the commands' names and first lines, and imports none before it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"cvrender.cli.{cmd_name.replace('-', '_')}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="cvrender")
def main() -> None:
    """The CV compiler for people with publications: one YAML profile in, many CVs out."""
    _begin_quickly()


def run() -> None:
    """The command as a program of its own. It leaves without taking its memory apart, which takes ten milliseconds."""
    try:
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else bool(end.code)
        with contextlib.suppress(OSError):  # nobody reads any more
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _begin_quickly() -> None:
    """Spare a short process what only long ones need: it makes little garbage."""
    gc.set_threshold(_OBJECTS)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # which would be looked for in every package there is
