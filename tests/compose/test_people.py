"""Test author lists: who is the owner, where marks are, and what the legend says."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cvrender.compose.people import author_list, legend
from cvrender.load.library import find_style, find_terms
from cvrender.model.fields import Author, Person
from cvrender.model.names import is_owner, normalized_name, owner_names
from cvrender.model.profile import Owner
from cvrender.model.terms import Terms
from cvrender.model.text import Span, Text, plain_text
from cvrender.model.value import replace
from cvrender.text.localize import Wording

ADA = Owner(name="Ada Lovelace", native="艾达", variants=("A. A. Lovelace", "Ada King"))


@pytest.fixture(scope="module")
def terms() -> Terms:
    return find_terms(find_style("plain"), "en")


@pytest.fixture(scope="module")
def wording(terms: Terms) -> Wording:
    return Wording("en", terms, "abbreviated", "–", owner_names(ADA))


def bolds(owner: Owner, *names: str) -> list[str]:
    return [name for name in names if is_owner(Person(name=name), owner_names(owner))]


def test_the_owner_is_known_by_each_of_the_names() -> None:
    known = ["Ada Lovelace", "艾达", "A. A. Lovelace", "A A Lovelace", "ada  LOVELACE", "Áda Lovelace", "Ada King"]
    assert bolds(ADA, *known) == known
    assert is_owner(Person(name="Unknown", native="艾达"), owner_names(ADA))
    assert is_owner(Person(name="Countess", variants=("Ada King",)), owner_names(ADA))


@pytest.mark.parametrize(
    ("owner", "others"),
    [
        (
            ADA,
            ["Ada", "Lovelace", "Ada Lovelaces", "Ada B. Lovelace", "Lovelace Ada", "Ada Lovelac", "艾", "艾达达", "A. Lovelace"],
        ),
        (Owner(name="Bin Li"), ["Bin Lin", "Bing Li", "Robin Li", "B. Li", "Bin", "Li", "Bin Li Wang", "Bi Nli"]),
        (Owner(name="J. Li"), ["J. Lin", "J. L.", "Jun Li", "A. J. Li", "J. K. Li", "JLi"]),
        (Owner(name="かとう"), ["がとう", "かどう"]),
        (Owner(name="राम"), ["रीम", "रम"]),
    ],
)
def test_nobody_else_is_the_owner(owner: Owner, others: list[str]) -> None:
    assert bolds(owner, *others) == []
    assert bolds(owner, owner.name) == [owner.name]


def test_names_without_a_letter_mean_nobody() -> None:
    assert bolds(Owner(name="Ada", variants=("...",)), "—", "?", "...") == []


@example("㐀 㐀")
@example("⼀:㐀")
@given(st.text(min_size=1).filter(normalized_name))
def test_a_name_is_itself_in_any_case_and_spacing(name: str) -> None:
    assert (
        normalized_name(name) == normalized_name(f"  {name.upper().lower()}. ".replace(" ", "  "))
        or name.upper().lower() != name.lower()
    )
    assert normalized_name(normalized_name(name)) == normalized_name(name)
    assert normalized_name(name) != normalized_name(name + "x")


def test_the_owner_alone_is_bold_and_marks_stand_behind_names(wording: Wording) -> None:
    authors = [
        Author(name="C. Babbage", equal=True, student=True),
        Author(name="Ada Lovelace", native="艾达", equal=True, corresponding=True),
        Author(name="Ada Lovelaces"),
    ]
    names = author_list(authors, False, wording)
    assert names == Text((Span("C. Babbage*‡, "), Span("Ada Lovelace (艾达)", bold=True), Span("*†, Ada Lovelaces")))


def test_a_list_that_goes_on_says_so(wording: Wording) -> None:
    authors = [Author(name="C. Babbage"), Author(name="M. Somerville")]
    assert author_list(authors, True, wording) == plain_text("C. Babbage, M. Somerville et al.")
    assert author_list(authors, False, wording) == plain_text("C. Babbage, M. Somerville")


def test_a_name_is_no_markup(wording: Wording) -> None:
    assert author_list([Author(name="A *B* [c](d)")], False, wording) == plain_text("A *B* [c](d)")


def test_the_legend_holds_the_marks_that_occur_and_no_other(terms: Terms) -> None:
    authors = [Author(name="A"), Author(name="B", student=True), Author(name="C", equal=True)]
    assert legend(authors, terms) == plain_text("* equal contribution, ‡ student author")
    assert legend(authors[:1], terms) == Text()


@pytest.mark.parametrize(
    ("names", "most", "shown"),
    [
        ("A B C Ada", 3, "A, B, C, Ada"),
        ("A B C D", 3, "A, B, C, D"),
        ("A B C D Ada", 3, "A, B, …, Ada (5 authors)"),
        ("A B C Ada D", 3, "A, B, C, Ada, D"),
        ("A B Ada C D", 3, "A, B, Ada, … (5 authors)"),
        ("A Ada", 1, "A, Ada"),
    ],
)
def test_an_ellipsis_never_stands_for_one_name(names: str, most: int, shown: str, wording: Wording) -> None:
    authors = [Author(name=name) for name in names.split()]
    assert author_list(authors, False, replace(wording, owner=frozenset({"ada"}), most_authors=most)).plain == shown


@pytest.mark.parametrize(
    ("order", "shown"),
    [
        ("", "架空花子（Hanako Kakū）、A. Byron"),
        ("native", "架空花子、A. Byron"),
        ("name", "Hanako Kakū、A. Byron"),
        ("name-first", "Hanako Kakū（架空花子）、A. Byron"),
    ],
)
def test_a_view_may_say_which_names_lists_have(wording: Wording, order: str, shown: str) -> None:
    japanese = replace(wording, language="ja", terms=find_terms(find_style("plain"), "ja"), name_order=order)
    authors = [Author(name="Hanako Kakū", native="架空花子"), Author(name="A. Byron")]
    assert author_list(authors, False, japanese).plain == shown
