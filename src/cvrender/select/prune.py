"""Prune an entry to what its section shows: the bullets that are wanted, without the fields that are left out."""

from collections.abc import Iterable
from typing import Any

from cvrender.model.base import defaults_of, field_names, replace
from cvrender.model.fields import Highlight
from cvrender.model.kinds import Entry, Position
from cvrender.model.view import BulletRequest

_TIME = frozenset({"date", "start", "end"})


def with_bullets(entry: Entry, request: BulletRequest) -> Entry:
    """The entry with just the bullets that are wanted, those of its roles too."""
    if request == BulletRequest():
        return entry
    changed: dict[str, Any] = {"highlights": _bullets(entry.highlights, request)}
    if isinstance(entry, Position):
        changed["roles"] = tuple(with_bullets(role, request) for role in entry.roles)
    return replace(entry, **changed)


def _bullets(bullets: Iterable[Highlight], request: BulletRequest) -> tuple[Highlight, ...]:
    kept = []
    for bullet in bullets:
        tags = set(bullet.tags)
        if tags & set(request.exclude) or (request.tags and tags and not tags & set(request.tags)):
            continue
        kept.append(replace(bullet, highlights=_bullets(bullet.highlights, request)))
    return tuple(kept[: request.limit])


def without(entry: Entry, fields: frozenset[str]) -> Entry:
    """The entry, and the roles in it, with nothing in these fields; `date` is the time, however it is written."""
    gone = fields | _TIME if "date" in fields else fields
    defaults = defaults_of(type(entry))
    names = gone.intersection(field_names(type(entry)))
    changed = {name: defaults[name] if name in defaults else _nothing(getattr(entry, name)) for name in names}
    if isinstance(entry, Position) and "roles" not in changed:
        changed["roles"] = tuple(without(role, fields) for role in entry.roles)
    return replace(entry, **changed)


def _nothing(value: Any) -> Any:
    """What a field holds that holds nothing, though no profile may leave it empty."""
    return () if isinstance(value, tuple) else "" if isinstance(value, str) else None
