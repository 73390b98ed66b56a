"""Run `cvrender inspect`."""

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
    from cvrender.ats.extract import Extracted

_SUFFIXES = {**{f".{name}": name for name in TARGETS}, ".htm": "html"}


@click.command("inspect")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--against", metavar="PROFILE", help="Compare with a profile; exit code 4 if they differ.")
@click.option("--text", "with_text", is_flag=True, help="Also print the text in reading order.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def command(file: Path, against: str | None, with_text: bool, as_json: bool) -> None:
    """Show what a résumé parser extracts from FILE: name, contacts, sections, positions with dates, publications."""
    try:
        extracted = _extract(file)
        problems = _compare(extracted, against, file) if against else []
    except CvrenderError as error:
        stop(error, as_json)
    if as_json:
        data: dict[str, Any] = asdict(extracted)
        if against:
            data["differences"] = [problem.as_data() for problem in problems]
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        _print(extracted, with_text)
        print_problems(problems, False)
        if against and not problems:
            click.echo(f"\nno differences from {against}")
    sys.exit(ArtifactError.exit_code if problems else 0)


def _extract(file: Path) -> "Extracted":
    from cvrender.ats.extract import extract

    target = _SUFFIXES.get(file.suffix.lower())
    if target is None:
        raise InputError([Problem("unsupported file type", str(file), hint=f"supported: {', '.join(_SUFFIXES)}")])
    try:
        return extract(TARGETS[target].read(file.read_bytes()))
    except OSError as error:
        raise InputError([Problem(f"cannot be read: {error.strerror or error}", str(file))]) from None
    except ValueError as error:
        raise InputError([Problem(str(error), str(file))]) from None


def _compare(extracted: "Extracted", profile: str, file: Path) -> list[Problem]:
    from cvrender.ats.compare import differences
    from cvrender.pipeline import load_profile

    loaded = load_profile(profile_path(profile))
    return [
        loaded.source.problem(found.path, f"{file.name}: {found.message}") for found in differences(extracted, loaded.profile)
    ]


def _print(extracted: "Extracted", with_text: bool) -> None:
    _list("name", [extracted.name] if extracted.name else [])
    _list("e-mail", extracted.emails)
    _list("phone", extracted.phones)
    _list("links", extracted.links)
    _list("sections", [f"{title} ({kind})" if kind != "other" else title for title, kind in extracted.sections])
    _list("positions", [f"{found.text}: {found.start} – {found.end}" for found in extracted.positions])
    _list("publications", [str(extracted.publications)])
    if with_text:
        click.echo("\n" + "\n".join(extracted.text))


def _list(name: str, values: list[str] | tuple[str, ...]) -> None:
    for index, value in enumerate(values or ["none found"]):
        click.echo(f"{name if not index else '':<14}{value}")
