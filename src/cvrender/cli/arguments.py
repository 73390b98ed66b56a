"""Resolve what the arguments of commands name, and complete these names in a shell."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from cvrender.load.library import Library


def flatten(lists: Iterable[list[str]]) -> list[str]:
    """Join all occurrences of an option, without duplicates."""
    return list(dict.fromkeys(name for names in lists for name in names))


def profile_path(profile: str) -> Path:
    """Return a path unchanged; a bare name is a profile under `profiles/`."""
    path = Path(profile)
    if path.exists() or path.suffix in (".yaml", ".yml") or len(path.parts) > 1:
        return path
    return Path("profiles") / f"{profile}.yaml"


def library_of(style_path: Sequence[Path]) -> "Library":
    """Return the search path: the working directory, then built-in styles and views, then untrusted styles."""
    from cvrender.load.library import Library

    return Library((Path(),), tuple(style_path))


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
