"""Run `cvrender citations`."""

from pathlib import Path

import click

from cvrender.cli.common import json_option, print_json
from cvrender.cli.formats import Command


@click.command("citations", cls=Command)
@click.argument("name", required=False)
@json_option
def command(name: str | None, as_json: bool) -> None:
    """List the citation styles with an example each; with NAME (or a .csl file), show more examples of one."""
    from cvrender.cli.arguments import library_of
    from cvrender.compose.cite.examples import examples
    from cvrender.errors import InputError, Problem
    from cvrender.load.library.citation_styles import KIND, UnusableStyle, find_citation_style

    library = library_of(())
    listed = []
    for style in [name] if name else library.names(KIND):
        try:
            citation_style = find_citation_style(style, Path(), library)
        except UnusableStyle as error:
            file, line, column = error.place or ("", 0, 0)
            raise InputError([Problem(str(error), file, line, column, hint=error.hint, code=error.code)]) from None
        texts = [text.plain for text in (examples(citation_style) if name else examples(citation_style, 1))]
        listed.append({"name": citation_style.name, "title": citation_style.title, "examples": texts})
        if not as_json:
            click.echo(f"{citation_style.name}: {citation_style.title}")
            for text in texts:
                click.echo(f"    {text}")
    if as_json:
        print_json(listed)
