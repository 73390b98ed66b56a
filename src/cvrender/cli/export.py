"""Run `cvrender export`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cvrender.cli.common import PATH, Names, as_of_option, flatten, out_option, profile_paths, profiles_argument, writing
from cvrender.cli.formats import Command, print_problems

if TYPE_CHECKING:
    from cvrender.errors import Problem
    from cvrender.lint.base import Day
    from cvrender.request import LoadedProfile

_FORMATS = ("bib", "json", "ris")
_FORMS = ("nsf-coa", "doe-coa", "sciencv-cpos")  # those of `cvrender.forms`, which is imported when one is asked for


@click.command("export", cls=Command)
@profiles_argument
@click.option(
    "--to",
    "formats",
    type=Names((*_FORMATS, *_FORMS)),
    multiple=True,
    help="Formats: bib (BibTeX), json (CSL-JSON), ris (default: bib); forms: nsf-coa, doe-coa (xlsx), sciencv-cpos (XML).",
)
@out_option
@click.option("--template", type=PATH, help="The funder's own spreadsheet, which is filled.")
@as_of_option
def command(
    profiles: tuple[str, ...], formats: tuple[list[str], ...], out: Path, template: Path | None, as_of: "Day | None"
) -> None:
    """Write publications and patents as bibliographies, without entries that are not public, or fill forms of funders."""
    from cvrender.importers.export import WRITERS, public
    from cvrender.prepare import load_profile
    from cvrender.tools.filename import file_name

    names = flatten(formats) or ["bib"]
    if template and not set(names) & {"nsf-coa", "doe-coa"}:
        raise click.UsageError("--template requires --to nsf-coa or doe-coa")
    problems: list[Problem] = []
    for path in profile_paths(profiles):
        loaded = load_profile(path)
        folder = out / file_name(path.stem)
        with writing(out):
            folder.mkdir(parents=True, exist_ok=True)
            for name in names:
                if name in _FORMS:
                    problems += _fill(name, loaded, folder, template, as_of)
                    continue
                file = folder / f"{file_name(path.stem)}.{name}"
                file.write_text(WRITERS[name](public(loaded.profile, loaded.source.data)), "utf-8", newline="\n")
                click.echo(str(file))
    if problems:
        print_problems(problems, "text")
    sys.exit(int(any(problem.severity == "error" for problem in problems)))


def _fill(name: str, loaded: "LoadedProfile", folder: Path, template: Path | None, as_of: "Day | None") -> "list[Problem]":
    """Write a form, print its file, and return what the profile lacks."""
    from cvrender.forms import FORMS
    from cvrender.lint import today

    content, problems = FORMS[name].fill(loaded, as_of or today(loaded.profile), template)
    file = folder / f"{loaded.name}-{name}{FORMS[name].suffix}"
    file.write_bytes(content)
    click.echo(str(file))
    return problems
