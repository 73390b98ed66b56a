"""Prune an entry to what its section shows: remove bullets and fields."""

from collections.abc import Callable, Iterable
from typing import Any

from cvrender.model.fields import Highlight
from cvrender.model.kinds import Entry, Position
from cvrender.model.value import replace
from cvrender.model.view import BulletRequest


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
