"""Tags of lines that run from right to left, or in two directions: a screen reader says each text whole and in its order."""

import io
import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pikepdf
import pypdfium2  # type: ignore[import-untyped, unused-ignore]
import pytest
import yaml
from PIL import Image

from cvrender.merge.profile import load_profile
from cvrender.targets import TARGETS
from cvrender.targets.pdf.speak import speak
from cvrender.targets.pdf.tagging.operators import operations, shown

RIGHT = "كلمة واحدة باب ملاحظات ۲۰۱۵ و שלום עולם דוגמה «اثنان» أربعة، (ثلاثة)"
LEFT = "C++ Example of Ada 2015 12 3.2 1–12 word, (one) *bold* 15%"
FORMULAS = {"$n + 1$": "n + 1", r"$\sum_{i=1}^{n} i$": "∑ᵢ₌₁ⁿ i"}
"""Formulas, also of several lines, and how they are said."""
Mixed = tuple[list[str], bytes, bytes]


def mixtures(count: int) -> list[str]:
    """Texts of words of both directions, with formulas and links; the longer ones need several lines."""
    chosen = random.Random(7)
    made = []
    for number in range(count):
        words = chosen.choices([*RIGHT.split(), *LEFT.split()], k=2 + number % 40)
        place = number % len(words)
        words[place] = f"[{words[place].strip('*')}](https://example.org/{number})"
        if number % 3 == 0:
            words.insert(len(words) // 2, [*FORMULAS][number // 3 % len(FORMULAS)])
        made.append(" ".join(words))
    return made


def without_markup(text: str) -> str:
    for formula, said in FORMULAS.items():
        text = text.replace(formula, said)
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"[*$]", "", text))


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory, composed: Callable[..., Any]) -> Callable[[str], Mixed]:
    """Texts, and a PDF that has them and a photo in a language, with and without tags."""

    @cache
    def make(language: str) -> Mixed:
        texts = mixtures(80)
        path = tmp_path_factory.mktemp(language) / "cv.yaml"
        custom = [{"title": "Texts", "entries": [{"title": text} for text in texts]}]
        data = {"language": language, "person": {"name": "Ada Example", "photo": "ada.png"}, "custom": custom}
        Image.new("RGB", (30, 40), "teal").save(path.with_name("ada.png"))
        path.write_text(yaml.safe_dump(data, allow_unicode=True), "utf-8")
        loaded = load_profile(path)
        more = {"targets": ("pdf",), "options": (("photo", "true"),)}
        both = (composed(loaded, "full", "classic", tags=tags, **more).inputs for tags in (True, False))
        tagged, untagged = (TARGETS["pdf"].make(inputs).artifacts[0].content for inputs in both)
        return texts, tagged, untagged

    return make


@pytest.mark.slow
@pytest.mark.parametrize("language", ["ar", "en"])
def test_texts_in_both_directions_are_said_whole(language: str, mixed: Callable[[str], Mixed]) -> None:
    texts, pdf, _ = mixed(language)
    spoken = speak(pdf)
    assert spoken and spoken.unnamed == 0
    said = " ".join(re.sub(r"\[(?:link|formula|[a-z]{2,3}(?:-[A-Z][a-z]{3})?): |\]", "", line) for line in spoken.lines)
    assert [text for text in map(without_markup, texts) if text not in said] == []
    assert (spoken.roles["Link"], spoken.roles["Figure"]) == (len(texts), 1)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["ar", "en"])
def test_nothing_is_moved(language: str, mixed: Callable[[str], Mixed]) -> None:
    _, *both = mixed(language)
    tagged, untagged = ([page.render(scale=1.5).to_numpy().astype(int) for page in pypdfium2.PdfDocument(pdf)] for pdf in both)
    assert len(tagged) == len(untagged) > 1
    for one, other in zip(tagged, untagged, strict=True):
        assert (abs(one - other).max(axis=2) > 64).sum() < 20


@pytest.mark.slow
def test_reversed_sequences_are_single_words(mixed: Callable[[str], Mixed]) -> None:
    """ISO 32000-1, 14.8.2.3.3: the strings of a reversed sequence are in order, and have no spaces between words."""
    count, strings, inside = 0, 0, False
    with pikepdf.open(io.BytesIO(mixed("ar")[1])) as pdf:
        content = b"\n".join(page.obj.Contents.read_bytes() for page in pdf.pages)
    for operator, operands, _ in operations(content):
        if operator == b"BMC":
            assert operands.strip() == b"/ReversedChars" and not inside
            count, strings, inside = count + 1, 0, True
        elif operator in (b"TJ", b"Tj") and inside:
            strings += sum(isinstance(part, bytes) for part in shown(operands))
            assert strings == 1 and b"CvSpace" not in operands
        elif operator == b"EMC":
            inside = False
        else:
            assert operator != b"Tf" or not inside
    assert count > 500
