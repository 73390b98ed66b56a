"""Declare talks, teaching, advising, grants, clinical trials and legal cases."""

from typing import Annotated, ClassVar

from cvrender.model.amounts import OneAmount
from cvrender.model.annotations import About, Unprinted
from cvrender.model.fields import Authors, OneVenue, People, Plain, Prose
from cvrender.model.kinds.base import Entry, kind
from cvrender.model.status import GrantStatus, TrialStatus


@kind(
    "talk",
    "talks",
    title="{{ role | wrap('', ': ') }}{{ [styled_title, topic, event, organization, location, note, "
    "hosts | wrap(label.hosts ~ ': '), rest] | comma }}",
    date="{{ date }}",
)
class Talk(Entry, frozen=True, kw_only=True):
    """A talk with a `title`, or a `topic` if it had none; `hosts` invited the speaker."""

    role: Annotated[Prose | None, About("the kind of talk", "Keynote")] = None
    title: Annotated[Prose | None, About("the title", "What Engines Cannot Do")] = None
    topic: Annotated[Prose | None, About("the subject, if the talk had no title", "engines")] = None
    event: Annotated[OneVenue | None, About("the conference, seminar or occasion", "Example Conference")] = None
    organization: Annotated[Prose | None, About("the institution where it was given", "University of Nowhere")] = None
    location: Annotated[Prose | None, About("the place", "Nowhere")] = None
    hosts: Annotated[People, About("who invited the speaker", ["Mary Example"])] = ()

    def check(self) -> None:
        """Reject a talk without any content."""
        Entry.check(self)
        self.require("title", "topic", "event", "organization")


@kind(
    "teaching",
    "teaching",
    title="{{ [role | bold, code, title] | comma }}",
    date="{{ date }}",
    lines=("{{ [department, institution, location, rest] | comma }}",),
)
class Teaching(Entry, frozen=True, kw_only=True):
    """A course, and the person's role in it."""

    takes_text: ClassVar[bool] = False  # it would be the title for some and the role for others

    role: Annotated[Prose, About("what the person did", "Lecturer")]
    code: Annotated[Plain | None, About("the number of the course", "CS 101")] = None
    title: Annotated[Prose | None, About("the title of the course", "Introduction to Engines")] = None
    department: Annotated[Prose | None, About("the department", "Department of Computing")] = None
    institution: Annotated[Prose | None, About("the university or school", "University of Nowhere")] = None
    location: Annotated[Prose | None, About("the place", "Nowhere")] = None
    level: Annotated[Prose | None, About("for whom it is", "undergraduate")] = None
    hours: Annotated[Prose | None, About("how many hours, in all or each week", "30")] = None
    participants: Annotated[Prose | None, About("how many took part", "120")] = None


@kind(
    "advising",
    "advising",
    title="{{ [name | bold ~ native | wrap(' (', ')'), role, institution] | comma }}",
    date="{{ date }}",
    lines=("{{ [topic, outcome, co_advisors | wrap(label.co_advisors ~ ' '), rest] | comma }}",),
)
class Advising(Entry, frozen=True, kw_only=True):
    """A person whom the owner advised or mentored; `role` is that person's, such as `Ph.D. student`."""

    name: Annotated[Plain, About("the name of the person advised", "Sam Sample")]
    native: Annotated[Plain | None, About("the name in its own script", "山本")] = None
    role: Annotated[Prose | None, About("the position of that person at the time", "Ph.D. student")] = None
    institution: Annotated[Prose | None, About("where", "University of Nowhere")] = None
    topic: Annotated[Prose | None, About("the subject or title of the work", "Faster engines")] = None
    co_advisors: Annotated[People, About("who else advised", ["Mary Example"])] = ()
    outcome: Annotated[Prose | None, About("the result, such as a degree or the next position", "now at Example Works")] = None


@kind(
    "grant",
    "grants",
    title="{{ [title | bold, funder, number, amount, role, investigators, legend, rest] | comma }}",
    date="{{ date }}",
)
class Grant(Entry, frozen=True, kw_only=True):
    """Funding; `number` is the funder's, `amount` a text with its currency."""

    title: Annotated[Prose, About("the title of the project", "Engines for Everyone")]
    funder: Annotated[Prose | None, About("who pays", "National Example Foundation")] = None
    number: Annotated[Plain | None, About("the funder's number", "NEF-1234567")] = None
    amount: Annotated[OneAmount | None, About("the total with its currency", "$500,000")] = None
    own_amount: Annotated[OneAmount | None, About("the share of the person", {"amount": "120,000", "currency": "EUR"})] = None
    effort: Annotated[Prose | None, About("the working time for it", "1.5 person-months per year")] = None
    status: Annotated[GrantStatus | None, About("how far it is", "pending")] = None
    role: Annotated[Prose | None, About("the role of the person", "PI")] = None
    investigators: Annotated[Authors, About("all investigators, in order", ["Ada Example"])] = ()
    place: Annotated[Prose | None, Unprinted(), About("where most of the work is done", "University of Nowhere")] = None
    objectives: Annotated[
        Prose | None, Unprinted(), About("what the project is for, as forms ask for it", "Build an engine for every village.")
    ] = None
    overlap: Annotated[Prose | None, Unprinted(), About("how it overlaps with other support, as forms ask for it", "None.")] = (
        None
    )
    in_kind: Annotated[
        Prose | None, Unprinted(), About("what is given instead of money", "Machine time of the National Engine.")
    ] = None
    person_months: Annotated[
        dict[str, Plain], Unprinted(), About("months of work by year, as forms ask for them", {"2026": "1.5"})
    ] = {}


@kind(
    "trial",
    "trials",
    title="{{ [title | bold, role, phase, sponsor, registry, status, rest] | comma }}",
    date="{{ date }}",
)
class Trial(Entry, frozen=True, kw_only=True):
    """A clinical trial, and the person's role in it; `registry` is its number, such as `NCT00000000`."""

    title: Annotated[Prose, About("the title of the trial", "Engines against Insomnia")]
    role: Annotated[Prose | None, About("the role of the person", "Site investigator")] = None
    phase: Annotated[Prose | None, About("the phase", "phase II")] = None
    sponsor: Annotated[Prose | None, About("who is responsible for it", "University of Nowhere")] = None
    registry: Annotated[Plain | None, About("the number in a registry", "NCT00000000")] = None
    status: Annotated[TrialStatus | None, About("how far it is", "recruiting")] = None


@kind(
    "legal_case",
    "cases",
    title="{{ [title | italic | linked(target), authority, number, citation, jurisdiction] | comma }}",
    date="{{ date }}",
    lines=["{{ [role, client, outcome, rest] | comma }}"],
)
class LegalCase(Entry, frozen=True, kw_only=True):
    """A case before a court or tribunal, or another matter of a lawyer, and the person's role in it."""

    title: Annotated[Prose, About("the name of the case, or what the matter is about", "Example v. Sample")]
    authority: Annotated[Prose | None, About("the court or tribunal", "Supreme Court of Nowhere")] = None
    number: Annotated[Plain | None, About("the number of the docket", "22-451")] = None
    citation: Annotated[Prose | None, About("where the decision is reported", "600 N.W. 12 (2024)")] = None
    jurisdiction: Annotated[Prose | None, About("whose law is applied, if the court does not say it", "Nowhere")] = None
    role: Annotated[Prose | None, About("the role of the person", "Counsel for the appellant")] = None
    client: Annotated[Prose | None, About("whom the person acted for", "Example Bank")] = None
    outcome: Annotated[Prose | None, About("how it ended", "reversed and remanded")] = None
