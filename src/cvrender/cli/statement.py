"""Run `cvrender statement`."""

import sys
from pathlib import Path

import click

from cvrender.cli.documents import DocumentOptions, document_options, render_files, render_statement
from cvrender.cli.formats import Command, format_options


@click.command("statement", cls=Command)
@document_options("STATEMENT...")
@format_options
def command(options: DocumentOptions, out: Path, form: str) -> None:
    """Render statements (research, teaching, diversity, narrative) in the look of the CV. STATEMENT is a YAML file."""
    sys.exit(render_files(options, out, form, render_statement, "STATEMENT"))
