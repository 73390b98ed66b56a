"""Define what rules examine (entries, texts and bullets of a profile) and what they report."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from cvrender.model.base import leaves
from cvrender.model.convert import DataPath
from cvrender.model.fields import Highlight, Localized
from cvrender.model.identifier_table import WORK_IDS
from cvrender.model.kinds import KINDS, Entry
from cvrender.model.names import owner_names
from cvrender.model.profile import Profile

Day = tuple[int, int, int]

_IDENTIFIERS = frozenset(WORK_IDS) | frozenset(
    "id tags url type status value photo privacy language engine number volume issue page code include views "
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
    """A bullet, with its path; `has_more` means that it has nested bullets."""

    path: DataPath
    text: str
    has_more: bool

    @property
    def section(self) -> str:
        """The collection of its entry."""
        return str(self.path[0])


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
        return tuple(self._texts())

    @cached_property
    def bullets(self) -> tuple[BulletField, ...]:
        """Every bullet of every entry."""
        bullets = (self._bullets(entry.highlights, (*path, "highlights")) for path, entry in self.entries())
        return tuple(chain.from_iterable(bullets))

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

    def _texts(self) -> Iterator[TextField]:
        narratives = ((("narratives", name), text) for name, text in self.profile.narratives.items())
        for path, value in chain(leaves(self.profile, skip=_IDENTIFIERS), narratives):
            if isinstance(value, Localized):
                yield from (TextField((*path, language), text, language) for language, text in value.texts)
            elif isinstance(value, str):
                yield TextField(path, value, self.profile.language)

    def _bullets(self, bullets: tuple[Highlight, ...], path: DataPath) -> Iterator[BulletField]:
        for index, bullet in enumerate(bullets):
            yield BulletField((*path, index), self.shown(bullet.text), bool(bullet.highlights))
            yield from self._bullets(bullet.highlights, (*path, index, "highlights"))
