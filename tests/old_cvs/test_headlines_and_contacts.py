"""Test what is taken for the headline, the place and the contacts of a person, and what is not."""

from typing import Any

import pytest

from cvrender.formats.content import Content
from cvrender.old_cvs.readers import HTML, LATEX, MARKDOWN


def _person(text: str) -> Any:
    return LATEX.read(Content(text.encode(), "cv.tex")).data["person"]


_BODY = "\\section{Experience}\nEngineer, Acme Ltd., 2019 -- 2021\n\\end{document}\n"


@pytest.mark.parametrize(
    "text", ["Telefono", "EN FR", "Curriculum Vitae", "key=value pair", "Perso_nal data", "Worked on widgets."]
)
def test_words_that_do_not_say_what_a_person_is_are_no_headline(text: str) -> None:
    text = f"\\documentclass{{article}}\n\\begin{{document}}\n{{\\Huge Ada Example}}\n\n\\verb|{text}|\n\n{_BODY}"
    assert "headline" not in _person(text)


def test_contacts_that_a_class_prints_are_read_from_the_preamble() -> None:
    text = "\\documentclass{mycv}\n\\name{Ada Example}\n\\info{\\faPhone & +1 555 555 0100\\\\ \\faMail & ada@example.org\\\\}\n"
    person = _person(f"{text}\\begin{{document}}\n{_BODY}")
    assert person["emails"] == ["ada@example.org"]


def test_what_a_macro_calls_an_address_may_be_the_day_of_birth_or_a_contact() -> None:
    head = "\\name{Ada Example}\\address{Geboren: 1. Mai 1990 in Lund}\\address{ada@example.org}\\address{1 Sample Street, Lund}"
    person = _person(f"\\documentclass{{res}}{head}\\begin{{document}}\n{_BODY}")
    assert (person["birthdate"], person["emails"], person["location"]) == (
        "1990-05-01",
        ["ada@example.org"],
        "1 Sample Street, Lund",
    )


def test_an_employer_may_end_with_a_colon() -> None:
    text = (
        "# Ada Example\n\n## Experience\n\n05/2020 – 11/2020\n\n**Acme GmbH:**\n\n- Engineer of widgets\n\n"
        "09/2015 – 07/2018\n\n**Sample GmbH:**\n\n- Engineer of gadgets\n"
    )
    data: Any = MARKDOWN.read(Content(text.encode(), "cv.md")).data
    assert [entry["organization"] for entry in data["positions"]] == ["Acme GmbH", "Sample GmbH"]


def test_an_address_with_spaces_and_one_in_the_foot_of_a_page() -> None:
    below = "<h2>Education</h2><p><b>PhD in Waiting</b>, University of Examples, 2010 – 2014</p>"
    page = "<html><body><h1>Ada Example</h1>{}{}<footer>{}</footer></body></html>"
    for head, foot in (("<p>Email: ada @ example . org</p>", "Imprint"), ("<p>Engineer</p>", "<a href='#'>ada@example.org</a>")):
        text = page.format(head, below, foot)
        assert HTML.read(Content(text.encode(), "cv.html")).data["person"]["emails"] == ["ada@example.org"]
