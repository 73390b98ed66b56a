"""Declare awards, service, memberships, press and news."""

from cvrender.model.fields import OneVenue, Prose
from cvrender.model.kinds.base import Entry, kind


@kind("award", "awards", title="{{ [title, rank, issuer, location, rest] | comma }}", date="{{ date }}")
class Award(Entry, frozen=True, kw_only=True):
    """An honour and its issuer; `rank` says how rare it is (`top 2%`)."""

    title: Prose
    issuer: Prose | None = None
    rank: Prose | None = None
    location: Prose | None = None


@kind("service", "service", title="{{ role }}: {{ [venue, organization, location, rest] | comma }}", date="{{ date }}")
class Service(Entry, frozen=True, kw_only=True):
    """Service to the field: a `role`, such as `Reviewer`, for a `venue` (a conference, journal or committee)."""

    role: Prose
    venue: OneVenue
    organization: Prose | None = None
    location: Prose | None = None


@kind("membership", "memberships", title="{{ [role, organization, rest] | comma }}", date="{{ date }}")
class Membership(Entry, frozen=True, kw_only=True):
    """Membership in a society."""

    organization: Prose
    role: Prose | None = None


@kind("press", "press", title="{{ outlet | italic }}: {{ [title, rest] | comma }}", date="{{ date }}")
class Press(Entry, frozen=True, kw_only=True):
    """A report on the person's work."""

    outlet: Prose
    title: Prose


@kind("news", "news", title="{{ [text, rest] | comma }}", date="{{ date }}")
class News(Entry, frozen=True, kw_only=True):
    """An item of news, in a sentence."""

    text: Prose
