"""Run `cvrender inspect`."""

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cvrender.cli.arguments import complete, library_of, profile_path, profiles, views
from cvrender.cli.common import PATH, print_json
from cvrender.cli.formats import Command, print_problems
from cvrender.errors import ArtifactError, InputError, Problem
from cvrender.model.kinds import SECTIONS
from cvrender.targets import TARGETS

if TYPE_CHECKING:
    from cvrender.formats.content import Content
    from cvrender.load.request import LoadedProfile
    from cvrender.rules.inspect.extract import Extracted
    from cvrender.targets.pdf.speak import Spoken

_SUFFIXES = {**{f".{name}": name for name in TARGETS}, ".htm": "html"}


@click.command("inspect", cls=Command)
@click.argument("file", type=PATH)
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
@click.option("--speak", "with_speech", is_flag=True, help="Also print what a screen reader says of a tagged PDF.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def command(file: Path, against: str | None, view: str | None, with_text: bool, with_speech: bool, as_json: bool) -> None:
    """Show what programs read in FILE: name, contacts, sections, positions, publications, and the structure of a PDF."""
    if view and not against:
        raise click.UsageError("--view requires --against")
    expected = _expected(against, view) if against else None
    extracted, spoken = _read(file, expected)
    if with_speech and spoken is None:
        hint = "render it without --no-tags" if _is_pdf(file) else "--speak is for PDF files"
        raise InputError([Problem("not a tagged PDF", str(file), hint=hint, code="not-tagged")])
    problems = _compare(extracted, expected, file) if expected else []
    if as_json:
        data: dict[str, Any] = asdict(extracted)
        if _is_pdf(file):
            data["structure"] = asdict(spoken) if spoken else None
        if against:
            data["differences"] = [problem.as_data() for problem in problems]
        print_json(data)
    else:
        _print(extracted)
        if _is_pdf(file):
            _list("structure", list(_summary(spoken)))
        for lines in (extracted.text if with_text else (), spoken.lines if spoken and with_speech else ()):
            click.echo("\n" + "\n".join(lines) if lines else "", nl=bool(lines))
        print_problems(problems)
        if against and not problems:
            click.echo(f"\nno differences from {against}")
    sys.exit(ArtifactError.exit_code if problems else 0)


@dataclass(frozen=True, slots=True)
class _Expected:
    """A profile, the headings that its CV has, and the fields that its view shows (None: all public ones)."""

    loaded: "LoadedProfile"
    headings: dict[str, str]
    shown: frozenset[str] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The spellings of the person's name."""
        person = self.loaded.profile.person
        return tuple(filter(None, (person.name, person.native, *person.variants)))


def _expected(profile: str, view: str | None) -> _Expected:
    from cvrender.compose.prepare import prepare
    from cvrender.load.request import RenderRequest
    from cvrender.merge.profile import load_profile
    from cvrender.model.document import Group
    from cvrender.old_cvs.headings import plain
    from cvrender.pipeline import compose_request
    from cvrender.rules.inspect.extract import own_headings

    path = profile_path(profile)
    loaded = load_profile(path)
    if not view:
        return _Expected(loaded, own_headings(loaded.profile))
    request = RenderRequest(profile=str(path), view=view, library=library_of(()))
    document = compose_request(prepare(request, loaded)).inputs.document
    headings = {
        plain(title.plain): re.sub(r"-\d+$", "", section.id)
        for section in document.sections
        for title in (*(block.title for block in section.blocks if isinstance(block, Group)), section.title)
    }
    sections = {title: name if name in SECTIONS else "custom" for title, name in headings.items()}
    return _Expected(loaded, sections, frozenset(_fields(source for _, source in document.texts)))


def _fields(sources: Iterable[str]) -> Iterator[str]:
    """Yield the fields and those around them: `positions[0].roles[1]` also shows `positions[0]`."""
    from cvrender.load.reader import format_path, parse_path

    for source in sources:
        path = parse_path(source)
        yield from (format_path(path[:end]) for end in range(1, len(path) + 1))


def _read(file: Path, expected: _Expected | None) -> "tuple[Extracted, Spoken | None]":
    """Return what a parser extracts from a file, and the structure of a tagged PDF. Raises InputError."""
    from cvrender.formats.content import load_content
    from cvrender.system.limited import read_within

    target = _SUFFIXES.get(file.suffix.lower())
    if target is None:
        raise InputError(
            [Problem("unsupported file type", str(file), hint=f"supported: {', '.join(_SUFFIXES)}", code="unknown-format")]
        )
    content = load_content(file)
    return read_within(
        str(file), _read_content, content, target, expected.headings if expected else None, expected.names if expected else ()
    )


def _read_content(
    content: "Content", target: str, headings: dict[str, str] | None, names: tuple[str, ...]
) -> "tuple[Extracted, Spoken | None]":
    """Extract from a file of a target, in a process with limits: others may have made it."""
    from cvrender.rules.inspect.extract import extract
    from cvrender.targets.pdf.speak import speak

    try:
        reading = TARGETS[target].read(content.raw)
        extracted = extract(reading, headings, names) if headings is not None else extract(reading)
        return extracted, speak(content.raw) if target == "pdf" else None
    except ValueError as error:
        raise content.problem(str(error)) from None


def _is_pdf(file: Path) -> bool:
    return file.suffix.lower() == ".pdf"


def _summary(spoken: "Spoken | None") -> Iterator[str]:
    """Yield the lines about the structure of a PDF."""
    if spoken is None:
        yield "none: the PDF is not tagged"
        return
    yield f"tagged; title “{spoken.title}”, language {spoken.language or 'unknown'}"
    counts = [("heading", len(spoken.headings))]
    counts += [(name, spoken.roles.get(role, 0)) for name, role in (("list", "L"), ("table", "Table"), ("link", "Link"))]
    yield ", ".join(f"{count} {name}{'s' * (count != 1)}" for name, count in counts)
    if spoken.unnamed:
        yield f"{spoken.unnamed} links, formulas or graphics without a description"


def _compare(extracted: "Extracted", expected: _Expected, file: Path) -> list[Problem]:
    from cvrender.rules.inspect.compare import differences

    problems = differences(extracted, expected.loaded.profile, expected.shown)
    return [expected.loaded.source.problem(one.path, f"{file.name}: {one.message}", code="not-extracted") for one in problems]


def _print(extracted: "Extracted") -> None:
    _list("name", [extracted.name] if extracted.name else [])
    _list("e-mail", extracted.emails)
    _list("phone", extracted.phones)
    _list("links", extracted.links)
    _list("sections", [f"{title} ({kind})" if kind != "other" else title for title, kind in extracted.sections])
    _list("positions", [f"{position.text}: {position.start} – {position.end}" for position in extracted.positions])
    _list("publications", [str(extracted.publications)])


def _list(name: str, values: list[str] | tuple[str, ...]) -> None:
    for index, value in enumerate(values or ["none found"]):
        click.echo(f"{name if not index else '':<14}{value}")
