"""Test what stands only where it says something: labels of grades, roles that are not in the heading, and the only author."""

from collections.abc import Callable

import pytest

from cvrender.model.document import Document
from cvrender.model.printed_texts import texts_of


def shown(document: Document) -> list[str]:
    return [text.plain for text, _ in texts_of(document.sections)]


@pytest.mark.parametrize("style", ["classic", "engineer", "proceedings"])
@pytest.mark.parametrize(
    ("grade", "printed"),
    [
        ("First Class Honours", "First Class Honours"),
        ("3.9/4.0", "GPA: 3.9/4.0"),
        ("1,3", "Grade: 1,3"),
        ("A+", "Grade: A+"),
        ("{label: Class, value: first}", "Class: first"),
    ],
)
def test_only_grades_in_figures_or_letters_have_a_label(
    document_of: Callable[..., Document], style: str, grade: str, printed: str
) -> None:
    quoted = grade if grade.startswith("{") else f'"{grade}"'
    entry = f"{{degree: BA, institution: Nowhere, grades: [{quoted}]}}"
    assert printed in shown(document_of(f"person: {{name: Ada}}\neducation: [{entry}]", style))


@pytest.mark.parametrize("style", ["classic", "lab"])
def test_a_role_is_not_said_again_below_its_heading(document_of: Callable[..., Document], style: str) -> None:
    entries = "[{role: Reviewer, venue: ICML}, {role: Reviewer, venue: ECCV}, {role: Chair, venue: ICML}]"
    views = "views: {v: {sections: [{from: service, group_by: role}]}}"
    document = document_of(f"person: {{name: Ada}}\nservice: {entries}\n{views}", style, view="v")
    assert shown(document).count("ICML") == 2 and shown(document).count("Reviewer") == 1
    assert "Reviewer: ICML" in shown(document_of(f"person: {{name: Ada}}\nservice: {entries}", style))


@pytest.mark.parametrize(
    ("authors", "line"),
    [
        ("[Ada Example]", "Annals"),
        ("[Ada Example, Ann Lee]", "Ada Example, Ann Lee, Annals"),
        ("[{name: Ada Example, student: true}]", "Ada Example‡, Annals"),
        ("[Ann Lee]", "Ann Lee, Annals"),
    ],
)
def test_folio_names_no_owner_who_is_the_only_author(document_of: Callable[..., Document], authors: str, line: str) -> None:
    work = f"{{type: article-journal, title: Loops, authors: {authors}, venue: Annals, date: 2019}}"
    document = document_of(f"person: {{name: Ada Example}}\npublications: [{work}]\n", "folio")
    assert line in shown(document)
