"""Declare skills, languages, custom sections and references."""

from typing import Annotated

from cvrender.model.annotations import Unprinted
from cvrender.model.fields import Contacts, Plain, Prose, Proses, Restricted
from cvrender.model.kinds.base import Emails, Entry, kind


@kind(
    "skill",
    "skills",
    layout="rows",
    title="{{ name }}",
    lines=("{{ [[items | comma, level | wrap('(', ')') if items else level] | spaced, date, rest] | comma }}",),
)
class Skill(Entry, frozen=True, kw_only=True):
    """A group of skills under a common `name`."""

    name: Prose
    items: Proses = ()
    level: Prose | None = None


@kind("language", "languages", layout="rows", title="{{ language }}", lines=("{{ [level, date, rest] | comma }}",))
class SpokenLanguage(Entry, frozen=True, kw_only=True):
    """A language that the person speaks."""

    language: Prose
    level: Prose | None = None


@kind(
    "custom",
    "custom",
    title="{{ [title | bold, organization, location] | comma }}",
    date="{{ date }}",
    lines=("{{ rest | comma }}",),
    summary="{{ summary }}",
)
class CustomEntry(Entry, frozen=True, kw_only=True):
    """An entry of a custom section."""

    title: Prose
    organization: Prose | None = None
    location: Prose | None = None
    summary: Prose | None = None


@kind(
    "reference",
    "references",
    title="{{ [name | bold ~ native | wrap(' (', ')'), title, organization] | comma }}",
    date="{{ date }}",
    lines=("{{ [relation, emails, phones, rest] | comma }}",),
)
class Reference(Entry, frozen=True, kw_only=True):
    """A person who will recommend the owner."""

    name: Plain
    native: Plain | None = None
    title: Prose | None = None
    organization: Prose | None = None
    relation: Prose | None = None
    emails: Emails = ()
    phones: Contacts = ()


class CustomSection(Restricted, frozen=True, kw_only=True):
    """A section that no collection fits: a title, with a text, entries or both."""

    title: Prose
    id: Annotated[Plain, Unprinted()] | None = None
    text: Prose | None = None
    entries: tuple[CustomEntry, ...] = ()
