"""Print problems as text, as JSON, as GitHub annotations or as SARIF."""

import errno
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from cvrender.cli.common import print_json
from cvrender.errors import CvrenderError, InputError, Problem, ToolError, is_lack_of_resources, shown
from cvrender.errors.codes import CODES
from cvrender.system.version import __version__

if TYPE_CHECKING:
    from cvrender.rules.lint import Rule

FORMATS = ("text", "json", "github", "sarif")
_F = TypeVar("_F", bound=Callable[..., Any])
_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


class Command(click.Command):
    """A command that prints the Problems of an error in the format that its options choose, and exits with the error's code."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        failed: CvrenderError
        try:
            return super().invoke(ctx)
        except CvrenderError as error:
            failed = error
        except OSError as error:
            failed = os_error(error)
        print_problems(failed.problems, "json" if ctx.params.get("as_json") else ctx.params.get("form", "text"))
        raise SystemExit(failed.exit_code)


def os_error(error: OSError) -> CvrenderError:
    """Return the error for a file or folder that the system refuses, such as one without permission, or for a full disk."""
    reason = error.strerror or str(error)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return ToolError([Problem(f"cannot be written: {reason}", str(error.filename or ""), code="cannot-write")])
    problems = [Problem(f"cannot be used: {reason}", str(error.filename or ""), code="cannot-read")]
    return ToolError(problems) if is_lack_of_resources(error) else InputError(problems)


def format_options(command: _F) -> _F:
    """Add `--format` and `--json`; the command gets the parameter `form`."""

    @wraps(command)
    def with_form(*positional: Any, form: str, as_json: bool, **values: Any) -> Any:
        return command(*positional, form="json" if as_json else form, **values)

    text = "How problems are printed; github: annotations of a workflow; sarif: for code scanning."
    choice = click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help=text)
    shortcut = click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
    return cast(_F, choice(shortcut(with_form)))


def print_problems(problems: Iterable[Problem], form: str = "text") -> None:
    """Print problems in one of FORMATS: text to standard error, the other formats to standard output."""
    if form == "json":
        print_json([problem.as_data() for problem in problems])
    elif form == "sarif":
        print_json(sarif(problems))
    elif form == "github":
        for problem in problems:
            click.echo(github(problem))
    else:
        for problem in problems:
            color = "red" if problem.severity == "error" else "yellow"
            line = str(problem).replace(f"{problem.severity}:", click.style(f"{problem.severity}:", fg=color), 1)
            click.echo(line, err=True)


def github(problem: Problem) -> str:
    """Return a workflow command that GitHub shows at the line.

    Source: docs.github.com, "Workflow commands for GitHub Actions".
    """
    place = {"file": _uri(problem.file), "line": problem.line, "col": problem.column, "title": problem.code}
    properties = ",".join(f"{name}={_escape(str(value), property=True)}" for name, value in place.items() if value)
    return f"::{problem.severity} {properties}::{_escape(_message(problem))}"


def _escape(text: str, property: bool = False) -> str:
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    escaped = "".join(map(shown, escaped))  # the log is shown in a terminal, too
    return escaped.replace(":", "%3A").replace(",", "%2C") if property else escaped


def sarif(problems: Iterable[Problem]) -> dict[str, Any]:
    """Return a log in the Static Analysis Results Interchange Format (OASIS SARIF 2.1.0)."""
    from cvrender.rules.lint import RULES

    listed = list(problems)
    used = sorted({problem.code for problem in listed} & set(CODES))
    rules = [*(_sarif_rule(rule) for rule in RULES), *({"id": code, "shortDescription": {"text": CODES[code]}} for code in used)]
    driver = {"name": "cvrender", "version": __version__, "rules": rules}
    results = [_sarif_result(problem) for problem in listed]
    return {"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _sarif_rule(rule: "Rule") -> dict[str, Any]:
    level = {"level": rule.severity}
    return {"id": rule.code, "shortDescription": {"text": rule.meaning}, "defaultConfiguration": level}


def _sarif_result(problem: Problem) -> dict[str, Any]:
    message = {"text": _message(problem)}
    result: dict[str, Any] = {"ruleId": problem.code, "level": problem.severity, "message": message}
    if problem.file:
        place: dict[str, Any] = {"artifactLocation": {"uri": _uri(problem.file)}}
        if problem.line:
            place["region"] = {"startLine": problem.line, "startColumn": max(1, problem.column)}
        result["locations"] = [{"physicalLocation": place}]
    return result


def _uri(file: str) -> str:
    """Return a path with forward slashes, and without `./`, so that it names a file of the repository."""
    return PurePath(file).as_posix() if file else ""


def _message(problem: Problem) -> str:
    text = ": ".join(part for part in (problem.path, problem.message) if part)
    return f"{text}; {problem.hint}" if problem.hint else text
