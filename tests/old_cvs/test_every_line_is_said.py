"""Check that every line of an old CV is in the profile, or in a message."""

from pathlib import Path

import docx
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.formats.content import Content
from cvrender.merge.readers import find_format, read_content, read_file
from cvrender.old_cvs.marked_headings import with_headings

_MAIL = "E-mail: ada (at) cvrender.example"


def _imported(path: Path) -> str:
    finished = CliRunner().invoke(main, ["import", str(path), "--out", str(path.with_suffix(".yaml"))])
    assert finished.exit_code == 0, finished.output
    return finished.output


def test_labels_that_became_fields_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "old.md"
    path.write_text("# Ada Example\n\nGeburtsort: Lund\n\n## Erfahrung\n\n- 2019 – 2021, Ingenieurin, Acme GmbH\n")
    assert "read as headings, labels or times, 1 line: Geburtsort: Lund\n" in _imported(path)


def test_menus_of_web_pages_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "old.html"
    menu = "<nav><a href='/t'>Toolbox of Engines</a><script>start()</script></nav>"
    path.write_text(
        f"<html><body>{menu}<h1>Ada Example</h1><h2>Education</h2><p>BA, University of Nowhere, 2019</p></body></html>"
    )
    said = _imported(path)
    assert "left out, 1 line of headers, footers, menus or that say nothing of the person: Toolbox of Engines\n" in said


def test_text_next_to_a_cited_work_is_kept(tmp_path: Path) -> None:
    (tmp_path / "works.bib").write_text("@misc{brass, title={Engines of Brass}, author={Example, Ada}, year={2020}}\n")
    item = "\\item \\texttt{brass}~\\cite{brass}: Engines that count in three colours."
    body = f"\\section{{Skills}}\\begin{{itemize}}{item}\\end{{itemize}}\\section{{Publications}}\\bibliography{{works}}"
    (tmp_path / "cv.tex").write_text(
        f"\\documentclass{{article}}\\author{{Ada Example}}\\begin{{document}}\\maketitle {body}\\end{{document}}"
    )
    read = read_file(tmp_path / "cv.tex")
    assert [work["title"] for work in read.data["publications"]] == ["Engines of Brass"]
    assert "three colours" in str(read.data["skills"])


def test_org_mode_with_a_class_in_a_block_of_source_is_no_latex() -> None:
    block = '#+BEGIN_SRC emacs-lisp\n("cv" "\\\\documentclass{cv}")\n#+END_SRC\n'
    text = (
        f"{block}* Ada Example\n* Experience\n** Engineer, Acme Ltd, 2019 -- 2021\n- Made 30% more engines\n\\end{{document}}\n"
    )
    content = Content(text.encode(), "cv.org")
    assert find_format(content).name == "org"
    assert "30% more engines" in str(read_content(content).data["positions"])


def test_an_address_with_words_for_its_signs_is_one() -> None:
    read = read_content(
        Content(f"# Ada Example\n\n{_MAIL}\n\nEngineer at acme.example\n\n## Skills\n\n- Maps\n".encode(), "cv.md")
    )
    assert read.person["emails"] == ["ada@cvrender.example"]


def test_paragraphs_in_the_style_of_a_title_are_kept(tmp_path: Path) -> None:
    document = docx.Document()
    for text in ("ADA EXAMPLE", "Engineer of engines", "ada@cvrender.example", "About me"):
        document.add_paragraph(text, style="Title")
    document.add_paragraph("I am an engineer who makes engines of brass and paper, and likes to make them.")
    document.add_heading("Skills", 1)
    document.add_paragraph("Engines")
    document.save(str(tmp_path / "cv.docx"))
    read = read_file(tmp_path / "cv.docx")
    assert (read.person["name"], read.person["emails"]) == ("Ada Example", ["ada@cvrender.example"])


def test_footnotes_are_read_below_what_they_belong_to() -> None:
    notes = "[^1]: Formerly Beta Incorporated.\n\n[^2]: They were of brass and paper.\n"
    job = "## Experience\n\n### Engineer, Acme Ltd[^1], 2019 – 2021\n\nBuilt engines.[^2]"
    read = read_content(Content(f"# Ada Example\n\n{job}\n\n## Skills\n\n- Maps\n\n{notes}".encode(), "cv.md"))
    said = str(read.data["positions"])
    assert "Formerly Beta Incorporated" in said and "of brass and paper" in said


def test_a_text_without_lines_has_no_headings() -> None:
    assert with_headings([]) == []
