"""Plain data in, the entries of a profile's collections out: what a career is made of.

Publications speak CSL (https://docs.citationstyles.org/en/stable/specification.html, appendix III and IV): `type`,
`genre`, `status`, `volume`, `issue`, `page`, `number`, `publisher`. Dates speak EDTF, languages speak CLDR.
"""

from typing import Annotated, Literal

from pydantic import model_validator
from pydantic_core import PydanticCustomError

from cvrender.model.csl import CslType
from cvrender.model.fields import (
    Authors,
    Contact,
    Contacts,
    Flag,
    Highlights,
    Links,
    OneAcceptance,
    OneVenue,
    People,
    Plain,
    Prose,
    Proses,
    Timed,
    Url,
    Withheld,
    short,
)


class Email(Contact):
    """An e-mail address."""

    @model_validator(mode="after")
    def _is_an_address(self) -> "Email":
        name, at, host = self.value.partition("@")
        if not (name and at and "." in host) or any(char.isspace() for char in self.value):
            raise PydanticCustomError("email", '"{value}" is no e-mail address', {"value": self.value})
        return self


class Page(Contact):
    """A page of the person's: homepage, code, list of publications."""

    value: Url


Emails = tuple[Annotated[Email, short("value")], ...]
Pages = tuple[Annotated[Page, short("value")], ...]


class Entry(Timed):
    """What every entry of every collection may carry. A `private` entry is shown by no public view."""

    id: Plain | None = None
    tags: tuple[Plain, ...] = ()
    url: Url | None = None
    links: Links = ()
    note: Prose | None = None
    highlights: Highlights = ()

    def require(self, *names: str) -> None:
        """Raise a validation error unless at least one of the fields is there."""
        if not any(getattr(self, name) for name in names):
            raise PydanticCustomError("needs", "needs at least one of: {names}", {"names": ", ".join(names)})


class News(Entry):
    """Something that happened, in a sentence."""

    text: Prose


class Role(Entry):
    """One of several roles held at one employer."""

    title: Prose
    team: Prose | None = None
    location: Prose | None = None
    advisors: People = ()
    mentors: People = ()
    summary: Prose | None = None


class Position(Entry):
    """Work for one employer: one `title`, or several `roles`."""

    organization: Prose
    title: Prose | None = None
    team: Prose | None = None
    location: Prose | None = None
    advisors: People = ()
    mentors: People = ()
    summary: Prose | None = None
    roles: tuple[Role, ...] = ()


class Education(Entry):
    """A degree, finished or not. `grades` are texts such as `3.96/4.0`."""

    institution: Prose | None = None
    degree: Prose | None = None
    field: Prose | None = None
    department: Prose | None = None
    location: Prose | None = None
    grades: Proses = ()
    thesis: Prose | None = None
    advisors: People = ()
    committee: People = ()

    @model_validator(mode="after")
    def _names_something(self) -> "Education":
        self.require("institution", "degree")
        return self


class Publication(Entry):
    """A work, in CSL's terms. `et_al` says that the author list goes on; `also` names further places where it appeared."""

    title: Prose
    original_title: Plain | None = None
    authors: Authors
    et_al: Flag = False
    type: CslType
    genre: Prose | None = None
    status: Literal["in-preparation", "submitted", "under-review", "accepted", "in-press", "published"] | None = None
    venue: OneVenue | None = None
    also: tuple[OneVenue, ...] = ()
    publisher: Prose | None = None
    volume: Plain | None = None
    issue: Plain | None = None
    page: Plain | None = None
    number: Plain | None = None
    doi: Plain | None = None
    arxiv: Plain | None = None
    isbn: Plain | None = None
    acceptance: OneAcceptance | None = None
    awards: Proses = ()

    @property
    def kind(self) -> str:
        """The CSL type; workshop papers, which CSL tells apart by genre only, are a kind of their own."""
        return "workshop" if self.genre == "workshop" else self.type


class System(Entry):
    """Software or another system that the person built; `title` is its subtitle."""

    name: Prose
    title: Prose | None = None
    organization: Prose | None = None
    role: Prose | None = None
    awards: Proses = ()


class Patent(Entry):
    """A patent or an application for one. `authority` is the office; `authors` are the inventors."""

    title: Prose
    original_title: Plain | None = None
    authors: Authors
    number: Plain | None = None
    authority: Prose | None = None
    status: Prose | None = None


class Talk(Entry):
    """A talk. `title` is its title, `topic` what it was about where it had none; `hosts` invited the speaker."""

    role: Prose | None = None
    title: Prose | None = None
    topic: Prose | None = None
    event: OneVenue | None = None
    organization: Prose | None = None
    location: Prose | None = None
    hosts: People = ()

    @model_validator(mode="after")
    def _names_something(self) -> "Talk":
        self.require("title", "topic", "event", "organization")
        return self


class Teaching(Entry):
    """A course, and the person's role in it."""

    role: Prose
    code: Plain | None = None
    title: Prose | None = None
    department: Prose | None = None
    institution: Prose | None = None
    location: Prose | None = None


class Advising(Entry):
    """Somebody whom the person advised or mentored. `role` is theirs: `Ph.D. student`."""

    name: Plain
    native: Plain | None = None
    role: Prose | None = None
    institution: Prose | None = None
    topic: Prose | None = None
    co_advisors: People = ()
    outcome: Prose | None = None


class Award(Entry):
    """An honour, with who gave it; `rank` says how rare it is (`top 2%`)."""

    title: Prose
    issuer: Prose | None = None
    rank: Prose | None = None
    location: Prose | None = None


class Grant(Entry):
    """Funding; `number` is the funder's, `amount` a text with its currency."""

    title: Prose
    funder: Prose | None = None
    number: Plain | None = None
    amount: Plain | None = None
    role: Prose | None = None
    investigators: Authors = ()


class Service(Entry):
    """A service to the field: a `role`, such as `Reviewer`, for a `venue` (a conference, a journal, a committee)."""

    role: Prose
    venue: OneVenue
    organization: Prose | None = None
    location: Prose | None = None


class Press(Entry):
    """Somebody's report on the person's work."""

    outlet: Prose
    title: Prose


class Membership(Entry):
    """Membership in a society."""

    organization: Prose
    role: Prose | None = None


class Skill(Entry):
    """A group of skills: `name` is what they have in common."""

    name: Prose
    items: Proses = ()
    level: Prose | None = None


class SpokenLanguage(Entry):
    """A language that the person speaks."""

    language: Prose
    level: Prose | None = None


class Reference(Entry):
    """Somebody who will speak for the person."""

    name: Plain
    native: Plain | None = None
    title: Prose | None = None
    organization: Prose | None = None
    relation: Prose | None = None
    emails: Emails = ()
    phones: Contacts = ()


class CustomEntry(Entry):
    """An entry of a section of the person's own."""

    title: Prose
    organization: Prose | None = None
    location: Prose | None = None
    summary: Prose | None = None


class CustomSection(Withheld):
    """A section that no collection fits: a title, and a text or entries or both."""

    title: Prose
    id: Plain | None = None
    text: Prose | None = None
    entries: tuple[CustomEntry, ...] = ()
