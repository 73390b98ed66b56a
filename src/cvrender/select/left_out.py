"""Say what a shared view with a limited number of pages leaves out of a profile."""

from collections.abc import Iterator, Mapping, Sequence

from cvrender.errors import Problem
from cvrender.library import NamedView
from cvrender.model.profile import Profile
from cvrender.model.view import SelectedEntry, SelectedSection

Available = Mapping[str, Sequence[SelectedEntry]]
"""The entries that the view may show, by collection."""


def left_out(shown: Profile, available: Available, sections: Sequence[SelectedSection], named: NamedView) -> list[Problem]:
    """Return one warning that counts the entries, custom sections and bullets that the view does not show.

    `shown` is the profile without what is withheld. Views of the profile itself, and views without a number of pages, show what
    their authors asked for, so nothing is said about them.
    """
    if named.writer("sections").own or named.view.pages is None:
        return []
    parts = list(_parts(shown, available, sections))
    if not parts:
        return []
    message = f'view "{named.name}" leaves out {", ".join(parts)}'
    return [Problem(message, hint="to show them, use the view full or one of your own", severity="warning", code="left-out")]


def _parts(shown: Profile, available: Available, sections: Sequence[SelectedSection]) -> Iterator[str]:
    kept = {item.source: item.entry for section in sections for item in section.entries}
    if shown.bio and not any(section.collection == "bio" for section in sections):
        yield "bio"
    for name, items in available.items():
        yield from _count(name, sum(item.source in kept for item in items), len(items))
    custom = {section.source for section in sections if section.source.startswith("custom[")}
    yield from _count("custom sections", len(custom), len(shown.custom))
    whole = {item.source: item.entry for items in available.values() for item in items if item.source in kept}
    found, total = (sum(1 for source in whole for _ in entries[source].bullets()) for entries in (kept, whole))
    yield from _count("bullets", found, total)


def _count(name: str, found: int, total: int) -> Iterator[str]:
    if found < total:
        yield f"{name} ({total - found} of {total})"
