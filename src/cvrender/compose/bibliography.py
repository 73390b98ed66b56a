"""List the publications that a Selection shows, as plain values for readers that are machines."""

from cvrender.compose.markup import inline
from cvrender.model.dates import DateRange, When
from cvrender.model.document import BibliographyItem
from cvrender.model.kinds import Publication
from cvrender.model.view import Selection


def bibliography(selection: Selection) -> tuple[BibliographyItem, ...]:
    """The publications in the order in which the document shows them, each once."""
    found: dict[str, BibliographyItem] = {}
    for section in selection.sections:
        for part in section.parts:
            for chosen in part.entries:
                if isinstance(chosen.entry, Publication):
                    found.setdefault(chosen.source, _item(chosen.entry))
    return tuple(found.values())


def _item(publication: Publication) -> BibliographyItem:
    venue = publication.venue
    return BibliographyItem(
        title=inline(str(publication.title)).plain,
        type=publication.type,
        authors=tuple(author.name for author in publication.authors),
        venue=inline(str(venue.name)).plain if venue else "",
        published=_first_date(publication.when),
        doi=publication.doi or "",
        url=_page(publication),
    )


def _first_date(when: When) -> str:
    """The first date that is known, in EDTF: a range counts from its start."""
    for item in when:
        date = (item.start or item.end) if isinstance(item, DateRange) else item
        if date:
            return str(date)
    return ""


def _page(publication: Publication) -> str:
    """Where the work is to be found, beside its DOI: its own page, else arXiv's."""
    return publication.url or (f"https://arxiv.org/abs/{publication.arxiv}" if publication.arxiv else "")
