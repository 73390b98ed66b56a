"""Return an entry without the values of some fields."""

from typing import Any

from cvrender.model.base import defaults_of, field_names
from cvrender.model.kinds import Entry, Position
from cvrender.model.value import replace

_TIME = frozenset({"date", "start", "end"})


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
