"""Define the profile: everything that is true about one person's career, and nothing about layout."""

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec

from cvrender.model.annotations import Invalid, Reads
from cvrender.model.base import Model
from cvrender.model.engines import ENGINES
from cvrender.model.fields import Contacts, Language, OneContact, OneDate, Plain, Plains, Privacy, Prose, short
from cvrender.model.kinds import KINDS, CustomSection, Emails, Entry, Pages, SectionName

_E = TypeVar("_E", bound=Entry)


class Owner(Model, frozen=True, kw_only=True):
    """The person the profile is about.

    `variants` are other spellings of the name in author lists. `photo_alt` describes the photo to those who cannot see it.
    """

    name: Plain
    native: Plain | None = None
    variants: Plains = ()
    headline: Prose | None = None
    location: OneContact | None = None
    emails: Emails = ()
    phones: Contacts = ()
    links: Pages = ()
    photo: Plain | None = None
    photo_alt: Plain | None = None


class Choice(Model, frozen=True, kw_only=True):
    """A style by name, with values for its options."""

    name: Plain
    options: dict[str, Any] = {}


def _version(value: Any) -> str:
    if value != "1":
        raise Invalid("should be 1")
    return "1"


Version = Annotated[str, Reads(_version, {"enum": ["1", 1, None]}, "`1`")]


class _Head(Model, frozen=True, kw_only=True):
    """One person's career. Every key except `person` is optional."""

    schema_version: Annotated[str, Reads(_version, {"enum": ["1", 1, None]}, "`1`")] | None = msgspec.field(
        default=None, name="schema"
    )
    updated: OneDate | None = None
    language: Language = "en"
    engine: Literal[ENGINES] | None = None  # type: ignore[valid-type]
    style: Annotated[Choice, short("name")] | None = None
    person: Owner
    bio: Prose | None = None
    views: dict[str, Any] = {}
    include: tuple[Plain, ...] = ()
    privacy: dict[SectionName, Privacy] = {}

    def of(self, model: type[_E]) -> tuple[_E, ...]:
        """Return the entries of the collection whose model is `model`."""
        name = next(kind.collection for kind in KINDS.values() if kind.model is model)
        entries: tuple[_E, ...] = getattr(self, name)
        return entries


if TYPE_CHECKING:

    class Profile(_Head, frozen=True, kw_only=True):
        """The fields of `_Head`, and a list of entries for each collection in `KINDS`."""

        def __getattr__(self, name: str) -> tuple[Any, ...]: ...

else:
    Profile = msgspec.defstruct(
        "Profile",
        [(name, tuple[CustomSection, ...] if name == "custom" else kind.entries, ()) for name, kind in KINDS.items()],
        bases=(_Head,),
        namespace={"__doc__": _Head.__doc__, "__module__": __name__},
        frozen=True,
        kw_only=True,
    )
