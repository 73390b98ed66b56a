"""Run `cvrender update`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cvrender.cli.changed_files import changes_counted, replace_file
from cvrender.cli.common import PATH, print_json, profile_path
from cvrender.cli.completion import complete, profiles
from cvrender.cli.formats import Command, print_problems
from cvrender.errors import InputError, Problem

if TYPE_CHECKING:
    from cvrender.importers.merge.apply import ProposalDiff
    from cvrender.importers.merge.choices import Choices
    from cvrender.importers.merge.proposals import Proposal


@click.command("update", cls=Command)
@click.argument("names", nargs=-1, required=True, metavar="PROFILE...", shell_complete=complete(profiles, files=True))
@click.option("--apply", is_flag=True, help="Make the changes.")
@click.option("--choices", type=PATH, metavar="FILE", help="Keep which changes are refused.")
@click.option("--source-url", "addresses", metavar="SERVICE=URL", multiple=True, help="Another address of a service.")
@click.option("--offline", is_flag=True, help="Fetch nothing: read answers from the cache.")
@click.option("--strict", is_flag=True, help="Take warnings for errors: exit with code 1.")
@click.option("--json", "as_json", is_flag=True, help="Print the changes as JSON.")
def command(
    names: tuple[str, ...],
    apply: bool,
    choices: Path | None,
    addresses: tuple[str, ...],
    offline: bool,
    strict: bool,
    as_json: bool,
) -> None:
    """Propose what is new or now published, as a diff: new works, and the published versions of preprints.

    The identifiers in the profile are asked of public services: orcid and dblp of the person, links to OpenAlex and Semantic
    Scholar, the arXiv numbers and DOIs of preprints. Nothing is changed without --apply.
    """
    from cvrender.importers.merge.choices import Choices, load_choices

    known = load_choices(choices) if choices else Choices()
    others = dict(address.partition("=")[::2] for address in addresses)
    results, problems, proposed = [], [], []
    for name in names:
        path = profile_path(name)
        result, found, wrong = _update(path, known, {"addresses": others, "offline": offline}, apply, as_json)
        results.append({**result, "problems": [problem.as_data() for problem in wrong]})
        proposed += found
        problems += wrong
    if choices and proposed:
        replace_file(choices, known.text(proposed))
    if as_json:
        print_json(results)
    print_problems([] if as_json else problems)
    sys.exit(InputError.exit_code if any(strict or problem.severity == "error" for problem in problems) else 0)


def _update(
    path: Path, known: "Choices", asking: dict[str, Any], apply: bool, as_json: bool
) -> "tuple[dict[str, Any], list[Proposal], list[Problem]]":
    """Ask for a profile, print its diff, and with `apply` change it; return this as data, all proposals, and problems."""
    from cvrender.importers.merge.apply import applied, differences
    from cvrender.importers.sources.ask import Questions
    from cvrender.importers.sources.update import find_updates
    from cvrender.prepare import load_profile

    questions = Questions(**asking)
    found = find_updates(load_profile(path).source, questions)
    proposals = [change for change in found.proposals if known.accepts(change)]
    refused = len(found.proposals) - len(proposals)
    text = path.read_bytes().decode("utf-8-sig")
    changes = differences(str(path), text, proposals)
    changed = applied(str(path), text, proposals)
    for change in changes:
        click.echo(f"{path}:{change.line}: {change.title}", err=True)
    if not as_json:
        click.echo(_unified(path, text, changed), nl=False)
    asked = f"asked for {', '.join(questions.asked)}" if questions.asked else "asked for nothing"
    click.echo(f"{path}: {changes_counted(len(proposals))}{f', {refused} refused' if refused else ''}; {asked}", err=True)
    if apply and proposals:
        replace_file(path, changed, is_profile=True)
        click.echo(f"{path}: changed", err=True)
    elif proposals:
        click.echo("nothing is changed without --apply", err=True)
    made = [_as_data(change) for change in changes]
    data = {
        "file": str(path),
        "changes": made,
        "refused": refused,
        "applied": bool(apply and proposals),
        "asked": questions.asked,
    }
    return data, found.proposals, found.problems


def _unified(path: Path, before: str, after: str) -> str:
    """Return the difference of two texts as `diff -u` prints it, so that `patch` and `git apply -p0` take it."""
    from difflib import unified_diff

    lines = unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), str(path), str(path))
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _as_data(change: "ProposalDiff") -> dict[str, Any]:
    """Return a change as data: where it is, what it is about, why, and its lines."""
    from cvrender.load.reader import format_path

    made = change.proposal
    return {
        "path": format_path(made.path),
        "line": change.line,
        "kind": made.kind,
        "about": made.about,
        "reason": made.reason,
        "old": made.old,
        "new": made.new,
        "removed": list(change.removed),
        "added": list(change.added),
    }
