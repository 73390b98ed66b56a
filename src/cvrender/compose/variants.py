"""Tell what a variant of a CV, a view with overlays, keeps, drops, withholds and rewords of the profile's entries."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from cvrender.compose.select import select
from cvrender.compose.select.redact import is_shown
from cvrender.errors import InputError
from cvrender.load.library import BUILT_IN, Library, NamedView, find_view
from cvrender.load.merge import replaced_by
from cvrender.load.reader import Source, format_path
from cvrender.load.remembered import memories
from cvrender.load.request import LoadedProfile
from cvrender.load.validate import validate
from cvrender.model.convert import DataPath
from cvrender.model.fields import LEVELS
from cvrender.model.kinds import KINDS
from cvrender.model.profile import Profile
from cvrender.model.value import Value, replace
from cvrender.model.view import View

Fate = Literal["kept", "without", "private", "dropped"]
"""What a view does with an entry: show it; leave it out by name; withhold it by privacy; not choose it for another reason."""


class Reworded(Value, frozen=True):
    """A value that an overlay replaced or added: its field, what it replaced (None if nothing), and its place in the overlay.

    `was` is what the overlay remembers, None if nothing.
    """

    path: str
    old: Any
    new: Any
    was: Any = None
    file: str = ""
    line: int = 0


class Variant(Value, frozen=True):
    """A view with overlays: what it does with each entry, by the entry's field, and what its overlays replaced.

    `problem` says why there is nothing to tell. `own` views are part of the profile.
    """

    view: str
    own: bool = False
    entries: dict[str, Fate] = {}
    reworded: tuple[Reworded, ...] = ()
    problem: str = ""


def variant(loaded: LoadedProfile, view: str, overlays: Sequence[Source] = (), library: Library = BUILT_IN) -> Variant:
    """Return what a view does with each entry of a profile that overlays have changed.

    Entries keep their fields under overlays, so variants of one profile can stand side by side.
    """
    own = view in loaded.profile.views
    try:
        source = loaded.source
        was: dict[str, Any] = {}
        for overlay in overlays:
            source, replaced = replaced_by(source, overlay)
            was |= memories(overlay, replaced)
        profile = validate(source) if overlays else loaded.profile
        named = find_view(view, profile, source, library)
        shown = set(_shown(profile, named))
    except InputError as error:
        return Variant(view, own, problem=error.problems[0].message)
    entries = {path: _fate(item, path, shown, profile, named.view) for path, item in entries_of(profile)}
    changes = _reworded(loaded.source.data, source.data, (), source) if overlays else ()
    reworded = tuple(replace(change, was=was.get(change.path)) for change in changes)
    return Variant(view, own, entries, reworded)


def entries_of(profile: Profile) -> Iterator[tuple[str, Any]]:
    """Yield each text and entry that a view may show, with its field: those of custom sections, and these if they have none."""
    if profile.bio:
        yield "bio", profile.bio
    for name in KINDS:
        for index, entry in enumerate(getattr(profile, name)):
            path = f"{name}[{index}]"
            if name != "custom" or not entry.entries:
                yield path, entry
            else:
                yield from ((f"{path}.entries[{place}]", each) for place, each in enumerate(entry.entries))
    yield from ((f"narratives.{name}", text) for name, text in profile.narratives.items())


def _shown(profile: Profile, named: NamedView) -> Iterator[str]:
    for section in select(profile, named, {}).sections:
        yield section.source
        yield from (item.source for item in section.entries)


def _fate(item: Any, path: str, shown: set[str], profile: Profile, view: View) -> Fate:
    if path in shown:
        return "kept"
    collection, _, inner = path.partition("[")
    section = profile.custom[int(inner.partition("]")[0])] if collection == "custom" else None
    names = {collection.removeprefix("narratives."), getattr(item, "id", None), section.id if section else None}
    withheld = LEVELS.index(profile.privacy.get(collection, LEVELS[0])) > LEVELS.index(view.privacy)
    if withheld or not is_shown(item, view.privacy) or not is_shown(section, view.privacy):
        return "private"
    return "without" if names & set(view.without) else "dropped"


def _reworded(old: Any, new: Any, path: DataPath, source: Source) -> Iterator[Reworded]:
    """Yield the values that differ. Lists of texts are one value; entries that were added are, too."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key, value in new.items():
            yield from _reworded(old.get(key), value, (*path, key), source)
    elif isinstance(old, list) and isinstance(new, list) and any(isinstance(part, dict) for part in old):
        for index, value in enumerate(new):
            yield from _reworded(old[index] if index < len(old) else None, value, (*path, index), source)
    elif old != new:
        file, line, _ = source.location(path)
        yield Reworded(format_path(path), old, new, file=file, line=line)
