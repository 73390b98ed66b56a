"""Arabic, Hebrew and Devanagari: joined letters in a PDF, lines from right to left, and texts that read back in order."""

import shutil
import subprocess
from pathlib import Path

import pytest

from cvrender import load_profile, render
from cvrender.errors import InputError
from cvrender.fonts.shaping import shape
from cvrender.targets.pdf.read import lines_by_page
from cvrender.targets.pdf.speak import speak
from cvrender.targets.tex.marks import mark, unmark
from cvrender.targets.tex.shaped import with_shaped_words
from cvrender.text.shaped import WORD

PROFILES = Path(__file__).parent / "profiles"
MIXED = """
person: {name: Amina Khalil, native: أمينة خليل, headline: Professor of computing}
bio: "Works with **דנה כהן** and with डॉ. **प्रिया शर्मा**, *زهرا نمونه‌ای*, on the book **كتاب الأمثلة**, in Cairo."
education: [{institution: جامعة القاهرة, degree: Ph.D., date: 2020}]
custom: [{title: About אודות, text: "hello [مثال](https://example.org/)"}]
"""
FORMULAS = r"""
person: {name: A B, native: مزيج, emails: [a@example.org], phones: [+1 (555) 0100], location: תל אביב,
         headline: Of **كلمة واحدة** and $\sqrt x$}
bio: >-
  The שלום of $\frac{a}{b}$ and $\sum_{i=1}^n x_i$ and *слово* [نص link](https://example.org/c) in a paragraph of several lines:
  [כל מה שיש](https://example.org/d), `f(x)`, $E=mc^2$ and **ערך $y_2$ מודגש**.
publications:
- {title: '**كلمة** in $O(n \log n)$ and `code[1]`', authors: [A B, {name: C D, native: أدا}], type: book, date: 2019,
   note: 'see [כאן](https://example.org/e) (ראו $z$)'}
positions:
- organization: Work כלים
  location: תל אביב
  title: $k$-means
  date: 2020
  highlights:
  - The Hebrew word שלום and the Russian слово take $O(n \log n)$ and $x^2$ steps, with `code()` and [a link](https://example.org/a)
  - Arabic كلمة واحدة (see $x_1$) and [كلمة link](https://example.org/b) and $n!$
  - 'كلمة أربعة $\sum_{i=1}^{n} i$ كلمة أربعة كلمة أربعة كلمة أربعة كلمة أربعة كلمة أربعة كلمة أربعة كلمة أربعة كلمة أربعة'
  - 'كلمة واحدة مع $O(n \log n)$ و $a+b$ كلمة أخرى (انظر $x$) في سطر طويل جدا، 12 + 15 = 27 و `code()` أيضا ثم نهاية السطر الطويل'
awards: [{title: 'جائزة $x^2$', date: 2021}, {title: '$\sum_{i=1}^{n} i$', date: 2022},
  {title: 'פרס על $\frac{1}{2}$', date: 2023}, {title: 'על $\frac{a+1}{b}$ ועוד', date: 2024},
  {title: '$\frac{1}{2}$ ועוד', date: 2025}]
skills: [{name: שפות $n$, items: [C++, עברית, "**كلمة** $x$", "[كلمة](https://example.org/f)"]}]
custom: [{title: קטע $x$ and **b**, columns: [עברית $x$, b], rows: [["[שלום](https://example.org/g) $n!$", b c]]}]
"""


def test_words_of_a_script_numbers_and_signs_are_told_apart() -> None:
    assert WORD.findall("Ada قال: «نعم، ۲۰۱۵» שלום ज्ञान") == ["قال", "نعم", "،", "۲۰۱۵", "שלום", "ज्ञान"]


def test_letters_that_join_are_other_glyphs_than_alone() -> None:
    (word, *letters), _ = shape(["بيت", "ب", "ي", "ت"])
    assert len(word.regular) == 3
    assert not set(word.regular) & {glyph for letter in letters for glyph in letter.regular[:1] if letter.text in "بي"}
    assert {font[0] for font, _ in word.regular} != {font[0] for font, _ in word.bold}


def test_a_cluster_of_devanagari_is_one_glyph_that_stands_for_its_text() -> None:
    (word,), fonts = shape(["प्रिया"])
    texts = {font.letter: font.texts for font in fonts}
    assert "".join(texts[font][slot - 1] for font, slot in word.regular) == "प्रिया" and len(word.regular) == 2


def test_digits_run_from_left_to_right() -> None:
    (word,), fonts = shape(["۲۰۱۵"])
    texts = {font.letter: font.texts for font in fonts}
    assert "".join(texts[font][slot - 1] for font, slot in word.regular) == "۲۰۱۵"


@pytest.mark.parametrize(
    ("latex", "right_to_left", "written"),
    [
        ("a שלום עולם (b)", False, r"a \beginR{}\cvw{שלום} \cvw{עולם}\endR{} (b)"),
        (r"\emph{Ada, 2015} (שלום)", True, r"\emph{\beginL{}\cvx{Ada,} \cvx{2015}}\endL{} \cvm{(}\cvw{שלום}\cvm{)}"),
        (
            r"C++, \textbf{עולם} 10\%.",
            True,
            r"\beginL{}\cvx{C++}\endL{}\cvn{,} \textbf{\cvw{עולם}} \beginL{}\cvx{10\%}\endL{}\cvn{.}",
        ),
        (r"\href{tel:+1}{+1 55} עולם", True, r"\cvhref{tel:+1}{\beginL{}\cvx{+1} \cvx{55}}\endL{} \cvw{עולם}"),
        (r"see \href{a:b}{שלום b}.", False, r"see \cvhref{a:b}{\beginR{}\cvw{שלום}\endR{} \cvx{b}}."),
        (r"see \href{a:b}{b}.", False, r"see \href{a:b}{b}."),
        ("עולם 1–2 --{}-", True, r"\cvw{עולם} \beginL{}\cvx{1}\endL{}\cvn{–}\beginL{}\cvx{2}\endL{} \cvn{-}\cvn{-}\cvn{-}"),
    ],
)
def test_directions_of_a_text(latex: str, right_to_left: bool, written: str) -> None:
    words, _ = shape(["שלום", "עולם"])
    assert unmark(with_shaped_words(mark(latex), words, right_to_left)) == written


@pytest.mark.parametrize("style", ["classic", "moderncv"])
def test_a_text_in_four_scripts(style: str, tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(MIXED, "utf-8")
    result = render(load_profile(path), style=style, targets=("pdf",))
    assert result.warnings == ()
    pdf = result[0].content
    spoken = speak(pdf)
    assert spoken and "with [he: דנה כהן] and with [und-Deva: डॉ. प्रिया शर्मा], [und-Arab: زهرا نمونه‌ای], on" in " ".join(
        spoken.lines
    )
    text = " ".join(line for page in lines_by_page(pdf) for line in page)
    assert all(part in text for part in ("أمينة خليل", "דנה כהן", "प्रिया शर्मा", "كتاب الأمثلة", "جامعة القاهرة"))


@pytest.mark.slow
@pytest.mark.parametrize(("style", "language"), [("moderncv", "en"), ("proceedings", "en"), ("classic", "ar")])
def test_formulas_links_and_code_next_to_words_of_both_directions(style: str, language: str, tmp_path: Path) -> None:
    path = tmp_path / "cv.yaml"
    path.write_text(f"language: {language}{FORMULAS}", "utf-8")
    text = lines_by_page(render(load_profile(path), style=style, targets=("pdf",))[0].content)  # raises if a text is not found
    lines = " ".join(" ".join(page) for page in text)
    assert "The Hebrew word שלום and the Russian слово take O(n log n) and x2 steps" in lines or language == "ar"


@pytest.mark.parametrize(
    ("language", "style"), [("ar", "classic"), pytest.param("fa", "plain", marks=pytest.mark.slow), ("he", "homepage")]
)
def test_whole_documents_from_right_to_left(language: str, style: str, tmp_path: Path) -> None:
    artifacts = render(load_profile(PROFILES / f"{language}.yaml"), style=style, targets=("pdf", "tex"))
    pdf = next(artifact.content for artifact in artifacts if artifact.name.endswith(".pdf"))
    assert speak(pdf) and artifacts.warnings == ()
    if shutil.which("pdftotext"):
        path = tmp_path / "x.pdf"
        path.write_bytes(pdf)
        text = subprocess.run(["pdftotext", path, "-"], capture_output=True, text=True, check=True).stdout
        title = {"ar": "أستاذ علوم", "fa": "استاد علوم", "he": "מדעי המחשב"}[language]
        assert title in text and "mail@example.org" in text


def test_word_has_paragraphs_from_right_to_left() -> None:
    import io
    import zipfile

    docx = render(load_profile(PROFILES / "he.yaml"), targets=("docx",))[0].content
    styles = zipfile.ZipFile(io.BytesIO(docx)).read("word/styles.xml").decode()
    assert "<w:bidi/>" in styles and 'w:bidi="he-IL"' in styles and 'w:val="he"' in styles


def test_a_script_without_a_font_is_one_problem(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("person: {name: A B}\nbio: భాష, ភាសា and 😀\n", "utf-8")
    with pytest.raises(InputError) as error:
        render(load_profile(path), targets=("pdf",))
    assert len(error.value.problems) == 3 and "others of Khmer" in str(error.value)
    assert "pip install fontpkg-noto-sans-telugu" in str(error.value)


def test_hebrew_has_serifs_next_to_letters_that_have_some() -> None:
    pytest.importorskip("fontpkg_frank_ruhl_libre")
    (plain,), fonts = shape(["שלום"], sans=True)
    (with_serifs,), others = shape(["שלום"])
    assert plain.text == with_serifs.text and fonts[0].files["ttf"] != others[0].files["ttf"]
    assert with_serifs.regular != with_serifs.bold  # both weights of a variable font
