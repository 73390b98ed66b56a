"""Warn once, with counts, about what a built-in view or that of a contract leaves out."""

from collections.abc import Callable

import pytest

from cvrender.compose.select import select
from cvrender.load.library import BUILT_IN, contract_names, find_view
from cvrender.load.reader import Source
from cvrender.load.validate import validate

MUCH = """
bio: b
talks: [{title: a}, {title: b}]
positions:
- {organization: O, highlights: [a, b, c, d, e, f, {text: g, private: true}]}
- {organization: P, private: true}
custom: [{title: T, text: t}, {title: U, text: u}]
"""


@pytest.fixture
def warned(source_of: Callable[[str], Source]) -> Callable[[str, str], list[str]]:
    def of(yaml: str, view: str) -> list[str]:
        source, found = source_of(yaml), []
        profile = validate(source)
        select(profile, find_view(view, profile, source), {}, lambda problem: found.append(str(problem)))
        return found

    return of


def test_what_a_resume_leaves_out_is_counted_once(warned: Callable[[str, str], list[str]]) -> None:
    (said,) = warned(MUCH, "resume")
    assert said.startswith('warning: left-out: view "resume" leaves out talks (2 of 2), bullets (1 of 6); ')


@pytest.mark.parametrize(("view", "own"), [("full", ""), ("own", "views: {own: {pages: 2, sections: [talks]}}")])
def test_other_views_show_what_was_asked_for(warned: Callable[[str, str], list[str]], view: str, own: str) -> None:
    assert warned(MUCH + own, view) == []


def test_nothing_is_said_when_everything_is_shown(warned: Callable[[str, str], list[str]]) -> None:
    assert warned("skills: [{name: a}]", "resume") == []


def test_a_shared_view_without_them_leaves_out_custom_sections(warned: Callable[[str, str], list[str]]) -> None:
    yaml = MUCH + "views: {short: {extends: resume, pages: 1}}"
    assert "bullets (1 of 6)" in warned(yaml, "short")[0]


def test_the_tag_selected_comes_before_authorship(source_of: Callable[[str], Source]) -> None:
    works = """
publications:
- {title: First, authors: [Ada Lovelace, B], type: book, date: 2001}
- {title: Middle, authors: [B, Ada Lovelace, C], type: book, date: 2002%s}
- {title: Senior, authors: [B, Ada Lovelace], type: book, date: 2003}
- {title: Draft, authors: [Ada Lovelace], type: book, status: in-preparation}
"""

    def shown(yaml: str) -> list[str]:
        source = source_of(yaml)
        profile = validate(source)
        (section,) = select(profile, find_view("resume", profile, source), {}).sections
        return [item.entry.title for group in section.groups for item in group.entries]  # type: ignore[attr-defined]

    assert shown(works % "") == ["Senior", "First"]
    assert shown(works % ", tags: [selected]") == ["Middle"]


@pytest.mark.parametrize("view", [*BUILT_IN.names("views"), *contract_names()])
def test_every_shared_view_says_what_it_leaves_out(view: str, warned: Callable[[str, str], list[str]]) -> None:
    said = [line for line in warned(MUCH + "cases: [{title: c}]\n", view) if "left-out" in line]
    assert [f'view "{view}" leaves out' in line and "cases (1 of 1)" in line for line in said] == [True] * (view != "full")


def test_europass_names_the_sections_that_it_has_no_place_for(warned: Callable[[str, str], list[str]]) -> None:
    (said,) = warned(MUCH + "certifications: [{title: c}]\nteaching: [{role: d}]\n", "europass")
    assert "certifications (1 of 1), talks (2 of 2), teaching (1 of 1), custom sections (2 of 2)" in said
    assert said.endswith('a view of your own with "extends: europass" may add sections')


UNDATED = """
talks: [{title: Old, date: 2001}, {title: Undated}]
publications:
- {type: book, title: A Book, authors: [Ada Example]}
- {type: paper-conference, title: A Paper, authors: [Ada Example], venue: C}
- {type: book, title: New, authors: [Ada Example], date: 2024, tags: [new]}
"""


@pytest.mark.parametrize(
    ("sections", "named"),
    [
        ("{from: publications, since: 2020}", "2 entries without a date, which its filters need: “A Book”, “A Paper”"),
        (
            "{from: publications, where: type == book and year >= 2020}",
            "1 entry without a date, which its filters need: “A Book”",
        ),
        ("{from: talks, until: 2010}, publications", "1 entry without a date, which its filters need: “Undated”"),
        ("{from: publications, where: year < 2020 or venue == C}", "1 entry without a date, which its filters need: “A Book”"),
        ("{from: publications, since: 2020}, {from: publications, where: not year}", ""),
        ("{from: publications, where: type == book, limit: 1}", ""),
        ("{from: publications, where: year}", ""),
        ("{from: publications, where: year >= 2020, tags: new}", ""),
    ],
)
def test_entries_that_no_date_lets_through_a_filter_are_named_once(
    warned: Callable[[str, str], list[str]], sections: str, named: str
) -> None:
    said = [text for text in warned(f"{UNDATED}views: {{own: {{sections: [{sections}]}}}}\n", "own") if "left-out" in text]
    assert [f'view "own" leaves out {named}; add "date"' in text for text in said] == ([True] if named else [])
