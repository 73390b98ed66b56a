"""Run `cvrender completion`, and complete the names of profiles, views, styles and options."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Names = Callable[[click.Context], Iterable[str]]
_SHELLS = ("bash", "zsh", "fish")
_VARIABLE = "_CVRENDER_COMPLETE"


@click.command("completion")
@click.argument("shell", type=click.Choice(_SHELLS))
def command(shell: str) -> None:
    """Print a script that completes commands, options, profiles, views and styles in a shell.

    \b
    bash  add to ~/.bashrc:                    eval "$(cvrender completion bash)"
    zsh   add to ~/.zshrc, after compinit:     eval "$(cvrender completion zsh)"
    fish  add to ~/.config/fish/config.fish:   cvrender completion fish | source
    """
    from click.shell_completion import get_completion_class

    from cvrender.cli import main

    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(main, {}, "cvrender", _VARIABLE)
    made = script.source_template % script.source_vars()
    click.echo(made.replace('string split "," $completion', 'string split --max 1 "," $completion'))  # fish: a,b is one word


def profiles(ctx: click.Context) -> list[str]:
    """Return the names of the profiles under `profiles/`."""
    return sorted(path.stem for path in Path("profiles").glob("*.yaml"))


def views(ctx: click.Context) -> list[str]:
    """Return the names of the views, including those of the profiles in the command line."""
    from cvrender.cli.common import library_of, profile_path
    from cvrender.errors import CvrenderError
    from cvrender.load.reader import load

    names = dict.fromkeys(library_of(()).names("views"))
    for profile in ctx.args:  # during completion, click leaves arguments of any number there
        try:
            own = load(profile_path(profile)).data.get("views")
        except (CvrenderError, AttributeError):
            continue
        names |= dict.fromkeys(own if isinstance(own, dict) else ())
    return list(names)


def styles(ctx: click.Context) -> list[str]:
    """Return the names of the styles."""
    from cvrender.cli.common import library_of

    return library_of(tuple(ctx.params.get("style_path") or ())).names("styles")


def settings(ctx: click.Context) -> list[str]:
    """Return `OPTION=` for each option of the styles in the command line, or `OPTION=VALUE` where the values are known."""
    from cvrender.cli.common import flatten, library_of
    from cvrender.errors import CvrenderError
    from cvrender.library import find_style

    found: dict[str, None] = {}
    library = library_of(tuple(ctx.params.get("style_path") or ()))
    for name in flatten(ctx.params.get("styles") or ()) or ["plain"]:
        try:
            options = find_style(name, library).options
        except CvrenderError:
            continue
        for key, option in options.items():
            found |= dict.fromkeys(f"{key}={value}" for value in option.known or ("",))
    return list(found)


def complete(names: Names, files: bool = False) -> Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]:
    """Return a completion from a list of names, of which several may be joined with commas; with `files`, also of paths."""

    def items(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        before, comma, last = incomplete.rpartition(",")
        given = set(before.split(","))
        found = [CompletionItem(before + comma + name) for name in names(ctx) if name.startswith(last) and name not in given]
        return found or ([CompletionItem(incomplete, type="file")] if files else [])

    return items
