"""Warn once, with counts, about what a built-in view with a page limit leaves out."""

from collections.abc import Callable

import pytest

from cvrender.library import find_view
from cvrender.load.reader import Source
from cvrender.select import select
from cvrender.validate import validate

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


@pytest.mark.parametrize(("view", "own"), [("full", ""), ("bio", ""), ("own", "views: {own: {pages: 2, sections: [talks]}}")])
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
