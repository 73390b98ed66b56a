"""Arguments and Problems in, paths, lists of names and printed lines out: what the commands share."""

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from cvrender.errors import CvrenderError, Problem

_F = TypeVar("_F", bound=Callable[..., Any])
TARGETS = ("tex", "pdf", "md", "docx", "html", "txt")
DEFAULT_TARGETS = TARGETS[:4]
"""The targets, in the order in which they are made; `pipeline` has the same list, at the price of its imports."""
ENGINES = ("embedded", "pdflatex", "xelatex", "lualatex")


class Names(click.ParamType[list[str]]):
    """An option that may be given more than once or with commas; with `known`, only those names."""

    name = "name[,name…]"

    def __init__(self, known: Iterable[str] = ()) -> None:
        self.known = tuple(known)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[str]:
        """One occurrence of the option as a list."""
        if isinstance(value, list):
            return value
        names = [name.strip() for name in value.split(",") if name.strip()]
        for name in names:
            if self.known and name not in self.known:
                self.fail(f"{name!r} is not one of {', '.join(self.known)}", param, ctx)
        return names


def flat(lists: Iterable[list[str]]) -> list[str]:
    """All occurrences of an option in one list, each name once."""
    return list(dict.fromkeys(name for names in lists for name in names))


def profile_path(profile: str) -> Path:
    """A path as it is; a bare name means the profile of that name under `profiles/`."""
    path = Path(profile)
    if path.exists() or path.suffix in (".yaml", ".yml") or len(path.parts) > 1:
        return path
    return Path("profiles") / f"{profile}.yaml"


def style_path_option(command: _F) -> _F:
    """`--style-path`, for the commands that look for styles."""
    kind = click.Path(exists=True, file_okay=False, path_type=Path)
    said = "A folder with more styles, DIR/NAME/style.yaml, which are not trusted: no LaTeX or templates of theirs."
    return click.option("--style-path", type=kind, multiple=True, metavar="DIR", help=said)(command)


def what_to_make(default_targets: str) -> Callable[[_F], _F]:
    """The profiles and options by which `render` and `watch` are told what to make."""
    decorators = (
        click.argument("profiles", nargs=-1, required=True, metavar="PROFILE..."),
        click.option("--view", "views", type=Names(), multiple=True, help='What is shown ("cvrender views"; default: full).'),
        click.option(
            "--style", "styles", type=Names(), multiple=True, help='How it looks ("cvrender styles"; default: classic).'
        ),
        click.option(
            "--to",
            "targets",
            type=Names(TARGETS),
            multiple=True,
            help=f"Any of {', '.join(TARGETS)} (default: {default_targets}).",
        ),
        click.option(
            "--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True, help="Where the files go."
        ),
        click.option("--engine", type=click.Choice(ENGINES), help="The TeX engine for PDF (default: the embedded one)."),
        click.option(
            "--set", "settings", multiple=True, metavar="OPTION=VALUE", help='An option of the style ("cvrender styles NAME").'
        ),
        click.option(
            "--with", "overlays", multiple=True, type=click.Path(path_type=Path), help="A YAML file that changes the profile."
        ),
        style_path_option,
    )

    def decorate(command: _F) -> _F:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


def for_strangers(command: _F) -> _F:
    """The options by which `render` and `build` are told that strangers wrote the profiles."""
    jail = click.option("--no-jail", is_flag=True, help="With --untrusted: do without a jail where the machine has none.")
    untrusted = click.option(
        "--untrusted",
        is_flag=True,
        help="Strangers wrote the profiles: small files only, TeX and pandoc in a jail.",
    )
    return untrusted(jail(command))


def jailed(untrusted: bool, no_jail: bool) -> bool:
    """Whether a jail is needed. Raises UsageError where there is nothing to do without."""
    if no_jail and not untrusted:
        raise click.UsageError("--no-jail only goes with --untrusted")
    return untrusted and not no_jail


def profile_paths(profiles: tuple[str, ...]) -> list[Path]:
    """The profiles' files, each once. Raises UsageError for two whose artefacts would have the same names."""
    paths = list(dict.fromkeys(profile_path(profile) for profile in profiles))
    names: dict[str, Path] = {}
    for path in paths:
        if names.setdefault(path.stem, path) != path:
            raise click.UsageError(f"{names[path.stem]} and {path} would write the same files; give each its own --out")
    return paths


def style_options(settings: tuple[str, ...]) -> dict[str, str]:
    """What `--set` gave, by option. Raises UsageError for what is no OPTION=VALUE."""
    for setting in settings:
        if "=" not in setting:
            raise click.UsageError(f"--set {setting}: write OPTION=VALUE, such as --set accent=#005a9c")
    return {key.strip(): value.strip() for key, _, value in (setting.partition("=") for setting in settings)}


def print_problems(problems: Iterable[Problem], as_json: bool) -> None:
    """To standard error, a line each; or to standard output as a JSON list."""
    if as_json:
        click.echo(json.dumps([problem.as_data() for problem in problems], ensure_ascii=False, indent=2))
        return
    for problem in problems:
        color = "red" if problem.severity == "error" else "yellow"
        line = str(problem).replace(f"{problem.severity}:", click.style(f"{problem.severity}:", fg=color), 1)
        click.echo(line, err=True)


def stop(error: CvrenderError, as_json: bool = False) -> NoReturn:
    """Print what is wrong and end with the error's exit code."""
    print_problems(error.problems, as_json)
    sys.exit(error.exit_code)
