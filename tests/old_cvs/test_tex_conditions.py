"""Check that the branches of LaTeX's conditions are read as TeX takes them, and that options of lists are not text."""

from pathlib import Path

import pytest

from cvrender.formats.content import Content
from cvrender.merge.readers import read_file
from cvrender.old_cvs.readers import LATEX


def _lines(body: str, preamble: str = "") -> list[str]:
    text = f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    read = LATEX.read(Content(text.encode(), "cv.tex"))
    assert read.document
    return [line.plain for line in read.document.lines if line.kind != "break"]


@pytest.mark.parametrize(
    ("preamble", "condition", "taken"),
    [
        ("", "\\iffalse Hidden \\else Shown \\fi", "Shown"),
        ("\\newif\\iflong", "\\iflong Hidden \\else Shown \\fi", "Shown"),
        ("\\newif\\iflong\n\\longtrue", "\\iflong Shown \\iffalse Hidden \\fi \\else Hidden \\fi", "Shown"),
        ("", "\\ifextended Shown \\else Hidden \\fi", "Shown"),  # a class declares it
        ("\\def\\debug{0}", "\\if\\debug1 Hidden \\fi Shown", "Shown"),
        ("\\def\\lang{en}", "\\ifx\\lang\\lang Shown \\else Hidden \\fi", "Shown"),
        ("\\usepackage[english,italian]{babel}", "\\IfLanguageName{italian} {Shown} {Hidden}", "Shown"),
        ("\\newcommand{\\mode}{en}", "\\ifthenelse{\\equal{\\mode}{it}}{Hidden}{Shown}", "Shown"),
        ("\\def\\mode{it}", "\\ifdefstring{\\mode}{it}{Shown}{Hidden}", "Shown"),
        ("\\newif\\iflong\\newcommand{\\more}[1]{\\iflong Hidden #1\\else Shown\\fi}", "\\more{too}", "Shown"),
        ("\\setmylang{french}", "\\frenchblock{Shown}\\englishblock{Hidden}\\germanblock{Hidden}", "Shown"),
        ("", "\\color\n\nShown", "Shown"),
        ("\\usepackage[italian,english]{babel}", "\\iflanguage{italian}{Hidden}{Shown}", "Shown"),
    ],
)
def test_only_the_branch_that_is_taken_is_read(preamble: str, condition: str, taken: str) -> None:
    assert _lines(f"\\section{{Experience}}\n{condition}", preamble)[1:] == [taken]


def test_a_condition_that_does_not_end_hides_nothing() -> None:
    assert "Engineer" in " ".join(_lines("\\section{Experience}\n\\iffalse Engineer"))


def test_options_of_a_list_within_an_environment_of_the_document_are_no_text() -> None:
    preamble = "\\newenvironment{jobs}[1]{\\textbf{#1}\\begin{itemize}[leftmargin=0pt, label={}]}{\\end{itemize}}"
    lines = _lines("\\begin{jobs}{Experience}\n\\item Engineer, Acme \\hfill 2019 -- 2021\n\\end{jobs}", preamble)
    assert lines == ["Experience", "Engineer, Acme 2019 – 2021"]


def test_a_file_of_options_that_includes_the_rest_is_a_project(tmp_path: Path) -> None:
    (tmp_path / "long.tex").write_text("\\newif\\iflong\n\\longtrue\n\\input{base.tex}\n")
    (tmp_path / "base.tex").write_text(
        "\\documentclass{article}\n\\begin{document}\n{\\Huge Ada Example}\n\\section{Education}\n"
        "\\iflong PhD in Waiting, University of Examples, 2010--2014\\fi\n\\end{document}\n"
    )
    data = read_file(tmp_path / "long.tex").data
    assert data["education"][0]["institution"] == "University of Examples"
