"""Define options, arguments and output that commands share."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from cvrender.cli.arguments import Names as CompletionNames
from cvrender.cli.arguments import complete, flatten, library_of, profile_path, profiles, settings, styles, views
from cvrender.cli.streams import json_text
from cvrender.errors import InputError, Problem
from cvrender.load.request import Setting, shared_settings
from cvrender.model.language import is_language_code
from cvrender.targets import TARGETS

if TYPE_CHECKING:
    from cvrender.load.request import RenderRequest

PATH = click.Path(path_type=Path)
_SET_HELP = 'Set an option of the style ("cvrender styles NAME").'
_LANG_HELP = "Language, such as de, zh-Hant or pt-BR (default: the view's, else the profile's)."
_F = TypeVar("_F", bound=Callable[..., Any])


class Names(click.ParamType[list[str]]):
    """A list of names, separated by commas or given in several options; with `known`, only those names."""

    name = "name[,name…]"

    def __init__(self, known: Iterable[str] = ()) -> None:
        self.known = tuple(known)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[str]:
        """Parse one occurrence of the option."""
        if isinstance(value, list):
            return value
        names = [name.strip() for name in value.split(",") if name.strip()]
        for name in names:
            if self.known and name not in self.known:
                self.fail(f"{name!r} is not one of {', '.join(self.known)}", param, ctx)
        return names


class Languages(Names):
    """A list of language codes, separated by commas."""

    name = "code[,code…]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[str]:
        """Parse one occurrence of the option."""
        codes = super().convert(value, param, ctx)
        for code in codes:
            if not is_language_code(code):
                self.fail(f"{code!r} is not a language code; write a code such as en, de, zh or pt-BR", param, ctx)
        return codes


class Date(click.ParamType["tuple[int, int, int]"]):
    """A day, such as 2026-11-22."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int, int]:
        """Parse one occurrence of the option."""
        from datetime import date

        try:
            day = date.fromisoformat(value)
        except ValueError:
            self.fail(f"{value!r} is not a day; write it like 2026-11-22", param, ctx)
        return day.year, day.month, day.day


as_of_option = click.option("--as-of", type=Date(), help="The day of the submission (default: the profile's date, else today).")
"""`--as-of` of commands that check windows of time."""


profiles_argument = click.argument(
    "profiles", nargs=-1, required=True, metavar="PROFILE...", shell_complete=complete(profiles, files=True)
)
"""The profiles of a command that takes several."""

out_option = click.option("--out", type=PATH, default=Path("out"), show_default=True, help="Output folder.")
"""`--out` of commands that write into a folder."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
"""`--json` of commands that print data."""


def print_json(data: Any) -> None:
    """Print data as JSON, for other programs."""
    click.echo(json_text(data, 2))


def style_path_option(command: _F) -> _F:
    """Add `--style-path`."""
    kind = click.Path(exists=True, file_okay=False, path_type=Path)
    text = "A folder with more styles (DIR/NAME/style.yaml). They are not trusted: no LaTeX, no templates."
    return click.option("--style-path", type=kind, multiple=True, metavar="DIR", help=text)(command)


set_option = click.option(
    "--set", "settings", multiple=True, metavar="OPTION=VALUE", help=_SET_HELP, shell_complete=complete(settings)
)


@dataclass(frozen=True)
class RenderOptions:
    """The options of `render` and `watch`: profiles × views × styles × languages, for some targets."""

    profiles: tuple[str, ...]
    views: tuple[list[str], ...]
    styles: tuple[list[str], ...]
    languages: tuple[list[str], ...]
    targets: tuple[list[str], ...]
    settings: tuple[str, ...]
    overlays: tuple[Path, ...]
    style_path: tuple[Path, ...]
    shared: dict[str, Any]

    def requests(self, default_targets: Sequence[str], **more: Any) -> "list[RenderRequest]":
        """Return the requests. Raises UsageError for invalid options."""
        options = tuple(style_options(self.settings).items())
        paths = profile_paths(self.profiles)
        from cvrender.load.request import RenderRequest

        common = {
            "targets": tuple(flatten(self.targets) or default_targets),
            "options": options,
            "overlays": tuple(map(str, self.overlays)),
            "library": library_of(self.style_path),
            **self.shared,
            **more,
        }
        return [
            RenderRequest(profile=str(path), view=view, style=style, language=language, **common)
            for path in paths
            for view in flatten(self.views) or ["full"]
            for style in flatten(self.styles) or [""]
            for language in flatten(self.languages) or [""]
        ]


def render_options(default_targets: Sequence[str]) -> Callable[[_F], _F]:
    """Add the arguments and options of `RenderOptions`, which becomes the command's first parameter."""
    targets_help = f"Targets: {', '.join(TARGETS)} (default: {','.join(default_targets)})."
    decorators = (
        profiles_argument,
        _names_option("--view", "views", views, 'View ("cvrender views"; default: full).'),
        _names_option("--style", "styles", styles, 'Style ("cvrender styles"; default: classic).'),
        click.option("--lang", "languages", type=Languages(), multiple=True, help=_LANG_HELP),
        _names_option("--to", "targets", lambda ctx: TARGETS, targets_help, TARGETS),
        out_option,
        set_option,
        click.option(
            "--with", "overlays", multiple=True, type=PATH, help="Apply an overlay, a YAML file that changes the profile."
        ),
        style_path_option,
        shared_options,
    )

    return bundled(RenderOptions, decorators)


def bundled(bundle: type, decorators: Sequence[Callable[[Any], Any]] = ()) -> Callable[[_F], _F]:
    """Give a command the options that are fields of the dataclass `bundle` as its first parameter; `decorators` add options.

    A command with several of them gets the parameters from the top to the bottom.
    """

    def decorate(command: _F) -> _F:
        @wraps(command)
        def call(*positional: Any, **values: Any) -> Any:
            return command(*positional, bundle(**{field.name: values.pop(field.name) for field in fields(bundle)}), **values)

        for decorator in reversed(decorators):
            call = decorator(call)
        return cast(_F, call)

    return decorate


def _names_option(option: str, name: str, names: CompletionNames, text: str, known: Iterable[str] = ()) -> Callable[[_F], _F]:
    return click.option(option, name, type=Names(known), multiple=True, help=text, shell_complete=complete(names))


def shared_options(command: _F) -> _F:
    """Add an option for each shared setting; the command gets those that were given as `shared`."""
    known = shared_settings()

    @wraps(command)
    def collected(*positional: Any, **chosen: Any) -> Any:
        values = {name: chosen.pop(name) for name in known}
        return command(*positional, shared={name: value for name, value in values.items() if value is not None}, **chosen)

    decorated = collected
    for name, setting in reversed(list(known.items())):
        decorated = _shared_option(name, setting)(decorated)
    return cast(_F, decorated)


def _shared_option(name: str, setting: Setting) -> Callable[[Any], Any]:
    option = f"--{name.replace('_', '-')}"
    if isinstance(setting.default, bool):
        flags = f"{option}/--no-{option[2:]}" if setting.default else option
        return click.option(flags, name, is_flag=True, default=None, help=setting.about)
    kind: Any = click.IntRange(1, setting.most) if setting.most else click.Choice(setting.choices) if setting.choices else str
    return click.option(option, name, type=kind, help=setting.about)


def untrusted_options(command: _F) -> _F:
    """Add `--untrusted` and `--no-sandbox`; the command gets the parameters `untrusted` and `sandbox`."""

    @wraps(command)
    def checked(*positional: Any, untrusted: bool, no_sandbox: bool, **values: Any) -> Any:
        if no_sandbox and not untrusted:
            raise click.UsageError("--no-sandbox requires --untrusted")
        return command(*positional, untrusted=untrusted, sandbox=untrusted and not no_sandbox, **values)

    sandbox = click.option("--no-jail", "--no-sandbox", "no_sandbox", is_flag=True, help="Run unsandboxed if no sandbox exists.")
    untrusted = click.option(
        "--untrusted", is_flag=True, help="Do not trust the profiles: limit file sizes, and run TeX and pandoc in a sandbox."
    )
    return cast(_F, untrusted(sandbox(checked)))


def print_files(written: Iterable[Path], form: str = "text", failed: Sequence[Path] = ()) -> None:
    """Print the files that were written, and where those are that failed."""
    from cvrender.run.write import listed

    for file in listed(written):
        click.echo(str(file), err=form != "text")  # standard output contains only the JSON
    if failed:
        click.echo(f"failed files are in {failed[0].parent}", err=True)


def profile_paths(profiles: tuple[str, ...]) -> list[Path]:
    """Return the profiles' files, without duplicates. Raises UsageError if two would write the same files."""
    paths = list(dict.fromkeys(profile_path(profile) for profile in profiles))
    names: dict[str, Path] = {}
    for path in paths:
        if names.setdefault(path.stem, path) != path:
            raise click.UsageError(f"{names[path.stem]} and {path} would write the same files; give each its own --out")
    return paths


def style_options(settings: tuple[str, ...]) -> dict[str, str]:
    """Return the options given by `--set`. Raises UsageError."""
    for setting in settings:
        if "=" not in setting:
            raise click.UsageError(f"--set {setting}: write OPTION=VALUE, such as --set accent=#005a9c")
    from cvrender.model.citations import CITATIONS, is_path

    options = {key.strip(): value.strip() for key, _, value in (setting.partition("=") for setting in settings)}
    citations = options.get(CITATIONS, "")
    if is_path(citations):  # which a person types relative to the folder they are in
        options[CITATIONS] = str(Path(citations).absolute())
    return options


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Raise InputError instead of OSError: the file that the error names, else the one at `path`, cannot be written."""
    try:
        yield
    except OSError as error:
        raise InputError(
            [Problem(f"cannot be written: {error.strerror or error}", str(error.filename or path), code="cannot-write")]
        ) from None


def write_new(path: Path, text: str, hint: str) -> None:
    """Write a new file. Raises InputError if it cannot be written, or with `hint` if it exists."""
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with path.open("x", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
        except FileExistsError:
            raise InputError([Problem("already exists", str(path), hint=hint, code="already-exists")]) from None
