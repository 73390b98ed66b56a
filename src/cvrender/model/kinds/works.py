"""Declare publications, patents and systems.

Publications use CSL (https://docs.citationstyles.org/en/stable/specification.html, appendices III and IV): `type`, `genre`,
`status`, `volume`, `issue`, `page`, `number`, `publisher`.
"""

from typing import Annotated, Literal

from cvrender.model.annotations import Unprinted
from cvrender.model.csl import CslType
from cvrender.model.fields import Authors, Flag, OneAcceptance, OneVenue, Plain, Prose, Proses
from cvrender.model.kinds.base import Entry, kind


@kind(
    "publication",
    "publications",
    marker="number",
    title="{{ [authors, title | quoted, original_title, genre if heading != 'workshop', "
    "venue | wrap(label.within ~ ' '), also | semicolon | wrap(label.also ~ ' '), volume | wrap(label.volume ~ ' '), "
    "issue | wrap(label.issue ~ ' '), page | wrap(label.page ~ ' '), number, publisher, date, status] | comma }} "
    "{{ acceptance | wrap('(' ~ label.acceptance ~ ' ', ')') }}",
    lines=("{{ [awards | comma | bold, legend, note, doi, arxiv, isbn | wrap('ISBN '), rest] | comma }}",),
)
class Publication(Entry, frozen=True, kw_only=True):
    """A work, in CSL's terms. `et_al` marks an incomplete author list; `also` lists other venues where it appeared."""

    title: Prose
    original_title: Plain | None = None
    authors: Authors
    et_al: Annotated[Flag, Unprinted()] = False
    type: Annotated[CslType, Unprinted()]
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
    def group(self) -> str:
        """The CSL type, or `workshop` for workshop papers, which CSL distinguishes by genre only."""
        return "workshop" if self.genre == "workshop" else self.type


@kind(
    "patent",
    "patents",
    marker="number",
    title="{{ [authors, title | quoted, original_title, authority, number, status, date, legend, rest] | comma }}",
)
class Patent(Entry, frozen=True, kw_only=True):
    """A patent or patent application. `authority` is the office; `authors` are the inventors."""

    title: Prose
    original_title: Plain | None = None
    authors: Authors
    number: Plain | None = None
    authority: Prose | None = None
    status: Prose | None = None


@kind(
    "system",
    "systems",
    title="{{ name | bold }}{{ title | wrap(': ') }}",
    date="{{ date }}",
    lines=("{{ [role, organization, rest] | comma }}", "{{ awards | comma }}"),
)
class System(Entry, frozen=True, kw_only=True):
    """Software or another system; `title` is its subtitle."""

    name: Prose
    title: Prose | None = None
    organization: Prose | None = None
    role: Prose | None = None
    awards: Proses = ()
