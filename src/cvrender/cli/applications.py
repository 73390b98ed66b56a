"""Run `cvrender applications`."""

import sys
from datetime import date
from pathlib import Path
from typing import Any

import click

from cvrender.cli.changed_files import replace_file
from cvrender.cli.common import PATH, Date, json_option, print_json
from cvrender.cli.formats import Command, print_problems


@click.command("applications", cls=Command)
@click.argument("file", type=PATH, default=Path("applications.yaml"))
@click.option("--add", type=PATH, metavar="TABLE", help="Add the rows of a table (columns post, employer, deadline, link, note).")
@click.option(
    "--sent", nargs=2, type=str, metavar="NAME FOLDER", help="Note that the files of a folder were sent; keep copies of them."
)
@click.option("--ics", type=PATH, help="Write the deadlines of open applications to this file, for calendars.")
@click.option("--as-of", type=Date(), help="The day to count from, and of --sent (default: today).")
@json_option
def command(file: Path, add: Path | None, sent: tuple[str, str] | None, ics: Path | None, **options: Any) -> None:
    """Show which applications are due. FILE is a list of them (default: applications.yaml)."""
    from cvrender.documents.application.log import described, keep_sent, open_log, with_rows
    from cvrender.documents.rows import read_rows
    from cvrender.model.dates import parse_date
    from cvrender.system.clock import source_date_epoch

    today = date(*options["as_of"]) if options["as_of"] else (source_date_epoch() or date.today())
    today = date(today.year, today.month, today.day)
    if add:
        text, names = with_rows(file, read_rows(add))
        replace_file(file, text)
        click.echo(f"added to {file}: {', '.join(names) or 'nothing, all rows are in it'}", err=True)
    if sent:
        text, folder = keep_sent(file, sent[0], Path(sent[1]), parse_date(today.isoformat()))
        replace_file(file, text)
        click.echo(f"copies of what was sent are in {folder}", err=True)
    log = open_log(file)
    if ics:
        replace_file(ics, log.calendar())
        click.echo(str(ics), err=options["as_json"])
    if options["as_json"]:
        print_json([{"name": name, **log.source.data["applications"][name]} for name, _ in log.in_order()])
    elif not ics:
        for name, item in log.in_order():
            click.echo(described(name, item, today))
    problems = list(log.problems())
    print_problems(problems)
    sys.exit(1 if problems else 0)
