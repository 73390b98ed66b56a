"""PDFs: text that nobody sees is listed and not imported; a thesis, and text whose characters are not known, are refused."""

from pathlib import Path

import pytest

from cvrender.errors import InputError
from cvrender.merge.readers import read_file
from tests.old_cvs.simple_pdf import shown, written

LINES = [
    "Ada Sample",
    "Education",
    "University of Nowhere, PhD in Physics, 2010 - 2014",
    "Employment",
    "Acme Ltd, Engineer, 2015 - 2020",
]


SECRET = ["Nobel Prize in Everything"]
HIDDEN = {
    "white on white": shown(SECRET, 400, before="1 g"),
    "covered": shown(SECRET, 400) + "0.9 g 40 380 400 40 re f\n",
    "off the page": shown(SECRET, 990),
    "below two points": shown(SECRET, 400, size=1),
    "in no colour": shown(SECRET, 400, before="3 Tr"),
}


@pytest.mark.parametrize("hidden", HIDDEN.values(), ids=HIDDEN)
def test_hidden_text_is_listed_and_not_imported(tmp_path: Path, hidden: str) -> None:
    imported = read_file(written(tmp_path / "cv.pdf", [shown(LINES) + hidden]))
    assert "Nobel" not in str(imported.data)
    assert "Acme" in str(imported.data)
    assert [
        problem
        for problem in imported.problems
        if "Nobel Prize in Everything" in problem.message and "cannot be seen" in problem.message
    ]


def test_text_in_light_grey_and_white_on_a_band_is_seen(tmp_path: Path) -> None:
    seen = (
        shown(["Skills", "Painting"], 500, before="0.75 g")
        + "0 0 0.5 rg 0 380 595 60 re f\n"
        + shown(["Awards", "Best Prize, 2012"], 420, before="1 g")
    )
    imported = read_file(written(tmp_path / "cv.pdf", [shown(LINES) + seen]))
    assert not [problem for problem in imported.problems if "cannot be seen" in problem.message]
    assert "Best Prize" in str(imported.data)
    assert "Painting" in str(imported.data)


def test_a_thesis_is_refused_at_once(tmp_path: Path) -> None:
    path = written(tmp_path / "thesis.pdf", [shown(["A chapter of a story, told at length"])] * 31)
    with pytest.raises(InputError, match="has 31 pages, more than 30"):
        read_file(path)


def test_signs_whose_characters_are_not_known_are_refused(tmp_path: Path) -> None:
    garbage = [
        "".join(chr(33 + (ord(char) * 7 + 11) % 90) for char in line).replace("(", "x").replace(")", "y").replace("\\", "z")
        for line in LINES * 6
    ]
    with pytest.raises(InputError, match="signs whose characters its fonts do not tell"):
        read_file(written(tmp_path / "cv.pdf", [shown(garbage)]))


def test_letter_spacing_does_not_break_headings(tmp_path: Path) -> None:
    spaced = shown(["EDUCATION"], 640, before="0 g 9 Tc") + shown(
        ["University of Somewhere, MSc in Physics, 2008 - 2010"], 620, before="0 Tc"
    )
    imported = read_file(written(tmp_path / "cv.pdf", [shown(["Ada Sample"]) + spaced]))
    assert "University of Somewhere" in str(imported.data["education"])


def test_a_long_pdf_with_a_heading_of_a_cv_is_read(tmp_path: Path) -> None:
    imported = read_file(written(tmp_path / "cv.pdf", [shown(LINES), *(shown(["A talk of some kind"]) for _ in range(31))]))
    assert imported.data["positions"][0]["organization"] == "Acme Ltd"
