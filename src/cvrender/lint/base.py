"""A Profile in, what the rules look at out: its entries, its texts, the day that it speaks of; and a rule's Finding."""

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
class Finding:
    """What a rule noticed, and where in the profile."""

    path: DataPath
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """A text that a person wrote in sentences or titles, and its field."""

    path: DataPath
    text: str
    language: str

    @property
    def field(self) -> str:
        """The last key of its path."""
        return str(next(part for part in reversed(self.path) if isinstance(part, str)))


@dataclass(frozen=True, slots=True)
class Point:
    """A bullet. `section` is the collection that it belongs to; `has_more` says that it has bullets of its own."""

    path: DataPath
    text: str
    section: str
    has_more: bool


@dataclass(frozen=True)
class Subject:
    """A profile to be linted; `today` is the last day that is not in the future."""

    profile: Profile
    today: Day

    @cached_property
    def owner(self) -> frozenset[str]:
        """The names that mean the person whose profile it is."""
        return owner_names(self.profile.person)

    @cached_property
    def texts(self) -> tuple[Written, ...]:
        """Every text but identifiers, in the order of the model, each language apart."""
        return tuple(_texts(self.profile, (), self.profile.language))

    @cached_property
    def bullets(self) -> tuple[Point, ...]:
        """Every bullet of every entry."""
        found = []
        for path, entry in self.entries():
            found += list(_bullets(entry.highlights, (*path, "highlights"), str(path[0]), self.profile.language))
        return tuple(found)

    def entries(self) -> Iterator[tuple[DataPath, Entry]]:
        """Every entry with its path; the roles of a position, and those of sections of the person's own, too."""
        for name in KINDS:
            for index, entry in enumerate(getattr(self.profile, name)):
                if isinstance(entry, Entry):
                    yield (name, index), entry
                for key in ("roles", "entries"):
                    for place, inner in enumerate(getattr(entry, key, ())):
                        yield (name, index, key, place), inner


def _texts(value: Any, path: DataPath, language: str) -> Iterator[Written]:
    if isinstance(value, Localized):
        yield from (Written((*path, key), text, key) for key, text in value.texts)
    elif isinstance(value, str):
        yield Written(path, value, language)
    elif isinstance(value, Model):
        for name in field_names(type(value)):
            if name not in _IDENTIFIERS:
                yield from _texts(getattr(value, name), (*path, name), language)
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _texts(item, (*path, index), language)


def _bullets(bullets: tuple[Highlight, ...], path: DataPath, section: str, language: str) -> Iterator[Point]:
    for index, bullet in enumerate(bullets):
        place = (*path, index)
        text = bullet.text.choose(language) if isinstance(bullet.text, Localized) else bullet.text
        yield Point(place, text, section, bool(bullet.highlights))
        yield from _bullets(bullet.highlights, (*place, "highlights"), section, language)


def quoted(text: Any, most: int = 60) -> str:
    """A text for a message, not too long."""
    line = " ".join(str(text).split())
    return f"“{line}”" if len(line) <= most else f"“{line[: most - 1].rstrip()}…”"
