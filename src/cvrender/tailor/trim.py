"""An entry in, the part of it that a section shows out: the bullets that are wanted, without the fields that are left out."""

from collections.abc import Iterable
from typing import Any

from cvrender.model.entries import Entry, Position
from cvrender.model.fields import Highlight
from cvrender.model.view import BulletRequest

_TIME = frozenset({"date", "start", "end"})


def with_bullets(entry: Entry, request: BulletRequest) -> Entry:
    """The entry with just the bullets that are wanted, those of its roles too."""
    if request == BulletRequest():
        return entry
    changed: dict[str, Any] = {"highlights": _bullets(entry.highlights, request)}
    if isinstance(entry, Position):
        changed["roles"] = tuple(with_bullets(role, request) for role in entry.roles)
    return entry.model_copy(update=changed)


def _bullets(bullets: Iterable[Highlight], request: BulletRequest) -> tuple[Highlight, ...]:
    kept = []
    for bullet in bullets:
        tags = set(bullet.tags)
        if tags & set(request.exclude) or (request.tags and tags and not tags & set(request.tags)):
            continue
        kept.append(bullet.model_copy(update={"highlights": _bullets(bullet.highlights, request)}))
    return tuple(kept[: request.limit])


def without(entry: Entry, fields: frozenset[str]) -> Entry:
    """The entry, and the roles in it, with nothing in these fields; `date` is the time, however it is written."""
    gone = fields | _TIME if "date" in fields else fields
    model = type(entry).model_fields
    changed = {name: _nothing(getattr(entry, name), model[name].default) for name in gone if name in model}
    if isinstance(entry, Position) and "roles" not in changed:
        changed["roles"] = tuple(without(role, fields) for role in entry.roles)
    return entry.model_copy(update=changed)


def _nothing(value: Any, default: Any) -> Any:
    """What a field holds that holds nothing; also one that no profile may leave empty."""
    if isinstance(value, tuple):
        return ()
    return default if default is None or isinstance(default, bool) else "" if isinstance(value, str) else None
