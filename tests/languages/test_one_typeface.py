"""A word that has a letter which the main font lacks is set in one typeface, with the weight and slope of its text."""

import io
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest
from pdfminer.high_level import extract_pages
from pdfminer.layout import LTChar, LTTextContainer

from cvrender import load_profile, render

NAMES = ("Nguyễn Thị Hương", "Ștefan Țăranu", "Kārlis Ozoliņš", "al-Ṭūsī")
FILLING = "There are many plain words in this text, so that it stays in the main font of the style. " * 8
PROFILE = f"""
person:
  name: Nguyễn Thị Hương
  headline: Works with Ștefan Țăranu
bio: "{FILLING} **{NAMES[0]}** *{NAMES[0]}* **{NAMES[1]}** *{NAMES[1]}* **{NAMES[2]}** *{NAMES[2]}* **{NAMES[3]}** *{NAMES[3]}*"
publications:
- {{title: On Kārlis Ozoliņš, authors: [Nguyễn Thị Hương, Kārlis Ozoliņš], type: book, date: 2020, venue: al-Ṭūsī}}
custom:
- {{title: The works of al-Ṭūsī, text: "{FILLING}"}}
"""
STYLES = ("classic", "engineer", "lab", "moderncv", "passport", "plain", "proceedings")
OTHERS = ("Gentium", "SourceSans3")


def words(content: bytes) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the words of a PDF, each with the names of its fonts, without the prefix of subsets."""
    word, fonts = "", set[str]()
    for page in extract_pages(io.BytesIO(content)):
        for box in page:
            for line in box if isinstance(box, LTTextContainer) else ():
                for char in [*line, None] if hasattr(line, "__iter__") else ():
                    if isinstance(char, LTChar) and char.get_text().strip():
                        word += char.get_text()
                        fonts.add(char.fontname.partition("+")[2])
                    elif word:
                        yield word.strip("*,.:“”"), frozenset(fonts)
                        word, fonts = "", set()


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("profile") / "x.yaml"
    path.write_text(PROFILE)
    return path


@pytest.mark.few_styles("classic", "moderncv")
@pytest.mark.parametrize("style", STYLES)
def test_one_typeface_for_a_word(style: str, profile: Path) -> None:
    listed = list(words(render(load_profile(profile), style=style, targets=("pdf",))[0].content))
    wanted = {part.casefold() for name in NAMES for part in name.split()}
    ours = [(word, {font for font in fonts if font.startswith(OTHERS)}) for word, fonts in listed if word.casefold() in wanted]
    assert {word.casefold() for word, _ in ours} == wanted
    lacking = [(word, fonts) for word, fonts in ours if word.casefold() not in ("al",)]
    assert all(len(fonts) == 1 or word in NAMES[1].split() for word, fonts in lacking), lacking  # the main font has Romanian
    faces = {font for _, fonts in ours for font in fonts}
    assert any(face.endswith("-Bold") for face in faces) and any(face.endswith(("-Italic", "-It")) for face in faces), faces
    main = {font for word, fonts in listed if word == "plain" for font in fonts}
    assert main and not any(font.startswith(OTHERS) for font in main), "the rest of the text stays in the main font"


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["embedded", "xelatex", "lualatex"])
def test_the_same_with_each_engine(engine: str, profile: Path) -> None:
    if engine != "embedded" and not which(engine):
        pytest.skip("needs TeX Live on the machine")
    listed = list(words(render(load_profile(profile), engine=engine, targets=("pdf",))[0].content))
    ours = [fonts for word, fonts in listed if word == "Ozoliņš"]
    assert {"GentiumBookPlus-Bold"} in ours and {"GentiumBookPlus-Italic"} in ours


def test_most_words_in_another_script_set_the_whole_document_in_one_family(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("language: ru\nperson: {name: Пётр Примеров}\nbio: Преподаёт с 2015 года, и пишет о *Notes on Machines*\n")
    fonts = {font for _, found in words(render(load_profile(path), targets=("pdf",))[0].content) for font in found}
    assert fonts and all("Gentium" in font for font in fonts), fonts


def test_chinese_is_bold_where_its_text_is(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("language: zh\nperson: {name: 李示例}\nbio: 编译器和**分布式系统**\n")
    values = dict(words(render(load_profile(path), targets=("pdf",))[0].content))
    assert {"NotoSansSC-Bold", "NotoSansSC-Regular"} <= {font for fonts in values.values() for font in fonts}


@pytest.mark.slow
def test_a_document_in_another_family_than_the_one_asked_for_is_one_warning(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("language: ru\nperson: {name: Пётр Примеров}\nbio: Изучает распределённые системы.\n", "utf-8")
    loaded = load_profile(path)
    (warning,) = render(loaded, targets=("tex", "pdf"), options={"font": "Lato"}).warnings
    assert '"Lato"' in warning.message and "Source Sans 3" in warning.message and warning.severity == "warning"
    assert render(loaded, targets=("tex",)).warnings == ()  # the default of the style


def test_one_typeface_for_a_name(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(
        "person: {name: Reidai Tarō}\nbio: This text has only letters that the main font has, besides those of Reidai Tarō.\n"
    )
    shown = [fonts for word, fonts in words(render(load_profile(path), targets=("pdf",))[0].content) if word == "Reidai"]
    assert {"GentiumBookPlus-Bold"} in shown and len(shown) == 2
    assert not any("Gentium" in font for font in shown[1])  # in a sentence only the word
