"""Declare interests, education, positions and certifications."""

from collections.abc import Iterator
from itertools import chain
from typing import Annotated

from cvrender.model.amounts import Fte, Grades
from cvrender.model.annotations import About, Unprinted
from cvrender.model.dates import When
from cvrender.model.fields import LEVELS, Highlight, Level, OneDate, People, Plain, Prose, Url, short_prose
from cvrender.model.kinds.base import Entry, LogoFile, kind


@kind("interest", "interests", layout="line", title="{{ text }}")
class Interest(Entry, frozen=True, kw_only=True):
    """A research interest."""

    text: Annotated[Prose, About("one interest", "analytical engines")]


@kind(
    "education",
    "education",
    title="{{ [degree | bold or institution | bold, field] | comma }}",
    date="{{ date }}",
    lines=(
        "{{ [department, institution if degree, location] | comma }}",
        "{{ [results, thesis | wrap(label.thesis ~ ': *', '*')] | semicolon }}",
        "{{ [advisors | wrap(label.advisors ~ ': '), committee | wrap(label.committee ~ ': ')] | semicolon }}",
    ),
)
class Education(Entry, frozen=True, kw_only=True):
    """A degree, finished or not. `grades` are texts such as `3.96/4.0`."""

    institution: Annotated[Prose | None, About("the university or school", "University of Nowhere")] = None
    degree: Annotated[Prose | None, About("the degree", "Ph.D.")] = None
    field: Annotated[Prose | None, About("the subject", "Mathematics")] = None
    department: Annotated[Prose | None, About("the department or faculty", "Department of Computing")] = None
    location: Annotated[Prose | None, About("the place", "Nowhere")] = None
    logo: LogoFile = None
    grades: Annotated[Grades, About("grades or distinctions", ["3.96/4.0"])] = ()
    thesis: Annotated[Prose | None, About("the title of the thesis", "On Engines")] = None
    advisors: Annotated[People, About("who advised the work", ["Mary Example"])] = ()
    committee: Annotated[People, About("who else examined it", ["Charles Sample"])] = ()

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

    title: Annotated[Prose, About("the job title", "Senior Engineer")]
    team: Annotated[Prose | None, About("the group or department", "Engines Group")] = None
    location: Annotated[Prose | None, About("the place, if it is not the employer's", "Elsewhere")] = None
    advisors: Annotated[People, About("who supervised the work", ["Mary Example"])] = ()
    mentors: Annotated[People, About("who mentored the person", ["Charles Sample"])] = ()
    fte: Annotated[Fte | None, Unprinted(), About("the share of a full-time post, in percent", "50%")] = None
    summary: Annotated[Prose | None, About("a paragraph on the work", "Responsible for the design of engines.")] = None


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

    organization: Annotated[Prose, About("the employer", "Example Works")]
    title: Annotated[Prose | None, About("the job title, if there was one only", "Engineer")] = None
    team: Annotated[Prose | None, About("the group or department", "Engines Group")] = None
    location: Annotated[Prose | None, About("the place", "Nowhere")] = None
    logo: LogoFile = None
    advisors: Annotated[People, About("who supervised the work", ["Mary Example"])] = ()
    mentors: Annotated[People, About("who mentored the person", ["Charles Sample"])] = ()
    fte: Annotated[Fte | None, Unprinted(), About("the share of a full-time post, in percent", "50%")] = None
    summary: Annotated[Prose | None, About("a paragraph on the work", "Responsible for the design of engines.")] = None
    roles: Annotated[
        tuple[Annotated[Role, short_prose("title")], ...],
        Unprinted(),
        About(
            "several jobs at this employer, the newest first", [{"title": "Senior Engineer", "start": "2020", "end": "present"}]
        ),
    ] = ()

    @property
    def span(self) -> When:
        """The position's own time, or that of all its roles."""
        return self.when or tuple(item for role in self.roles for item in role.when)

    @property
    def may_last(self) -> bool:
        """Whether it, or one of its roles if it has no time of its own, may last to the present."""
        return super().may_last or (not self.when and any(role.may_last for role in self.roles))

    def bullets(self) -> Iterator[Highlight]:
        """Yield its bullets and those of its roles."""
        yield from chain(Entry.bullets(self), *(role.bullets() for role in self.roles))


@kind("break", "breaks", title="{{ [reason, rest] | comma }}", date="{{ date }}")
class Break(Entry, frozen=True, kw_only=True):
    """A time without, or with less, research. Views of the privacy `full` show it, unless `privacy` says more."""

    reason: Annotated[Prose, About("the reason, as the funder may know it", "Parental leave")]
    fte: Annotated[Fte | None, Unprinted(), About("the share of work that went on, in percent; none by default", "50%")] = None

    def shown_at(self, privacy: Level) -> bool:
        """Return whether a view with that privacy level shows it."""
        return LEVELS.index("full" if self.private else self.privacy or "full") <= LEVELS.index(privacy)


@kind(
    "certification",
    "certifications",
    title="{{ [title | bold, issuer, number | wrap(label.number ~ ' '), location, rest] | comma }}",
    date="{{ date }}",
)
class Certification(Entry, frozen=True, kw_only=True):
    """A certificate, licence or board certification; `date` may be the range in which it is valid."""

    title: Annotated[Prose, About("what it certifies", "Board Certification in Examples")]
    issuer: Annotated[Prose | None, About("who issued it", "Board of Nowhere")] = None
    number: Annotated[Plain | None, About("its number", "12-345")] = None
    location: Annotated[Prose | None, About("where it is valid", "Nowhere")] = None
    valid_until: Annotated[OneDate | None, About("the last day on which it is valid", "2029-12-31")] = None
    hours: Annotated[Prose | None, About("the hours of continuing education", "12")] = None
    points: Annotated[Prose | None, About("the points or credits of continuing education", "12")] = None
    register: Annotated[Url | None, About("its page in a public register", "https://example.org/register/12-345")] = None
