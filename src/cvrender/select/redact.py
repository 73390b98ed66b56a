"""Redact a profile: keep one language, and drop what a view's privacy level withholds."""

from typing import Any, TypeVar

from cvrender.model.base import Model, defaults_of, field_names, replace
from cvrender.model.fields import LEVELS, Level, Localized, Withheld
from cvrender.model.profile import Profile

_M = TypeVar("_M", bound=Model)


def in_language(value: Any, language: str, privacy: Level) -> Any:
    """Any value with every text in one language, and without what a view of that privacy does not show."""
    if isinstance(value, Localized):
        return value.choose(language)
    if isinstance(value, Model):
        return redact(value, language, privacy)
    if isinstance(value, tuple):
        return tuple(in_language(item, language, privacy) for item in value if is_shown(item, privacy))
    return value


def is_shown(value: Any, privacy: Level) -> bool:
    """True unless the value says of itself that it is withheld."""
    return not isinstance(value, Withheld) or value.shown_at(privacy)


def redact(node: _M, language: str, privacy: Level) -> _M:
    """The node as a view of that language and privacy sees it."""
    changed = {}
    for name in field_names(type(node)):
        old = getattr(node, name)
        if old is None or old == () or isinstance(old, str | bool | int):
            continue
        new = in_language(old, language, privacy) if is_shown(old, privacy) else None
        if new is not old:
            changed[name] = new
    return replace(node, **changed)


def public_profile(profile: Profile, language: str, privacy: Level) -> Profile:
    """The profile as such a view sees it, without the collections that it withholds as a whole."""
    gone = [name for name, level in profile.privacy.items() if LEVELS.index(level) > LEVELS.index(privacy)]
    defaults = defaults_of(type(profile))
    return redact(replace(profile, **{name: defaults[name] for name in gone}), language, privacy)
