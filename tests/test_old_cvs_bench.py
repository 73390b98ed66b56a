"""Test that the bench of old CVs counts what is right, extra, wrong, not sure and lost."""

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import docx
import pytest
import yaml

ROOT = Path(__file__).parents[1]
CV = """# Ada Example

ada@cvrender.example

## Experience

### Engineer, Acme Ltd

2019 – 2021

- Built seven engines of brass and paper

## Education

### PhD, Physics, University of Nowhere

2010 – 2014
"""
TRUTH = {
    "draw": "sealed 1",
    "files": [{"kind": "markdown", "path": "cv.md"}],
    "person": {"name": "Ada Example", "email": "ada@cvrender.example"},
    "positions": [{"title": "Engineer", "organization": "Acme Ltd", "start": "2019", "end": "2021"}],
    "education": [{"degree": "PhD, Physics", "institution": "University of Nowhere", "start": "2010", "end": "2014"}],
}


@pytest.fixture
def scores(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    return __import__("old_cv_scores")


def test_a_cv_is_imported_and_compared(tmp_path: Path) -> None:
    (tmp_path / "truth").mkdir()
    (tmp_path / "cv.md").write_text(CV, "utf-8")
    (tmp_path / "truth" / "ada.yaml").write_text(yaml.safe_dump(TRUTH), "utf-8")
    command = [sys.executable, ROOT / "bench" / "old_cvs.py", tmp_path, "--show"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout
    assert "cv.md (markdown): 8/8, exit code 0" in printed
    (row,) = [line.split(" | ") for line in printed.splitlines() if "sealed 1, markdown" in line]
    assert [cell.strip() for cell in row[2:7]] == ["8/8", "100 %", "0/2 (0 %)", "1/1", "1/1"]
    assert subprocess.run([*command, "--draw", "seen"], capture_output=True, text=True, timeout=120).returncode == 1


def test_entries_are_extra_unless_they_are_optional_or_told_by_more_than_a_date(scores: ModuleType) -> None:
    score = scores.Score("cv.md", "markdown", "seen")
    wanted = [{"title": "Engineer", "organization": "Acme Ltd", "start": "2019"}]
    got = [
        {"title": "Engineer", "organization": "Acme Ltd, Paris", "start": "2018"},
        {"title": "Seven engines", "start": "2012"},
        {"title": "Lecturer", "organization": "University of Nowhere", "low": "low"},
        {"title": "Singer", "low": "low"},
    ]
    scores.compare_entries(wanted, got, scores.POSITION, [{"title": "Lecturer"}], score)
    assert (score.right, score.fields, score.extra, score.imported) == (1, 3, 2, 4)
    assert (score.sure, score.sure_right) == (2, 0)
    score = scores.Score("cv.md", "markdown", "seen")
    scores.compare_entries(wanted, [{"title": "Singer", "start": "2019"}], scores.POSITION, [], score)
    assert (score.right, score.extra) == (1, 1)


def test_maths_is_compared_as_it_is_shown(scores: ModuleType) -> None:
    assert scores.is_same("title", r"Why $x \neq \lambda$ on Mondays", "Why *x* ≠ λ on Mondays")


def test_works_are_found_wrong_or_not_judged(scores: ModuleType) -> None:
    score = scores.Score("cv.md", "markdown", "seen")
    truth = {"number": "9", "works": [{"title": "Engines of Brass", "year": "2020"}, {"title": "Paper and Ink", "year": "2019"}]}
    got = [
        {"title": "Engines of brass.", "date": "2020-05"},
        {"title": "B. Other, Paper and Ink, Journal of Paper", "date": "2019"},
        {"title": "A work that the truth does not list"},
    ]
    scores.compare_works(truth, got, score)
    assert (score.works_found, score.works, score.works_wrong, score.works_judged) == (1, 2, 1, 2)
    assert (score.works_imported, score.works_of) == (3, 9)


def test_a_line_is_lost_if_most_of_its_words_are_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    lines = __import__("old_cv_lines")
    said = ["Built seven engines of brass", "Führte mehrere Projekte zusammen", "Nobody repeats these words"]
    assert lines.lost(said, "name: seven brass engines, built", "fuhrte mehrere projekte zusammen") == [said[2]]
    assert lines.lost(["Führung zweier Brücken"], r'note: "aus Stein\n\nFührung zweier Brücken"') == []


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("cv.tex", r"\begin{itemize}[itemsep=0.01em,topsep=0pt,leftmargin=1em]\item[Place of birth:] Lund in Sweden", 1),
        ("cv.tex", r"\printbibliography[heading=subbibliography,title={Articles in many journals}]", 1),
        ("cv.tex", r"\begin{job}{Engineer of small engines}\textcolor{slategrey}{Acme Limited Company}\end{job}", 1),
        ("cv.tex", "Maker of wooden tables\n\\begin{comment}\nWider margins would help here\n\\end{comment}", 1),
        ("cv.org", "* COMMENT Critique\n** Paper\nWider margins would help here\n* Work\nBuilt seven engines here\n", 1),
        ("cv.html", "<p><img alt='A portrait of Ada Example'><span>Azure Monitor</span><span>Web Services</span></p>", 1),
        ("cv.html", '<meta charset="windows-1250"><p>Čtvrtá třída měšťanské školy</p>', 1),
    ],
)
def test_lines_are_what_a_reader_sees(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, text: str, lines: int) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    read = __import__("old_cv_lines")
    (tmp_path / name).write_bytes(text.encode("cp1250" if "1250" in text else "utf-8"))
    shown = list(read.source_lines(tmp_path / name))
    assert len(shown) == lines
    assert not re.search("itemsep|heading|slategrey|Critique|margins|portrait|MonitorWeb|È", shown[0])
    assert read.lost(shown, text) == [] and read.lost(shown, "nothing") == shown


def test_lines_of_word_in_the_style_of_a_title_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    document = docx.Document()
    for text in ("Engineer of small engines", "Maker of wooden tables"):
        document.add_paragraph(text, style="Title")
    document.save(str(tmp_path / "cv.docx"))
    shown = list(__import__("old_cv_lines").source_lines(tmp_path / "cv.docx"))
    assert shown == ["Engineer of small engines", "Maker of wooden tables"]


def test_labels_months_and_texts_without_spaces_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    read = __import__("old_cv_lines")
    lines = ["Lund. April 2024 - October 2024", "Miejsce urodzenia: Przemyśl", "新しい 技術を迅速 に習得します"]
    assert read.lost(lines, "Lund 2024-04 Przemyśl", "新しい技術を\n迅速に習得します") == []
    assert read.lost(lines, "Lund 2023-04 Gdańsk", "新しい技術を学ぶ") == lines


def test_our_own_files_are_rendered_and_compared() -> None:
    words = [sys.executable, ROOT / "bench" / "own_files.py", "--only", "bing-xie", "--styles", "classic", "--targets", "html"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT / "bench")
    assert "| own files in en, classic html |" in done.stdout and "/12 | 100 % |" in " ".join(done.stdout.split())
