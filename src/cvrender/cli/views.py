"""Run `cvrender views`."""

import click

from cvrender.cli.arguments import complete, library_of, profile_path, profiles
from cvrender.cli.common import json_option, print_json
from cvrender.cli.formats import Command


@click.command("views", cls=Command)
@click.argument("profile", required=False, shell_complete=complete(profiles, files=True))
@json_option
def command(profile: str | None, as_json: bool) -> None:
    """List views; with PROFILE, also its own."""
    from cvrender.compose.select.redact import in_language
    from cvrender.load.library import find_view, view_names

    library = library_of(())
    loaded = None
    if profile is not None:
        from cvrender.merge.profile import load_profile

        loaded = load_profile(profile_path(profile))
    profile_data, source = (loaded.profile, loaded.source) if loaded else (None, None)
    rows = []
    for name in view_names(profile_data, library):
        named = find_view(name, profile_data, source, library)
        about = in_language(named.view.about, loaded.profile.language if loaded else "en", "full") or ""
        inherited = named.writer("about") is not named
        rows.append({"name": name, "extends": named.view.extends, "about": about})
        if not as_json:
            click.echo(f"{name:<20} {f'like {named.view.extends}: ' if inherited else ''}{about}".rstrip())
    if as_json:
        print_json(rows)
