"""Word example works by a citation style, so that people can choose one."""

from typing import Any

from cvrender.compose.cite.cite import cite
from cvrender.load.library import find_style, find_terms
from cvrender.load.library.citation_styles import CitationChoice, CitationStyle
from cvrender.model.dates import PartialDate
from cvrender.model.fields import Author, Venue
from cvrender.model.kinds import Entry, Patent, Publication
from cvrender.model.names import owner_names
from cvrender.model.profile import Owner, Profile
from cvrender.model.text import Text
from cvrender.model.view import EntryGroup, SelectedEntry, SelectedSection, Selection
from cvrender.text.localize import Wording

_OWNER = Owner(name="Ada Example")
_AUTHORS = (Author(name="Charles Sample"), Author(name="Ada Example"), Author(name="Mary van der Berg"))
_FIELDS: tuple[dict[str, Any], ...] = (
    {
        "title": "Notes on a General Machine",
        "authors": _AUTHORS,
        "type": "article-journal",
        "venue": Venue(name="Journal of Examples"),
        "volume": "12",
        "issue": "3",
        "page": "101–117",
        "date": (PartialDate(2024, 5),),
        "doi": "10.5555/12345678",
    },
    {
        "title": "A Machine That Weaves",
        "authors": _AUTHORS,
        "type": "paper-conference",
        "venue": Venue(name="Proceedings of the Example Conference"),
        "page": "7–15",
        "publisher": "Sample Press",
        "date": (PartialDate(2023),),
    },
    {
        "title": "The Book of Engines",
        "authors": _AUTHORS[:2],
        "type": "book",
        "publisher": "Sample Press",
        "date": (PartialDate(2022),),
    },
    {
        "title": "Engines Without Rules",
        "authors": _AUTHORS[1:],
        "type": "article",
        "arxiv": "2101.00001",
        "date": (PartialDate(2021),),
    },
)
_PATENT = Patent(
    title="Card Reader for Engines", authors=_AUTHORS[1:2], number="10,000,000", authority="US", date=(PartialDate(2020),)
)
_WORKS: tuple[Entry, ...] = (*(Publication(**fields) for fields in _FIELDS), _PATENT)


def examples(style: CitationStyle, number: int = len(_WORKS), language: str = "en") -> list[Text]:
    """Return the first of five example works in a style: an article, a paper, a book, a preprint and a patent."""
    terms = find_terms(find_style("plain"), language)
    wording = Wording(language, terms, "abbreviated", "–", owner_names(_OWNER))
    entries = tuple(SelectedEntry(f"publications[{index}]", work) for index, work in enumerate(_WORKS[:number]))
    section = SelectedSection("publications", "publications", groups=(EntryGroup("", entries),))
    selection = Selection("examples", language, Profile(person=_OWNER), (section,))
    worded, _ = cite(selection, lambda _: CitationChoice(style, "name"), wording)
    return [item.cited.text for item in worded.sections[0].entries if item.cited]
