"""Metadata have the characters of formulas instead of TeX."""

from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest

from cvrender import load_profile, render
from cvrender.model.document import Document

PROFILE = r"""
person: {name: Zo Example, headline: "Compilers for $\\lambda$-machines & *more*"}
interests: ["$\\lambda$-machines", "$O(n^2)$"]
publications: [{title: "A $\\lambda$ Calculus", authors: [Zo Example], type: article-journal, venue: "Notes on $\\pi$"}]
custom:
  - {title: "On $\\lambda$-machines, $\\lambda$-terms and $O(n \\log n)$", text: Nothing}
"""


def test_properties_and_works_have_no_tex(document_of: Callable[..., Document]) -> None:
    document = document_of(PROFILE)
    assert document.properties.subject == "Compilers for λ-machines & more"
    assert document.properties.keywords == ("λ-machines", "O(n²)")
    assert (document.works[0].title, document.works[0].venue) == ("A λ Calculus", "Notes on π")


@pytest.mark.parametrize("style", ["classic", pytest.param("moderncv", marks=pytest.mark.slow)])
def test_bookmarks_of_a_pdf_have_no_tex(tmp_path: Path, style: str) -> None:
    (tmp_path / "zo.yaml").write_text(PROFILE, "utf-8")
    (artifact,) = render(load_profile(tmp_path / "zo.yaml"), style=style, targets=["pdf"])
    with pypdfium2.PdfDocument(artifact.content) as pdf:
        titles = [mark.get_title() for mark in pdf.get_toc()]
    assert titles[-1] == "On λ-machines, λ-terms and O(n log n)"
