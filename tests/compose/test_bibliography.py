"""Test the list of works of a Document: the publications that are shown, as plain values."""

from collections.abc import Callable

import pytest

from cvrender.model.document import Document
from cvrender.model.facts import BibliographyItem, Career

YAML = """
publications:
  - title: "*On* Engines with $n$ wheels"
    authors: [Ada Lovelace, {name: C. Babbage, native: 巴贝奇, equal: true}]
    type: article-journal
    venue: {name: "**Notes** and Queries", short: N&Q}
    date: 1843-09
    doi: 10.1000/1
    url: https://example.org/engines
  - {title: Secret, authors: [Ada Lovelace], type: book, private: true}
  - {title: A Preprint, authors: [Ada Lovelace], type: article, arxiv: "1810.08403"}
news:
  - {text: No work, date: 1844}
"""


def test_publications_are_works_without_markup_and_private_ones_are_none(document_of: Callable[..., Document]) -> None:
    assert document_of(YAML).works == (
        BibliographyItem(
            title="On Engines with n wheels",
            type="article-journal",
            authors=("Ada Lovelace", "C. Babbage"),
            venue="Notes and Queries",
            published="1843-09",
            identifiers={"doi": "10.1000/1"},
            url="https://example.org/engines",
            own=(0,),
            source="publications[0]",
        ),
        BibliographyItem(
            "A Preprint",
            "article",
            ("Ada Lovelace",),
            identifiers={"arxiv": "1810.08403"},
            url="https://arxiv.org/abs/1810.08403",
            own=(0,),
            source="publications[2]",
        ),
    )


def test_the_record_is_what_the_view_shows(document_of: Callable[..., Document]) -> None:
    leave_out = "views: {v: {sections: [{from: publications, columns: {leave_out: [doi, venue]}, authors: {max: 1}}]}}"
    first, second = document_of(YAML + leave_out, view="v").works
    assert first.record == {
        "type": "article-journal",
        "url": "https://example.org/engines",
        "title": "*On* Engines with $n$ wheels",
        "authors": ["Ada Lovelace", "C. Babbage"],
        "date": "1843-09",
    }
    assert (first.identifiers, first.venue) == ({}, "")
    assert second.record["arxiv"] == "1810.08403"


CAREER = """
person: {name: Ada Lovelace, variants: [A. A. Lovelace]}
positions:
  - {organization: Engine Works, start: 1843, end: present}
  - {organization: Loom Works, start: 1840, end: 1842}
  - {organization: Card Works, roles: [{title: Lead, start: 1844, end: present}, {title: Engineer, start: 1842, end: 1844}]}
  - {organization: Secret Works, start: 1843, private: true}
education:
  - {institution: School of $x_1$, degree: B.Sc., date: 1835}
  - {institution: University of Nowhere, degree: Ph.D., start: 1843}
awards: [{title: Medal, date: 1843}, {title: Cup, date: 1842, private: true}]
publications:
  - {title: A, type: book, authors: [C. Babbage, A. A. Lovelace]}
"""


def test_the_career_has_what_is_shown_and_lasts(document_of: Callable[..., Document]) -> None:
    document = document_of(CAREER)
    assert document.career == Career(("Engine Works", "Card Works"), ("School of x₁",), ("Medal",))
    assert document.works[0].own == (1,)
    assert document_of(f"{CAREER}views: {{v: {{sections: [publications]}}}}", view="v").career == Career()


@pytest.mark.parametrize(
    ("time", "published"),
    [
        ("date: [2018, 2019]", "2018"),
        ("date: 2018-03/2019", "2018-03"),
        ("start: 2018, end: 2019", "2018"),
        ("date: ../2019-01-02", "2019-01-02"),
        ("end: 2019", "2019"),
        ("date: [present, 2019]", "2019"),
        ("date: present", ""),
        ("note: none", ""),
    ],
)
def test_a_work_was_published_at_its_first_known_date(document_of: Callable[..., Document], time: str, published: str) -> None:
    document = document_of(f"publications: [{{title: A, authors: [B], type: article, {time}}}]")
    assert [work.published for work in document.works] == [published]


def test_without_publications_there_are_no_works(document_of: Callable[..., Document]) -> None:
    assert document_of("news: [{text: Nothing}]").works == ()


def test_a_shortened_list_of_authors_is_shortened_for_machines_too(document_of: Callable[..., Document]) -> None:
    work = "{title: A, authors: [A. One, B. Two, B. Bis, Ada Lovelace, C. Three, D. Four], type: article}"
    view = "views: {v: {sections: [{from: publications, authors: {max: 2}}]}}"
    (block,) = document_of(f"publications: [{work}]\n{view}", view="v").works
    assert block.authors == ("A. One", "Ada Lovelace")


@pytest.mark.parametrize(("section", "keywords"), [("news", ()), ("{from: interests, where: text == Chess}", ("Chess",))])
def test_only_interests_that_are_shown_are_keywords(
    document_of: Callable[..., Document], section: str, keywords: tuple[str, ...]
) -> None:
    yaml = f"interests: [Engines, Chess]\nnews: [{{text: a}}]\nviews: {{v: {{sections: [{section}]}}}}"
    assert document_of(yaml, view="v").properties.keywords == keywords
