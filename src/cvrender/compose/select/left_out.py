"""Say what a built-in view, that of a contract, or another shared view with a number of pages leaves out of a profile."""

from collections.abc import Iterator, Mapping, Sequence

from cvrender.errors import Problem, shorten
from cvrender.load.library import BUILT_IN, NamedView
from cvrender.model.profile import Profile
from cvrender.model.view import SelectedEntry, SelectedSection

Available = Mapping[str, Sequence[SelectedEntry]]
"""The entries that the view may show, by collection."""

_NAMES = ("title", "topic", "name", "role", "organization", "institution", "text")
_MOST_NAMED = 3  # entries that a message names
_FULL = "to show them, use the view full or one of your own"


def left_out(shown: Profile, available: Available, sections: Sequence[SelectedSection], named: NamedView) -> list[Problem]:
    """Return one warning that counts the entries, custom sections and bullets that the view does not show.

    `shown` is the profile without what is withheld. Views of the profile itself, and other shared views without a number of
    pages, show what their authors asked for, so nothing is said about them.
    """
    writer = named.writer("sections")
    of_contract = writer.path == ("view",)
    if writer.own or not (of_contract or named.view.pages or writer.name in BUILT_IN.names("views")):
        return []
    parts = list(_parts(shown, available, sections))
    if not parts:
        return []
    message = f'view "{named.name}" leaves out {", ".join(parts)}'
    hint = f'a view of your own with "extends: {writer.name}" may add sections' if of_contract else _FULL
    return [Problem(message, hint=hint, severity="warning", code="left-out")]


def undated(wanted: Mapping[str, SelectedEntry], sections: Sequence[SelectedSection], named: NamedView) -> list[Problem]:
    """Return one warning that names the entries that no section shows because they have no date."""
    shown = {item.source for section in sections for item in section.entries}
    left = [item.entry for source, item in wanted.items() if source not in shown]
    if not left:
        return []
    named_ones = [shorten(str(next(filter(None, (getattr(entry, name, "") for name in _NAMES)), "")), 40) for entry in left]
    listed = ", ".join([*named_ones[:_MOST_NAMED], *(["…"] if len(left) > _MOST_NAMED else [])])
    count = "1 entry" if len(left) == 1 else f"{len(left)} entries"
    message = f'view "{named.name}" leaves out {count} without a date, which its filters need: {listed}'
    hint = 'add "date", or show them in a section with where: "not year"'
    return [named.problem(("sections",), message, hint, severity="warning", code="left-out")]


def _parts(shown: Profile, available: Available, sections: Sequence[SelectedSection]) -> Iterator[str]:
    kept = {item.source: item.entry for section in sections for item in section.entries}
    if shown.bio and not any(section.collection == "bio" for section in sections):
        yield "bio"
    for name, items in available.items():
        yield from _count(name, sum(item.source in kept for item in items), len(items))
    custom = {section.source for section in sections if section.source.startswith("custom[")}
    yield from _count("custom sections", len(custom), len(shown.custom))
    whole = {item.source: item.entry for items in available.values() for item in items if item.source in kept}
    shown_count, total = (sum(1 for source in whole for _ in entries[source].bullets()) for entries in (kept, whole))
    yield from _count("bullets", shown_count, total)


def _count(name: str, shown: int, total: int) -> Iterator[str]:
    if shown < total:
        yield f"{name} ({total - shown} of {total})"
