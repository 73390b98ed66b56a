"""Weights of fonts tell what is bold in a PDF, unless no font can have them."""

from pathlib import Path

import pytest

from cvrender.formats.content import load_content
from cvrender.old_cvs.pdf.read import read_pdf
from tests.old_cvs.simple_pdf import HELVETICA, shown, written

STEM = (
    "/FirstChar 32 /LastChar 126 /Widths [" + "500 " * 95 + "] /FontDescriptor << /Type /FontDescriptor /FontName /Helvetica "
    "/Flags 32 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV {} >> >>"
)


@pytest.mark.parametrize(("stem", "is_bold"), [(80, False), (160, True), (300, False)])
def test_a_weight_that_no_font_has_does_not_make_text_bold(tmp_path: Path, stem: int, is_bold: bool) -> None:
    font = HELVETICA.replace(">>", STEM.format(stem))
    path = written(tmp_path / "cv.pdf", [shown(["Weaves looms of glass and brass", "Weaves further looms"])], None, font)
    lines = read_pdf(load_content(path)).lines
    assert {span.bold for line in lines for cell in line.cells for span in cell.spans} == {is_bold}
