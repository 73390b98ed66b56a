"""Complete the names of profiles, views, styles and options in a shell."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cvrender.cli.arguments import flatten, library_of, profile_path

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Names = Callable[[click.Context], Iterable[str]]


def profiles(ctx: click.Context) -> list[str]:
    """Return the names of the profiles under `profiles/`."""
    return sorted(path.stem for path in Path("profiles").glob("*.yaml"))


def views(ctx: click.Context) -> list[str]:
    """Return the names of the views, including those of the profiles in the command line."""
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
    return library_of(tuple(ctx.params.get("style_path") or ())).names("styles")


def settings(ctx: click.Context) -> list[str]:
    """Return `OPTION=` for each option of the styles in the command line, or `OPTION=VALUE` where the values are known."""
    from cvrender.errors import CvrenderError
    from cvrender.load.library import find_style

    completions: dict[str, None] = {}
    library = library_of(tuple(ctx.params.get("style_path") or ()))
    for name in flatten(ctx.params.get("styles") or ()) or ["plain"]:
        try:
            options = find_style(name, library).options
        except CvrenderError:
            continue
        for key, option in options.items():
            completions |= dict.fromkeys(f"{key}={value}" for value in option.known or ("",))
    return list(completions)


def complete(names: Names, files: bool = False) -> Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]:
    """Return a completion from a list of names, of which several may be joined with commas; with `files`, also of paths."""

    def items(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        before, comma, last = incomplete.rpartition(",")
        typed = set(before.split(","))
        offers = [CompletionItem(before + comma + name) for name in names(ctx) if name.startswith(last) and name not in typed]
        return offers or ([CompletionItem(incomplete, type="file")] if files else [])

    return items
