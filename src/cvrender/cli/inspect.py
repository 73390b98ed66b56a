"""`cvrender inspect`: a PDF or docx in, what a machine reads in it out."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cvrender.cli.common import print_problems, profile_path, stop
from cvrender.errors import ArtifactError, CvrenderError, InputError, Problem
from cvrender.targets import TARGETS

if TYPE_CHECKING:
    from cvrender.ats.extract import Seen

_SUFFIXES = {**{f".{name}": name for name in TARGETS}, ".htm": "html"}


@click.command("inspect")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--against", metavar="PROFILE", help="Compare with a profile; exit code 4 when they differ.")
@click.option("--text", "with_text", is_flag=True, help="Print the text, too, in reading order.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def command(file: Path, against: str | None, with_text: bool, as_json: bool) -> None:
    """Show what a parser of CVs sees in FILE, ours or not: name, contacts, sections, positions with dates, publications."""
    try:
        seen = _see(file)
        problems = _compare(seen, against, file) if against else []
    except CvrenderError as error:
        stop(error, as_json)
    if as_json:
        data: dict[str, Any] = asdict(seen)
        if against:
            data["differences"] = [problem.as_data() for problem in problems]
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        _print(seen, with_text)
        print_problems(problems, False)
        if against and not problems:
            click.echo(f"\nnothing of {against} is missing")
    sys.exit(ArtifactError.exit_code if problems else 0)


def _see(file: Path) -> "Seen":
    from cvrender.ats.extract import see

    target = _SUFFIXES.get(file.suffix.lower())
    if target is None:
        raise InputError([Problem("is of no kind that can be inspected", str(file), hint=f"there are: {', '.join(_SUFFIXES)}")])
    try:
        return see(TARGETS[target].read(file.read_bytes()))
    except OSError as error:
        raise InputError([Problem(f"cannot be read: {error.strerror or error}", str(file))]) from None
    except ValueError as error:
        raise InputError([Problem(str(error), str(file))]) from None


def _compare(seen: "Seen", profile: str, file: Path) -> list[Problem]:
    from cvrender.ats.compare import differences
    from cvrender.pipeline import load_profile

    loaded = load_profile(profile_path(profile))
    return [loaded.source.problem(found.path, f"{file.name}: {found.message}") for found in differences(seen, loaded.profile)]


def _print(seen: "Seen", with_text: bool) -> None:
    _list("name", [seen.name] if seen.name else [])
    _list("e-mail", seen.emails)
    _list("phone", seen.phones)
    _list("links", seen.links)
    _list("sections", [f"{title} ({kind})" if kind != "other" else title for title, kind in seen.sections])
    _list("positions", [f"{found.text}: {found.start} – {found.end}" for found in seen.positions])
    _list("publications", [str(seen.publications)])
    if with_text:
        click.echo("\n" + "\n".join(seen.text))


def _list(name: str, values: list[str] | tuple[str, ...]) -> None:
    for index, value in enumerate(values or ["none seen"]):
        click.echo(f"{name if not index else '':<14}{value}")
