"""Run `cvrender export`."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cvrender.cli.common import (
    PATH,
    Names,
    as_of_option,
    flatten,
    library_of,
    out_option,
    profile_paths,
    profiles_argument,
    writing,
)
from cvrender.cli.formats import Command, print_problems

if TYPE_CHECKING:
    from cvrender.errors import Problem
    from cvrender.exporters.shown import Shown
    from cvrender.lint.base import Day
    from cvrender.prepare import Prepared
    from cvrender.request import LoadedProfile

_FORMATS = {
    "bib": "BibTeX",
    "json": "CSL-JSON",
    "ris": "RIS",
    "biblatex": "biblatex",
    "jsonresume": "JSON Resume",
    "jsonld": "schema.org",
    "rendercv": "RenderCV",
    "europass": "Europass XML",
    "vcard": "vCard",
    "site-hugo": "pages for Hugo",
    "site-quarto": "a listing for Quarto",
    "site-al-folio": "data for al-folio",
}
_FORMS = ("nsf-coa", "doe-coa", "sciencv-cpos")  # those of `cvrender.forms`, which is imported when one is asked for
_LISTED = ", ".join(f"{name} ({title})" for name, title in _FORMATS.items())


@click.command("export", cls=Command)
@profiles_argument
@click.option(
    "--to",
    "formats",
    type=Names((*_FORMATS, *_FORMS)),
    multiple=True,
    help=f"Formats: {_LISTED} (default: bib); forms: nsf-coa, doe-coa (xlsx), sciencv-cpos (XML).",
)
@click.option("--view", default="", help="What to write: what this view shows (default: everything that is public).")
@click.option("--strict", is_flag=True, help="Exit with code 1 if a format cannot hold everything.")
@out_option
@click.option("--template", type=PATH, help="The funder's own spreadsheet, which is filled.")
@as_of_option
def command(
    profiles: tuple[str, ...],
    formats: tuple[list[str], ...],
    view: str,
    strict: bool,
    out: Path,
    template: Path | None,
    as_of: "Day | None",
) -> None:
    """Write profiles in formats of other programs, without what is not public, or fill forms of funders."""
    from cvrender.tools.filename import file_name

    names = flatten(formats) or ["bib"]
    if template and not set(names) & {"nsf-coa", "doe-coa"}:
        raise click.UsageError("--template requires --to nsf-coa or doe-coa")
    problems: list[Problem] = []
    for path in profile_paths(profiles):
        prepared = _prepared(path, view)
        shown = _shown(prepared, view) if set(names) - set(_FORMS) else None
        folder = out / file_name(path.stem)
        with writing(out):
            folder.mkdir(parents=True, exist_ok=True)
            for name in names:
                if shown is None or name in _FORMS:
                    problems += _fill(name, prepared.loaded, folder, template, as_of)
                else:
                    problems += _write(name, shown, path, folder, strict)
    if problems:
        print_problems(problems, "text")
    sys.exit(int(any(problem.severity == "error" for problem in problems)))


def _prepared(path: Path, view: str) -> "Prepared":
    from cvrender.prepare import prepare
    from cvrender.request import RenderRequest

    return prepare(RenderRequest(profile=str(path), view=view or "full", library=library_of(())))


def _shown(prepared: "Prepared", view: str) -> "Shown":
    """Return what a view shows of a profile. Without a view, everything public."""
    from cvrender.exporters.bibliographies import public
    from cvrender.exporters.shown import shown
    from cvrender.model.value import replace
    from cvrender.pipeline import compose_in
    from cvrender.select import select

    loaded, named = prepared.loaded, prepared.view
    if not view:
        named = replace(named, view=replace(named.view, privacy="public"))
    selection = select(loaded.profile, named, prepared.style.groups, lambda problem: None)
    works = None if view else public(loaded.profile, loaded.source.data)
    return shown(selection, compose_in(prepared, selection, prepared.style), works)


def _write(name: str, shown: "Shown", path: Path, folder: Path, strict: bool) -> "Iterator[Problem]":
    """Write the files of a format, print their names, and yield what the format cannot hold."""
    from cvrender.errors import Problem
    from cvrender.exporters.formats import FORMATS
    from cvrender.exporters.losses import listed, losses

    importer, write = FORMATS[name]
    files = write(shown)
    for end, content in files.items():
        file = folder / f"{folder.name}{end}"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, "utf-8", newline="\n")
        click.echo(str(file))
    if lost := losses(shown, name, importer, next(iter(files.values()))):
        message = f"{_FORMATS[name]} cannot hold {listed(lost)}"
        yield Problem(message, str(path), code="not-exported", severity="error" if strict else "warning")


def _fill(name: str, loaded: "LoadedProfile", folder: Path, template: Path | None, as_of: "Day | None") -> "list[Problem]":
    """Write a form, print its file, and return what the profile lacks."""
    from cvrender.forms import FORMS
    from cvrender.lint import today

    content, problems = FORMS[name].fill(loaded, as_of or today(loaded.profile), template)
    file = folder / f"{loaded.name}-{name}{FORMS[name].suffix}"
    file.write_bytes(content)
    click.echo(str(file))
    return problems
