"""PDFs: text that nobody sees is listed and not imported; a thesis, and text whose characters are not known, are refused."""

from pathlib import Path

import pytest

from cvrender.errors import InputError
from cvrender.merge.readers import read_file

LINES = [
    "Ada Sample",
    "Education",
    "University of Nowhere, PhD in Physics, 2010 - 2014",
    "Employment",
    "Acme Ltd, Engineer, 2015 - 2020",
]


def shown(lines: list[str], top: int = 780, size: int = 11, before: str = "0 g") -> str:
    """The operators that print lines below each other."""
    return "".join(f"BT {before} /F1 {size} Tf 60 {top - 18 * index} Td ({line}) Tj ET\n" for index, line in enumerate(lines))


def written(path: Path, contents: list[str]) -> Path:
    """A PDF with a page for each content, in Helvetica."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for content in contents:
        kids.append(f"{len(objects) + 1} 0 R")
        resources = "/Resources << /Font << /F1 3 0 R >> >>"
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] {resources} /Contents {len(objects) + 2} 0 R >>")
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    data, places = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\n"
    path.write_bytes(f"{data}{end}startxref\n{len(data)}\n%%EOF".encode("latin-1"))
    return path


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
