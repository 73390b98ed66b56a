"""Bengali, Tamil, Telugu and Thai: shaped letters, lines that end between words, and texts that read back."""

from pathlib import Path

import pytest

from cvrender import load_profile, render
from cvrender.fonts import installed
from cvrender.fonts.shaping import Shaped, shape
from cvrender.system import cache
from cvrender.targets.pdf.read import lines_by_page
from cvrender.targets.tex.shaped import words_of
from cvrender.targets.tex.texts import write
from cvrender.text import words
from cvrender.text.shaped import SHAPED_SCRIPTS
from cvrender.text.words import divide, with_breaks

UNIVERSITY = "คณะวิศวกรรมศาสตร์จุฬาลงกรณ์มหาวิทยาลัยกรุงเทพมหานครประเทศไทย"
TEXTS = ["বাংলা ভাষা ও ক্ষেত্রবিজ্ঞান প্রযুক্তি", "தமிழ் மொழி இலக்கியம் ஸ்ரீ", "สมชาย ใจดี น้ำใจ ๒๕๖๙"]


def shaped(text: str) -> Shaped:
    return shape(words_of(write(text), False))


def texts_of(text: str) -> list[str]:
    """What the glyphs of each word stand for, as one text, in the order of the page."""
    made, fonts = shaped(text)
    texts = {font.letter: font.texts for font in fonts}
    return ["".join(texts[font][slot - 1] for font, slot in word.regular) for word in made]


@pytest.mark.parametrize("text", TEXTS)
def test_glyphs_stand_for_the_text_of_their_words(text: str) -> None:
    assert "".join(texts_of(text)) == text.replace(" ", "")


def test_letters_that_stand_around_others_are_one_cluster() -> None:
    made, fonts = shaped("மொழி")
    assert fonts[0].texts[0] == "மொ" and len(made[0].regular) == 2  # e and aa around ma


@pytest.mark.parametrize(("installed", "word"), [(True, "มหาวิทยาลัย"), (False, "คณะวิศวกรรมศาสตร์")])
def test_words_of_thai_are_divided_between_clusters(installed: bool, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if not installed:
        monkeypatch.setattr(words, "find_spec", lambda name: None)
    parts = divide(UNIVERSITY)
    assert len(parts) > 3 and "".join(parts) == UNIVERSITY
    assert word in parts
    assert all(part[0] not in "ะัาำิีึืุู็่้๊๋์" and part[-1] not in "เแโใไ" for part in parts)
    assert with_breaks("a ไทย b", "|") == "a ไทย b"


def test_a_page_in_these_scripts_reads_back_and_has_no_line_that_is_too_long(tmp_path: Path) -> None:
    bio = UNIVERSITY * 4
    (tmp_path / "x.yaml").write_text(f'person: {{name: Somchai, native: สมชาย ใจดี}}\nbio: "{bio}"\ninterests: {TEXTS}\n', "utf-8")
    result = render(load_profile(tmp_path / "x.yaml"), targets=["pdf"])
    lines = [line for page in lines_by_page(result[0].content) for line in page]
    assert result.warnings == ()
    assert bio in "".join(lines)
    assert sum(line[:3] in bio and len(line) > 20 for line in lines) >= 3  # the biography has several lines
    assert all(text in " ".join(lines) for text in TEXTS)


def test_shaped_words_are_cached_and_damaged_ones_are_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path))
    made = shaped(TEXTS[0])
    (entry,) = (cache.cache_folder() / "shaped").iterdir()
    manifest = entry / "data.json"
    assert shaped(TEXTS[0]) == made
    whole = manifest.read_bytes()
    for damaged in (b"", b"[]", whole[:50], b'{"words": [[1]], "fonts": []}'):
        manifest.write_bytes(damaged)
        assert shaped(TEXTS[0]) == made and manifest.read_bytes() == whole
    (entry / "AA.ttf").write_bytes(b"x")
    assert shaped(TEXTS[0]) == made


def test_the_family_of_the_text_comes_first() -> None:
    family = installed.find_family("Open Sans", None)
    assert family is not None
    words, fonts = shape(["שלום", "ก"], family.source)
    assert [word.text for word in words] == ["שלום", "ก"]
    assert len(fonts) == 4  # regular and bold, of two families


def test_each_script_names_where_its_font_is() -> None:
    packaged = [script for script in SHAPED_SCRIPTS if script.package]
    found = {script.name: installed.find_family(script.families[0], None) for script in packaged}
    assert {name for name, family in found.items() if family is None} <= {"Telugu", "Khmer"} and len(found) == 8
    assert all(script.installing == f"pip install {script.package}" for script in packaged)
    assert {script.installing for script in SHAPED_SCRIPTS} > {'install the font "Noto Sans Georgian"'}


@pytest.mark.skipif(installed.find_family("DejaVu Sans", None) is None, reason="needs DejaVu Sans")
def test_scripts_of_a_font_of_the_system(tmp_path: Path) -> None:
    texts = ["საქართველოს **უნივერსიტეტი**", "Երեւանի պետական համալսարան", "ມະຫາວິທະຍາໄລ"]
    (tmp_path / "x.yaml").write_text(f"person: {{name: A B}}\ninterests: {texts}\n", "utf-8")
    result = render(load_profile(tmp_path / "x.yaml"), targets=["pdf"])
    shown = " ".join(line for page in lines_by_page(result[0].content) for line in page)
    assert result.warnings == () and all(text.replace("*", "") in shown for text in texts)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("ភ្នំពេញ", ["ភ្នំ", "ពេ", "ញ"]),
        ("မြန်မာဘာသာ", ["မြန်", "မာ", "ဘာ", "သာ"]),
        ("ແຫ່ງໄລ", ["ແຫ່ງ", "ໄລ"]),
    ],
)
def test_other_scripts_without_spaces_are_divided_into_syllables(
    text: str, parts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "find_spec", lambda name: None)
    assert divide(text) == parts
