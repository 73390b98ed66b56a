"""Find tags and ids that a view names but no entry of the profile has."""

from collections.abc import Iterable, Iterator

from cvrender.errors import Problem, Severity, first_problems, nearest
from cvrender.load.library import NamedView
from cvrender.model.convert import DataPath
from cvrender.model.kinds import KINDS, SECTIONS, Entry
from cvrender.model.profile import Profile
from cvrender.model.value import Value
from cvrender.model.view import SectionRequest


class _Known(Value, frozen=True):
    """The tags and ids of a collection."""

    tags: set[str]
    bullet_tags: set[str]
    ids: set[str]


def unknown_names(profile: Profile, named: NamedView) -> list[Problem]:
    """Return errors for a profile's own view, warnings for a shared view; only the first ones if there are very many."""
    return list(first_problems(_unknown_names(profile, named)))


def _unknown_names(profile: Profile, named: NamedView) -> Iterator[Problem]:
    yield from _unknown_without(profile, named)
    severity: Severity = "error" if named.writer("sections").own else "warning"
    collected: dict[str, _Known] = {}
    for index, request in named.requests:
        if request.collection not in collected:
            collected[request.collection] = _collect(profile, request.collection)
        known = collected[request.collection]
        for key, name, names, what in _names_in(request, known):
            if name not in names:
                message = f'no entry of {request.collection} has the {what} "{name}"'
                yield named.problem(
                    ("sections", index, *key), message, nearest(name, names), severity=severity, code="unknown-name"
                )


def _unknown_without(profile: Profile, named: NamedView) -> Iterator[Problem]:
    """Yield a problem for each name in `without` that is neither a section nor the id of an entry or custom section."""
    if not named.view.without:
        return
    severity: Severity = "error" if named.writer("without").own else "warning"
    ids = {name for collection in KINDS for name in _collect(profile, collection).ids}
    known = {*ids, *SECTIONS, *profile.narratives, *(section.id for section in profile.custom if section.id)}
    known |= {entry.id for section in profile.custom for entry in section.entries if entry.id}
    for index, name in enumerate(named.view.without):
        if name not in known:
            message = f'no section is called "{name}", and no entry has this id'
            yield named.problem(("without", index), message, nearest(name, known), severity=severity, code="unknown-name")


def _collect(profile: Profile, collection: str) -> _Known:
    custom = [section for section in profile.custom if collection in ("custom", section.id)]
    entries: list[Entry] = [entry for section in custom for entry in section.entries]
    if collection in KINDS and collection != "custom":
        entries += getattr(profile, collection)
    with_id = custom if collection == "custom" else entries
    return _Known(
        tags={tag for entry in entries for tag in entry.tags},
        bullet_tags={tag for entry in entries for bullet in entry.bullets() for tag in bullet.tags},
        ids={item.id for item in with_id if item.id},
    )


def _names_in(request: SectionRequest, known: _Known) -> Iterable[tuple[DataPath, str, set[str], str]]:
    """Yield each name in the request: its key, the name, the existing names, and what it names."""
    for key, words in (("tags", request.tags), ("exclude", request.exclude)):
        yield from (((key,), word, known.tags, "tag") for word in words)
    for key, words in (("tags", request.bullets.tags), ("exclude", request.bullets.exclude)):
        yield from ((("bullets", key), word, known.bullet_tags, "tag") for word in words)
    yield from ((("pinned",), word, known.ids, "id") for word in request.pinned)
    if request.group_by == "tag":
        yield from ((("group_titles", word), word, known.tags, "tag") for word in request.group_titles)
