"""Run `cvrender update`."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cvrender.cli.arguments import complete, profile_path, profiles
from cvrender.cli.changed_files import changes_counted, replace_file
from cvrender.cli.common import PATH, bundled, print_json
from cvrender.cli.formats import Command, print_problems
from cvrender.errors import InputError, Problem

if TYPE_CHECKING:
    from cvrender.merge.choices import Choices
    from cvrender.merge.proposals import Proposal, Proposed
    from cvrender.merge.sources.questions import Questions
    from cvrender.model.convert import DataPath


@dataclass(frozen=True)
class UpdateOptions:
    """What `update` asks, and what it does with the answers."""

    apply: bool
    choices: Path | None
    addresses: tuple[str, ...]
    offline: bool
    returned: Path | None
    author: str
    comments: bool
    overlays: tuple[Path, ...]
    as_json: bool


@click.command("update", cls=Command)
@click.argument("names", nargs=-1, required=True, metavar="PROFILE...", shell_complete=complete(profiles, files=True))
@click.option("--apply", is_flag=True, help="Make the changes.")
@click.option("--choices", type=PATH, metavar="FILE", help="Keep which changes are refused.")
@click.option("--source-url", "addresses", metavar="SERVICE=URL", multiple=True, help="Another address of a service.")
@click.option("--offline", is_flag=True, help="Fetch nothing: read answers from the cache.")
@click.option("--from", "returned", type=PATH, metavar="DOCX", help="Read an edited Word file, made with --returnable.")
@click.option("--author", default="", metavar="NAME", help="With --from: take only the tracked changes of this person.")
@click.option("--comments", is_flag=True, help="With --from: write the comments of the Word file into the YAML file.")
@click.option("--with", "overlays", multiple=True, type=PATH, help="With --from: an overlay that the Word file was made with.")
@click.option("--strict", is_flag=True, help="Take warnings for errors: exit with code 1.")
@click.option("--json", "as_json", is_flag=True, help="Print the changes as JSON.")
@bundled(UpdateOptions)
def command(options: UpdateOptions, names: tuple[str, ...], strict: bool) -> None:
    """Propose what is new or now published, as a diff: new works, and the published versions of preprints.

    The identifiers in the profile are asked of public services: orcid and dblp of the person, links to OpenAlex and Semantic
    Scholar, the arXiv numbers and DOIs of preprints. With --from, an edited Word file is compared with what was sent, and
    nothing is fetched; PROFILE may be a letter or statement then. Nothing is changed without --apply.
    """
    from cvrender.merge.choices import Choices, load_choices
    from cvrender.merge.sources.questions import Questions
    from cvrender.merge.sources.services import given_addresses

    known = load_choices(options.choices) if options.choices else Choices()
    services = given_addresses(options.addresses)
    results, problems, proposed = [], [], []
    for name in names:
        path = profile_path(name)
        questions = Questions(services, options.offline)
        result, changes, wrong = _update(path, known, questions, options)
        results.append({**result, "problems": [problem.as_data() for problem in wrong]})
        proposed += changes
        problems += wrong
    if options.choices and proposed:
        replace_file(options.choices, known.text(proposed))
    if options.as_json:
        print_json(results)
    print_problems([] if options.as_json else problems)
    sys.exit(InputError.exit_code if any(strict or problem.severity == "error" for problem in problems) else 0)


def _update(
    path: Path, known: "Choices", questions: "Questions", options: UpdateOptions
) -> "tuple[dict[str, Any], list[Proposal], list[Problem]]":
    """Ask for a profile, print its diff, and with `apply` change it; return this as data, all proposals, and problems."""
    from cvrender.load.yaml_edit import with_comments
    from cvrender.merge.apply import applied, differences

    proposed, comments = _found(path, questions, options)
    proposals = [change for change in proposed.proposals if known.accepts(change)]
    refused = len(proposed.proposals) - len(proposals)
    text = path.read_bytes().decode("utf-8-sig")
    changes = differences(str(path), text, proposals)
    changed = applied(str(path), with_comments(text, str(path), comments), proposals)
    proposed.problems += [
        _listed(place, comment, options) for place, comment in comments if comment.splitlines()[-1] not in changed
    ]
    for change in changes:
        click.echo(f"{path}:{change.line}: {change.title}", err=True)
    if not options.as_json:
        click.echo(_unified(path, text, changed), nl=False)
    told = f", comments to write: {len(comments)}" if comments else ""
    summary = _counted(len(proposals), refused) + told if options.returned else _summary(len(proposals), refused, questions)
    click.echo(f"{path}: {summary}", err=True)
    if options.apply and changed != text:
        replace_file(path, changed, is_profile=True)
        click.echo(f"{path}: changed", err=True)
    elif changed != text:
        click.echo("nothing is changed without --apply", err=True)
    changes_data = [change.as_data() for change in changes]
    data = {
        "file": str(path),
        "changes": changes_data,
        "refused": refused,
        "applied": options.apply and changed != text,
        "asked": questions.asked,
        "unanswered": questions.unanswered,
    }
    return data, proposed.proposals, [*proposed.problems, *_unknown(path, questions)]


def _found(path: Path, questions: "Questions", options: UpdateOptions) -> "tuple[Proposed, list[tuple[DataPath, str]]]":
    """Return the proposals of services, or of the Word file that came back, and the comments that are to be written."""
    from cvrender.merge.proposals import Proposed

    if options.returned:
        from cvrender.cli.arguments import library_of
        from cvrender.documents.returned import returned_changes

        returned = returned_changes(path, options.returned, options.author, library_of(()), profile_path, options.overlays)
        written = returned.comments if options.comments else []
        listed = [_listed(place, comment, options) for place, comment in returned.comments if not written]
        return Proposed(returned.proposals, [*returned.problems, *listed]), written
    from cvrender.merge.profile import load_profile
    from cvrender.merge.sources.update import find_updates

    return find_updates(load_profile(path).source, questions), []


def _listed(place: "DataPath", comment: str, options: UpdateOptions) -> Problem:
    """Return a comment as a warning."""
    from cvrender.load.reader import format_path

    return Problem(comment, str(options.returned), path=format_path(place), severity="warning", code="not-imported")


def _counted(proposals: int, refused: int) -> str:
    return f"{changes_counted(proposals)}{f', {refused} refused' if refused else ''}"


def _summary(proposals: int, refused: int, questions: "Questions") -> str:
    """Return in words what is proposed, and what was asked for; nothing is known of what was not asked or not answered."""
    asked, missing = questions.asked, questions.unanswered
    if not asked:
        return "nothing was asked"
    if not proposals and len(missing) == len(asked):
        return f"no service answered; asked for {', '.join(asked)}"
    unanswered = f"; no answer for {', '.join(missing)}" if missing else ""
    return f"{_counted(proposals, refused)}; asked for {', '.join(asked)}{unanswered}"


def _unknown(path: Path, questions: "Questions") -> list[Problem]:
    """Return an error if no service answered, so that nothing is known of what is new."""
    if not questions.asked or len(questions.unanswered) < len(questions.asked):
        return []
    hint = "try again later; --offline reads the answers of the last time"
    return [Problem("no service answered, so what is new is not known", str(path), hint=hint, code="cannot-read")]


def _unified(path: Path, before: str, after: str) -> str:
    """Return the difference of two texts as `diff -u` prints it, so that `patch` and `git apply -p0` take it."""
    from difflib import unified_diff

    lines = unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), str(path), str(path))
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
