"""Run `cvrender import`."""

import sys
from pathlib import Path

import click

from cvrender.cli.common import print_problems, stop
from cvrender.errors import CvrenderError, InputError, Problem


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option("--from", "format", metavar="FORMAT", default="", help="The format, if the content does not tell.")
@click.option("--me", metavar="NAME", default="", help="Whose career it is, if the files do not tell.")
@click.option("--out", type=click.Path(path_type=Path), help="The new profile (default: profiles/NAME.yaml).")
@click.option("--provenance", is_flag=True, help="Note under x-from from which file and line each field is.")
@click.option("--json", "as_json", is_flag=True, help="Print problems as JSON.")
def command(files: tuple[Path, ...], format: str, me: str, out: Path | None, provenance: bool, as_json: bool) -> None:
    """Make a profile from files of other programs: bibliographies, CVs, exports.

    Nothing is lost: what a profile cannot contain is listed, and kept under x-import.
    """
    from cvrender.importers import read_file
    from cvrender.importers.merge.new_profile import new_profile

    try:
        made = new_profile([read_file(file, format) for file in files], me, provenance=provenance)
        path = out or Path("profiles") / f"{_file_stem(made.data['person']['name'])}.yaml"
        _create(path, made.text)
    except CvrenderError as error:
        stop(error, as_json)
    _report(path, made.data, made.kept, as_json)
    print_problems(made.problems, as_json)
    sys.exit(InputError.exit_code if any(problem.severity == "error" for problem in made.problems) else 0)


def _file_stem(name: str) -> str:
    """Return a file name for a person's name: letters and digits in lower case, with hyphens."""
    from cvrender.model.names import normalized_name
    from cvrender.tools.filename import file_name

    return file_name(normalized_name(name).replace(" ", "-")) or "profile"


def _create(path: Path, text: str) -> None:
    """Write a new file. Raises InputError if it exists or cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError:
        hint = "change it with --into, or name another file with --out"
        raise InputError([Problem("already exists", str(path), hint=hint)]) from None
    except OSError as error:
        raise InputError([Problem(f"cannot be written: {error.strerror or error}", str(path))]) from None


def _report(path: Path, data: dict[str, object], kept: dict[str, list[dict[str, object]]], as_json: bool) -> None:
    """Print the path, what was imported, and what was not understood."""
    from cvrender.importers.merge.leftovers import summary

    counts = [f"{len(value)} {key}" for key, value in data.items() if isinstance(value, list)]
    click.echo(str(path), err=as_json)
    click.echo(f"imported: {', '.join(counts) or 'the person'}", err=True)
    for line in summary(kept):
        click.echo(f"kept under x-import: {line}", err=True)
    click.echo(f"next: cvrender check {path} && cvrender render {path}", err=True)
