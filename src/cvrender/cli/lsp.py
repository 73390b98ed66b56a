"""Run `cvrender lsp`."""

from pathlib import Path

import click

from cvrender.cli.arguments import library_of
from cvrender.cli.common import style_path_option
from cvrender.cli.formats import Command
from cvrender.errors import Problem, ToolError


@click.command("lsp", cls=Command)
@style_path_option
def command(style_path: tuple[Path, ...]) -> None:
    """Serve editors over standard input and output, by the Language Server Protocol.

    Completion, help, problems and their fixes in profiles, views, styles, letters, contracts and cvrender.yaml. An editor starts
    it; see docs/editors.md.
    """
    try:
        from cvrender.run.language.lsp.server import make_server
    except ModuleNotFoundError as error:
        hint = "install it with: pip install 'cvrender[lsp]'"
        raise ToolError([Problem(f"the package {error.name} is not installed", hint=hint, code="tool-missing")]) from None
    make_server(library_of(style_path)).start_io()
