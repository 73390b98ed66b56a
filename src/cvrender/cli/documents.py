"""Define the options of commands that render letters and statements, and render these."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cvrender.cli.arguments import complete, flatten, library_of, profile_path, profiles, styles
from cvrender.cli.common import (
    PATH,
    Languages,
    Names,
    bundled,
    out_option,
    print_files,
    set_option,
    shared_options,
    style_options,
    style_path_option,
)
from cvrender.cli.formats import print_problems
from cvrender.errors import CvrenderError, Problem
from cvrender.model.value import replace
from cvrender.targets import DEFAULT_TARGETS, TARGETS

if TYPE_CHECKING:
    from cvrender.documents.rows import TableRow
    from cvrender.load.request import RenderRequest

_F = TypeVar("_F", bound=Callable[..., Any])
_MOST_NAMES = 5


@dataclass(frozen=True)
class DocumentOptions:
    """The options of `letter`, `statement` and `application`."""

    files: tuple[Path, ...]
    profile: str | None
    table: Path | None
    styles: tuple[list[str], ...]
    languages: tuple[list[str], ...]
    targets: tuple[list[str], ...]
    settings: tuple[str, ...]
    style_path: tuple[Path, ...]
    shared: dict[str, Any]

    def requests(self, profile: str, default_targets: tuple[str, ...] = DEFAULT_TARGETS) -> "list[RenderRequest]":
        """Return a request for each style and language."""
        from cvrender.load.request import RenderRequest

        return [
            RenderRequest(
                profile=str(profile_path(profile)),
                style=style,
                language=language,
                targets=tuple(flatten(self.targets)) or default_targets,
                options=tuple(style_options(self.settings).items()),
                library=library_of(self.style_path),
                **self.shared,
            )
            for style in flatten(self.styles) or [""]
            for language in flatten(self.languages) or [""]
        ]


_PROFILE = click.option(
    "--profile", help="The profile (default: the one that the file names).", shell_complete=complete(profiles, files=True)
)
_TABLE = click.option(
    "--for",
    "table",
    type=PATH,
    metavar="TABLE",
    help="Make one for each row of a table (CSV, .xlsx or YAML), in a folder of its own; {row.COLUMN} stands for a cell.",
)


def document_options(metavar: str) -> Callable[[_F], _F]:
    """Add the arguments and options of `DocumentOptions`, which becomes the command's first parameter, and `--out`."""
    decorators = (
        click.argument("files", nargs=-1, type=PATH, metavar=metavar),
        _PROFILE,
        _TABLE,
        click.option(
            "--style", "styles", type=Names(), multiple=True, help='Style ("cvrender styles").', shell_complete=complete(styles)
        ),
        click.option("--lang", "languages", type=Languages(), multiple=True, help="Language (default: the file's)."),
        click.option(
            "--to",
            "targets",
            type=Names(TARGETS),
            multiple=True,
            help=f"Targets: {', '.join(TARGETS)} (default: {','.join(DEFAULT_TARGETS)}).",
        ),
        out_option,
        set_option,
        style_path_option,
        shared_options,
    )

    return bundled(DocumentOptions, decorators)


@dataclass
class Outcome:
    """What became of a file for a row: the files that were written and that failed, the Problems, and the exit code."""

    written: list[Path] = field(default_factory=list)
    failed: list[Path] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    code: int = 0

    def fail(self, error: CvrenderError) -> None:
        """Add an error."""
        self.problems += error.problems
        self.code = max(self.code, error.exit_code)


@dataclass(frozen=True)
class Job:
    """A file to render, for a row of a table if there is one."""

    file: Path
    row: "TableRow | None"
    options: DocumentOptions
    out: Path

    def names(self, profile: str) -> tuple[str, ...]:
        """Return the names of the folders for the files of a profile."""
        from cvrender.system.filename import file_name

        return file_name(Path(profile).stem), *([self.row.folder] if self.row else [])


def render_files(options: DocumentOptions, out: Path, form: str, render: Callable[[Job], Outcome], metavar: str) -> int:
    """Render files, for each row of a table in processes, print each output and all Problems, and return the exit code."""
    from cvrender.documents.rows import read_rows
    from cvrender.run.batch.run import call_in_processes, cores

    if not options.files:
        raise click.UsageError(f"Missing argument '{metavar}...'.")
    rows = read_rows(options.table) if options.table else (None,)
    jobs = [Job(file, row, options, out) for file in options.files for row in rows]
    problems: dict[Problem, dict[str, None]] = {}
    code = 0
    outcomes = call_in_processes(render, jobs, cores()) if options.table else map(render, jobs)
    for job, outcome in zip(jobs, outcomes, strict=True):
        print_files(outcome.written, form, outcome.failed)
        for problem in outcome.problems:
            problems.setdefault(problem, {})[job.row.name if job.row else ""] = None
        code = max(code, outcome.code)
    if problems or form in ("json", "sarif"):
        print_problems([_of_rows(problem, list(names), rows) for problem, names in problems.items()], form)
    return code


def _of_rows(problem: Problem, names: list[str], rows: "Sequence[TableRow | None]") -> Problem:
    """Return a Problem that names the rows that have it, unless all have it or it is in the table."""
    if len(names) == len(rows) or any(row and row.file == problem.file for row in rows):
        return problem
    listed = ", ".join(f'"{name}"' for name in names[:_MOST_NAMES])
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return replace(problem, message=f"{'rows' if len(names) > 1 else 'row'} {listed}{more}: {problem.message}")


def render_letter(job: Job) -> Outcome:
    """Render a letter."""
    return _render_document(job, "letter")


def render_statement(job: Job) -> Outcome:
    """Render a statement."""
    return _render_document(job, "statement")


def _render_document(job: Job, kind: str) -> Outcome:
    from cvrender.documents.files import load_document, profile_of
    from cvrender.documents.render import render_document
    from cvrender.errors import InputError
    from cvrender.run.write import write, write_error_files
    from cvrender.system.filename import file_name

    outcome = Outcome()
    names: tuple[str, ...] = (file_name(job.file.stem),)
    try:
        document = load_document(job.file, job.row)
        if (document.content.kind == "letter") != (kind == "letter"):
            hint = f"run: cvrender {'letter' if document.content.kind == 'letter' else 'statement'} {job.file}"
            raise InputError([document.source.problem(("kind",), f"this is not a {kind}", hint, code="bad-value")])
        for request in job.options.requests(profile_of(document.source, document.content.profile, job.options.profile)):
            names = job.names(request.profile)
            result = render_document(request, document)
            outcome.problems += result.warnings
            outcome.written += write(result, job.out, *names)
    except CvrenderError as error:
        outcome.fail(error)
        passed, failed = write_error_files(error, job.out, *names)
        outcome.written += passed
        outcome.failed += failed
    return outcome
