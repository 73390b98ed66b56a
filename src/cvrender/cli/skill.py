"""Run `cvrender skill`: install instructions for agents, which are made from the commands and the kinds of entry."""

import re
from collections.abc import Iterator
from importlib.resources import files
from inspect import cleandoc
from pathlib import Path

import click

from cvrender.cli.formats import Command

_FOLDERS = {"agents": ".agents", "claude": ".claude", "codex": ".agents", "cursor": ".cursor"}
"""By the name of a tool, the folder of a project in which it looks for `skills/NAME/SKILL.md` (https://agentskills.io)."""


@click.command("skill", cls=Command)
@click.argument("action", type=click.Choice(["install", "show"]))
@click.option(
    "--for", "tool", type=click.Choice(list(_FOLDERS)), default="agents", show_default=True, help="Which tool reads it."
)
def command(action: str, tool: str) -> None:
    """Install instructions for agents into this folder, or show them.

    They say how to call cvrender, and that no fact may be invented. Files of an earlier version are replaced.
    """
    if action == "show":
        click.echo(skill_files()["SKILL.md"])
        return
    folder = Path(_FOLDERS[tool], "skills", "cvrender")
    for name, content in skill_files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content + "\n", "utf-8")
        click.echo(str(path))


def skill_files() -> dict[str, str]:
    """Return the files of the skill: their names and contents."""
    from cvrender.cli import COMMANDS
    from cvrender.cli.man import EXIT_STATUS
    from cvrender.cli.reference import reference

    text = files("cvrender.cli").joinpath("skill_files", "SKILL.md").read_text("utf-8").strip()
    exits = "\n".join(f"- {code}: {meaning}" for code, meaning in EXIT_STATUS.items())
    commands = "\n".join(f"- `cvrender {name}`: {about}" for name, about in COMMANDS.items())
    return {
        "SKILL.md": text.replace("{exits}", exits).replace("{commands}", commands),
        "references/profile.md": re.sub(r"\[([^\]]+)\]\([\w.-]+\.md[^)]*\)", r"\1", "\n".join(reference())),
        "references/commands.md": "\n".join(_command_lines()),
    }


def _command_lines() -> Iterator[str]:
    """Yield the commands with their options, as Markdown."""
    from cvrender.cli import COMMANDS, main

    assert isinstance(main, click.Group)
    yield "# Commands of cvrender"
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert command is not None
        context = click.Context(command, info_name=f"cvrender {name}", help_option_names=["-h", "--help"])
        usage = " ".join(command.collect_usage_pieces(context))
        yield from ("", f"## `cvrender {name} {usage}`", "", cleandoc((command.help or "").replace("\b\n", "")))
        records = [param.get_help_record(context) for param in command.params]
        yield from ("", *(f"- `{option}`: {about}" for option, about in filter(None, records) if about))
