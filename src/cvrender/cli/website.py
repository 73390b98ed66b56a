"""Run `cvrender website`."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cvrender.cli.arguments import complete, library_of, styles, views
from cvrender.cli.common import (
    PATH,
    bundled,
    out_option,
    print_files,
    profile_paths,
    profiles_argument,
    set_option,
    shared_options,
    style_options,
    style_path_option,
)
from cvrender.cli.formats import Command, format_options, print_problems
from cvrender.model.language import is_language_code

if TYPE_CHECKING:
    from cvrender.errors import Problem
    from cvrender.load.request import RenderRequest

FOLDER = "website"
"""The folder of the site, in that of the profile."""


def _language(ctx: click.Context, param: click.Parameter, code: str) -> str:
    if code and not is_language_code(code):
        raise click.BadParameter(f"{code!r} is not a language code; write a code such as en, de, zh or pt-BR", ctx, param)
    return code


@dataclass(frozen=True)
class WebsiteOptions:
    """What a web site shows and how; `pdf_style` is the style of the CV on it, and `url` its address."""

    view: str
    style: str
    pdf_style: str
    url: str
    language: str
    settings: tuple[str, ...]
    overlays: tuple[Path, ...]
    style_path: tuple[Path, ...]

    def request(self, profile: Path, shared: dict[str, Any]) -> "RenderRequest":
        """Return the request for a profile, with these shared settings."""
        from cvrender.load.request import RenderRequest

        return RenderRequest(
            profile=str(profile),
            view=self.view,
            style=self.style,
            language=self.language,
            options=tuple(style_options(self.settings).items()),
            library=library_of(self.style_path),
            overlays=tuple(map(str, self.overlays)),
            **shared,
        )


@click.command("website", cls=Command)
@profiles_argument
@click.option("--view", default="full", show_default=True, help="What the site shows.", shell_complete=complete(views))
@click.option("--style", default="", help="Style of the page (default: homepage).", shell_complete=complete(styles))
@click.option("--pdf-style", default="", help="Style of the PDF (default: classic).", shell_complete=complete(styles))
@click.option("--url", default="", help="The address of the site, for search engines and networks.")
@click.option("--lang", "language", default="", callback=_language, help="Language (default: the view's, else the profile's).")
@set_option
@click.option("--with", "overlays", multiple=True, type=PATH, help="Apply an overlay, a YAML file that changes the profile.")
@style_path_option
@out_option
@shared_options
@format_options
@bundled(WebsiteOptions)
def command(options: WebsiteOptions, profiles: tuple[str, ...], out: Path, form: str, shared: dict[str, Any]) -> None:
    """Make a web site of a CV, ready to publish: a page, the PDF, and files for address books and bibliographies."""
    problems: dict[Problem, None] = {}
    codes = [0]
    for path in profile_paths(profiles):
        site_problems, code = _make(options.request(path, shared), options, out, form)
        problems |= dict.fromkeys(site_problems)
        codes.append(code)
    if problems or form in ("json", "sarif"):
        print_problems(problems, form)
    sys.exit(max(codes))


def _make(request: "RenderRequest", options: WebsiteOptions, out: Path, form: str) -> "tuple[Sequence[Problem], int]":
    """Write a site, print its files, and return the Problems and the exit code."""
    from cvrender.documents.website import NOT_ALWAYS, render_website
    from cvrender.errors import CvrenderError
    from cvrender.run.write import FAILED, write
    from cvrender.system.filename import file_name
    from cvrender.targets.base import Artifact

    name = file_name(Path(request.profile).stem)
    try:
        result = render_website(request, url=options.url, pdf_style=options.pdf_style)
        written = write(result, out, name, FOLDER)
    except CvrenderError as error:
        failed = [Artifact(*file) for file in error.failed]
        print_files([], form, write(failed, out, FAILED, name) if failed else [])
        return error.problems, error.exit_code
    for stale in {out / name / FOLDER / file for file in NOT_ALWAYS} - set(written):
        stale.unlink(missing_ok=True)
    print_files(written, form)
    return result.warnings, 0
