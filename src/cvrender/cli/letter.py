"""Run `cvrender letter`."""

import sys
from pathlib import Path

import click

from cvrender.cli.common import print_json
from cvrender.cli.documents import DocumentOptions, document_options, render_files, render_letter
from cvrender.cli.formats import Command, format_options


@click.command("letter", cls=Command)
@document_options("LETTER...")
@click.option("--formats", is_flag=True, help="List the formats of letters instead, with their languages.")
@format_options
def command(options: DocumentOptions, out: Path, formats: bool, form: str) -> None:
    """Render letters in the look of the CV. LETTER is a YAML file; "cvrender new-letter NAME" writes one to begin with."""
    if formats:
        _list(form)
        return
    sys.exit(render_files(options, out, form, render_letter, "LETTER"))


def _list(form: str) -> None:
    from cvrender.documents.letter_formats import letter_formats

    formats = letter_formats()
    if form == "json":
        print_json([{"name": name, "about": item.about, "languages": list(item.languages)} for name, item in formats.items()])
        return
    for name, item in formats.items():
        languages = f" ({', '.join(item.languages)})" if item.languages else ""
        click.echo(f"{name:<14}{item.about}{languages}")
