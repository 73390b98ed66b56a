"""A short profile in each language: every text in every target, natively worded, and right where the language says so."""

import io
import re
import subprocess
import unicodedata
import zipfile
from collections import Counter
from itertools import pairwise
from pathlib import Path
from shutil import which

import pdfplumber
import pytest

from cvrender import load_profile, render
from cvrender.errors import InputError
from cvrender.load.library import find_style, find_terms
from cvrender.load.request import RenderRequest
from cvrender.pipeline import load_and_prepare
from cvrender.targets.pdf.read import lines_by_page
from cvrender.text.casing import caseless
from cvrender.text.localize import locale

PROFILES = sorted((Path(__file__).parent / "profiles").glob("*.yaml"))
RIGHT_TO_LEFT = ("ar", "fa", "he")
FEW = ("ar", "de", "ja")  # one of each direction, and one without spaces


@pytest.mark.parametrize("path", PROFILES, ids=lambda path: path.stem)
def test_the_words_of_the_language_are_used(path: Path) -> None:
    terms = find_terms(find_style("classic"), path.stem)
    text = " ".join(render(load_profile(path), targets=("txt",))[0].content.decode().split())
    for words in (terms.labels["acceptance"].one, terms.marks["equal"].meaning, terms.groups["paper-conference"], terms.present):
        assert words in text


@pytest.mark.parametrize(
    ("language", "options", "form"),
    [("zh", (), "lining"), ("ar", (), "lining"), ("el", (), "old-style"), ("zh", (("figures", "old-style"),), "old-style")],
)
def test_old_style_digits_are_for_letters_with_ascenders(language: str, options: tuple[tuple[str, str], ...], form: str) -> None:
    request = RenderRequest(profile=str(PROFILES[0].with_stem(language)), style="folio", options=options)
    assert load_and_prepare(request).style.figures.form == form


@pytest.mark.parametrize(
    ("language", "style", "date", "group", "lead"),
    [
        ("zh", "accent", "upright", "ink", "accent"),
        ("he", "folio", "upright", "accent", "accent"),
        ("hi", "ivy", "upright", "accent", "quiet"),
        ("ru", "folio", "upright", "ink", None),
        ("ru", "accent", "italic", "ink", None),
    ],
)
def test_looks_have_no_italics_in_scripts_without(language: str, style: str, date: str, group: str, lead: str | None) -> None:
    chosen = load_and_prepare(RenderRequest(profile=str(PROFILES[0].with_stem(language)), style=style)).style
    assert (chosen.look.date.slant, chosen.look.group.color.name) == (date, group)
    assert (chosen.lead and chosen.lead.name) == lead


@pytest.mark.slow
def test_tall_letters_do_not_push_lines_apart() -> None:
    """The lines of each of the two works, three and three, have the usual distance, which is the least."""
    [artifact] = render(load_profile(PROFILES[0].with_stem("ar")), targets=("pdf",), style="passport")
    with pdfplumber.open(io.BytesIO(artifact.content)) as opened:
        lines = sorted({round(char["matrix"][5], 1) for char in opened.pages[0].chars})
    distances = Counter(round(above - line, 0) for line, above in pairwise(lines) if above - line > 2)
    assert distances[min(distances)] >= 5


@pytest.mark.parametrize("language", [pytest.param(p.stem, marks=[] if p.stem in FEW else pytest.mark.slow) for p in PROFILES])
def test_every_target_but_pdf(language: str) -> None:
    """All targets are made; how the web page and Word treat a language is of the direction and the script."""
    artifacts = render(load_profile(PROFILES[0].with_stem(language)), targets=("md", "html", "docx"))
    made = {artifact.name.rpartition(".")[2]: artifact.content for artifact in artifacts}
    assert f'lang="{language}"' in (page := made["html"].decode()) and f'dir="{locale(language).text_direction}"' in page
    assert len(made["docx"]) > 4000 and "Experience" not in made["md"].decode() or language == "en"


def bare(text: str) -> str:
    """Return a text without case and marks, which readers give before or after their letters."""
    decomposed = unicodedata.normalize("NFKD", caseless(text)).replace("\u06d5", "\u0647")  # U+06C0 is U+0647 with a mark
    return "".join(char for char in decomposed if unicodedata.category(char) != "Mn")


@pytest.mark.slow
@pytest.mark.parametrize("path", PROFILES, ids=lambda path: path.stem)
def test_pdf_is_read_whole_by_pdfium_pdfplumber_and_poppler(path: Path, tmp_path: Path) -> None:
    artifacts = render(load_profile(path), targets=("pdf", "txt"))  # each string is read back by PDFium, or this raises an error
    content = {artifact.name.rpartition(".")[2]: artifact.content for artifact in artifacts}
    text = re.sub(r"(?m)^[-=~]+$|^(?:- |\* )", "", content["txt"].decode())
    words = set(re.findall(r"\w{2,}", bare(text)))
    assert len(words) > 50 or path.stem in ("ja", "zh", "zh-Hant")
    with pdfplumber.open(io.BytesIO(content["pdf"])) as opened:
        joined = "".join(char["text"] for page in opened.pages for char in page.chars)
    if path.stem in RIGHT_TO_LEFT:  # pdfplumber has them as they stand
        letters = [Counter(filter(str.isalnum, unicodedata.normalize("NFKC", shown))) for shown in (text, joined)]
        assert not letters[0] - letters[1]
    else:
        assert not [word for word in words if word not in bare(joined)]
    if which("pdftotext"):
        (tmp_path / "x.pdf").write_bytes(content["pdf"])
        command = ["pdftotext", "-enc", "UTF-8", tmp_path / "x.pdf", "-"]
        shown = bare(subprocess.run(command, capture_output=True, check=True).stdout.decode())
        assert not [word for word in words if word not in shown and word not in "".join(shown.split())]


def test_the_native_name_comes_first_in_its_language(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(
        "person: {name: Li Ming, native: 李明}\npublications:\n- title: {en: A, zh: 甲}\n  type: book\n"
        "  authors: [{name: Li Ming, native: 李明}]\n"
    )
    loaded = load_profile(path)
    chinese, english = (render(loaded, language=code, targets=("md",))[0].content.decode() for code in ("zh", "en"))
    assert "# 李明" in chinese and "**李明（Li Ming）**" in chinese and "甲" in chinese and "发表论文" in chinese
    assert "# Li Ming" in english and "**Li Ming (李明)**" in english and "Publications" in english


def test_the_language_is_part_of_the_file_name(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("person: {name: A B}\nbio: {en: Hello, de: Hallo}\n")
    artifacts = render(load_profile(path), language="de", targets=("txt",))
    assert artifacts[0].name == "x-full-classic-de.txt" and "Hallo" in artifacts[0].content.decode()


def test_a_language_without_terms_is_an_error_that_lists_the_others(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("language: tlh\nperson: {name: A B}\nbio: Hello\n")
    with pytest.raises(InputError, match='no terms for language "tlh".*available: ar, cs, de') as error:
        render(load_profile(path), targets=("txt",))
    assert error.value.problems[0].line == 1


@pytest.mark.parametrize(("language", "heading"), [("tr", "İŞ DENEYİMİ"), ("el", "ΕΡΕΥΝΗΤΙΚΑ ΕΝΔΙΑΦΕΡΟΝΤΑ")])
def test_headings_have_the_capitals_of_the_language(language: str, heading: str) -> None:
    artifacts = render(load_profile(PROFILES[0].parent / f"{language}.yaml"), targets=("pdf", "txt"))
    assert artifacts.warnings == ()
    content = {artifact.name.rpartition(".")[2]: artifact.content for artifact in artifacts}
    assert heading in content["txt"].decode()
    assert heading in [line for page in lines_by_page(content["pdf"]) for line in page]


def test_labels_and_times_have_the_signs_of_the_language() -> None:
    text = {
        code: render(load_profile(PROFILES[0].parent / f"{code}.yaml"), targets=("txt",))[0].content.decode()
        for code in ("fr", "zh", "ja", "ko", "cs")
    }
    assert "Langages\N{NO-BREAK SPACE}: Python" in text["fr"] and "编程语言：Python，OCaml" in text["zh"]
    assert "2010年9月～2014年6月" in text["ja"] and "2015년 3월 ~ 현재" in text["ko"]
    assert "5.\N{NO-BREAK SPACE}3.\N{NO-BREAK SPACE}2021" in text["cs"]


@pytest.mark.parametrize(("code", "upright"), [("ja", "分散システム"), ("he", "מערכות מבוזרות")])
def test_scripts_without_italics_are_upright_in_word_and_html(code: str, upright: str) -> None:
    artifacts = render(load_profile(PROFILES[0].parent / f"{code}.yaml"), targets=("docx", "html"))
    content = {artifact.name.rpartition(".")[2]: artifact.content for artifact in artifacts}
    with zipfile.ZipFile(io.BytesIO(content["docx"])) as archive:
        document, styles = (archive.read(f"word/{name}.xml").decode() for name in ("document", "styles"))
    (run,) = re.findall(rf"<w:r>(?:(?!</w:r>).)*>[^<]*{upright}[^<]*</w:t></w:r>", document)[:1]
    assert "<w:iCs" not in document + styles and ("<w:i />" not in run or code == "he")
    assert "<w:i/>" not in styles or code == "he"  # it applies to Latin letters only
    assert f":lang({code})" in content["html"].decode() and "font-synthesis-style: none" in content["html"].decode()


@pytest.mark.parametrize(("language", "expected"), [("sv", ["Apa", "Zon", "Åra"]), ("en", ["Apa", "Åra", "Zon"])])
def test_titles_are_in_the_order_of_the_language(language: str, expected: list[str], tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    works = "".join(f"- {{title: {title}, type: book, authors: [A B]}}\n" for title in ("Åra", "Zon", "Apa"))
    path.write_text(
        f"person: {{name: A B}}\npublications:\n{works}views: {{v: {{sections: [{{from: publications, sort: title}}]}}}}\n"
    )
    text = render(load_profile(path), view="v", language=language, targets=("txt",))[0].content.decode()
    assert sorted(expected, key=text.index) == expected
