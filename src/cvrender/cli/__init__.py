"""Define the command line: options, help and output; one command per file, imported when it is called."""

import gc
import os
import re
from importlib import import_module
from keyword import iskeyword
from pathlib import Path

_GC_THRESHOLD = 200_000
"""Allocations before Python's garbage collector runs; with the default of 700 it runs hundreds of times during imports."""
gc.set_threshold(_GC_THRESHOLD)  # a short process creates little garbage; this comes before the imports

import click  # noqa: E402

from cvrender.cli.process_limits import LimitTooLow, check_limits, low_limits  # noqa: E402
from cvrender.cli.streams import escape_unknown_characters, finish_streams, prepare_streams  # noqa: E402
from cvrender.system.lifetime import exit_on  # noqa: E402
from cvrender.system.version import __version__  # noqa: E402

GROUPS = {
    "Begin": {
        "demo": "Render the example profile.",
        "new": "Create a profile.",
        "import": "Make or complete a profile from files of other programs.",
        "edit": "Edit a CV in forms in a browser.",
        "doctor": "Check the installation.",
    },
    "Make": {
        "render": "Render profiles to CVs.",
        "watch": "Rebuild on change.",
        "preview": "Show pages in a browser.",
        "build": "Build everything in cvrender.yaml.",
        "website": "Make a web site of a CV, ready to publish.",
        "letter": "Render letters in the look of the CV.",
        "statement": "Render statements in the look of the CV.",
        "new-letter": "Create a letter.",
        "report": "Report on a group of people, with each shared work once.",
    },
    "Check": {
        "check": "Check profiles without writing anything.",
        "sources": "List where the facts of a profile come from.",
        "inspect": "Show what a parser extracts from a CV.",
        "variants": "Show what each view does with each entry.",
        "diff": "Show how two profiles, or two revisions of one, differ.",
    },
    "Apply": {
        "match": "Show which terms of a job posting a profile holds.",
        "contracts": "List the rules of funders, or those of one.",
        "packet": "Write the texts for the form of a funder.",
        "application": "Render the parts of an application, and all as one PDF.",
        "applications": "Show which applications are due, and keep what was sent.",
    },
    "Exchange data": {
        "update": "Propose what is new or now published.",
        "migrate": "Write the new names of renamed keys.",
        "export": "Write profiles in formats of other programs.",
    },
    "Look up and design": {
        "styles": "List styles, or the options of one.",
        "views": "List views.",
        "citations": "List citation styles.",
        "rules": "List lint rules.",
        "new-style": "Create a style.",
        "style-test": "Test a style before it is shared.",
        "schema": "Print the JSON Schema of profiles.",
        "skill": "Install instructions for agents.",
        "mcp": "Serve agents: tools to read, check and propose.",
        "lsp": "Serve editors: completion, help, problems.",
        "completion": "Print a script that completes commands.",
        "man": "Print the manual page.",
    },
}
"""What each command does, under what people want."""
COMMANDS = {name: about for commands in GROUPS.values() for name, about in commands.items()}


_NO_MEMORY = re.compile("failed to map|[Cc]annot allocate memory")  # errors of the dynamic linker


_WIDEST = max(map(len, COMMANDS))


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
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(_WIDEST), about) for name, about in commands.items()])


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(__version__, prog_name="cvrender")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Compile one YAML profile to many CVs."""
    if ctx.invoked_subcommand is None:
        from cvrender.cli.next_steps import next_steps

        click.echo(next_steps(Path()))


def run() -> None:
    """Run the command line and exit without freeing memory, which saves ten milliseconds."""
    exit_on("SIGINT", "SIGTERM", "SIGHUP")
    if os.name == "posix":
        prepare_streams()
    else:
        escape_unknown_characters()
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
