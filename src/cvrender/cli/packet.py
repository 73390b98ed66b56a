"""Run `cvrender packet`."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cvrender.cli.arguments import complete, library_of, profile_path, profiles
from cvrender.cli.common import PATH, as_of_option, bundled, out_option, print_files
from cvrender.cli.formats import Command, format_options, print_problems

if TYPE_CHECKING:
    from cvrender.rules.lint.base import Day


@dataclass(frozen=True)
class PacketOptions:
    """The contract of a packet, its language, the file that is filled, and the day of the submission."""

    contract: str
    language: str
    template: Path | None
    as_of: "Day | None"


@click.command("packet", cls=Command)
@click.argument("profile", shell_complete=complete(profiles, files=True))
@click.option("--for", "contract", required=True, metavar="NAME", help='The contract ("cvrender contracts").')
@out_option
@click.option("--lang", "language", default="", help="Language (default: the view's, else the profile's).")
@click.option("--template", type=PATH, help="The funder's own Word file, which is filled as the contract says.")
@as_of_option
@format_options
@bundled(PacketOptions)
def command(options: PacketOptions, profile: str, out: Path, form: str) -> None:
    """Write the texts for a funder's form, to copy field by field: a web page that works offline, text, and the publications."""
    from cvrender.documents.packet import packet
    from cvrender.documents.word_template import filled_template
    from cvrender.load.library import find_contract
    from cvrender.load.request import RenderRequest
    from cvrender.merge.profile import load_profile
    from cvrender.rules.contracts import check_contract, measure
    from cvrender.rules.lint import today
    from cvrender.run.write import write

    library, loaded = library_of(()), load_profile(profile_path(profile))
    contract, language = options.contract, options.language
    funder = find_contract(contract, library)
    day = options.as_of or today(loaded.profile)
    request = RenderRequest(profile=loaded.source.file, view=contract, library=library, language=language)
    measured = measure(loaded, funder, day, request)
    artifacts = packet(measured, loaded, f"{loaded.name}-{contract}")
    problems = check_contract(loaded, contract, "", day, library, language)
    if options.template:
        filled, lacking = filled_template(measured, options.template, f"{loaded.name}-{contract}")
        artifacts.append(filled)
        problems += lacking
    print_files(write(artifacts, out, loaded.name), form)
    if problems or form in ("json", "sarif"):
        print_problems(problems, form)
    sys.exit(int(any(problem.severity == "error" for problem in problems)))
