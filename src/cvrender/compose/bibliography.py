"""List the publications that a Selection shows, as plain values for machine readers."""

from cvrender.compose.markup import inline
from cvrender.compose.people import visible_indices
from cvrender.model.dates import DateRange, When
from cvrender.model.document import BibliographyItem
from cvrender.model.kinds import Publication
from cvrender.model.maths import readable
from cvrender.model.names import owner_names
from cvrender.model.view import Selection


def bibliography(selection: Selection) -> tuple[BibliographyItem, ...]:
    """Return the publications in order of appearance, each once."""
    items: dict[str, BibliographyItem] = {}
    owner = owner_names(selection.profile.person)
    for section in selection.sections:
        most = section.authors.max if section.authors else None
        for selected in (entry for group in section.groups for entry in group.entries):
            if isinstance(selected.entry, Publication) and selected.source not in items:
                items[selected.source] = _item(selected.entry, owner, most)
    return tuple(items.values())


def _item(publication: Publication, owner: frozenset[str], most: int | None) -> BibliographyItem:
    """Return a publication with at most so many authors, as an author list shows them."""
    venue, visible = publication.venue, visible_indices(publication.authors, owner, most)
    return BibliographyItem(
        title=readable(inline(str(publication.title))),
        type=publication.type,
        authors=tuple(author.name for index, author in enumerate(publication.authors) if index in visible),
        venue=readable(inline(str(venue.name))) if venue else "",
        published=_first_date(publication.when),
        doi=publication.doi or "",
        url=_page(publication),
    )


def _first_date(when: When) -> str:
    """Return the first known date in EDTF; a range counts from its start."""
    for item in when:
        date = (item.start or item.end) if isinstance(item, DateRange) else item
        if date:
            return str(date)
    return ""


def _page(publication: Publication) -> str:
    """Return the page of the work: its own, or else arXiv's."""
    return publication.url or (f"https://arxiv.org/abs/{publication.arxiv}" if publication.arxiv else "")
