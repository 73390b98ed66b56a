"""Declare talks, teaching, advising and grants."""

from cvrender.model.fields import Authors, OneVenue, People, Plain, Prose
from cvrender.model.kinds.base import Entry, kind


@kind(
    "talk",
    "talks",
    title="{{ role | wrap('', ': ') }}{{ [title | quoted, topic, event, organization, location, note, "
    "hosts | wrap(label.hosts ~ ': '), rest] | comma }}",
    date="{{ date }}",
)
class Talk(Entry, frozen=True, kw_only=True):
    """A talk with a `title`, or a `topic` if it had none; `hosts` invited the speaker."""

    role: Prose | None = None
    title: Prose | None = None
    topic: Prose | None = None
    event: OneVenue | None = None
    organization: Prose | None = None
    location: Prose | None = None
    hosts: People = ()

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

    role: Prose
    code: Plain | None = None
    title: Prose | None = None
    department: Prose | None = None
    institution: Prose | None = None
    location: Prose | None = None


@kind(
    "advising",
    "advising",
    title="{{ [name | bold ~ native | wrap(' (', ')'), role, institution] | comma }}",
    date="{{ date }}",
    lines=("{{ [topic, outcome, co_advisors | wrap(label.co_advisors ~ ' '), rest] | comma }}",),
)
class Advising(Entry, frozen=True, kw_only=True):
    """A person whom the owner advised or mentored; `role` is that person's, such as `Ph.D. student`."""

    name: Plain
    native: Plain | None = None
    role: Prose | None = None
    institution: Prose | None = None
    topic: Prose | None = None
    co_advisors: People = ()
    outcome: Prose | None = None


@kind(
    "grant",
    "grants",
    title="{{ [title | bold, funder, number, amount, role, investigators, legend, rest] | comma }}",
    date="{{ date }}",
)
class Grant(Entry, frozen=True, kw_only=True):
    """Funding; `number` is the funder's, `amount` a text with its currency."""

    title: Prose
    funder: Prose | None = None
    number: Plain | None = None
    amount: Plain | None = None
    role: Prose | None = None
    investigators: Authors = ()
