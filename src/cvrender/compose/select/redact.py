"""Redact a profile: keep one language, and remove what a privacy level withholds."""

from typing import Any, TypeVar

from cvrender.model.base import Model, defaults_of, field_names
from cvrender.model.fields import LEVELS, Level, Localized, Restricted
from cvrender.model.kinds import Entry
from cvrender.model.profile import Profile
from cvrender.model.value import PLAIN, replace, values_of

_M = TypeVar("_M", bound=Model)


def in_language(value: Any, language: str, privacy: Level) -> Any:
    """Return a value with every text in one language, without what a view of that privacy withholds."""
    if isinstance(value, Localized):
        return value.choose(language)
    if isinstance(value, Model):
        return redact(value, language, privacy)
    if isinstance(value, tuple):
        return tuple(in_language(item, language, privacy) for item in value if is_shown(item, privacy))
    return value


def is_shown(value: Any, privacy: Level) -> bool:
    """Return whether a view of that privacy shows the value itself."""
    return not isinstance(value, Restricted) or value.shown_at(privacy)


def redact(node: _M, language: str, privacy: Level) -> _M:
    """Redact a model, recursively."""
    changed = {}
    for name, old in zip(field_names(type(node)), values_of(node), strict=True):
        if old.__class__ in PLAIN or old == ():
            continue
        shown = node.shown_field(name, privacy) if isinstance(node, Entry) else old
        new = in_language(shown, language, privacy) if is_shown(shown, privacy) else None
        if new is not old:
            changed[name] = new
    return replace(node, **changed)


def public_profile(profile: Profile, language: str, privacy: Level) -> Profile:
    """Redact a profile, including the collections that it withholds as a whole."""
    withheld = [name for name, level in profile.privacy.items() if LEVELS.index(level) > LEVELS.index(privacy)]
    defaults = defaults_of(type(profile))
    return redact(replace(profile, **{name: defaults[name] for name in withheld}), language, privacy)
