"""Define the options of commands that render letters and statements, and render these."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cvrender.cli.arguments import flatten, library_of, profile_path
from cvrender.cli.common import (
    PATH,
    Languages,
    Names,
    bundled,
    out_option,
    print_files,
    set_option,
    shared_options,
    style_options,
    style_path_option,
)
from cvrender.cli.complete import complete, profiles, styles
from cvrender.cli.formats import print_problems
from cvrender.errors import CvrenderError, Problem
from cvrender.targets import DEFAULT_TARGETS, TARGETS

if TYPE_CHECKING:
    from cvrender.load.request import RenderRequest

_F = TypeVar("_F", bound=Callable[..., Any])


@dataclass(frozen=True)
class DocumentOptions:
    """The options of `letter`, `statement` and `application`."""

    files: tuple[Path, ...]
    profile: str | None
    styles: tuple[list[str], ...]
    languages: tuple[list[str], ...]
    targets: tuple[list[str], ...]
    settings: tuple[str, ...]
    style_path: tuple[Path, ...]
    shared: dict[str, Any]

    def requests(self, profile: str, default_targets: tuple[str, ...] = DEFAULT_TARGETS) -> "list[RenderRequest]":
        """Return a request for each style and language."""
        from cvrender.load.request import RenderRequest

        return [
            RenderRequest(
                profile=str(profile_path(profile)),
                style=style,
                language=language,
                targets=tuple(flatten(self.targets)) or default_targets,
                options=tuple(style_options(self.settings).items()),
                library=library_of(self.style_path),
                **self.shared,
            )
            for style in flatten(self.styles) or [""]
            for language in flatten(self.languages) or [""]
        ]


_PROFILE = click.option(
    "--profile", help="The profile (default: the one that the file names).", shell_complete=complete(profiles, files=True)
)


def document_options(metavar: str) -> Callable[[_F], _F]:
    """Add the arguments and options of `DocumentOptions`, which becomes the command's first parameter, and `--out`."""
    decorators = (
        click.argument("files", nargs=-1, type=PATH, metavar=metavar),
        _PROFILE,
        click.option(
            "--style", "styles", type=Names(), multiple=True, help='Style ("cvrender styles").', shell_complete=complete(styles)
        ),
        click.option("--lang", "languages", type=Languages(), multiple=True, help="Language (default: the file's)."),
        click.option(
            "--to",
            "targets",
            type=Names(TARGETS),
            multiple=True,
            help=f"Targets: {', '.join(TARGETS)} (default: {','.join(DEFAULT_TARGETS)}).",
        ),
        out_option,
        set_option,
        style_path_option,
        shared_options,
    )

    return bundled(DocumentOptions, decorators)


def render_documents(options: DocumentOptions, out: Path, kind: str, form: str) -> int:
    """Render the files of a kind (`letter`, `statement`), print each output and all Problems, and return the exit code."""
    from cvrender.documents.files import load_document, profile_of
    from cvrender.documents.render import render_document
    from cvrender.errors import InputError
    from cvrender.run.write import write, write_error_files
    from cvrender.system.filename import file_name

    if not options.files:
        raise click.UsageError(f"Missing argument '{kind.upper()}...'.")
    problems: dict[Problem, None] = {}
    code = 0
    for file in options.files:
        name = file_name(file.stem)
        try:
            document = load_document(file)
            if (document.content.kind == "letter") != (kind == "letter"):
                hint = f"run: cvrender {'letter' if document.content.kind == 'letter' else 'statement'} {file}"
                problem = document.source.problem(("kind",), f"this is not a {kind}", hint, code="bad-value")
                raise InputError([problem])
            for request in options.requests(profile_of(document.source, document.content.profile, options.profile)):
                name = file_name(Path(request.profile).stem)
                result = render_document(request, document)
                problems |= dict.fromkeys(result.warnings)
                print_files(write(result, out, name), form)
        except CvrenderError as error:
            written, failed = write_error_files(error, out, name)
            print_files(written, form, failed)
            problems |= dict.fromkeys(error.problems)
            code = max(code, error.exit_code)
    if problems or form in ("json", "sarif"):
        print_problems(problems, form)
    return code
