"""Run `cvrender diff`."""

import sys
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cvrender.cli.arguments import complete, flatten, library_of, profile_path, profiles
from cvrender.cli.common import Languages, Names, bundled, out_option, print_files
from cvrender.cli.formats import Command, print_problems
from cvrender.targets import TARGETS

if TYPE_CHECKING:
    from cvrender.load.request import LoadedProfile, RenderRequest


@dataclass(frozen=True)
class DiffOptions:
    """What `diff` compares of two profiles, and how it is shown."""

    view: str
    style: str
    languages: tuple[list[str], ...]
    targets: tuple[list[str], ...]

    def request(self, profile: "LoadedProfile") -> "RenderRequest":
        """Return the request for the newer profile."""
        from cvrender.load.request import RenderRequest

        return RenderRequest(
            profile=profile.source.file,
            view=self.view,
            style=self.style,
            language=next(iter(flatten(self.languages)), ""),
            targets=tuple(flatten(self.targets)) or ("txt",),
            library=library_of(()),
        )


@click.command("diff", cls=Command)
@click.argument("old", shell_complete=complete(profiles, files=True))
@click.argument("new", shell_complete=complete(profiles, files=True))
@click.option("--view", default="full", show_default=True, help='View ("cvrender views").')
@click.option("--style", default="", help='Style ("cvrender styles"; default: classic).')
@click.option("--lang", "languages", type=Languages(), multiple=True, help="Language (default: the view's, else the profile's).")
@click.option(
    "--to", "targets", type=Names(TARGETS), multiple=True, help=f"Write files: {', '.join(TARGETS)} (default: print text)."
)
@out_option
@click.option("--exit-code", is_flag=True, help="Exit with 1 if the two differ.")
@bundled(DiffOptions)
def command(options: DiffOptions, old: str, new: str, out: Path, exit_code: bool) -> None:
    """Compare two profiles as CVs: what was added, changed and removed. NAME@REVISION is a profile in a git revision."""
    from cvrender.documents.diff.render import render_diff
    from cvrender.run.write import write

    with ExitStack() as stack:
        before, after = (_load(name, stack) for name in (old, new))
        result, differs = render_diff(options.request(after), before, after)
        print_problems(result.warnings)
        if not differs:
            hidden = any(problem.code == "not-shown" for problem in result.warnings)
            click.echo(f'no differences in view "{options.view}"' if hidden else "no differences", err=bool(options.targets))
        elif options.targets:
            print_files(write(result, out, after.name))
        else:
            click.echo(result[0].content.decode(), nl=False)
    sys.exit(int(exit_code and differs))


def _load(name: str, stack: ExitStack) -> "LoadedProfile":
    """Load a profile, or as it was in the git revision behind an `@`."""
    from cvrender.load.revisions import profile_at
    from cvrender.merge.profile import load_profile

    if "@" not in name or profile_path(name).exists():
        return load_profile(profile_path(name))
    path, revision = _parted(name)
    return load_profile(stack.enter_context(profile_at(path, revision)))


def _parted(name: str) -> tuple[Path, str]:
    """Return the path and the revision, which may contain an `@` too, such as `HEAD@{1 day ago}`; so may the path."""
    ends = [index for index, char in enumerate(name) if char == "@"]
    parts = [(profile_path(name[:end]), name[end + 1 :]) for end in ends]
    return next((part for part in parts if part[0].is_file()), None) or next((p for p in parts if p[0].parent.is_dir()), parts[0])
