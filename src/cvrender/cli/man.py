"""Run `cvrender man`."""

import re
from collections.abc import Iterator

import click

from cvrender.system.version import __version__

EXIT_STATUS = {
    0: "Everything was done.",
    1: "The input has errors.",
    2: "Wrong usage.",
    3: "A tool (TeX, pandoc) failed.",
    4: "An artifact failed its checks.",
}
"""What each exit code means."""


@click.command("man")
def command() -> None:
    """Print the manual page. To install it: cvrender man > ~/.local/share/man/man1/cvrender.1"""
    from cvrender.cli import main

    click.echo("\n".join(_page(main)))


def _page(main: click.Command) -> Iterator[str]:
    assert isinstance(main, click.Group)
    context = click.Context(main, info_name="cvrender")
    yield f'.TH CVRENDER 1 "" "cvrender {__version__}" "User Commands"'
    yield from (".SH NAME", r"cvrender \- compile one YAML profile to many CVs")
    yield from (".SH SYNOPSIS", r"\fBcvrender\fR \fICOMMAND\fR [\fIOPTIONS\fR] [\fIARGUMENTS\fR]", ".SH COMMANDS")
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        yield from _command(command, click.Context(command, info_name=f"cvrender {name}", parent=None))
    yield ".SH EXIT STATUS"
    for code, meaning in EXIT_STATUS.items():
        yield from (".TP", str(code), _escape(meaning))
    yield from (".SH FILES", ".TP", "profiles/NAME.yaml", "The profile of a person.")
    yield from (".TP", "cvrender.yaml", r"What \fBcvrender build\fR makes.", ".TP", "out/", "The output folder.")


def _command(command: click.Command, context: click.Context) -> Iterator[str]:
    usage = " ".join(command.collect_usage_pieces(context))
    yield from (f".SS {_escape(f'{context.info_name} {usage}')}", _help(command.help or ""))
    for param in command.get_params(context):
        record = param.get_help_record(context)
        if record and record[1] and "--help" not in param.opts:
            yield from (".TP", rf"\fB{_escape(record[0])}\fR", _escape(record[1]))


def _help(text: str) -> str:
    """Convert a docstring; click marks paragraphs that keep their line ends with a backspace."""
    paragraphs = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        kept = paragraph.startswith("\b\n")
        lines = [_escape(line) for line in paragraph.removeprefix("\b\n").splitlines()]
        paragraphs.append("\n".join([".nf", *lines, ".fi"]) if kept else " ".join(line.strip() for line in lines))
    return "\n.PP\n".join(paragraphs)


def _escape(text: str) -> str:
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped
