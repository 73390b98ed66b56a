"""Tell which entries of a profile each view shows."""

from pathlib import Path
from typing import Any

from cvrender.compose.select import select
from cvrender.errors import InputError
from cvrender.load.library import Library, find_view, view_names
from cvrender.merge.profile import load_profile


def shown_by_views(profile: Path, library: Library) -> list[dict[str, Any]]:
    """Return each view with the paths of the entries that it shows, in its order. Raises InputError for a broken profile.

    A view that has errors says what is wrong instead.
    """
    loaded = load_profile(profile)
    found: list[dict[str, Any]] = []
    for name in view_names(loaded.profile, library):
        described: dict[str, Any] = {"name": name, "own": name in loaded.profile.views, "shown": [], "problem": ""}
        try:
            view = find_view(name, loaded.profile, loaded.source, library)
            selected = select(loaded.profile, view, {})
            described["shown"] = [entry.source for section in selected.sections for entry in section.entries]
        except InputError as error:
            described["problem"] = str(error.problems[0].message)
        found.append(described)
    return found
