"""Run `cvrender style-test`."""

import sys
from pathlib import Path

import click

from cvrender.cli.arguments import library_of
from cvrender.cli.common import json_option, print_json, style_path_option, writing
from cvrender.cli.complete import complete, styles
from cvrender.cli.demo import FILES, example_file
from cvrender.cli.formats import Command


@click.command("style-test", cls=Command)
@click.argument("name", shell_complete=complete(styles))
@click.option(
    "--lang", "languages", default="", help="The languages, separated by commas (default: every language that has terms)."
)
@click.option("--out", type=click.Path(path_type=Path), help="Keep the files that were made in this folder.")
@style_path_option
@json_option
def command(name: str, languages: str, out: Path | None, style_path: tuple[Path, ...], as_json: bool) -> None:
    """Test a style before it is shared; exit code 1 if it fails.

    The example, which has every kind of entry, is made in every language and target, with all checks. Page ends and colours are
    tested, too.
    """
    from cvrender.run.style_gate import gate

    chosen = [language.strip() for language in languages.split(",") if language.strip()]
    listed, passed = [], True
    for result in gate(name, example_file(FILES[0]), library_of(style_path), chosen):
        failed = any(problem.severity == "error" for problem in result.problems)
        passed = passed and not failed
        listed.append({"language": result.language, "passed": not failed, "problems": [str(each) for each in result.problems]})
        if not as_json:
            click.echo(f"{'fails' if failed else 'passes':<7} {result.language or 'the style'}")
            for problem in result.problems:
                click.echo(f"        {problem}")
        for artifact in (result.made or ()) if out else ():
            path = Path(str(out), artifact.name)
            with writing(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(artifact.content)
    if as_json:
        print_json({"name": name, "passed": passed, "results": listed})
    sys.exit(0 if passed else 1)
