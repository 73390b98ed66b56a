"""The language of an old CV is that of its headings, or the one that it declares."""

import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.oxml.ns import qn

from cvrender.formats.base import OldDocument
from cvrender.formats.lines import LineCell, OldLine
from cvrender.load.library import BUILT_IN
from cvrender.load.reader import load
from cvrender.merge.new_profile import new_profile
from cvrender.merge.readers import read_file
from cvrender.old_cvs.document_language import language_of, language_of_preamble, language_of_text, with_terms
from cvrender.system.programs import find_pandoc

TERMS = {
    path.stem: load(path).data for folder in BUILT_IN.trusted_folders("styles") for path in folder.glob("plain/terms/*.yaml")
}


def language(path: Path) -> Any:
    return new_profile([read_file(path)]).data.get("language")


def word(path: Path, declared: str, *lines: str) -> Path:
    document = docx.Document()
    for tag in document.styles.element.iter(qn("w:lang")):
        tag.set(qn("w:val"), declared)
    for line in ("Ada Example", *lines):
        document.add_paragraph(line, style="Heading 1" if line in lines[::2] else "Normal")
    document.save(str(path))
    return path


PORTUGUESE = ("Formação acadêmica", "Universidade de Exemplo, 2019", "Idiomas", "Português, Inglês")
UNKNOWN = ("Xyz", "Universidade de Exemplo, 2019", "Abc", "Português, Inglês")


@pytest.mark.parametrize(
    ("declared", "lines", "expected"),
    [
        ("en-US", PORTUGUESE, "pt"),
        ("pt-BR", PORTUGUESE, "pt"),
        ("pt-PT", PORTUGUESE, "pt-PT"),
        ("pt-PT", UNKNOWN, "pt-PT"),
        ("en-US", UNKNOWN, None),
        ("de-CH", ("Education", "University of Examples, 2019", "Awards", "Prize, 2020"), None),
    ],
)
def test_word(tmp_path: Path, declared: str, lines: tuple[str, ...], expected: str | None) -> None:
    assert language(word(tmp_path / "old.docx", declared, *lines)) == expected


@pytest.mark.parametrize("ending", ["docx", "odt"])
def test_files_of_pandoc_are_in_the_language_of_their_headings(tmp_path: Path, ending: str) -> None:
    text = "# Ada Beispiel\n\n## Berufserfahrung\n\n2019 Beispiel GmbH, Leiterin\n\n## Ausbildung\n\n2018 Universität, Diplom\n"
    subprocess.run([find_pandoc(), "-f", "markdown", "-o", str(tmp_path / f"old.{ending}")], input=text.encode(), check=True)
    assert language(tmp_path / f"old.{ending}") == "de"


def test_pages_and_latex_declare_it(tmp_path: Path) -> None:
    (tmp_path / "old.html").write_text(
        '<!doctype html><html lang="fr-CA"><body><h1>Ada Example</h1><h2>Xyz</h2><p>Une ligne</p></body>'
    )
    assert language(tmp_path / "old.html") == "fr"
    tex = r"\documentclass{article}\usepackage[english,main=ngerman]{babel}\begin{document}\section{Xyz} Ein Satz\end{document}"
    (tmp_path / "old.tex").write_text(tex)
    assert language(tmp_path / "old.tex") == "de"
    assert language_of_preamble(r"\usepackage[english,brazil]{babel}") == "pt"
    assert language_of_preamble(r"\usepackage{polyglossia}\setmainlanguage[variant=swiss]{german}") == "de"
    assert language_of_preamble(r"\documentclass[11pt,french]{article}\usepackage{babel}") == "fr"
    assert language_of_preamble(r"\usepackage[margin=1cm]{geometry}") == ""


@pytest.mark.parametrize("code", sorted(name for name in TERMS if name not in ("en-GB", "pt-PT")))
def test_the_headings_of_each_language_tell_it(code: str) -> None:
    titles = list(TERMS[code]["sections"].values())
    wrong = Counter[str]()
    for start in range(len(titles) - 3):
        lines = [OldLine((LineCell(title),), kind="heading") for title in titles[start : start + 4]]
        wrong[language_of(OldDocument("docx", "old.docx", lines))] += 1
    right = wrong.pop(code, 0)
    assert right >= 0.9 * (len(titles) - 3), wrong


def test_codes() -> None:
    codes = ("pt-BR", "pt-PT", "zh-TW", "zh-CN", "en-AU", "en-US", "de-CH", "xx-XX", "sr")
    assert [with_terms(code) for code in codes] == ["pt", "pt-PT", "zh-Hant", "zh", "en-GB", "en", "de", "", ""]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Entwicklung von Programmen für die Verwaltung und das Archiv, mit der Prüfung der Daten", "de"),
        ("Desenvolvimento de sistemas para a gestão de dados e apoio às equipes da área, com testes dos módulos", "pt"),
        ("Reporting and planning of the budget for teams in the region, with Python (Berlin, Deutschland)", "en"),
        ("Rendszerek tervezése és fejlesztése, valamint a hálózat felügyelete az intézetben, a kutatás támogatása", "hu"),
        ("Architekt in Stuttgart, Umgang mit Stress auf der Baustelle, Entwürfe im Team", "de"),
        ("ゲームの開発、Unity Engine", "ja"),
        ("负责系统的设计与开发 Python Java Kubernetes", "zh"),
        ("負責系統的設計與開發實習，國際學會獎 Python", "zh-Hant"),
        ("데이터 분석 프로젝트 Python", "ko"),
        ("Python, Docker, Git", ""),
    ],
)
def test_the_words_of_a_text_tell_its_language(text: str, expected: str) -> None:
    assert language_of_text(text) == expected


def test_a_language_without_terms_is_not_the_declared_one() -> None:
    lines = [OldLine((LineCell("Rendszerek tervezése és fejlesztése, valamint a hálózat felügyelete az intézetben, a kutatás"),))]
    assert language_of(OldDocument("docx", "old.docx", lines, language="pt")) == ""
