r"""Test bibliographies that a LaTeX document names, in its body or in its preamble: `\bibliography`, `\addbibresource`."""

from pathlib import Path

import pytest

from cvrender.merge.readers import read_file

WORKS = "@article{looms, title={Looms of Glass}, author={Ada Example}, year={2019}, journal={Journal of Looms}}\n"


def written(folder: Path, preamble: str, body: str = "\\nocite{*}\\printbibliography") -> Path:
    path = folder / "cv.tex"
    section = "\\section*{Education}\nPhD, Physics, University of Nowhere \\hfill 2010--2014\n\n\\section*{Publications}\n"
    path.write_text(f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{section}{body}\n\\end{{document}}\n", "utf-8")
    return path


@pytest.mark.parametrize(
    ("preamble", "body"),
    [
        ("\\usepackage{biblatex}\\addbibresource{works.bib}", "\\printbibliography"),
        ("\\usepackage{biblatex}\n\\addbibresource[datatype=bibtex]{works.bib}", "\\printbibliography"),
        ("\\usepackage{biblatex}\\bibliography{works}", "\\printbibliography"),
        ("", "\\bibliographystyle{plain}\\bibliography{works}"),
    ],
)
def test_its_works_are_imported(preamble: str, body: str, tmp_path: Path) -> None:
    (tmp_path / "works.bib").write_text(WORKS, "utf-8")
    document = read_file(written(tmp_path, preamble, body)).document
    assert document is not None
    assert [work["title"] for each in document.joined for work in each.data["publications"]] == ["Looms of Glass"]


def test_one_that_is_not_there_is_a_warning(tmp_path: Path) -> None:
    problems = read_file(written(tmp_path, "\\addbibresource{works.bib}")).problems
    assert "works.bib: the bibliography is not in the project" in [problem.message for problem in problems]


def test_one_that_is_not_printed_is_a_warning(tmp_path: Path) -> None:
    (tmp_path / "works.bib").write_text(WORKS, "utf-8")
    read = read_file(written(tmp_path, "\\addbibresource{works.bib}", "% \\nocite{*}\\printbibliography"))
    assert read.document is not None
    assert not read.document.joined
    assert any("works.bib: not imported" in problem.message for problem in read.problems)


@pytest.mark.parametrize(
    ("body", "titles"),
    [
        ("\\nobibliography{works}\n\\begin{itemize}\\item \\bibentry{looms}.\\end{itemize}", ["Looms of Glass"]),
        ("\\begin{itemize}\\item \\fullcite{looms}\\end{itemize}", ["Looms of Glass"]),
        ("\\nocite{looms, mills}\\printbibliography", ["Looms of Glass", "Mills"]),
        ("\\printbibliography", ["Looms of Glass", "Mills", "Not Mine"]),
        ("\\begin{bibunit}\\nocite{looms}\\putbib[works]\\end{bibunit}", ["Looms of Glass"]),
        ("\\nociteC{looms}\n\\nociteC{mills}\n\\bibliographystyleC{plain}\n\\bibliographyC{works}", ["Looms of Glass", "Mills"]),
    ],
)
def test_of_a_bibliography_only_what_is_cited_is_imported(body: str, titles: list[str], tmp_path: Path) -> None:
    others = "@misc{mills, title={Mills}, author={Ada Example}, year=2020}\n@misc{other, title={Not Mine}, year=2021}\n"
    (tmp_path / "works.bib").write_text(f"@control{{bst, title={{0}}}}\n{WORKS}{others}", "utf-8")
    (tmp_path / "setup.tex").write_text("\\addbibresource{works.bib}\n", "utf-8")
    read = read_file(written(tmp_path, "\\input{setup}", body))
    assert read.document is not None
    assert [work["title"] for work in read.data["publications"]] == titles
    assert "looms" not in str([line.plain for line in read.document.lines])
