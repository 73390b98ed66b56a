"""Run `cvrender render`."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cvrender.cli.arguments import flatten
from cvrender.cli.common import Names, RenderOptions, print_files, render_options, untrusted_options
from cvrender.cli.formats import Command, format_options, print_problems
from cvrender.errors import CvrenderError, Problem
from cvrender.targets import DEFAULT_TARGETS

if TYPE_CHECKING:
    from cvrender.load.request import RenderRequest, RenderResult


@click.command("render", cls=Command)
@render_options(DEFAULT_TARGETS)
@click.option(
    "--for",
    "contracts",
    type=Names(),
    multiple=True,
    help='Use the views of contracts, and check their rules ("cvrender contracts").',
)
@untrusted_options
@format_options
def command(
    options: RenderOptions,
    out: Path,
    contracts: tuple[list[str], ...],
    untrusted: bool,
    sandbox: bool,
    form: str,
) -> None:
    """Render profiles to CVs. PROFILE is a path, or the name of a profile under profiles/."""
    if contracts:
        options = replace(options, views=(*options.views, *contracts))
    requests = options.requests(DEFAULT_TARGETS, untrusted=untrusted, sandbox=sandbox)
    broken = list(_breaches(requests, flatten(contracts))) if contracts else []
    sys.exit(max(render_requests(requests, out, form, others=broken), *(problem.severity == "error" for problem in broken), 0))


def _breaches(requests: "Iterable[RenderRequest]", contracts: list[str]) -> "Iterator[Problem]":
    """Yield the breaches of the contracts whose views are requested."""
    from cvrender.merge.profile import load_profile
    from cvrender.rules.contracts import check_contract

    for request in requests:
        if request.view in contracts:
            try:
                loaded = load_profile(request.profile, overlays=request.overlays, untrusted=request.untrusted)
                breaches = check_contract(loaded, request.view, library=request.library, language=request.language)
                yield from (problem for problem in breaches if problem.code != "left-out")  # rendering reports that
            except CvrenderError:
                continue  # rendering reports it


def _rendered(request: "RenderRequest") -> "RenderResult":
    """Render a request; one that is untrusted is rendered in another process, so this one imports little."""
    request = replace(request, repeated=True)
    if request.untrusted:
        from cvrender.run.untrusted import render_request, within_limits

        return within_limits(render_request, request)
    from cvrender.pipeline import run

    return run(request)


def render_requests(
    requests: "Iterable[RenderRequest]", out: Path, form: str = "text", warnings: bool = True, others: Iterable[Problem] = ()
) -> int:
    """Render requests, print each file, errors, `warnings` and `others`, and return the exit code."""
    from cvrender.run.write import write, write_error_files
    from cvrender.system.filename import file_name

    problems: dict[Problem, None] = dict.fromkeys(others)
    code = 0
    for request in requests:
        name = file_name(Path(request.profile).stem)
        failed: list[Path] = []
        try:
            result = _rendered(request)
            problems |= dict.fromkeys(result.warnings if warnings else ())
            written = write(result, out, name)
        except CvrenderError as error:
            written, failed = write_error_files(error, out, name)
            problems |= dict.fromkeys(error.problems)
            code = max(code, error.exit_code)
        print_files(written, form, failed)
    if problems or form in ("json", "sarif"):
        print_problems(problems, form)
    return code
