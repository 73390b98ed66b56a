"""Declare publications, patents, systems and exhibitions.

Publications use CSL (https://docs.citationstyles.org/en/stable/specification.html, appendices III and IV): `type`, `genre`,
`status`, `volume`, `issue`, `page`, `number`, `publisher`.
"""

from typing import Annotated

from cvrender.model.amounts import OneAcceptance
from cvrender.model.annotations import About, Invalid, Unprinted
from cvrender.model.csl import CslType
from cvrender.model.fields import Author, Authors, Flag, OneVenue, People, Plain, Prose, Proses
from cvrender.model.kinds.base import Entry, kind
from cvrender.model.status import PublicationStatus


@kind(
    "publication",
    "publications",
    marker="number",
    title="{{ [authors, styled_title, original_title, genre if heading != 'workshop', container, elsewhere, credits, imprint, "
    "date, status] | comma }} {{ acceptance | wrap('(' ~ label.acceptance ~ ' ', ')') }}",
    lines=("{{ [awards | comma | bold, legend, note, identifiers, rest] | comma }}",),
)
class Publication(Entry, frozen=True, kw_only=True):
    """A work, in CSL's terms. `et_al` marks an incomplete author list; `also` lists other venues where it appeared."""

    title: Annotated[Prose, About("the title", "Notes on a General Machine")]
    original_title: Annotated[Plain | None, About("the title in its own script", "论通用机器")] = None
    authors: Annotated[
        Authors,
        About(
            "all authors in order; the profile's person among them", ["Ada Example", {"name": "Charles Sample", "equal": True}]
        ),
    ] = ()
    collaboration: Annotated[
        Plain | None, Unprinted(), About("the collaboration that signs the work, printed with the authors", "ATLAS")
    ] = None
    including: Annotated[
        Authors, Unprinted(), About("members of the collaboration to name, such as the profile's person", ["Ada Example"])
    ] = ()
    editors: Annotated[Authors, About("the editors, printed first if there are no authors", ["A. Example"])] = ()
    translators: Annotated[People, About("the translators", ["Mary Example"])] = ()
    container_editors: Annotated[People, About("the editors of the book in which it appeared", ["Mary Example"])] = ()
    et_al: Annotated[Flag, Unprinted(), About("the list of authors is not complete", True)] = False
    type: Annotated[CslType, Unprinted(), About("what kind of work it is", "article-journal")]
    genre: Annotated[
        Prose | None, About("a finer kind, in words; `workshop` makes a workshop paper of a conference paper", "workshop")
    ] = None
    status: Annotated[
        PublicationStatus | None,
        About("how far it is, unless it is published", "under-review"),
    ] = None
    venue: Annotated[OneVenue | None, About("the journal, book or conference", "Journal of Examples")] = None
    also: Annotated[tuple[OneVenue, ...], About("other venues where it appeared", ["Workshop on Samples"])] = ()
    publisher: Annotated[Prose | None, About("the publisher", "Sample Press")] = None
    publisher_place: Annotated[Prose | None, About("the place of the publisher", "Nowhere")] = None
    edition: Annotated[Prose | None, About("the edition", "2nd edition")] = None
    collection_title: Annotated[Prose | None, About("the series", "Lecture Notes in Examples")] = None
    collection_number: Annotated[Plain | None, About("the number in the series", "42")] = None
    reviewed_title: Annotated[Prose | None, About("the title of the work that it reviews", "The History of Engines")] = None
    reviewed_authors: Annotated[People, About("the authors of the work that it reviews", ["Mary Example"])] = ()
    reprint_of: Annotated[Prose | None, About("where it appeared first", "Journal of Examples 3 (1998)")] = None
    volume: Annotated[Plain | None, About("the volume", "12")] = None
    issue: Annotated[Plain | None, About("the issue of a journal", "3")] = None
    section: Annotated[Prose | None, About("the provisions that it comments on, with marginal numbers", "§ 433 Rn. 12–45")] = None
    page: Annotated[Plain | None, About("the pages", "101–117")] = None
    number: Annotated[Plain | None, About("the number of a report or an article", "TR-2019-07")] = None
    acceptance: Annotated[OneAcceptance | None, About("how selective the venue was", {"accepted": "50", "submitted": "272"})] = (
        None
    )
    ensemble: Annotated[Prose | None, About("who plays or sings it", "Example Quartet")] = None
    instrumentation: Annotated[Prose | None, About("for which instruments or voices it is", "for string quartet")] = None
    duration: Annotated[Prose | None, About("how long it is", "12 min")] = None
    first_performance: Annotated[Prose | None, About("where and when it was heard or shown first", "Hall of Nowhere, 2021")] = (
        None
    )
    awards: Annotated[Proses, About("prizes that the work won", ["Best Paper Award"])] = ()
    peer_reviewed: Annotated[
        Flag | None, Unprinted(), About("whether it was peer-reviewed, if its type does not say so", True)
    ] = None
    open_access: Annotated[Flag | None, Unprinted(), About("whether everyone can read it without paying", True)] = None

    def check(self) -> None:
        """Reject a work that nobody signs."""
        Entry.check(self)
        if not (self.authors or self.editors or self.collaboration):
            example = "authors: [Ada Example, {name: Charles Sample, equal: true}]"
            raise Invalid(
                'missing key "authors", "editors" or "collaboration"', f"write, for example, {example}", code="missing-key"
            )

    @property
    def credited(self) -> tuple[Author, ...]:
        """The people among whom the profile's person is: the authors, else the named members, else the editors."""
        return self.authors or self.including or self.editors

    @property
    def group(self) -> str:
        """The CSL type, or `workshop` for workshop papers, which CSL distinguishes by genre only."""
        return "workshop" if self.genre == "workshop" else self.type


@kind(
    "patent",
    "patents",
    marker="number",
    title="{{ [authors, styled_title, original_title, authority, number, status, date, legend, rest] | comma }}",
)
class Patent(Entry, frozen=True, kw_only=True):
    """A patent or patent application. `authority` is the office; `authors` are the inventors."""

    title: Annotated[Prose, About("the title", "Card Reader for Engines")]
    original_title: Annotated[Plain | None, About("the title in its own script", "机器读卡器")] = None
    authors: Annotated[Authors, About("the inventors, in order", ["Ada Example"])]
    number: Annotated[Plain | None, About("the number of the patent or application", "10,000,000")] = None
    authority: Annotated[Prose | None, About("the patent office", "US")] = None
    status: Annotated[Prose | None, About("how far it is", "granted")] = None


@kind(
    "system",
    "systems",
    title="{{ name | bold }}{{ title | wrap(': ') }}",
    date="{{ date }}",
    lines=("{{ [role, organization, rest] | comma }}", "{{ awards | comma }}"),
)
class System(Entry, frozen=True, kw_only=True):
    """Software or another system; `title` is its subtitle."""

    name: Annotated[Prose, About("the name of the software or system", "Engine")]
    title: Annotated[Prose | None, About("what it is, in a few words", "a general machine")] = None
    organization: Annotated[Prose | None, About("where it was made", "Example Works")] = None
    role: Annotated[Prose | None, About("what the person did for it", "Lead developer")] = None
    awards: Annotated[Proses, About("prizes that it won", ["Best Tool Award"])] = ()


@kind(
    "exhibition",
    "exhibitions",
    title="{{ [title | italic, form, role, venue, location, curators | wrap(label.curators ~ ' '), rest] | comma }}",
    date="{{ date }}",
)
class Exhibition(Entry, frozen=True, kw_only=True):
    """An exhibition, performance or screening; `form` says which, such as `solo exhibition` or `concert`."""

    title: Annotated[Prose, About("the title", "Empty Rooms")]
    form: Annotated[Prose | None, About("the form of the event", "solo exhibition")] = None
    role: Annotated[Prose | None, About("the person's part in it", "curator")] = None
    venue: Annotated[OneVenue | None, About("the museum, gallery, theatre or festival", "Museum of Nowhere")] = None
    location: Annotated[Prose | None, About("the place", "Nowhere")] = None
    ensemble: Annotated[Prose | None, About("who plays or sings it", "Example Quartet")] = None
    instrumentation: Annotated[Prose | None, About("for which instruments or voices it is", "for string quartet")] = None
    duration: Annotated[Prose | None, About("how long it is", "12 min")] = None
    curators: Annotated[People, About("who curated or directed it", ["Mary Example"])] = ()
