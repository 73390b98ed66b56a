"""Run `cvrender import`."""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cvrender.cli.arguments import profile_path
from cvrender.cli.changed_files import changes_counted, replace_file
from cvrender.cli.common import PATH, bundled, write_new
from cvrender.cli.formats import Command, print_problems
from cvrender.errors import InputError, Problem
from cvrender.model.value import replace

if TYPE_CHECKING:
    from cvrender.formats.base import Imported


_PHOTO = 10_000_000  # bytes

if TYPE_CHECKING:
    from cvrender.formats.base import Imported
    from cvrender.merge.apply import ProposalDiff


@dataclass(frozen=True)
class ReadOptions:
    """What is read, and how far it is trusted."""

    files: tuple[str, ...]
    format: str
    untrusted: bool
    no_sandbox: bool
    addresses: tuple[str, ...]
    offline: bool


@dataclass(frozen=True)
class NewProfileOptions:
    """What a new profile holds, and where it is written."""

    out: Path | None
    me: str
    provenance: bool
    keep_all: bool


@dataclass(frozen=True)
class ChangeOptions:
    """The profile that is changed, and which changes are made."""

    into: str | None
    apply: bool
    choices: Path | None


@dataclass(frozen=True)
class LackOptions:
    """The profile in which the lines of an old CV are looked for."""

    is_check: bool
    against: str | None


@click.command("import", cls=Command)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--from", "format", metavar="FORMAT", default="", help="The format, if the content does not tell.")
@click.option("--me", metavar="NAME", default="", help="Whose career it is, if the files do not tell.")
@click.option("--out", type=PATH, help="The new profile (default: profiles/NAME.yaml).")
@click.option("--into", metavar="PROFILE", help="Show what the files would change in a profile.")
@click.option("--apply", is_flag=True, help="With --into: make the changes.")
@click.option("--choices", type=PATH, metavar="FILE", help="With --into: keep which changes are refused.")
@click.option("--provenance", is_flag=True, help="Write for each field, not for each entry, where it is from.")
@click.option("--keep-all", is_flag=True, help="Keep abstracts and notes of programs under x-import, too.")
@click.option("--strict", is_flag=True, help="Take warnings for errors: exit with code 1.")
@click.option("--untrusted", is_flag=True, help="Do not trust the files: lower limits, and pandoc in a sandbox.")
@click.option("--no-jail", "--no-sandbox", "no_sandbox", is_flag=True, help="Run unsandboxed if no sandbox exists.")
@click.option("--check", "is_check", is_flag=True, help="With --against: list the lines of an old CV that a profile lacks.")
@click.option("--against", metavar="PROFILE", help="With --check: the profile.")
@click.option("--source-url", "addresses", metavar="SERVICE=URL", multiple=True, help="Another address of a service.")
@click.option("--offline", is_flag=True, help="Fetch nothing: read identifiers from the cache.")
@click.option("--json", "as_json", is_flag=True, help="Print problems as JSON.")
@bundled(ReadOptions)
@bundled(NewProfileOptions)
@bundled(ChangeOptions)
@bundled(LackOptions)
def command(
    reading: ReadOptions, new: NewProfileOptions, change: ChangeOptions, lack: LackOptions, strict: bool, as_json: bool
) -> None:
    """Make a profile from files of other programs, or propose changes of one: bibliographies, CVs, exports.

    An identifier (orcid:…, doi:…, isbn:…, arxiv:…, pmid:…, dblp:…, openalex:A…, inspire:…, semantic-scholar:…) or an address of
    the web is fetched from the public service; nothing else uses the network.

    Nothing is lost: what a profile cannot contain is listed, and kept under x-import.
    """
    _check_usage(new, change, lack)
    imported = _read(reading)
    if lack.against:
        problems = _check(imported, profile_path(lack.against))
    elif change.into:
        problems = _change(profile_path(change.into), imported, change, as_json)
    else:
        problems = _create(imported, new, as_json)
    print_problems(problems, "json" if as_json else "text")
    sys.exit(InputError.exit_code if any(strict or problem.severity == "error" for problem in problems) else 0)


def _check_usage(new: NewProfileOptions, change: ChangeOptions, lack: LackOptions) -> None:
    """Raise click.UsageError for options that do not go together."""
    is_new = bool(new.out or new.provenance or new.me)
    if change.into and is_new:
        raise click.UsageError("--into changes a profile; --out, --me and --provenance are for a new one")
    if not change.into and (change.apply or change.choices):
        raise click.UsageError("--apply and --choices require --into")
    if lack.is_check != bool(lack.against) or (lack.against and (change.into or is_new)):
        raise click.UsageError("--check and --against belong together, and only list what a profile lacks")


def _read(reading: ReadOptions) -> "list[Imported]":
    """Read files, and fetch what identifiers name."""
    from cvrender.merge.readers import read_files

    if reading.no_sandbox and not reading.untrusted:
        raise click.UsageError("--no-sandbox requires --untrusted")
    trust = {"untrusted": reading.untrusted, "sandbox": not reading.no_sandbox}
    files = [Path(text) for text in reading.files if not _is_identifier(text)]
    if len(files) == len(reading.files) and not reading.addresses:
        return read_files(files, reading.format, **trust)
    from cvrender.merge.sources.fetch import import_identifier
    from cvrender.merge.sources.services import given_addresses

    services = given_addresses(reading.addresses)
    imported = read_files(files, reading.format, **trust) if files else []
    for text in filter(_is_identifier, reading.files):
        imported += import_identifier(text, addresses=services, offline=reading.offline)
    return imported


def _is_identifier(text: str) -> bool:
    from cvrender.merge.sources.services import is_identifier

    return is_identifier(text) and not Path(text).exists()


def _check(files: "list[Imported]", path: Path) -> list[Problem]:
    """List the lines of old CVs that a profile lacks, as errors. Raises InputError for other files."""
    from cvrender.cli.import_ import report_lines
    from cvrender.merge.profile import load_profile

    for imported in files:
        if imported.document is None:
            hint = "it is for old CVs: LaTeX, Word, OpenDocument, HTML, Markdown, PDF"
            raise InputError([Problem("--check needs a file that has lines", imported.file, hint=hint, code="unknown-format")])
    return [replace(problem, severity="error") for problem in report_lines(files, load_profile(path).source.data, listed=True)]


def _create(files: "list[Imported]", options: NewProfileOptions, as_json: bool) -> list[Problem]:
    """Write a new profile; print the path, what was imported, and what was not understood."""
    from cvrender.cli.import_ import report_lines
    from cvrender.load.reader import TRUSTED_LIMITS
    from cvrender.merge.leftovers import left_out_line, summary
    from cvrender.merge.new_profile import new_profile

    photos = _photos(files)
    profile = new_profile(files, me=options.me, provenance=options.provenance, keep_all=options.keep_all)
    if len(profile.text.encode()) > TRUSTED_LIMITS.bytes:
        message = f"would become a profile of more than {TRUSTED_LIMITS.bytes // 1_000_000} MB"
        raise InputError(
            [
                Problem(
                    message,
                    files[0].file,
                    hint="read it each time instead: docs/import.md, “A live bibliography”",
                    code="bad-value",
                )
            ]
        )
    path = options.out or Path("profiles") / f"{_file_stem(profile.data['person']['name'])}.yaml"
    write_new(path, profile.text, "propose changes of it with --into, or name another file with --out")
    _copy_photo(photos.get(profile.data["person"].get("photo", "")), path.parent)
    counts = [f"{len(value)} {key}" for key, value in profile.data.items() if isinstance(value, list)]
    click.echo(str(path), err=as_json)
    click.echo(f"imported: {', '.join(counts) or 'the person'}", err=True)
    for line in summary(profile.kept):
        click.echo(f"kept under x-import: {line}", err=True)
    if profile.left_out:
        click.echo(f"left out: {left_out_line(profile.left_out)}; --keep-all keeps them", err=True)
    lost = report_lines(files, {**profile.data, "x-import": profile.kept}, listed=False)
    click.echo(f"next: cvrender check {path} && cvrender render {path}", err=True)
    return [*profile.problems, *lost]


def _photos(files: "list[Imported]") -> dict[str, Path]:
    """Return the photos that exist, by name, and name each in the person by its name; the others are kept under x-import."""
    from cvrender.formats.base import PERSON
    from cvrender.formats.table import keep

    photos: dict[str, Path] = {}
    for imported in files:
        person = imported.data.get(PERSON, {})
        if not (name := person.pop("photo", "")):
            continue
        photo = Path(imported.file).parent / name
        if photo.is_file() and not photo.is_symlink() and photo.stat().st_size <= _PHOTO:
            person["photo"] = photo.name
            photos[photo.name] = photo
        else:
            keep(person, imported.format, {"photo": name})
    return photos


def _copy_photo(photo: Path | None, folder: Path) -> None:
    """Copy a photo next to the profile, unless a file of that name is there."""
    if photo and not (folder / photo.name).exists():
        (folder / photo.name).write_bytes(photo.read_bytes())


def _file_stem(name: str) -> str:
    """Return a file name for a person's name: letters and digits in lower case, with hyphens."""
    from cvrender.model.names import normalized_name
    from cvrender.system.filename import file_name

    return file_name(normalized_name(name).replace(" ", "-")) or "profile"


def _change(path: Path, files: "list[Imported]", options: ChangeOptions, as_json: bool) -> list[Problem]:
    """Print what the files would change in a profile; with `--apply`, change it."""
    from cvrender.merge.apply import applied, differences, propose_into
    from cvrender.merge.choices import Choices, load_choices
    from cvrender.merge.profile import load_profile

    loaded = load_profile(path)
    known = load_choices(options.choices) if options.choices else Choices()
    for imported in files:
        imported.data.get("person", {}).pop("photo", None)  # a file that would have to be copied
    proposed = propose_into(loaded.source, files)
    proposals = [change for change in proposed.proposals if known.accepts(change)]
    text = path.read_bytes().decode("utf-8-sig")
    for difference in differences(str(path), text, proposals):
        _print_difference(path, difference, as_json)
    refused = len(proposed.proposals) - len(proposals)
    click.echo(f"{path}: {changes_counted(len(proposals))}{f', {refused} refused' if refused else ''}", err=as_json)
    if options.apply and proposals:
        replace_file(path, applied(str(path), text, proposals), is_profile=True)
        click.echo(f"{path}: changed", err=as_json)
    elif proposals:
        click.echo("nothing is changed without --apply", err=True)
    if options.choices and proposed.proposals:
        replace_file(options.choices, known.text(proposed.proposals))
    return [*(problem for imported in files for problem in imported.problems), *proposed.problems]


def _print_difference(path: Path, difference: "ProposalDiff", to_stderr: bool) -> None:
    """Print a proposal as a title, with the lines that it takes away and adds."""
    click.secho(f"{path}:{difference.line}: {difference.title}", bold=True, err=to_stderr)
    for line in difference.removed:
        click.secho(f"- {line}", fg="red", err=to_stderr)
    for line in difference.added:
        click.secho(f"+ {line}", fg="green", err=to_stderr)


_SHOWN = 80


def report_lines(files: "Iterable[Imported]", data: Mapping[str, Any], *, listed: bool) -> list[Problem]:
    """Print how many lines of each old CV the data contains, and return a Problem for each that it lacks.

    With `listed`, the lines that say nothing of the person are printed, too.
    """
    from cvrender.old_cvs.lost_lines import lines_in_other_words, lost_lines, said_lines

    problems = []
    for imported in files:
        document = imported.document
        if document is None:
            continue
        lost = lost_lines(document, data)
        left = list(dict.fromkeys(_short(line.plain) for line in document.left_out if line.plain))
        placed = "" if listed else f"; {document.unplaced or 'none'} kept whole, for no field takes {_them(document.unplaced)}"
        summary = f"{said_lines(document)} lines, {len(lost) or 'none'} not found in the profile{placed}"
        click.echo(f"{document.file}: {summary}", err=not listed)
        others = list(dict.fromkeys(_short(line.plain) for line in lines_in_other_words(document, data)))
        for what, lines in (
            ("left out, {} of headers, footers, menus or that say nothing of the person", left),
            ("read as headings, labels or times, {}", others),
        ):
            if lines:
                count = f"{len(lines)} line{'s' if len(lines) > 1 else ''}"
                click.echo(f"{what.format(count)}: {' | '.join(lines)}", err=not listed)
        for one in lost:
            words = ", ".join(one.words[:6])
            message = f"“{_short(one.line.plain)}” is not whole in the profile: {words}"
            where = (one.line.file, one.line.number, 1)
            problems.append(Problem(message, *where, severity="warning", code="text-missing"))
    return problems


def _them(number: int) -> str:
    return "it" if number == 1 else "them"


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
