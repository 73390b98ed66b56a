"""Run `cvrender mcp`."""

from pathlib import Path

import click

from cvrender.cli.formats import Command
from cvrender.errors import Problem, ToolError


@click.command("mcp", cls=Command)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path), default=Path())
def command(folder: Path) -> None:
    """Serve agents over standard input and output, by the Model Context Protocol.

    They read, check and render the profiles of FOLDER (default: this one), and propose changes; only what was proposed is
    written. An agent's program starts it; see docs/mcp.md.
    """
    try:
        from cvrender.run.agents.mcp_server import serve
    except ModuleNotFoundError as error:
        hint = "install it with: pip install 'cvrender[mcp]'"
        raise ToolError([Problem(f"the package {error.name} is not installed", hint=hint, code="tool-missing")]) from None
    from cvrender.load.library import Library
    from cvrender.run.agents.session import AgentSession
    from cvrender.run.agents.workspace import AgentWorkspace

    serve(AgentSession(AgentWorkspace(folder, Library((folder,)))), resources())


def resources() -> dict[str, str]:
    """Return what agents may read besides the folder, by address: the instructions, the reference, and profiles as examples."""
    from cvrender.cli.demo import example_file
    from cvrender.cli.new import FIELDS, starter
    from cvrender.cli.skill import skill_files

    documents = {f"cvrender://docs/{name}": text for name, text in skill_files().items()}
    documents["cvrender://examples/ada-example.yaml"] = example_file("ada-example.yaml").read_text("utf-8")
    return {**documents, **{f"cvrender://examples/{name}.yaml": starter(name) for name in FIELDS}}
