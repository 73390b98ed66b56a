"""Define what rules examine (entries, texts and bullets of a profile) and what they report."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cvrender.model.base import Model, field_names
from cvrender.model.convert import DataPath
from cvrender.model.fields import Highlight, Localized
from cvrender.model.kinds import KINDS, Entry
from cvrender.model.names import owner_names
from cvrender.model.profile import Profile

Day = tuple[int, int, int]

_IDENTIFIERS = frozenset(
    "id tags url doi arxiv isbn type status value photo privacy language engine number volume issue page code include views "
    "schema_version".split()
)


@dataclass(frozen=True, slots=True)
class LintFinding:
    """A violation of a rule, with its path in the profile."""

    path: DataPath
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class TextField:
    """A text in sentences or titles, with its path."""

    path: DataPath
    text: str
    language: str

    @property
    def field(self) -> str:
        """The last key of its path."""
        return str(next(part for part in reversed(self.path) if isinstance(part, str)))


@dataclass(frozen=True, slots=True)
class BulletField:
    """A bullet. `section` is its collection; `has_more` means that it has nested bullets."""

    path: DataPath
    text: str
    section: str
    has_more: bool


@dataclass(frozen=True)
class LintContext:
    """A profile to be linted; `today` is the last day that is not in the future."""

    profile: Profile
    today: Day

    @cached_property
    def owner(self) -> frozenset[str]:
        """The normalized names of the profile's owner."""
        return owner_names(self.profile.person)

    @cached_property
    def texts(self) -> tuple[TextField, ...]:
        """Every text except identifiers, in the order of the model, one for each language."""
        return tuple(_texts(self.profile, (), self.profile.language))

    @cached_property
    def bullets(self) -> tuple[BulletField, ...]:
        """Every bullet of every entry."""
        bullets: list[BulletField] = []
        for path, entry in self.entries():
            bullets += list(_bullets(entry.highlights, (*path, "highlights"), str(path[0]), self.profile.language))
        return tuple(bullets)

    def shown(self, value: object) -> str:
        """Return a value as text, in the profile's language."""
        return str((value.choose(self.profile.language) if isinstance(value, Localized) else value) or "")

    def entries(self) -> Iterator[tuple[DataPath, Entry]]:
        """Yield every entry with its path, including roles and entries of custom sections."""
        for name in KINDS:
            for index, entry in enumerate(getattr(self.profile, name)):
                if isinstance(entry, Entry):
                    yield (name, index), entry
                for key in ("roles", "entries"):
                    for position, inner in enumerate(getattr(entry, key, ())):
                        yield (name, index, key, position), inner


def _texts(value: Any, path: DataPath, language: str) -> Iterator[TextField]:
    if isinstance(value, Localized):
        yield from (TextField((*path, key), text, key) for key, text in value.texts)
    elif isinstance(value, str):
        yield TextField(path, value, language)
    elif isinstance(value, Model):
        for name in field_names(type(value)):
            if name not in _IDENTIFIERS:
                yield from _texts(getattr(value, name), (*path, name), language)
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _texts(item, (*path, index), language)


def _bullets(bullets: tuple[Highlight, ...], path: DataPath, section: str, language: str) -> Iterator[BulletField]:
    for index, bullet in enumerate(bullets):
        inner = (*path, index)
        text = bullet.text.choose(language) if isinstance(bullet.text, Localized) else bullet.text
        yield BulletField(inner, text, section, bool(bullet.highlights))
        yield from _bullets(bullet.highlights, (*inner, "highlights"), section, language)
