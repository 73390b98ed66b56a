"""Run `cvrender sources`."""

import click

from cvrender.cli.arguments import complete, profile_path, profiles
from cvrender.cli.common import json_option, print_json
from cvrender.cli.formats import Command, print_problems

_WIDTH = 12


@click.command("sources", cls=Command)
@click.argument("profile", shell_complete=complete(profiles, files=True))
@json_option
def command(profile: str, as_json: bool) -> None:
    """List where the facts of each entry come from: stated, imported from a file, confirmed by a register, contradicted.

    A file next to the profile that is not the one that was imported is a warning.
    """
    from cvrender.load.reader import format_path
    from cvrender.merge.profile import load_profile
    from cvrender.rules.ledger.listing import entry_sources
    from cvrender.rules.ledger.sourced import changed_files

    loaded = load_profile(profile_path(profile))
    sources = entry_sources(loaded)
    if as_json:
        print_json([each.as_data() for each in sources])
        return
    for each in sources:
        line = f"{each.standing:<{_WIDTH}}  {format_path(each.path)}: {each.label}"
        line += f"  [{each.sources}]" if each.sources else ""
        click.echo(line + (f"  without a source: {', '.join(each.missing)}" if each.missing else ""))
    count = sum(each.standing == "none" for each in sources)
    click.echo(f"{len(sources)} entries, {count} without a source", err=True)
    print_problems(list(changed_files(loaded)), "text")
