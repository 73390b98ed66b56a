"""Run `cvrender migrate`."""

import sys

import click

from cvrender.cli.arguments import complete, profile_path, profiles
from cvrender.cli.formats import Command, format_options, print_problems
from cvrender.errors import Problem
from cvrender.model.renamed import VERSIONS


@click.command("migrate", cls=Command)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", shell_complete=complete(profiles, files=True))
@click.option(
    "--for", "kind", type=click.Choice(list(VERSIONS)), help="The kind of the files (default: by their names and keys)."
)
@click.option("--dry-run", is_flag=True, help="Write nothing; exit code 1 if a key has an old name.")
@format_options
def command(files: tuple[str, ...], kind: str | None, dry_run: bool, form: str) -> None:
    """Write the new names of keys that an older version of cvrender named otherwise, and change nothing else.

    The kind of a file is that of its name or folder (style.yaml, views/), else that of its keys.
    """
    from cvrender.cli.changed_files import replace_file
    from cvrender.load.reader import load
    from cvrender.load.renamed import migrated
    from cvrender.run.language.open_document import OpenDocument

    warnings: list[Problem] = []
    for name in files:
        path = profile_path(name)
        load(path)  # which says what is wrong with a file that cannot be read
        text = path.read_bytes().decode("utf-8-sig")
        new, problems = migrated(
            text, str(path), kind or ("terms" if path.parent.name == "terms" else OpenDocument(path, text).kind)
        )
        warnings += problems
        if problems and not dry_run:
            replace_file(path, new)
        if form == "text":
            count = f"{len(problems)} key{'s' * (len(problems) > 1)}"
            click.echo(
                f"{path}: {f'{count} to rename' if dry_run else f'{count} renamed'}" if problems else f"{path}: nothing to change"
            )
    print_problems(warnings, form)
    sys.exit(1 if warnings and dry_run else 0)
