"""Run `cvrender demo`."""

import sys
from pathlib import Path

import click

from cvrender.cli.arguments import library_of
from cvrender.cli.common import out_option, writing
from cvrender.cli.formats import Command
from cvrender.cli.render import render_requests
from cvrender.targets import DEFAULT_TARGETS

FILES = ("ada-example.yaml", "ada-example.png")
"""The fictional profile that uses every key, and its photo."""

_PACKAGE = Path(__file__).parents[1]
_NEXT = (
    ("cvrender watch ada-example", "rebuild its PDF whenever you save it"),
    ("cvrender styles", "list other styles"),
    ("cvrender new YOUR-NAME", "begin your own profile"),
)


@click.command("demo", cls=Command)
@out_option
def command(out: Path) -> None:
    """Write the example profile to profiles/, unless it exists, and render it: a full CV and a résumé."""
    from cvrender.load.request import RenderRequest

    profile = _copy_example(Path("profiles"))
    library = library_of(())
    requests = [
        RenderRequest(profile=str(profile), targets=DEFAULT_TARGETS, library=library),
        RenderRequest(profile=str(profile), view="resume", style="engineer", targets=("pdf", "html"), library=library),
    ]
    code = render_requests(requests, out, warnings=False)
    click.echo(f"\n{profile} is an example of everything that a profile can contain. Next:", err=True)
    for line, meaning in _NEXT:
        click.echo(f"  {line:<30}{meaning}", err=True)
    sys.exit(code)


def _copy_example(folder: Path) -> Path:
    """Copy the example to a folder, without overwriting files, and return the profile. Raises InputError."""
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            if not (folder / name).exists():
                (folder / name).write_bytes(example_file(name).read_bytes())
    return folder / FILES[0]


def example_file(name: str) -> Path:
    """Return a file of the example, in the installed package or in a checkout."""
    installed = _PACKAGE / "profiles" / name
    return installed if installed.is_file() else _PACKAGE.parents[1] / "profiles" / name
