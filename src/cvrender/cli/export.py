"""Run `cvrender export`."""

from pathlib import Path

import click

from cvrender.cli.common import Names, flatten, out_option, profile_paths, profiles_argument, writing
from cvrender.cli.formats import Command

_FORMATS = ("bib", "json", "ris")


@click.command("export", cls=Command)
@profiles_argument
@click.option(
    "--to", "formats", type=Names(_FORMATS), multiple=True, help="Formats: bib (BibTeX), json (CSL-JSON), ris (default: bib)."
)
@out_option
def command(profiles: tuple[str, ...], formats: tuple[list[str], ...], out: Path) -> None:
    """Write the publications and patents of profiles as bibliographies. Entries that are not public are left out."""
    from cvrender.importers.export import WRITERS, public
    from cvrender.prepare import load_profile
    from cvrender.tools.filename import file_name

    for path in profile_paths(profiles):
        loaded = load_profile(path)
        folder = out / file_name(path.stem)
        with writing(out):
            folder.mkdir(parents=True, exist_ok=True)
            for name in flatten(formats) or ["bib"]:
                file = folder / f"{file_name(path.stem)}.{name}"
                file.write_text(WRITERS[name](public(loaded.profile, loaded.source.data)), "utf-8", newline="\n")
                click.echo(str(file))
