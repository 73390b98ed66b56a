"""Declare interests, education and positions."""

from typing import Annotated

from cvrender.model.annotations import Unprinted
from cvrender.model.fields import People, Prose, Proses, short_prose
from cvrender.model.kinds.base import Entry, kind


@kind("interest", "interests", short_prose("text"), layout="line", title="{{ text }}")
class Interest(Entry, frozen=True, kw_only=True):
    """A research interest. A text is its `text`."""

    text: Prose


@kind(
    "education",
    "education",
    title="{{ [degree | bold or institution | bold, field] | comma }}",
    date="{{ date }}",
    lines=(
        "{{ [department, institution if degree, location] | comma }}",
        "{{ [grades | comma | wrap(label.grades ~ ': '), thesis | wrap(label.thesis ~ ': *', '*')] | semicolon }}",
        "{{ [advisors | wrap(label.advisors ~ ': '), committee | wrap(label.committee ~ ': ')] | semicolon }}",
    ),
)
class Education(Entry, frozen=True, kw_only=True):
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

    def check(self) -> None:
        """Reject an entry without institution and degree."""
        Entry.check(self)
        self.require("institution", "degree")


_SUPERVISORS = "{{ [advisors | wrap(label.advisors ~ ': '), mentors | wrap(label.mentors ~ ': ')] | semicolon }}"


@kind(
    "role",
    title="{{ [title | italic, team, location] | comma }}",
    date="{{ date }}",
    lines=(_SUPERVISORS, "{{ rest | comma }}"),
    summary="{{ summary }}",
)
class Role(Entry, frozen=True, kw_only=True):
    """One of several roles at one employer."""

    title: Prose
    team: Prose | None = None
    location: Prose | None = None
    advisors: People = ()
    mentors: People = ()
    summary: Prose | None = None


@kind(
    "position",
    "positions",
    title="{{ [organization | bold, location] | comma }}",
    date="{{ date }}",
    lines=("{{ [title | italic, team] | comma }}", _SUPERVISORS, "{{ rest | comma }}"),
    summary="{{ summary }}",
)
class Position(Entry, frozen=True, kw_only=True):
    """Work for one employer: one `title`, or several `roles`."""

    organization: Prose
    title: Prose | None = None
    team: Prose | None = None
    location: Prose | None = None
    advisors: People = ()
    mentors: People = ()
    summary: Prose | None = None
    roles: Annotated[tuple[Role, ...], Unprinted()] = ()
