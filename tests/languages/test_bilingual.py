"""Two fictional profiles in two languages: every style can set both, and every text is read back from each PDF."""

import io
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pdfplumber
import pytest

from cvrender import load_profile, render
from cvrender.targets.comparison.leaves import Expected
from cvrender.targets.pdf.speak import speak
from cvrender.verify.making import Composed, make

PROFILES = Path(__file__).parent / "bilingual"
STYLES = ("classic", "engineer", "homepage", "lab", "moderncv", "plain", "proceedings")


@cache
def pdf(name: str, language: str, style: str) -> bytes:
    """The PDF; an error is raised if a text of the profile is not in it, in its order."""
    return render(load_profile(PROFILES / f"{name}.yaml"), language=language, style=style, targets=("pdf",))[0].content


@pytest.mark.few_styles("moderncv")
@pytest.mark.parametrize(
    ("name", "language", "style"),
    [
        *(("arabic-english", "ar", style) for style in STYLES),
        *(
            pytest.param("chinese-english", "zh", style, marks=pytest.mark.slow)
            for style in ("classic", "homepage", "moderncv", "proceedings")
        ),
    ],
)
def test_the_native_edition(name: str, language: str, style: str, composed: Callable[..., Composed]) -> None:
    """All texts are in the PDF, and a screen reader says each whole, with its spaces.

    From right to left every style turns what is its own; lines of Chinese end the same way in all, but columns differ.
    """
    document = composed(load_profile(PROFILES / f"{name}.yaml"), style=style, language=language, targets=("pdf",))
    spoken = speak(make(document, ("pdf",))[0].content)
    assert spoken and (spoken.language, spoken.unnamed) == (language, 0)
    said = re.sub(r"\[(?:(?:link|[a-z]{2,3}(?:-[A-Z][a-z]{3})?): )?|\]", "", " ".join(spoken.lines)).casefold()
    expected = [re.sub(r"[\[\]]", "", leaf.text.plain).casefold() for leaf in Expected(document.inputs.document).leaves]
    assert len(expected) >= 60
    assert [text for text in expected if text not in said] == []


@pytest.mark.slow
@pytest.mark.parametrize(("name", "style"), [("arabic-english", "proceedings"), ("chinese-english", "lab")])
def test_the_english_edition(name: str, style: str) -> None:
    assert pdf(name, "en", style).startswith(b"%PDF")


@pytest.mark.slow
def test_columns_are_mirrored() -> None:
    at_left = {}
    for language in ("ar", "en"):
        with pdfplumber.open(io.BytesIO(pdf("arabic-english", language, "proceedings"))) as opened:
            words = [word for page in opened.pages for word in page.extract_words() if word["text"] == "2022"]
            (at_left[language],) = {word["x0"] < opened.pages[0].width / 2 for word in words}  # the date of the only award
    assert at_left == {"ar": False, "en": True}


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("xiaonan-nie", ["# 聂小楠"]),
        (
            "lingxiao-ma",
            ["一种基于自动选择副本因子模型的图计算方法", "智唐", "秒针", "励耘", "希望-2014年国家奖学金获奖学生风采录"],
        ),
    ],
)
def test_the_chinese_edition_of_a_person_has_the_chinese_facts(name: str, facts: list[str]) -> None:
    artifacts = render(load_profile(Path(__file__).parents[2] / "profiles" / f"{name}.yaml"), language="zh", targets=("md",))
    text = artifacts[0].content.decode()
    assert "## 发表论文" in text and all(fact in text for fact in facts)
