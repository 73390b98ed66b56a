"""Run `cvrender style-test`."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cvrender.cli.arguments import complete, library_of, styles
from cvrender.cli.common import json_option, print_json, style_path_option
from cvrender.cli.demo import FILES, example_file
from cvrender.cli.formats import Command

if TYPE_CHECKING:
    from cvrender.run.style_gate import GateResult


@click.command("style-test", cls=Command)
@click.argument("name", shell_complete=complete(styles))
@click.option(
    "--lang", "languages", default="", help="The languages, separated by commas (default: every language that has terms)."
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Keep the files in this folder, with index.html, which has a picture of each."
)
@style_path_option
@json_option
def command(name: str, languages: str, out: Path | None, style_path: tuple[Path, ...], as_json: bool) -> None:
    """Test a style before it is shared; exit code 1 if it fails.

    The example, which has every kind of entry, is made in every language and target, with all checks. Page ends and colours are
    tested, too.
    """
    from cvrender.run.batch.index import write_index
    from cvrender.run.style_gate import gate

    chosen = [language.strip() for language in languages.split(",") if language.strip()]
    listed, sheet, passed = [], [], True
    for result in gate(name, example_file(FILES[0]), library_of(style_path), chosen):
        failed = any(problem.severity == "error" for problem in result.problems)
        passed = passed and not failed
        listed.append({"language": result.language, "passed": not failed, "problems": [str(each) for each in result.problems]})
        if not as_json:
            click.echo(f"{'fails' if failed else 'passes':<7} {result.language or 'the style'}")
            for problem in result.problems:
                click.echo(f"        {problem}")
        if out:
            sheet.append(_kept(out, name, result, failed))
    if out:
        index = write_index(out, sheet)
        if not as_json:
            click.echo(index)
    if as_json:
        print_json({"name": name, "passed": passed, "results": listed})
    sys.exit(0 if passed else 1)


def _kept(out: Path, name: str, result: "GateResult", failed: bool) -> dict[str, Any]:
    """Write what was made in one language into a folder of its name; return its entry for the sheet of pictures."""
    from cvrender.run.batch.worker import output_of
    from cvrender.run.write import write

    language = result.language or "style"
    artifacts = list(result.rendered or ())
    write(artifacts, out, language)
    return {
        "name": f"{language} {name}",
        "status": "failed" if failed else "built",
        "outputs": [asdict(output_of(artifact, language)) for artifact in artifacts],
        "problems": [each.as_data() for each in result.problems],
    }
