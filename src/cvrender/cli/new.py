"""Run `cvrender new`."""

from importlib.resources import files
from pathlib import Path

import click

from cvrender.cli.common import stop
from cvrender.errors import InputError, Problem


@click.command("new")
@click.argument("name")
def command(name: str) -> None:
    """Create the profile profiles/NAME.yaml, with explanatory comments."""
    name = name.removesuffix(".yaml")
    path = Path("profiles") / f"{name}.yaml"
    if not name or Path(name).name != name or name.startswith((".", "-")):
        stop(InputError([Problem(f'"{name}" is not a file name', hint="use letters, digits and hyphens, such as ada-lovelace")]))
    try:
        path.parent.mkdir(exist_ok=True)
        with path.open("x", encoding="utf-8") as stream:
            stream.write(files("cvrender").joinpath("cli/starter.yaml").read_text("utf-8"))
    except OSError as error:
        if path.exists():
            stop(InputError([Problem("already exists", str(path), hint="choose another name, or edit it")]))
        stop(InputError([Problem(f"cannot be written: {error.strerror}", str(error.filename or path))]))
    click.echo(f"{path}\nEdit it, then run: cvrender render {name}")
