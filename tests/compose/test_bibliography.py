"""Test the list of works of a Document: the publications that are shown, as plain values."""

from collections.abc import Callable

import pytest

from cvrender.model.document import BibliographyItem, Document

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
            doi="10.1000/1",
            url="https://example.org/engines",
        ),
        BibliographyItem("A Preprint", "article", ("Ada Lovelace",), url="https://arxiv.org/abs/1810.08403"),
    )


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
    (found,) = document_of(f"publications: [{work}]\n{view}", view="v").works
    assert found.authors == ("A. One", "Ada Lovelace")


@pytest.mark.parametrize(("section", "keywords"), [("news", ()), ("{from: interests, where: text == Chess}", ("Chess",))])
def test_only_interests_that_are_shown_are_keywords(
    document_of: Callable[..., Document], section: str, keywords: tuple[str, ...]
) -> None:
    yaml = f"interests: [Engines, Chess]\nnews: [{{text: a}}]\nviews: {{v: {{sections: [{section}]}}}}"
    assert document_of(yaml, view="v").properties.keywords == keywords
