"""Run `cvrender application`."""

import sys
from pathlib import Path

import click

from cvrender.cli.documents import DocumentOptions, Job, Outcome, document_options, render_files
from cvrender.cli.formats import Command, format_options


@click.command("application", cls=Command)
@document_options("APPLICATION...")
@format_options
def command(options: DocumentOptions, out: Path, form: str) -> None:
    """Render the parts of applications as single files, and as one PDF with bookmarks, tags and one set of page numbers."""
    sys.exit(render_files(options, out, form, render, "APPLICATION"))


def render(job: Job) -> Outcome:
    """Render an application."""
    from cvrender.documents.application.render import load_application, render_application
    from cvrender.documents.files import profile_of
    from cvrender.errors import InputError
    from cvrender.run.write import FAILED, write
    from cvrender.targets.base import Artifact

    outcome = Outcome()
    try:
        application = load_application(job.file, job.row)
        name = profile_of(application.source, application.content.profile, job.options.profile)
        for request in job.options.requests(name, ()):
            result = render_application(request, application)
            names = job.names(request.profile)
            outcome.failed += write((Artifact(*item) for item in result.failed), job.out, FAILED, *names) if result.failed else []
            outcome.written += write(result.artifacts, job.out, *names)
            outcome.problems += result.problems
            outcome.code = max(outcome.code, result.exit_code)
    except InputError as error:
        outcome.fail(error)
    return outcome
