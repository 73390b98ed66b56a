"""Run `cvrender export`."""

import sys
from pathlib import Path

import click

from cvrender.cli.common import Names, flatten, profile_paths, stop
from cvrender.errors import CvrenderError, InputError, Problem

_FORMATS = ("bib", "json", "ris")


@click.command("export")
@click.argument("profiles", nargs=-1, required=True, metavar="PROFILE...")
@click.option(
    "--to", "formats", type=Names(_FORMATS), multiple=True, help="Formats: bib (BibTeX), json (CSL-JSON), ris (default: bib)."
)
@click.option("--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True, help="Output folder.")
def command(profiles: tuple[str, ...], formats: tuple[list[str], ...], out: Path) -> None:
    """Write the publications and patents of profiles as bibliographies. Entries that are not public are left out."""
    from cvrender.importers.export import WRITERS, public
    from cvrender.prepare import load_profile
    from cvrender.tools.filename import file_name

    for path in profile_paths(profiles):
        try:
            loaded = load_profile(path)
            folder = out / file_name(path.stem)
            folder.mkdir(parents=True, exist_ok=True)
            for name in flatten(formats) or ["bib"]:
                file = folder / f"{file_name(path.stem)}.{name}"
                file.write_text(WRITERS[name](public(loaded.profile, loaded.source.data)), "utf-8", newline="\n")
                click.echo(str(file))
        except CvrenderError as error:
            stop(error)
        except OSError as error:
            stop(InputError([Problem(f"cannot be written: {error.strerror or error}", str(error.filename or out))]))
    sys.exit(0)
