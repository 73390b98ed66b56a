"""Run `cvrender export`."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cvrender.cli.arguments import flatten, library_of
from cvrender.cli.common import PATH, Names, as_of_option, bundled, out_option, profile_paths, profiles_argument, writing
from cvrender.cli.formats import Command, print_problems

if TYPE_CHECKING:
    from cvrender.compose.prepare import Prepared
    from cvrender.errors import Problem
    from cvrender.formats.shown import Shown
    from cvrender.load.request import LoadedProfile
    from cvrender.rules.lint.base import Day

_FORMATS = {
    "bib": "BibTeX",
    "json": "CSL-JSON",
    "ris": "RIS",
    "biblatex": "biblatex",
    "jsonresume": "JSON Resume",
    "jsonld": "schema.org",
    "rendercv": "RenderCV",
    "europass": "Europass XML",
    "lattes": "Lattes XML",
    "vcard": "vCard",
    "site-hugo": "pages for Hugo",
    "site-quarto": "a listing for Quarto",
    "site-al-folio": "data for al-folio",
}
_FORMS = ("nsf-coa", "doe-coa", "sciencv-cpos")  # those of `cvrender.documents.forms`, which is imported when one is asked for
_LISTED = ", ".join(f"{name} ({title})" for name, title in _FORMATS.items())


@dataclass(frozen=True)
class ExportOptions:
    """What `export` writes, and how forms are filled."""

    view: str
    strict: bool
    template: Path | None
    as_of: "Day | None"


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
@bundled(ExportOptions)
def command(options: ExportOptions, profiles: tuple[str, ...], formats: tuple[list[str], ...], out: Path) -> None:
    """Write profiles in formats of other programs, without what is not public, or fill forms of funders."""
    from cvrender.system.filename import file_name

    names = flatten(formats) or ["bib"]
    if options.template and not set(names) & {"nsf-coa", "doe-coa"}:
        raise click.UsageError("--template requires --to nsf-coa or doe-coa")
    problems: list[Problem] = []
    for path in profile_paths(profiles):
        prepared = _prepared(path, options.view)
        shown = _shown(prepared, options.view, problems) if set(names) - set(_FORMS) else None
        folder = out / file_name(path.stem)
        stem = file_name(f"anonymous-{options.view}") if prepared.view.view.anonymous else folder.name
        with writing(out):
            folder.mkdir(parents=True, exist_ok=True)
            for name in names:
                if shown is None or name in _FORMS:
                    problems += _fill(name, prepared.loaded, folder, options)
                else:
                    problems += _write(name, shown, path, folder / stem, options.strict)
    if problems:
        print_problems(problems, "text")
    sys.exit(int(any(problem.severity == "error" for problem in problems)))


def _prepared(path: Path, view: str) -> "Prepared":
    from cvrender.load.request import RenderRequest
    from cvrender.pipeline import load_and_prepare

    return load_and_prepare(RenderRequest(profile=str(path), view=view or "full", library=library_of(())))


def _shown(prepared: "Prepared", view: str, problems: "list[Problem]") -> "Shown":
    """Return what a view shows of a profile. Without a view, everything public. Append warnings of what it hides or reveals."""
    from cvrender.compose.stages import composed, selected
    from cvrender.formats.bibliographies import public
    from cvrender.formats.shown import shown
    from cvrender.model.value import replace

    loaded, named = prepared.loaded, prepared.view
    if not view:
        named = replace(named, view=replace(named.view, privacy="public"))
    warned: list[Problem] = []
    selection = selected(prepared, warned.append, named)
    problems += [problem for problem in warned if problem.code == "not-anonymous" or view and problem.code == "left-out"]
    works = None if view else public(loaded.profile)
    return shown(selection, composed(prepared, selection), works)


def _write(name: str, shown: "Shown", path: Path, base: Path, strict: bool) -> "Iterator[Problem]":
    """Write a format's files, print their names, and yield what the format cannot hold; `base` is the path without suffix."""
    from cvrender.errors import Problem
    from cvrender.formats.losses import listed, losses
    from cvrender.formats.writers import FORMATS

    importer, write = FORMATS[name]
    files = write(shown)
    for end, content in files.items():
        file = base.parent / f"{base.name}{end}"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, "utf-8", newline="\n")
        click.echo(str(file))
    if lost := losses(shown, name, importer, next(iter(files.values()))):
        message = f"{_FORMATS[name]} cannot hold {listed(lost)}"
        yield Problem(message, str(path), code="not-exported", severity="error" if strict else "warning")


def _fill(name: str, loaded: "LoadedProfile", folder: Path, options: ExportOptions) -> "list[Problem]":
    """Write a form, print its file, and return what the profile lacks."""
    from cvrender.documents.forms import FORMS
    from cvrender.rules.lint import today

    content, problems = FORMS[name].fill(loaded, options.as_of or today(loaded.profile), options.template)
    file = folder / f"{loaded.name}-{name}{FORMS[name].suffix}"
    file.write_bytes(content)
    click.echo(str(file))
    return problems
