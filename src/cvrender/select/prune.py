"""Prune an entry to what its section shows: remove bullets and fields."""

from collections.abc import Callable, Iterable
from typing import Any

from cvrender.model.base import defaults_of, field_names
from cvrender.model.fields import Highlight
from cvrender.model.kinds import Entry, Position
from cvrender.model.value import replace
from cvrender.model.view import BulletRequest

_TIME = frozenset({"date", "start", "end"})


def bullet_filter(request: BulletRequest) -> Callable[[Entry], Entry]:
    """Return a function that returns an entry, and its roles, with the requested bullets only."""
    if request == BulletRequest():
        return lambda entry: entry
    wanted, exclude = frozenset(request.tags), frozenset(request.exclude)

    def bullets(found: Iterable[Highlight]) -> tuple[Highlight, ...]:
        kept = []
        for bullet in found:
            if not exclude.isdisjoint(bullet.tags) or (wanted and bullet.tags and wanted.isdisjoint(bullet.tags)):
                continue
            kept.append(replace(bullet, highlights=bullets(bullet.highlights)))
        return tuple(kept[: request.limit])

    def pruned(entry: Entry) -> Entry:
        changed: dict[str, Any] = {"highlights": bullets(entry.highlights)}
        if isinstance(entry, Position):
            changed["roles"] = tuple(pruned(role) for role in entry.roles)
        return replace(entry, **changed)

    return pruned


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
