"""Define the command line: options, help and output; one command per file, imported when it is called."""

import contextlib
import gc
import os
import sys
from importlib import import_module
from keyword import iskeyword

import click

from cvrender import __version__
from cvrender.tools.lifetime import exit_on

COMMANDS = {
    "demo": "Render the example profile.",
    "render": "Render profiles to CVs.",
    "watch": "Rebuild on change.",
    "preview": "Show pages in a browser.",
    "build": "Build everything in cvrender.yaml.",
    "check": "Check profiles without writing anything.",
    "rules": "List lint rules.",
    "inspect": "Show what a parser extracts from a CV.",
    "styles": "List styles, or the options of one.",
    "views": "List views.",
    "new": "Create a profile.",
    "import": "Make or complete a profile from files of other programs.",
    "export": "Write publications as BibTeX, CSL-JSON or RIS.",
    "new-style": "Create a style.",
    "schema": "Print the JSON Schema of profiles.",
    "doctor": "Check the installation.",
    "completion": "Print a script that completes commands.",
    "man": "Print the manual page.",
}


_GC_THRESHOLD = 200_000
"""Allocations before Python's garbage collector runs; with the default of 700 it runs hundreds of times during imports."""


class _Commands(click.Group):
    """Lists commands without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = cmd_name.replace("-", "_") + "_" * iskeyword(cmd_name)
        command = import_module(f"cvrender.cli.{module}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="cvrender")
def main() -> None:
    """Compile one YAML profile to many CVs."""
    configure_python()


def configure_python() -> None:
    """Configure Python for a short process, which creates little garbage."""
    gc.set_threshold(_GC_THRESHOLD)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # else plugins would be searched in every package


def run() -> None:
    """Run the command line and exit without freeing memory, which saves ten milliseconds."""
    exit_on("SIGINT", "SIGTERM", "SIGHUP")
    try:
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else bool(end.code)
        with contextlib.suppress(OSError):  # the reader of a pipe has exited
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
