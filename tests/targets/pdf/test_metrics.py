"""Measure a page as rules of funders mean it."""

from io import BytesIO

import pikepdf
import pytest

from cvrender.targets.pdf.metrics import measure


def test_the_margin_at_the_bottom_ends_at_the_last_baseline() -> None:
    made = BytesIO()
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(612, 792))
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=pdf.make_indirect(font)))
        page.Contents = pdf.make_stream(b"BT /F1 12 Tf 57 57 Td (many people judge it) Tj ET")
        pdf.save(made)
    (found,) = measure(made.getvalue())
    assert found.margins[2] == pytest.approx(57) and found.margins[3] == pytest.approx(57, abs=1)
