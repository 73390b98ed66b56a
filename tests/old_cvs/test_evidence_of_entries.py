"""Test that what nothing proves to be a job or a degree is kept, but not as one."""

from typing import Any

import pytest

from cvrender.formats.base import Content
from cvrender.old_cvs.readers import LATEX


def _data(body: str) -> Any:
    text = f"\\documentclass{{moderncv}}\n\\name{{Ada}}{{Example}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    return LATEX.read(Content(text.encode(), "cv.tex")).data


_DEGREES = (
    "\\section{Education}\n"
    "\\cventry{2012--2014}{Master of Science}{Example University}{Springfield}{}{}\n"
    "\\cventry{2008--2012}{Bachelor of Science}{Example University}{Springfield}{}{}\n"
)


def test_what_no_word_tells_to_be_a_degree_is_none_without_a_time() -> None:
    data = _data(_DEGREES + "\\cventry{2017}{Certified Widget Thing}{Acme Widgets}{}{}{}")
    assert [entry["degree"] for entry in data["education"]] == ["Master of Science", "Bachelor of Science"]
    assert "Certified Widget Thing" in str(data["custom"])


@pytest.mark.parametrize("label", ["Master's thesis", "Masterarbeit", "Praca magisterska", "Тема диссертации"])
def test_a_thesis_is_of_the_degree_above_it(label: str) -> None:
    data = _data(
        "\\section{Education}\n\n2012 -- 2014, \\textbf{Master of Science}, Example University\n\n"
        f"{label}: How widgets turn, 2014\n\n2008 -- 2012, \\textbf{{Bachelor of Science}}, Example University"
    )
    assert len(data["education"]) == 2
    assert "How widgets turn" in str(data["education"][0])


def test_a_part_of_a_job_is_no_job() -> None:
    data = _data(
        "\\section{Experience}\n"
        "\\cventry{2015--2019}{Software Engineer}{Acme Ltd.}{Springfield}{}{}\n"
        "\\cventry{2016--2017}{Widgets}{}{}{}{Turned all the widgets of the firm.}\n"
        "\\cventry{2010--2014}{Software Engineer}{Sample Ltd.}{Springfield}{}{}"
    )
    assert [entry["organization"] for entry in data["positions"]] == ["Acme Ltd.", "Sample Ltd."]
    assert "Turned all the widgets" in str(data["custom"])


def test_a_sentence_behind_a_head_is_said_below_it() -> None:
    data = _data(
        "\\section{Experience}\n\n2015 -- 2019 \\textbf{Engineer}, Acme Ltd, Lund. Worked with the widgets of the firm.\n\n"
        "2010 -- 2014 \\textbf{Engineer}, Sample Ltd, Malmö. Made many of the other widgets."
    )
    assert [(entry["organization"], entry["location"]) for entry in data["positions"]] == [
        ("Acme Ltd", "Lund"),
        ("Sample Ltd", "Malmö"),
    ]
    assert "Worked with the widgets" in data["positions"][0]["summary"]


def test_a_place_of_three_parts_may_begin_with_the_employer() -> None:
    data = _data("\\section{Experience}\n\\cventry{2015--2019}{Engineer}{}{Acme Widgets, Toulouse, France}{}{}")
    assert data["positions"][0]["organization"] == "Acme Widgets"
    assert data["positions"][0]["location"] == "Toulouse, France"


def test_the_word_before_a_subject_is_not_of_it() -> None:
    entry = "\\cventry{2012--2014}{Master of Science in de Informatica}{Example University}{Springfield}{}{}"
    data = _data(f"\\section{{Education}}\n{entry}")
    assert data["education"][0]["field"] == "Informatica"
