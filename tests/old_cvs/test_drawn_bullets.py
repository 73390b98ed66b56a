"""Bullets that a PDF draws as shapes begin lines as those that are characters do."""

from pathlib import Path

import pytest

from cvrender.merge.readers import read_file
from tests.old_cvs.simple_pdf import shown, written

LINES = [
    "Ada Sample",
    "Skills",
    "Weaving",
    "Glassblowing",
    "Sailing",
    "Education",
    "BSc Physics, University of Nowhere, 2010 - 2014",
]


def bullets(path: Path, drawn: str) -> list[str]:
    document = read_file(written(path / "cv.pdf", [shown(LINES) + drawn])).document
    assert document
    return [line.plain for line in document.lines if line.kind == "bullet"]


def squares(left: float, rows: list[int], size: float = 3) -> str:
    return "".join(f"{left} {782 - 18 * row} {size} {size} re f\n" for row in rows)


def test_small_shapes_before_lines_are_bullets(tmp_path: Path) -> None:
    assert bullets(tmp_path, squares(50, [2, 3, 4])) == ["Weaving", "Glassblowing", "Sailing"]


@pytest.mark.parametrize(
    "drawn",
    [squares(50, [2]), squares(50, [2, 3, 4], size=12), squares(50, [2, 3]) + squares(45, [2, 3]), squares(400, [2, 3, 4])],
    ids=["one alone", "as high as the lines", "several in a row", "not before a line"],
)
def test_other_shapes_are_no_bullets(tmp_path: Path, drawn: str) -> None:
    assert bullets(tmp_path, drawn) == []
