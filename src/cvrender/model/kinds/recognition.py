"""Declare awards, service, memberships, press and news."""

from typing import Annotated

from cvrender.model.annotations import About, Unprinted
from cvrender.model.fields import OneVenue, People, Prose
from cvrender.model.kinds.base import Entry, LogoFile, kind


@kind("award", "awards", title="{{ [title, rank, issuer, location, rest] | comma }}", date="{{ date }}")
class Award(Entry, frozen=True, kw_only=True):
    """An honour and its issuer; `rank` says how rare it is (`top 2%`)."""

    title: Annotated[Prose, About("the name of the award", "Medal of Examples")]
    issuer: Annotated[Prose | None, About("who gave it", "Society of Samples")] = None
    rank: Annotated[Prose | None, About("how rare it is", "top 2%")] = None
    location: Annotated[Prose | None, About("the place", "Nowhere")] = None


@kind(
    "service",
    "service",
    title="{{ role | wrap('', ': ') }}{{ [venue, organization, location, rest] | comma }}",
    date="{{ date }}",
)
class Service(Entry, frozen=True, kw_only=True):
    """Service to the field: a `role`, such as `Reviewer`, for a `venue` (a conference, journal or committee)."""

    role: Annotated[Prose, About("what the person did", "Reviewer")]
    venue: Annotated[OneVenue, About("the journal, conference or committee", "Journal of Examples")]
    organization: Annotated[Prose | None, About("the institution", "Society of Samples")] = None
    location: Annotated[Prose | None, About("the place", "Nowhere")] = None
    board: Annotated[
        People,
        Unprinted(),
        About("whom forms ask about: the editor-in-chief of an editor, or the board of an editor-in-chief", ["Mary Example"]),
    ] = ()
    co_editors: Annotated[
        People, Unprinted(), About("the other editors with whom the person worked, as forms ask for them", ["Mary Example"])
    ] = ()


@kind("membership", "memberships", title="{{ [role, organization, rest] | comma }}", date="{{ date }}")
class Membership(Entry, frozen=True, kw_only=True):
    """Membership in a society."""

    organization: Annotated[Prose, About("the society", "Society of Samples")]
    role: Annotated[Prose | None, About("the role of the person", "Fellow")] = None
    logo: LogoFile = None


@kind("press", "press", title="{{ outlet | italic }}: {{ [title, rest] | comma }}", date="{{ date }}")
class Press(Entry, frozen=True, kw_only=True):
    """A report on the person's work."""

    outlet: Annotated[Prose, About("the newspaper, site or station", "The Nowhere Times")]
    title: Annotated[Prose, About("the title of the report", "Engines That Think")]


@kind("news", "news", title="{{ [text, rest] | comma }}", date="{{ date }}")
class News(Entry, frozen=True, kw_only=True):
    """An item of news, in a sentence."""

    text: Annotated[Prose, About("the news, in a sentence", "Our paper won the Best Paper Award.")]
