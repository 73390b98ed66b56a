"""Plain data in, Profile out: everything that is true about one person's career, and nothing about how it looks."""

from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from cvrender.errors import nearest
from cvrender.model.annotations import Reads
from cvrender.model.entries import (
    Advising,
    Award,
    CustomSection,
    Education,
    Emails,
    Grant,
    Membership,
    News,
    Pages,
    Patent,
    Position,
    Press,
    Publication,
    Reference,
    Service,
    Skill,
    SpokenLanguage,
    System,
    Talk,
    Teaching,
)
from cvrender.model.fields import (
    Contacts,
    Language,
    Node,
    OneContact,
    OneDate,
    Plain,
    Plains,
    Privacy,
    Prose,
    Proses,
    short,
)


class Owner(Node):
    """The person the profile is about. `variants` are other spellings of the name in author lists."""

    name: Plain
    native: Plain | None = None
    variants: Plains = ()
    headline: Prose | None = None
    location: OneContact | None = None
    emails: Emails = ()
    phones: Contacts = ()
    links: Pages = ()
    photo: Plain | None = None


class Choice(Node):
    """A style by name, with values for its options."""

    name: Plain
    options: dict[str, Any] = {}


def _collection(value: Any) -> str:
    others = {"schema_version", "updated", "language", "engine", "style", "person", "views", "include", "privacy"}
    known = [name for name in Profile.model_fields if name not in others]
    if value not in known:
        hint = nearest(str(value), known)
        raise PydanticCustomError("collection", 'unknown section "{value}"; {hint}', {"value": str(value), "hint": hint})
    return str(value)


class Profile(Node):
    """One person's career. Every key but `person` is optional."""

    schema_version: Annotated[Literal["1"] | None, WithJsonSchema({"enum": ["1", 1, None]})] = Field(default=None, alias="schema")
    updated: OneDate | None = None
    language: Language = "en"
    engine: Literal["embedded", "pdflatex", "xelatex", "lualatex"] | None = None
    style: Annotated[Choice, short("name")] | None = None
    person: Owner
    bio: Prose | None = None
    interests: Proses = ()
    news: tuple[News, ...] = ()
    positions: tuple[Position, ...] = ()
    education: tuple[Education, ...] = ()
    publications: tuple[Publication, ...] = ()
    systems: tuple[System, ...] = ()
    patents: tuple[Patent, ...] = ()
    talks: tuple[Talk, ...] = ()
    teaching: tuple[Teaching, ...] = ()
    advising: tuple[Advising, ...] = ()
    awards: tuple[Award, ...] = ()
    grants: tuple[Grant, ...] = ()
    service: tuple[Service, ...] = ()
    press: tuple[Press, ...] = ()
    memberships: tuple[Membership, ...] = ()
    skills: tuple[Skill, ...] = ()
    languages: tuple[SpokenLanguage, ...] = ()
    references: tuple[Reference, ...] = ()
    custom: tuple[CustomSection, ...] = ()
    views: dict[str, Any] = {}
    include: tuple[Plain, ...] = ()
    privacy: dict[Annotated[str, Reads(_collection, {"type": "string"})], Privacy] = {}
