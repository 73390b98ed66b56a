"""Run `cvrender check`."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cvrender.cli.arguments import flatten, library_of, profile_path
from cvrender.cli.common import PATH, Languages, Names, as_of_option, bundled, profiles_argument, style_path_option
from cvrender.cli.formats import format_options, print_problems
from cvrender.errors import CvrenderError, InputError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cvrender.load.library import Library
    from cvrender.load.request import LoadedProfile
    from cvrender.rules.lint.base import Day


@dataclass(frozen=True)
class CheckOptions:
    """What `check` looks for."""

    languages: tuple[list[str], ...]
    contracts: tuple[list[str], ...]
    view: str
    as_of: "Day | None"
    sourced: bool
    since: str
    overlays: tuple[Path, ...]
    style_path: tuple[Path, ...]


@click.command("check")
@profiles_argument
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
@click.option("--lang", "languages", type=Languages(), multiple=True, help="Also list what these languages lack.")
@click.option(
    "--contract", "contracts", type=Names(), multiple=True, help='Check the rules of funders instead ("cvrender contracts").'
)
@click.option("--view", default="", help="The view that is checked with --contract (default: the contract's own).")
@as_of_option
@click.option("--sourced", is_flag=True, help="Only find facts that do not say where they come from.")
@click.option("--since", default="", metavar="REV", help="Only name the facts that were added or changed since a revision.")
@click.option("--with", "overlays", multiple=True, type=PATH, help="Apply an overlay, and say when what it replaces has changed.")
@style_path_option
@format_options
@bundled(CheckOptions)
def command(options: CheckOptions, profiles: tuple[str, ...], strict: bool, form: str) -> None:
    """Check profiles: YAML, keys, dates, unavailable characters, and lint rules ("cvrender rules")."""
    from cvrender.merge.profile import load_profile
    from cvrender.rules.check import check
    from cvrender.rules.ledger.problems import ledger_problems

    if (options.view or options.as_of) and not options.contracts:
        raise click.UsageError("--view and --as-of require --contract")
    problems: list[Problem] = []
    code, library, languages = 0, library_of(options.style_path), flatten(options.languages)
    for profile in profiles:
        try:
            loaded = load_profile(profile_path(profile), overlays=options.overlays)
            if options.sourced or options.since:
                problems += ledger_problems(loaded, options.since, sourced=options.sourced)
                continue
            if options.contracts:
                problems += _breaches(loaded, options, library)
                continue
            for language in languages:
                problems += _untranslated(loaded, language, form in ("json", "sarif"))
            for language in languages or [""]:
                check(loaded, problems.append, library, language)
        except CvrenderError as error:
            problems += error.problems
            code = max(code, error.exit_code)
    sys.exit(_report(problems, code, profiles, strict, form))


def _report(problems: list[Problem], code: int, profiles: tuple[str, ...], strict: bool, form: str) -> int:
    """Print the problems, and return the exit code."""
    problems = list(dict.fromkeys(problems))
    if any(problem.severity == "error" for problem in problems):
        code = max(code, InputError.exit_code)
    if strict and problems:
        code = max(code, InputError.exit_code)
    if problems or form in ("json", "sarif"):
        print_problems(problems, form)
    elif len(profiles) == 1:
        click.echo(f"{profile_path(profiles[0])}: no problems")
    else:
        click.echo(f"{len(profiles)} profiles: no problems")
    return code


def _breaches(loaded: "LoadedProfile", options: CheckOptions, library: "Library") -> "Iterator[Problem]":
    from cvrender.rules.contracts import check_contract

    for contract in flatten(options.contracts):
        for language in flatten(options.languages) or [""]:
            yield from check_contract(loaded, contract, options.view, options.as_of, library, language)


def _untranslated(loaded: "LoadedProfile", language: str, as_data: bool) -> list[Problem]:
    """Print a table of the texts that a language lacks, or return them as Problems for output as data."""
    from cvrender.rules.untranslated import table, untranslated_texts

    missing = untranslated_texts(loaded, language)
    if as_data:
        return missing
    click.echo("\n".join(table(missing, language)))
    return []
