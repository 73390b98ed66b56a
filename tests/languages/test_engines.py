"""XeLaTeX and LuaLaTeX set the same documents as the embedded engine: shaped words, lines from right to left, links."""

import io
import shutil
from pathlib import Path

import pikepdf
import pytest

from cvrender import load_profile, render
from cvrender.load.request import LoadedProfile
from cvrender.targets.pdf.read import lines_by_page
from cvrender.targets.pdf.speak import speak

FOLDER = Path(__file__).parent
UNIVERSITY = "คณะวิศวกรรมศาสตร์จุฬาลงกรณ์มหาวิทยาลัยกรุงเทพมหานครประเทศไทย"
MIXED = f"""
person: {{name: Amina Khalil, native: أمينة خليل, headline: Professor of computing}}
bio: "Works with **דנה כהן** and with डॉ. **प्रिया शर्मा**, *زهرا نمونه‌ای*, on the book **كتاب الأمثلة** (1999).
  {UNIVERSITY * 2}"
interests: [বাংলা ভাষা ও ক্ষেত্রবিজ্ঞান, தமிழ் மொழி ஸ்ரீ, "**তাহমিনা আনাম** and $x^2$", עברית ו־العربية]
education: [{{institution: جامعة القاهرة, degree: Ph.D., date: 2020}}]
custom: [{{title: About אודות, text: "hello [مثال](https://example.org/(a)) and [a link](https://example.org/b)"}}]
"""


def links(pdf: bytes) -> list[tuple[int, str, int, int]]:
    """The links of a PDF by page and place: the target, where it begins, and its width, both in points."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        shown = [
            (number, str(link.A.URI), int(link.Rect[1]), round(float(link.Rect[0])), round(float(link.Rect[2] - link.Rect[0])))
            for number, page in enumerate(opened.pages)
            for link in page.get("/Annots", [])
        ]
    return [(number, target, left, width) for number, target, _, left, width in sorted(shown)]


def needs(engine: str) -> None:
    if not shutil.which(engine):
        pytest.skip(f"{engine} is not installed")


@pytest.fixture(scope="module")
def arabic() -> LoadedProfile:
    return load_profile(FOLDER / "bilingual/arabic-english.yaml")


@pytest.mark.slow
@pytest.mark.system_tex
@pytest.mark.parametrize(("engine", "style"), [("xelatex", "classic"), ("lualatex", "moderncv")])
def test_a_document_from_right_to_left(engine: str, style: str, arabic: LoadedProfile) -> None:
    needs(engine)
    embedded, other = (render(arabic, targets=("pdf",), style=style, engine=name)[0].content for name in ("embedded", engine))
    ours, theirs = ([word for page in lines_by_page(pdf) for line in page for word in line.split()] for pdf in (embedded, other))
    assert sorted(ours) == sorted(theirs)
    said, repeated = speak(embedded), speak(other)
    assert said and repeated and repeated.lines == said.lines
    wanted, found = links(embedded), links(other)
    assert len(wanted) > 8
    assert [link[1] for link in found] == [link[1] for link in wanted]
    assert all(abs(one[place] - two[place]) <= 2 for one, two in zip(found, wanted, strict=True) for place in (2, 3))


@pytest.mark.slow
@pytest.mark.system_tex
@pytest.mark.parametrize("engine", ["xelatex", "lualatex"])
def test_a_text_in_eight_scripts(engine: str, tmp_path: Path) -> None:
    needs(engine)
    path = tmp_path / "x.yaml"
    path.write_text(MIXED, "utf-8")
    pdf = render(load_profile(path), engine=engine, targets=("pdf",))[0].content
    lines = [line for page in lines_by_page(pdf) for line in page]
    text = " ".join(lines)
    assert all(part in text for part in ("أمينة خليل", "דנה כהן", "प्रिया शर्मा", "كتاب الأمثلة", "ক্ষেত্রবিজ্ঞান", "தமிழ் மொழி ஸ்ரீ"))
    assert UNIVERSITY * 2 in "".join(lines) and UNIVERSITY * 2 not in lines, "lines of Thai end between words"
    assert [(target, 0 < width < 60) for _, target, _, width in links(pdf)] == [
        ("https://example.org/(a)", True),
        ("https://example.org/b", True),
    ]
