"""Run `cvrender new`."""

import re
from importlib.resources import files
from pathlib import Path

import click

from cvrender.cli.common import Languages, flatten, stop
from cvrender.errors import InputError, Problem


@click.command("new")
@click.argument("name")
@click.option("--lang", "languages", type=Languages(), multiple=True, help="Its languages, the main one first (default: en).")
def command(name: str, languages: tuple[list[str], ...]) -> None:
    """Create the profile profiles/NAME.yaml, with explanatory comments."""
    name = name.removesuffix(".yaml")
    path = Path("profiles") / f"{name}.yaml"
    if not name or Path(name).name != name or name.startswith((".", "-")):
        stop(InputError([Problem(f'"{name}" is not a file name', hint="use letters, digits and hyphens, such as ada-lovelace")]))
    try:
        path.parent.mkdir(exist_ok=True)
        with path.open("x", encoding="utf-8") as stream:
            stream.write(_starter(flatten(languages)))
    except OSError as error:
        if path.exists():
            stop(InputError([Problem("already exists", str(path), hint="choose another name, or edit it")]))
        stop(InputError([Problem(f"cannot be written: {error.strerror}", str(error.filename or path))]))
    click.echo(f"{path}\nEdit it, then run: cvrender render {name}")


def _starter(languages: list[str]) -> str:
    """Return the text of a new profile; with several languages, its headline shows how to write a text in each."""
    text = files("cvrender").joinpath("cli/starter.yaml").read_text("utf-8")
    if languages:
        text = text.replace("language: en\n", f"language: {languages[0]}\n", 1)
    if len(languages) > 1:

        def per_language(match: re.Match[str]) -> str:
            return "  headline: # any text may be given once per language\n" + "".join(
                f"    {language}: {match[1]}\n" for language in languages
            )

        text = re.sub(r"  headline: (.*)\n", per_language, text, count=1)
    return text
