"""Old CVs: their fields are read, and no line is lost."""

from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from cvrender.api import render
from cvrender.errors import InputError
from cvrender.formats.base import Imported
from cvrender.formats.content import Content, load_content
from cvrender.load.reader import parse
from cvrender.load.validate import validate
from cvrender.merge.new_profile import new_profile
from cvrender.merge.profile import load_profile
from cvrender.merge.readers import find_format, read_content, read_file, read_files
from cvrender.old_cvs.lost_lines import lost_lines, said_lines
from tests.import_fixtures import without_check_sums

SAMPLES = Path(__file__).parent / "samples"
FORMATS = {"moderncv.tex": "latex", "jake.tex": "latex", "plain.tex": "latex", "old.md": "markdown", "old.html": "html"}


def made_of(imported: Imported) -> dict[str, Any]:
    """The data of a valid profile, in which every line of the file is found."""
    made = new_profile([imported])
    validate(parse(made.text.encode(), "made.yaml"))
    assert imported.document
    assert said_lines(imported.document) > 5, "looked at too little"
    assert [(one.line.plain, one.words) for one in lost_lines(imported.document, made.data)] == []
    return made.data


def shown(entries: list[dict[str, Any]], *keys: str) -> list[tuple[str, ...]]:
    return [tuple(str(entry.get(key, "")) for key in keys) for entry in entries]


POSITION = ("organization", "title", "location", "start", "end")
DEGREE = ("institution", "degree", "field", "start", "end")


@pytest.mark.parametrize(("name", "format"), FORMATS.items())
def test_a_sample_becomes_a_valid_profile_with_every_line(name: str, format: str, golden: Any) -> None:
    assert find_format(load_content(SAMPLES / name)).name == format
    imported = read_file(SAMPLES / name)
    made_of(imported)
    golden(f"importers/{name}.yaml", without_check_sums(new_profile([imported]).text))


def test_moderncv() -> None:
    data = made_of(read_file(SAMPLES / "moderncv.tex"))
    assert (data["person"]["name"], data["person"]["headline"]) == ("Mira Sample", "Doctoral student")
    assert data["person"]["emails"] == ["mira@example.org"]
    assert {"value": "https://github.com/mira-sample", "label": "GitHub"} in data["person"]["links"]
    assert shown(data["education"], *DEGREE) == [
        ("University of Nowhere", "Ph.D.", "Computer Science", "2020", "2024"),
        ("Technical Institute", "Master", "", "2018", "2020"),
    ]
    assert shown(data["positions"], *POSITION) == [
        ("Example Labs", "Research Engineer", "Springfield, USA", "2024-01", "present")
    ]
    assert data["positions"][0]["highlights"] == ["Halved the noise of **all** engines", "Wrote 50 % of the manual"]
    assert shown(data["languages"], "language", "level") == [("English", "fluent, daily"), ("German", "C1")]
    assert shown(data["publications"], "title", "venue", "date") == [("Notes on Engines", "Journal of Examples", "2023")]
    assert data["interests"] == ["Chess", "Rowing"]


def test_macros_without_names_for_their_arguments_are_told_apart_by_words() -> None:
    data = made_of(read_file(SAMPLES / "jake.tex"))
    assert shown(data["positions"], *POSITION) == [
        ("Sample A&M University", "Research Assistant", "College Station, TX", "2020-06", "present"),
        ("Nowhere University", "Support Specialist", "Georgetown, TX", "2018-09", "2020-05"),
    ]
    assert shown(data["education"], *DEGREE) == [
        ("Nowhere University", "Bachelor of Arts", "Computer Science", "2018-08", "2021-05")
    ]
    assert shown(data["skills"], "name", "items") == [("Languages", "['Java', 'Python']"), ("Tools", "['Git', 'Docker']")]


def test_macros_of_the_document_are_expanded_and_unknown_ones_keep_their_text() -> None:
    imported = read_file(SAMPLES / "plain.tex")
    data = made_of(imported)
    assert [str(problem) for problem in imported.problems if "unknownmacro" in str(problem)]
    assert shown(data["positions"], "organization", "title", "start") == [
        ("University of Nowhere", "Assistant Professor", "2021"),
        ("Example Institute", "Postdoctoral Researcher", "2019"),
    ]
    assert shown(data["education"], *DEGREE) == [
        ("University of Erewhon", "Ph.D.", "Physics", "2015", "2019"),
        ("University of Nowhere", "B.Sc.", "Mathematics", "2012", "2015"),
    ]
    assert shown(data["publications"], "title", "venue", "volume", "page", "doi", "date") == [
        ("Quiet engines", "Journal of Examples", "12", "1–10", "", "2022"),
        ("Loud engines", "Proceedings of the Conference on Noise", "", "", "10.5555/12345", "2020"),
    ]
    titles = [section["title"] for section in data["custom"]]
    assert titles == ["Publications", "Glassblowing"]


def test_a_zip_of_a_project_and_the_files_that_it_reads() -> None:
    packed = BytesIO()
    main = "\\documentclass{moderncv}\\name{Mira}{Sample}\\begin{document}\\input{parts/work}\\input{../secret}\\end{document}"
    with ZipFile(packed, "w") as archive:
        archive.writestr("cv/main.tex", main)
        archive.writestr("cv/coverletter.tex", "\\documentclass{letter}\\begin{document}Dear you\\end{document}")
        archive.writestr("cv/parts/work.tex", "\\section{Experience}\\cventry{2020}{Engineer}{Example Labs}{}{}{}\n")
        archive.writestr("secret.tex", "\\section{Skills}\\cvitem{x}{secret}")
    imported = read_content(Content(packed.getvalue(), "cv.zip"))
    assert shown(imported.data["positions"], "organization", "title") == [("Example Labs", "Engineer")]
    assert "skills" not in imported.data
    assert any("../secret" in str(problem) for problem in imported.problems)


def test_a_word_document_with_a_table_tabs_and_a_header(tmp_path: Path) -> None:
    import docx

    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "Mira Sample"
    document.add_paragraph("mira@example.org")
    document.add_paragraph().add_run("WORK EXPERIENCE").bold = True
    line = document.add_paragraph()
    line.add_run("Example Labs").bold = True
    line.add_run("\tJan 2020 – Present")
    document.add_paragraph("Research Engineer")
    document.add_paragraph("Halved the noise", style="List Bullet")
    document.add_paragraph().add_run("EDUCATION").bold = True
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "2016 – 2020", "Ph.D. in Physics, University of Erewhon"
    document.save(str(tmp_path / "old.docx"))
    data = made_of(read_file(tmp_path / "old.docx"))
    assert data["person"]["name"] == "Mira Sample"
    assert shown(data["positions"], "organization", "title", "start") == [("Example Labs", "Research Engineer", "2020-01")]
    assert data["positions"][0]["highlights"] == ["Halved the noise"]
    assert shown(data["education"], *DEGREE) == [("University of Erewhon", "Ph.D.", "Physics", "2016", "2020")]


@pytest.mark.slow
def test_our_own_pdf_and_word_document(tmp_path: Path) -> None:
    profile = load_profile(Path(__file__).parents[2] / "profiles/examples/jonas-beispiel.yaml")
    wanted = [position.organization for position in profile.profile.positions]
    for artifact in render(profile, targets=["pdf", "docx"]).artifacts:
        if not artifact.name.endswith((".pdf", ".docx")):
            continue
        imported = read_content(Content(artifact.content, artifact.name))
        data = made_of_german(imported)
        assert data["person"]["name"].startswith("Jonas Beispiel")
        found = {position["organization"] for position in data["positions"]}
        assert {str(name) for name in wanted} <= found, artifact.name


def made_of_german(imported: Imported) -> dict[str, Any]:
    made = new_profile([imported])
    validate(parse(made.text.encode(), "made.yaml"))
    assert imported.document
    assert len(lost_lines(imported.document, made.data)) <= 2, "words such as “Heft” are labels of fields"
    return made.data


def test_a_pdf_without_text_says_what_to_do() -> None:
    import pikepdf

    empty = BytesIO()
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(empty)
    with pytest.raises(InputError, match="scanned.*ocrmypdf"):
        read_content(Content(empty.getvalue(), "scan.pdf"))


@pytest.mark.parametrize(
    "text",
    [
        "\\newcommand{\\a}{\\a\\a}\\begin{document}Ada Example\\a\\end{document}",
        "\\newcommand{\\a}{\\b\\b}\\newcommand{\\b}{\\a\\a}\\begin{document}Ada Example\\a\\end{document}",
        "\\newcommand{\\a}[1]{#1#1#1#1#1#1#1#1}\\begin{document}Ada Example\\par "
        + "\\a{" * 40
        + "x"
        + "}" * 40
        + "\\end{document}",
    ],
)
def test_macros_that_expand_to_themselves_are_told_and_the_rest_is_read(text: str) -> None:
    made = read_content(Content(f"\\documentclass{{article}}{text}".encode(), "x.tex"))
    assert made.person["name"].startswith("Ada Example")
    assert any("\\a" in problem.message for problem in made.problems)


@pytest.mark.parametrize("times", [2, pytest.param(900, marks=pytest.mark.slow)])
def test_macros_that_multiply_are_an_error(times: int) -> None:
    names = "abcdefghijklmnopqrstuvwxyz"
    pairs = zip(names, names[1:], strict=False)
    chain = "".join(f"\\newcommand{{\\q{first}}}{{" + f"Word \\q{then} " * times + "}" for first, then in pairs)
    with pytest.raises(InputError, match="without end|too long"):
        read_content(Content(f"\\documentclass{{article}}{chain}\\begin{{document}}\\qa\\end{{document}}".encode(), "x.tex"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        "\\begin{tabular}{l}" + "a&" * 10_000 + "\\end{tabular}" + "\\begin{itemize}\\item " * 1_000 + "x",
        "\\section{" * 5_000 + "{" * 10_000,
        "2020 - " * 2_000 + "a, " * 10_000 + "\\item[" * 5_000 + "*" * 10_000,
    ],
)
def test_hostile_text_is_read_within_limits(body: str, tmp_path: Path) -> None:
    path = tmp_path / "x.tex"
    path.write_text(f"\\documentclass{{article}}\\begin{{document}}\\section{{Experience}}{body}\\end{{document}}", "utf-8")
    try:
        assert read_files((path,), "", untrusted=True)[0].format == "latex"
    except InputError as error:
        assert error.problems[0].message


def test_latex_of_before_utf_8_is_read() -> None:
    source = "\\documentclass{moderncv}\\name{Mira}{Müller}\\begin{document}\\section{Hobbies}\\cvlistitem{Chess}\\end{document}"
    assert read_content(Content(source.encode("latin-1"), "old.tex")).person["name"] == "Mira Müller"
