"""Run `cvrender application`."""

import sys
from pathlib import Path

import click

from cvrender.cli.common import print_files
from cvrender.cli.documents import DocumentOptions, document_options
from cvrender.cli.formats import Command, format_options, print_problems


@click.command("application", cls=Command)
@document_options("APPLICATION...")
@format_options
def command(options: DocumentOptions, out: Path, form: str) -> None:
    """Render the parts of applications as single files, and as one PDF with bookmarks, tags and one set of page numbers."""
    from cvrender.documents.application.render import load_application, render_application
    from cvrender.documents.files import profile_of
    from cvrender.errors import InputError, Problem
    from cvrender.run.write import FAILED, write
    from cvrender.system.filename import file_name
    from cvrender.targets.base import Artifact

    if not options.files:
        raise click.UsageError("Missing argument 'APPLICATION...'.")
    problems: dict[Problem, None] = {}
    code = 0
    for file in options.files:
        try:
            application = load_application(file)
            name = profile_of(application.source, application.content.profile, options.profile)
            for request in options.requests(name, ()):
                made = render_application(request, application)
                folder = file_name(Path(request.profile).stem)
                failed = write((Artifact(*item) for item in made.failed), out, FAILED, folder) if made.failed else []
                print_files(write(made.artifacts, out, folder), form, failed)
                problems |= dict.fromkeys(made.problems)
                code = max(code, made.exit_code)
        except InputError as error:
            problems |= dict.fromkeys(error.problems)
            code = max(code, error.exit_code)
    if problems or form in ("json", "sarif"):
        print_problems(problems, form)
    sys.exit(code)
