"""List what a Selection shows, as plain values for machine readers: publications, employers, schools and awards."""

from collections.abc import Iterable
from typing import Any

from cvrender.compose.people import visible_indices
from cvrender.model.dates import DateRange, When, dates_of, edtf
from cvrender.model.facts import BibliographyItem, Career
from cvrender.model.identifier_table import ORGANIZATION_IDS, WORK_IDS, work_ids
from cvrender.model.kinds import Award, Education, Position, Publication
from cvrender.model.names import is_owner, owner_names
from cvrender.model.view import Selection
from cvrender.text.formulas import readable
from cvrender.text.markup import inline

_RECORDED = ("id", "type", "status", "genre", "publisher", "volume", "issue", "page", "number", *WORK_IDS, "url")
"""The fields of a publication that a bibliography takes as they are."""


def bibliography(selection: Selection) -> tuple[BibliographyItem, ...]:
    """Return the publications in order of appearance, each once."""
    items: dict[str, BibliographyItem] = {}
    owner = owner_names(selection.profile.person)
    for section in selection.sections:
        most = section.authors.max if section.authors else None
        for selected in section.entries:
            if isinstance(selected.entry, Publication) and selected.source not in items:
                items[selected.source] = _item(selected.entry, selected.source, owner, most)
    return tuple(items.values())


def career(selection: Selection) -> Career:
    """Return the present employers, the universities and schools that the person has left, and the awards, each once."""
    entries = [item.entry for section in selection.sections for item in section.entries]
    employers = (entry.organization for entry in entries if isinstance(entry, Position) and _lasts(entry.span))
    schools = (
        entry.institution
        for entry in entries
        if isinstance(entry, Education) and entry.institution and not (_lasts(entry.when) or entry.may_last)
    )
    awards = (entry.title for entry in entries if isinstance(entry, Award))
    named = ((getattr(entry, "organization", None) or getattr(entry, "institution", None), entry) for entry in entries)
    rors = ((name, ror) for name, entry in named if name and (ror := getattr(entry, "ror", None)))
    linked = {_characters((name,))[0]: ORGANIZATION_IDS["ror"].link(ror) for name, ror in rors}
    return Career(_characters(employers), _characters(schools), _characters(awards), linked)


def _lasts(when: When) -> bool:
    return any(isinstance(item, DateRange) and item.end is None for item in when)


def _characters(texts: Iterable[object]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(readable(inline(str(text))) for text in texts))


def _item(publication: Publication, source: str, owner: frozenset[str], most: int | None) -> BibliographyItem:
    """Return a publication with at most `most` authors, as an author list shows them."""
    venue, visible = publication.venue, sorted(visible_indices(publication.authors, owner, most))
    authors = [publication.authors[index] for index in visible]
    return BibliographyItem(
        title=readable(inline(str(publication.title))),
        type=publication.type,
        authors=tuple(author.name for author in authors),
        venue=readable(inline(str(venue.name))) if venue else "",
        published=_first_date(publication.when),
        identifiers=work_ids(publication),
        url=_page(publication),
        own=tuple(index for index, author in enumerate(authors) if is_owner(author, owner)),
        source=source,
        record=_record(publication, [author.name for author in authors]),
    )


def _record(publication: Publication, authors: list[str]) -> dict[str, Any]:
    """Return the fields for a bibliography; an author list that is cut is not complete."""
    record: dict[str, Any] = {name: str(value) for name in _RECORDED if (value := getattr(publication, name, None))}
    record |= {"title": str(publication.title), "authors": authors, "editors": [editor.name for editor in publication.editors]}
    record |= {"collaboration": publication.collaboration, "date": _first_date(publication.when)}
    if publication.venue:
        record["venue"] = {"name": str(publication.venue.name)}
    if publication.et_al or len(authors) < len(publication.authors):
        record["et_al"] = True
    return {key: value for key, value in record.items() if value}


def _first_date(when: When) -> str:
    """Return the first known date in EDTF; a range counts from its start."""
    return next(map(edtf, dates_of(when)), "")


def _page(publication: Publication) -> str:
    """Return the page of the work: its own, or else arXiv's."""
    return publication.url or WORK_IDS["arxiv"].link(work_ids(publication).get("arxiv", ""))
