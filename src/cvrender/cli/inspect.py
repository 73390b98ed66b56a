"""Run `cvrender inspect`."""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cvrender.cli.common import library_of, print_problems, profile_path, stop
from cvrender.cli.completion import complete, profiles, views
from cvrender.errors import ArtifactError, CvrenderError, InputError, Problem
from cvrender.model.kinds import SECTIONS
from cvrender.targets import TARGETS

if TYPE_CHECKING:
    from cvrender.ats.extract import Extracted
    from cvrender.request import LoadedProfile

_SUFFIXES = {**{f".{name}": name for name in TARGETS}, ".htm": "html"}


@click.command("inspect")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--against",
    metavar="PROFILE",
    shell_complete=complete(profiles, files=True),
    help="Compare with a profile; exit code 4 if they differ.",
)
@click.option(
    "--view",
    metavar="VIEW",
    shell_complete=complete(views),
    help="With --against: expect only what this view of the profile shows.",
)
@click.option("--text", "with_text", is_flag=True, help="Also print the text in reading order.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def command(file: Path, against: str | None, view: str | None, with_text: bool, as_json: bool) -> None:
    """Show what a résumé parser extracts from FILE: name, contacts, sections, positions with dates, publications."""
    if view and not against:
        raise click.UsageError("--view requires --against")
    try:
        expected = _expected(against, view) if against else None
        extracted = _extract(file, expected.headings if expected else {})
        problems = _compare(extracted, expected, file) if expected else []
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


@dataclass(frozen=True, slots=True)
class _Expected:
    """A profile, the headings that its CV has, and the fields that its view shows (None: all public ones)."""

    loaded: "LoadedProfile"
    headings: dict[str, str]
    shown: frozenset[str] | None = None


def _expected(profile: str, view: str | None) -> _Expected:
    from cvrender.ats.headings import own_headings, plain
    from cvrender.pipeline import compose_request, load_profile
    from cvrender.prepare import prepare
    from cvrender.request import RenderRequest

    path = profile_path(profile)
    loaded = load_profile(path)
    if not view:
        return _Expected(loaded, own_headings(loaded.profile))
    request = RenderRequest(profile=str(path), view=view, library=library_of(()))
    document = compose_request(prepare(request, loaded)).inputs.document
    headings = {plain(section.title.plain): re.sub(r"-\d+$", "", section.id) for section in document.sections}
    sections = {title: name if name in SECTIONS else "custom" for title, name in headings.items()}
    return _Expected(loaded, sections, frozenset(_fields(source for _, source in document.texts())))


def _fields(sources: Iterable[str]) -> Iterator[str]:
    """Yield the fields and those around them: `positions[0].roles[1]` also shows `positions[0]`."""
    from cvrender.load.reader import format_path, parse_path

    for source in sources:
        path = parse_path(source)
        yield from (format_path(path[:end]) for end in range(1, len(path) + 1))


def _extract(file: Path, headings: dict[str, str]) -> "Extracted":
    from cvrender.ats.extract import extract

    target = _SUFFIXES.get(file.suffix.lower())
    if target is None:
        raise InputError([Problem("unsupported file type", str(file), hint=f"supported: {', '.join(_SUFFIXES)}")])
    try:
        return extract(TARGETS[target].read(file.read_bytes()), headings)
    except OSError as error:
        raise InputError([Problem(f"cannot be read: {error.strerror or error}", str(file))]) from None
    except ValueError as error:
        raise InputError([Problem(str(error), str(file))]) from None


def _compare(extracted: "Extracted", expected: _Expected, file: Path) -> list[Problem]:
    from cvrender.ats.compare import differences

    found = differences(extracted, expected.loaded.profile, expected.shown)
    return [expected.loaded.source.problem(one.path, f"{file.name}: {one.message}") for one in found]


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
