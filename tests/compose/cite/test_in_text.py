"""Test that works are cited within a text as a citation style says."""

from pathlib import Path

import pytest

from cvrender.compose.cite.in_text import Insertion, InText, TextCitation, TextCiter, kind_of
from cvrender.load.library import find_style, find_terms
from cvrender.load.library.citation_styles import find_citation_style
from cvrender.model.dates import PartialDate
from cvrender.model.fields import Author, Venue
from cvrender.model.kinds import Publication
from cvrender.model.names import owner_names
from cvrender.model.profile import Owner
from cvrender.model.text import Span, Text, plain_text
from cvrender.text.localize import Wording

ADA, BOB = Author(name="Ada Example"), Author(name="Bob Modello")


def book(title: str, year: int, *authors: Author) -> Publication:
    return Publication(title=title, authors=authors, type="book", date=(PartialDate(year),), publisher="Press")


WORKS = {
    "two": book("A Late Work", 2024, ADA, BOB),
    "second": book("Another Work", 2024, ADA, BOB),
    "many": Publication(
        title="Many",
        authors=(ADA, BOB, Author(name="Carl Sample"), Author(name="Dora Specimen")),
        type="article-journal",
        venue=Venue(name="Journal"),
        date=(PartialDate(2021),),
    ),
    "open": Publication(title="Open", authors=(ADA, BOB), et_al=True, type="book", date=(PartialDate(2019),)),
    "linked": Publication(title="Linked", authors=(ADA,), type="book", date=(PartialDate(2015),), doi="10.5555/1"),
    "hungarian": book("Magyar", 2020, Author(name="Nagy Béla", family="Nagy")),
    "particle": book("Algebra", 2018, Author(name="Musa al-Khwarizmi")),
    "east": book("Nihon", 2017, Author(name="佐藤 由紀子")),
    "abel": book("Sole", 2016, Author(name="Abel Zed")),
    "bart": book("Sole Too", 2016, Author(name="Bart Zed")),
}


def wording(language: str) -> Wording:
    return Wording(
        language, find_terms(find_style("plain"), language), "abbreviated", "–", owner_names(Owner(name="Ada Example"))
    )


def cited(style: str, *citations: tuple[tuple[str, str], ...], language: str = "en", folder: Path = Path()) -> InText:
    keys = [key for citation in citations for key, _ in citation]
    citer = TextCiter(find_citation_style(style, folder), {key: WORKS[key] for key in keys}, wording(language), recase=True)
    result = citer.cite([TextCitation(citation, number) for number, citation in enumerate(citations, 1)])
    assert result
    return result


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("apa", "(Example & Modello, 2024, p. 14)"),
        ("chicago-author-date", "(Example and Modello 2024, 14)"),
        ("harvard", "(Example and Modello, 2024, p. 14)"),
        ("asa", "(Example and Modello 2024:14)"),
        ("mla", "(Example and Modello 14)"),
        ("abnt", "(Example; Modello, 2024, p. 14)"),
        ("din-1505-2", "(Example & Modello, 2024, p. 14)"),
        ("ieee", "[1, p. 14]"),
        ("acm", "[1:14]"),
        ("ama", "1(p14)"),
        ("vancouver", "(1, p. 14)"),
        ("aps", "[1, p. 14]"),
        ("nature", "1, p. 14"),
        ("gb-t-7714", "[1, p. 14]"),
        ("oscola", "Ada Example and Bob Modello, A Late Work (Press 2024) 14."),
        ("bluebook", "Ada Example & Bob Modello, A Late Work 14 (2024)."),
    ],
)
@pytest.mark.parametrize("page", ["p. 14", "14"])
def test_a_style_words_a_work_and_a_page(style: str, expected: str, page: str) -> None:
    assert [text.plain for text in cited(style, (("two", page),)).texts] == [expected]


@pytest.mark.parametrize("detail", ["p. 14–20", "pp. 14-20", "pages 14-20", "chap. 3", "sec. 5", "passim", "fig. 2, left"])
@pytest.mark.parametrize("style", ["apa", "nature", "mla", "gb-t-7714"])
def test_nothing_behind_a_key_is_lost(style: str, detail: str) -> None:
    shown = cited(style, (("two", detail),)).texts[0].plain
    assert all(word in shown for word in detail.replace("-", "–").split("–")[-1].split() if word[0].isdigit() or word == "passim")


def test_places_are_in_the_language_of_the_text() -> None:
    citations = cited("apa", (("two", "pp. 14-20"),), (("two", "S. 3"),), language="de")
    assert [text.plain for text in citations.texts] == ["(Example & Modello, 2024, S. 14–20)", "(Example & Modello, 2024, S. 3)"]
    assert cited("gb-t-7714", (("two", "14-20"),), language="de").texts[0].plain == "[1, S. 14-20]"


def test_raised_numbers_are_raised() -> None:
    assert [span.form for span in cited("nature", (("two", ""), ("many", ""))).texts[0].spans] == ["super"]


def test_works_alike_are_told_apart_in_the_text_and_in_the_list() -> None:
    citations = cited("apa", (("second", ""), ("two", "p. 3")), (("abel", ""), ("bart", "")))
    assert [text.plain for text in citations.texts] == ["(Example & Modello, 2024b; 2024a, p. 3)", "(A. Zed, 2016; B. Zed, 2016)"]
    assert citations.order == ("two", "second", "abel", "bart")
    inserted = {key: found[0].put(plain_text("E. (2024). 2024.")).plain for key, found in citations.insertions.items()}
    assert inserted == {"two": "E. (2024a). 2024.", "second": "E. (2024b). 2024."}
    twice = [text.plain for text in cited("din-1505-2", (("two", "p. 3"), ("second", ""))).texts]
    assert twice == ["(Example & Modello, 2024a, p. 3; 2024b)"]


def test_others_are_not_named() -> None:
    assert [text.plain for text in cited("apa", (("many", ""),), (("open", ""),)).texts] == [
        "(Example et al., 2021)",
        "(Example et al., 2019)",
    ]
    assert "others" not in cited("ieee", (("open", ""),)).texts[0].plain


def test_names_keep_their_order() -> None:
    shown = [text.plain for text in cited("oscola", (("hungarian", ""),), (("particle", ""),), (("east", ""),)).texts]
    assert [text.partition(",")[0] for text in shown] == ["Nagy Béla", "Musa al-Khwarizmi", "佐藤由紀子"]
    assert not any(ord(char) >= 0xE000 for text in shown for char in text)


def test_notes_refer_to_earlier_ones() -> None:
    shown = [text.plain for text in cited("oscola", (("two", "p. 5"),), (("many", ""),), (("two", "p. 6"),)).texts]
    assert shown[0] == "Ada Example and Bob Modello, A Late Work (Press 2024) 5."
    assert shown[2] == "Example and Modello (n 1) 6."


def test_a_link_is_whole() -> None:
    shown = [span.text for span in cited("oscola", (("linked", ""),)).texts[0].spans if span.href]
    assert shown == ["https://doi.org/10.5555/1"]


def test_kinds_of_styles() -> None:
    kinds = {name: kind_of(find_citation_style(name, Path())) for name in ("apa", "mla", "ieee", "oscola", "bluebook")}
    assert kinds == {"apa": "author-date", "mla": "author", "ieee": "numeric", "oscola": "note", "bluebook": "note"}


def test_a_style_that_cites_by_whole_entries_has_no_words_for_a_text() -> None:
    citer = TextCiter(find_citation_style("apa-cv", Path()), {"two": WORKS["two"]}, wording("en"), recase=True)
    for _ in ("made", "from the cache"):
        assert citer.cite([TextCitation((("two", ""),))]) is None


def test_a_work_may_have_only_a_title() -> None:
    bare = Publication(title="Bare", authors=(), type="manuscript")
    citer = TextCiter(find_citation_style("mla", Path()), {"bare": bare, "two": WORKS["two"]}, wording("en"), recase=True)
    cited = citer.cite([TextCitation((("bare", ""),)), TextCitation((("two", "p. 3"),))])
    assert cited and [text.plain for text in cited.texts] == ["(“Bare”)", "(Example and Modello 3)"]


def test_characters_are_inserted_in_the_span_where_they_belong() -> None:
    text = Text((Span("In 2024 ("), Span("2024", italic=True), Span(").")))
    assert Insertion("2024", 2, "a").put(text).spans[1] == Span("2024a", italic=True)
    assert Insertion("2024", 3, "a").put(text) == text
