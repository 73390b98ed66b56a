"""Check names whose parts stand in cells, in typefaces or behind other words."""

import pytest

from cvrender.formats.content import Content
from cvrender.old_cvs.readers import LATEX


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("\\begin{tabular}{ll}Ada & de Example\\\\ Permis B & 2000\\end{tabular}\n\nada.example@example.org", "Ada de Example"),
        (
            "Dr. Ada Example {\\bfseries Postdoc}\n\n\\textbf{City} \\hfill Ocampo y Esmeralda\n\nexample@example.org",
            "Ada Example",
        ),
        ("\\textbf{Name:} Example Sample, Ada", "Ada Example Sample"),
        ("CV de Ada M. Example", "Ada M. Example"),
        ("Permis B\n\n{\\Huge Ada Example}\n\nBeth Sample", "Ada Example"),
        ("Fr\n\nEn\n\nAda Example", "Ada Example"),
    ],
)
def test_names_in_parts(head: str, name: str) -> None:
    body = f"{head}\n\\section{{Experience}}\nEngineer, Acme Ltd., 2019 -- 2021"
    text = f"\\documentclass{{article}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    assert LATEX.read(Content(text.encode(), "cv.tex")).data["person"]["name"] == name
