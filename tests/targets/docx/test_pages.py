"""Views with a number of pages, as LibreOffice paginates their Word files with fonts of the same widths as Word's."""

import shutil
import subprocess
from pathlib import Path

import pypdfium2
import pytest

from cvrender.api import render
from cvrender.merge.profile import load_profile
from cvrender.model.families import FAMILIES

ROOT = Path(__file__).parents[3]
SUBSTITUTES = {"Cambria": "Caladea", "Calibri": "Carlito"}
"""Fonts of Debian's packages fonts-crosextra-caladea and fonts-crosextra-carlito."""


def has_fonts() -> bool:
    if not (shutil.which("soffice") and shutil.which("fc-match")):
        return False
    found = {name: subprocess.run(["fc-match", name], capture_output=True, text=True).stdout for name in SUBSTITUTES}
    return all(SUBSTITUTES[name] in line for name, line in found.items())


@pytest.mark.slow
@pytest.mark.skipif(not has_fonts(), reason="needs LibreOffice, Caladea and Carlito")
def test_a_view_has_no_more_pages_in_word_than_it_asks_for(tmp_path: Path) -> None:
    pages = {}
    for profile, style, options in [  # with settings that fit, so that TeX runs once
        ("minjia-zhang", "classic", {"spacing": "0.5", "size": "10pt", "margin": "16mm"}),  # fills two pages to the last line
        ("minjia-zhang", "engineer", {"spacing": "0.5", "size": "9.5pt", "margin": "16mm"}),
        ("cong-xie", "engineer", {}),  # one page
        ("ada-example", "moderncv", {"spacing": "0.7", "size": "10pt", "margin": "20mm"}),  # dates in a column
        ("examples/li-fan", "passport", {}),  # one full page
        ("examples/omar-prototype", "sidebar", {}),  # two columns
    ]:
        loaded = load_profile(ROOT / f"profiles/{profile}.yaml")
        made = render(loaded, view="resume", style=style, targets=["pdf", "docx"], options=options)
        content = {artifact.name.rpartition(".")[2]: artifact.content for artifact in made}
        name = f"{Path(profile).name}-{style}"
        (tmp_path / f"{name}.docx").write_bytes(content["docx"])
        pages[name] = len(pypdfium2.PdfDocument(content["pdf"]))
    files = [path.name for path in sorted(tmp_path.glob("*.docx"))]
    command = ["soffice", f"-env:UserInstallation=file://{tmp_path}/lo", "--headless", "--convert-to", "pdf", *files]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=200)
    assert set(pages.values()) == {1, 2}
    for name, count in pages.items():
        assert len(pypdfium2.PdfDocument(tmp_path / f"{name}.pdf")) <= count, name


def test_the_distance_of_lines_is_known_for_each_font_of_word() -> None:
    assert all(1.1 < family.word_line < 1.3 for family in FAMILIES.values())
