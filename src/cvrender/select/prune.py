"""Prune an entry to what its section shows: remove bullets and fields."""

from collections.abc import Iterable
from typing import Any

from cvrender.model.base import defaults_of, field_names, replace
from cvrender.model.fields import Highlight
from cvrender.model.kinds import Entry, Position
from cvrender.model.view import BulletRequest

_TIME = frozenset({"date", "start", "end"})


def with_bullets(entry: Entry, request: BulletRequest) -> Entry:
    """Return the entry, and its roles, with the requested bullets only."""
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


def without_fields(entry: Entry, fields: frozenset[str]) -> Entry:
    """Return the entry, and its roles, without the values of some fields; `date` stands for the time, however it is written."""
    removed = fields | _TIME if "date" in fields else fields
    defaults = defaults_of(type(entry))
    names = removed.intersection(field_names(type(entry)))
    changed = {name: defaults[name] if name in defaults else _empty_like(getattr(entry, name)) for name in names}
    if isinstance(entry, Position) and "roles" not in changed:
        changed["roles"] = tuple(without_fields(role, fields) for role in entry.roles)
    return replace(entry, **changed)


def _empty_like(value: Any) -> Any:
    """Return an empty value for a required field."""
    return () if isinstance(value, tuple) else "" if isinstance(value, str) else None
