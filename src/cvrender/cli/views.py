"""`cvrender views`: perhaps a profile in, the views with a line each out."""

import click

from cvrender.cli.common import profile_path, stop
from cvrender.errors import CvrenderError


@click.command("views")
@click.argument("profile", required=False)
def command(profile: str | None) -> None:
    """List the views with a line each; with PROFILE, those of its own too."""
    from cvrender.library import find_view, view_names
    from cvrender.tailor.public import in_language

    try:
        loaded = None
        if profile is not None:
            from cvrender.pipeline import load_profile

            loaded = load_profile(profile_path(profile))
        profile_data, source = (loaded.profile, loaded.source) if loaded else (None, None)
        for name in view_names(profile_data):
            named = find_view(name, profile_data, source)
            about = in_language(named.view.about, loaded.profile.language if loaded else "en", "full") or ""
            inherited = named.writer("about") is not named
            click.echo(f"{name:<20} {f'like {named.view.extends}: ' if inherited else ''}{about}".rstrip())
    except CvrenderError as error:
        stop(error)
