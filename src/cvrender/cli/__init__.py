"""Define the command line: options, help and output; one command per file, imported when it is called."""

import gc
import os
import re
from importlib import import_module
from keyword import iskeyword

_GC_THRESHOLD = 200_000
"""Allocations before Python's garbage collector runs; with the default of 700 it runs hundreds of times during imports."""
gc.set_threshold(_GC_THRESHOLD)  # a short process creates little garbage; this comes before the imports

import click  # noqa: E402

from cvrender.cli.process_limits import LimitTooLow, check_limits, low_limits  # noqa: E402
from cvrender.cli.streams import finish_streams, prepare_streams  # noqa: E402
from cvrender.system.lifetime import exit_on  # noqa: E402
from cvrender.system.version import __version__  # noqa: E402

COMMANDS = {
    "demo": "Render the example profile.",
    "render": "Render profiles to CVs.",
    "watch": "Rebuild on change.",
    "preview": "Show pages in a browser.",
    "build": "Build everything in cvrender.yaml.",
    "check": "Check profiles without writing anything.",
    "diff": "Show how two profiles, or two revisions of one, differ.",
    "report": "Report on a group of people, with each shared work once.",
    "letter": "Render letters in the look of the CV.",
    "statement": "Render statements in the look of the CV.",
    "match": "Show which terms of a job posting a profile holds.",
    "application": "Render the parts of an application, and all as one PDF.",
    "website": "Make a web site of a CV, ready to publish.",
    "contracts": "List the rules of funders, or those of one.",
    "packet": "Write the texts for the form of a funder.",
    "rules": "List lint rules.",
    "inspect": "Show what a parser extracts from a CV.",
    "styles": "List styles, or the options of one.",
    "citations": "List citation styles.",
    "views": "List views.",
    "new": "Create a profile.",
    "import": "Make or complete a profile from files of other programs.",
    "update": "Propose what is new or now published.",
    "export": "Write profiles in formats of other programs.",
    "new-letter": "Create a letter.",
    "new-style": "Create a style.",
    "schema": "Print the JSON Schema of profiles.",
    "doctor": "Check the installation.",
    "completion": "Print a script that completes commands.",
    "man": "Print the manual page.",
}


_NO_MEMORY = re.compile("failed to map|[Cc]annot allocate memory")  # errors of the dynamic linker


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


def run() -> None:
    """Run the command line and exit without freeing memory, which saves ten milliseconds."""
    exit_on("SIGINT", "SIGTERM", "SIGHUP")
    if os.name == "posix":
        prepare_streams()
    try:
        check_limits()
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(bool(end.code))
    except OSError as error:  # of commands that print no problems in other formats
        from cvrender.cli.formats import os_error, print_problems

        failed = os_error(error)
        print_problems(failed.problems)
        code = failed.exit_code
    except (MemoryError, ImportError) as error:
        if isinstance(error, ImportError) and not _NO_MEMORY.search(str(error)):
            raise
        click.echo("error: out of memory", err=True)
        code = 3
    except LimitTooLow as error:
        click.echo(f"error: {error}", err=True)
        os._exit(finish_streams(3))
    if code in (3, 4):  # it may look like a missing program, or like a bug
        for message in low_limits():
            click.echo(f"note: {message}", err=True)
    os._exit(finish_streams(code))
