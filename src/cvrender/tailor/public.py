"""Values of a profile in, the same in one language and without what is withheld out."""

from typing import Any, TypeVar

from cvrender.model.fields import LEVELS, Level, Localized, Node, Withheld
from cvrender.model.profile import Profile

_N = TypeVar("_N", bound=Node)


def in_language(value: Any, language: str, privacy: Level) -> Any:
    """Any value with every text in one language, and without what a view of that privacy does not show."""
    if isinstance(value, Localized):
        return value.choose(language)
    if isinstance(value, Node):
        return public(value, language, privacy)
    if isinstance(value, tuple):
        return tuple(in_language(item, language, privacy) for item in value if is_shown(item, privacy))
    return value


def is_shown(value: Any, privacy: Level) -> bool:
    """True unless the value says of itself that it is withheld."""
    return not isinstance(value, Withheld) or value.shown_at(privacy)


def public(node: _N, language: str, privacy: Level) -> _N:
    """The node as a view of that language and privacy sees it."""
    changed = {}
    for name in node.model_fields_set:
        old = getattr(node, name)
        if isinstance(old, str | bool | int):
            continue
        new = in_language(old, language, privacy) if is_shown(old, privacy) else None
        if new is not old:
            changed[name] = new
    return node.model_copy(update=changed) if changed else node


def public_profile(profile: Profile, language: str, privacy: Level) -> Profile:
    """The profile as such a view sees it, without the collections that it withholds as a whole."""
    gone = [name for name, level in profile.privacy.items() if LEVELS.index(level) > LEVELS.index(privacy)]
    left = profile.model_copy(update={name: type(profile).model_fields[name].default for name in gone})
    return public(left, language, privacy)
