"""Test that small capitals, raised and lowered characters of a citation style are in every target that has them."""

import io
import re
import zipfile
from pathlib import Path

import pytest

from cvrender.api import render
from cvrender.merge.profile import load_profile
from cvrender.model.superscripts import _raised
from cvrender.model.text import Span, Text

STYLE = """<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">
<info><title>Forms</title><id>forms</id></info><citation><layout><text variable="title"/></layout></citation>
<bibliography><layout suffix="."><names variable="author"><name font-variant="small-caps"/></names>
<text variable="title" prefix=": " text-decoration="underline"/><group prefix=", "><text variable="volume"/>
<text variable="issue" vertical-align="sup"/></group><text variable="page" prefix=", "/>
<date variable="issued" prefix=" " vertical-align="sub"><date-part name="year"/></date></layout></bibliography></style>"""
PROFILE = """person: {name: Ada Example}
citations: forms.csl
publications:
  - {type: article-journal, title: A Title, authors: [Charles Sample, Ada Example], date: 2020, volume: 12, issue: 3, page: 4-5}
"""
EXPECTED = {
    "md": (r"Charles Sample, \*\*Ada Example\*\*: \*A Title\*, 12<sup>3</sup>, 4–5 <sub>2020</sub>\.",),
    "html": (
        r'<span class="small-caps">Charles Sample</span>, <strong><span class="small-caps">Ada Example</span></strong>',
        r'<em>A Title</em>, 12<sup>3</sup>, <span class="nowrap">4–5</span> <sub>2020</sub>',
        r"\.small-caps *\{ *font-variant: *small-caps",
    ),
    "txt": (r"Charles Sample, Ada Example: A Title, 12³, 4–5 ₂₀₂₀\.",),
    "tex": (
        r"\\textsc\{Charles\s+Sample\}, \\textbf\{\\textsc\{Ada\s+Example\}\}:\s+\\emph\{A\s+Title\}",
        r"12\\textsuperscript\{3\},\s+4–5[\s~]+\\textsubscript\{2020\}",
    ),
    "docx": (
        r"<w:rPr><w:smallCaps />(<w:[^>]*>)*<w:t[^>]*>Charles Sample<",
        r'<w:vertAlign w:val="superscript" />(<w:[^>]*>|</w:rPr>)*<w:t[^>]*>3<',
        r'<w:vertAlign w:val="subscript" />(<w:[^>]*>|</w:rPr>)*<w:t[^>]*>2020<',
    ),
}


def profile(folder: Path) -> Path:
    (folder / "forms.csl").write_text(STYLE, "utf-8")
    (folder / "ada.yaml").write_text(PROFILE, "utf-8")
    return folder / "ada.yaml"


@pytest.mark.parametrize("target", EXPECTED)
def test_forms_are_in_every_target(target: str, tmp_path: Path) -> None:
    made = render(load_profile(profile(tmp_path)), targets=[target])[0].content
    if target == "docx":
        with zipfile.ZipFile(io.BytesIO(made)) as archive:
            made = archive.read("word/document.xml")
    text = made.decode("utf-8")
    for pattern in EXPECTED[target]:
        assert re.search(pattern, text.replace("</w:rPr>", "") if target == "docx" else text), (pattern, text[-3000:])


@pytest.mark.slow
@pytest.mark.parametrize("style", ["classic", "lab", "folio", "form", "passport"])
def test_a_pdf_with_forms_reads_back(style: str, tmp_path: Path) -> None:
    """Fonts have small capitals as letters, as capitals, or not at all."""
    assert render(load_profile(profile(tmp_path)), style=style, targets=["pdf"]).artifacts


def test_characters_that_unicode_has_not_raised_stay_as_they_are() -> None:
    text = _raised(Text((Span("12"), Span("3", form="super"), Span(" n"), Span("rd", form="super"), Span("0", form="sub"))))
    assert text.plain == "12³ nrd₀" and [span.form for span in text.spans] == ["", "super", ""]


def test_signs_between_raised_numbers_do_not_hinder_them() -> None:
    assert _raised(Text((Span("See"), Span("1,3–5", form="super")))).plain == "See¹,³⁻⁵"


def test_a_blank_separates_a_raised_number_that_stays_plain_from_a_word() -> None:
    assert _raised(Text((Span("See"), Span("1(p5)", form="super")))).plain == "See 1(p5)"
    assert _raised(Text((Span("the 2"), Span("nd", form="super")))).plain == "the 2nd"
