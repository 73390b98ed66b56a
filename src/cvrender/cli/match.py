"""Run `cvrender match`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cvrender.cli.arguments import complete, flatten, library_of, profile_path, profiles, views
from cvrender.cli.common import PATH, Languages, json_option, print_json
from cvrender.cli.formats import Command, print_problems

if TYPE_CHECKING:
    from cvrender.rules.match import PostingMatch
    from cvrender.rules.match.find import MatchedTerm

_HEADS = {"must": "required", "should": "desirable", "mentioned": "mentioned"}
_MOST_SHOWN = 3  # entries of a term


@click.command("match", cls=Command)
@click.argument("posting", type=PATH)
@click.argument("profile", shell_complete=complete(profiles, files=True))
@click.option("--view", default="full", show_default=True, help='View ("cvrender views").', shell_complete=complete(views))
@click.option("--lang", "languages", type=Languages(), multiple=True, help="Language (default: the view's, else the profile's).")
@json_option
def command(posting: Path, profile: str, view: str, languages: tuple[list[str], ...], as_json: bool) -> None:
    """Show which terms of a job posting (text, Markdown, HTML, PDF, docx) a profile holds, and propose a view for it."""
    from cvrender.merge.profile import load_profile
    from cvrender.rules.match import match

    matched = match(posting, load_profile(profile_path(profile)), view, next(iter(flatten(languages)), ""), library_of(()))
    if as_json:
        print_json(matched.as_data())
    else:
        _print(matched)
        print_problems(matched.warnings)


def _print(match: "PostingMatch") -> None:
    for rank, head in _HEADS.items():
        terms = [one for one in match.terms if one.term.rank == rank]
        if terms:
            click.echo(f"{head}:")
            width = max(len(one.term.text) for one in terms)
            for one in terms:
                click.echo(f"  {one.status:<7} {one.term.text:<{width}}  line {one.term.line}{_where(one)}")
            click.echo()
    if match.documents:
        click.echo("documents:")
        for document in match.documents:
            click.echo(f"  {document.document:<20} line {document.line}: {document.words}")
        click.echo()
    if match.view:
        click.echo("proposed view:\n")
        click.echo(match.view.yaml, nl=False)


def _where(one: "MatchedTerm") -> str:
    """Return the entries that hold a term, those that the view shows first."""
    entries = sorted(one.entries, key=lambda entry: not entry.shown)
    texts = []
    for entry in entries[:_MOST_SHOWN]:
        word = f" as “{entry.word}”" if entry.word.casefold() != one.term.text.casefold() else ""
        texts.append(f"{entry.path}{word}")
    rest = f" and {len(entries) - _MOST_SHOWN} more" if len(entries) > _MOST_SHOWN else ""
    return f"  {', '.join(texts)}{rest}" if texts else ""
