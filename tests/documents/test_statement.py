"""Statements: headings, citations of the profile's works, notes, figures, and errors where they are."""

import re
from io import BytesIO
from pathlib import Path

import pytest

from cvrender.documents.files import load_document
from cvrender.documents.render import render_document
from cvrender.errors import InputError
from cvrender.load.request import RenderRequest, RenderResult

PROFILE = """
person: {name: Ada Example}
publications:
  - {id: late, title: A Late Work, authors: [Ada Example, Bob Zed, Carl Who], type: book, date: 2024, publisher: Press}
  - {title: An Early Work, authors: [Zoe Abel], type: book, date: 2020, doi: 10.5555/1}
  - {id: other, title: Not Cited, authors: [Ada Example], type: book, date: 2021, awards: [A Prize]}
"""
STATEMENT = """
kind: research-statement
figures:
  mill: {file: mill.png, alt: The mill, caption: The *mill*.}
text: |
  I study machines [@late; @10.5555/1, p. 5].[^one]

  ## Past

  ![](mill)

  ### Early

  As before [@late].[^two]

  [^two]: The second note.

  [^one]: The first note.
"""


def rendered(folder: Path, more: str = "", text: str = STATEMENT, targets: tuple[str, ...] = ("txt",)) -> RenderResult:
    from PIL import Image

    Image.new("RGB", (90, 40), "navy").save(folder / "mill.png")
    (folder / "ada.yaml").write_text(PROFILE, "utf-8")
    (folder / "plan.yaml").write_text(text + more, "utf-8")
    return render_document(RenderRequest(profile=str(folder / "ada.yaml"), targets=targets), load_document(folder / "plan.yaml"))


def shown(folder: Path, more: str = "", text: str = STATEMENT) -> list[str]:
    return [line for line in rendered(folder, more, text)[0].content.decode().splitlines() if line]


def test_works_are_cited_by_numbers_and_listed_in_that_order(tmp_path: Path) -> None:
    found = shown(tmp_path)
    assert found[2:] == [
        "Research Statement",
        "I study machines [1, 2, p. 5].¹",
        "PAST",
        "----",
        "The mill.",
        "Early",
        "~~~~~",
        "As before [1].²",
        "REFERENCES",
        "----------",
        *found[-4:-2],
        "¹ The first note.",
        "² The second note.",
    ]
    assert "A Late Work" in found[-4]
    assert "An Early Work" in found[-3]


def test_works_are_cited_by_author_and_year(tmp_path: Path) -> None:
    found = shown(tmp_path, "references: author-date\n")
    assert "I study machines (Example et al. 2024; Abel 2020, p. 5).¹" in found
    assert "An Early Work" in found[-4]


@pytest.mark.parametrize(
    ("style", "expected", "first"),
    [
        ("apa", "I study machines (Abel, 2020, p. 5; Example et al., 2024).¹", "Abel, Z. (2020)."),
        ("mla", "I study machines (Example et al.; Abel 5).¹", "Abel, Zoe."),
        ("ieee", "I study machines [1], [2, p. 5].¹", "1. A. Example"),
        ("nature", "I study machines 1,2, p. 5.¹", "1. Example, A."),
    ],
)
def test_works_are_cited_as_the_citation_style_does(tmp_path: Path, style: str, expected: str, first: str) -> None:
    found = shown(tmp_path, f"citations: {style}\n")
    assert expected in found
    listed = found[found.index("REFERENCES") + 2]
    assert first in listed


def test_a_statement_may_cite_otherwise_than_its_citation_style(tmp_path: Path) -> None:
    assert "I study machines [1, 2, p. 5].¹" in shown(tmp_path, "citations: apa\nreferences: numbered\n")
    assert "I study machines (Example et al. 2024; Abel 2020, p. 5).¹" in shown(
        tmp_path, "citations: ieee\nreferences: author-date\n"
    )
    assert "I study machines (Example et al. 2024; Abel 2020, p. 5).¹" in shown(tmp_path, "citations: apa-cv\n")


@pytest.mark.parametrize(
    ("people", "expected"), [("editors: [Zoe Abel]", "Abel 2020"), ("collaboration: Sample Group", "Sample Group 2020")]
)
def test_a_work_without_authors_is_cited_by_who_signs_it(tmp_path: Path, people: str, expected: str) -> None:
    text = "kind: statement\nreferences: author-date\ntext: See [@10.5555/1].\n"
    (tmp_path / "ada.yaml").write_text(PROFILE.replace("authors: [Zoe Abel]", people), "utf-8")
    (tmp_path / "plan.yaml").write_text(text, "utf-8")
    request = RenderRequest(profile=str(tmp_path / "ada.yaml"), targets=("txt",))
    made = render_document(request, load_document(tmp_path / "plan.yaml"))[0].content.decode()
    assert f"See ({expected})." in made


def test_letters_tell_works_of_a_year_apart_in_the_list_too(tmp_path: Path) -> None:
    text = "kind: statement\ncitations: apa\ntext: See [@other; @early].\n"
    works = PROFILE.replace("title: An Early Work, authors: [Zoe Abel]", "id: early, title: Early, authors: [Ada Example]")
    assert "date: 2020" in works
    (tmp_path / "ada.yaml").write_text(works.replace("date: 2020", "date: 2021"), "utf-8")
    (tmp_path / "plan.yaml").write_text(text, "utf-8")
    made = render_document(
        RenderRequest(profile=str(tmp_path / "ada.yaml"), targets=("txt",)), load_document(tmp_path / "plan.yaml")
    )
    lines = made[0].content.decode().splitlines()
    assert "See (Example, 2021b, 2021a)." in lines
    assert [line[2:27] for line in lines if "A. (2021" in line] == ["Example, A. (2021a). Earl", "Example, A. (2021b). Not "]


def test_a_style_for_notes_cites_in_notes(tmp_path: Path) -> None:
    text = STATEMENT.replace("As before [@late]", "As before [@late, p. 7]").replace("The first note.", "See [@other] too.")
    found = shown(tmp_path, "citations: oscola\n", text)
    assert "I study machines¹.²" in found and "As before³.⁴" in found
    assert found[-5:] == [
        "¹ Ada Example, Bob Zed and Carl Who, A Late Work (Press 2024); Zoe Abel, An",
        "  Early Work (2020) 5 <https://doi.org/10.5555/1>.",
        "² See Ada Example, Not Cited (2021) too.",
        "³ Example, Zed and Who (n 1) 7.",
        "⁴ The second note.",
    ]


def test_keys_of_exports_can_be_cited(tmp_path: Path) -> None:
    from cvrender.cli import main

    works = PROFILE.replace("id: late, ", "").replace(
        "id: other, title: Not Cited", "id: other, doi: 10.5555/2, title: Not Cited"
    )
    (tmp_path / "ada.yaml").write_text(works, "utf-8")
    with pytest.raises(SystemExit):
        main(["export", str(tmp_path / "ada.yaml"), "--to", "bib", "--out", str(tmp_path)])
    (bib,) = tmp_path.rglob("*.bib")
    keys = re.findall(r"@\w+\{(.*),", bib.read_text("utf-8"))
    assert len(keys) == 3
    text = f"kind: statement\ntext: First [@{keys[0]}, p. 3], then [@{keys[1]}; @10.5555/1] and [@10.5555/2; @other].\n"
    (tmp_path / "plan.yaml").write_text(text, "utf-8")
    made = render_document(
        RenderRequest(profile=str(tmp_path / "ada.yaml"), targets=("txt",)), load_document(tmp_path / "plan.yaml")
    )
    assert "First [1, p. 3], then [2, 2] and [3, 3]." in made[0].content.decode()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("@late;", "@lates;", 'plan.yaml:6:21: error: text: there is no publication "lates"; did you mean "late"?'),
        ("[^two]:", "[^tow]:", 'plan.yaml:14:21: error: text: there is no note "two"'),
        ("The second note.", "See [^one].", 'plan.yaml:16:3: error: text: the note "two" refers to a note'),
        ("![](mill)", "![](mil)", 'plan.yaml:10:3: error: text: there is no figure "mil"; did you mean "mill"?'),
        ("### Early", "### A\n\n  #### B", 'the heading "B" is on a third level'),
        ("alt: The mill, ", "", 'plan.yaml:4:9: error: figures.mill: missing key "alt"'),
        ("mill.png", "mile.png", "plan.yaml:4:16: error: figures.mill.file:"),
    ],
)
def test_errors_have_their_places(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        rendered(tmp_path, text=STATEMENT.replace(old, new, 1))
    assert any(message in str(problem) for problem in error.value.problems), error.value


def test_kinds_have_titles_in_each_language(tmp_path: Path) -> None:
    assert shown(tmp_path, "language: de\n")[2] == "Forschungskonzept"
    assert shown(tmp_path, "title: My Plan\n")[2] == "My Plan"


def test_pictures_are_figures_with_their_descriptions(tmp_path: Path) -> None:
    import pikepdf

    result = rendered(tmp_path, targets=("pdf", "html", "docx", "md"))
    with pikepdf.open(BytesIO(result[0].content)) as pdf:
        figures = [item for item in pdf.objects if isinstance(item, pikepdf.Dictionary) and item.get("/S") == "/Figure"]
    assert [str(figure.Alt) for figure in figures] == ["The mill"]
    assert any(artifact.name.endswith("figure-1.png") for artifact in result)


def test_pictures_stand_in_lines_from_right_to_left(tmp_path: Path) -> None:
    assert rendered(tmp_path, "language: he\n", targets=("pdf",))[0].content.startswith(b"%PDF")


LONG = """
kind: statement
text: |
  A beginning.[^first] Once more.[^first]

  ## Title[^of-title]

  - A point[^point]

"""
NOTES = """
  At the end.[^last]

  [^first]: The first note, with a [link](https://example.org/note).

  [^of-title]: Of a title.

  [^point]: Of a point.

  [^last]: The last note.
"""


def long_statement(count: int = 60) -> str:
    return LONG + "\n\n".join(f"  Paragraph {number} has a few words." for number in range(count)) + "\n" + NOTES


@pytest.mark.parametrize(
    "style", ["classic", *(pytest.param(style, marks=pytest.mark.slow) for style in ("moderncv", "sidebar"))]
)
def test_notes_are_at_the_foot_of_the_page_that_refers_to_them(tmp_path: Path, style: str) -> None:
    from cvrender.targets.pdf.read import lines_by_page

    pdf = rendered(tmp_path, f"style: {style}\n", text=long_statement().replace("figures", "x-"), targets=("pdf",))[0].content
    pages = [[line for line in page if not line.isdigit()] for page in lines_by_page(pdf)]
    assert len(pages) > 1
    assert [line[2:].strip() for line in pages[0][-3:]] == ["The first note, with a link.", "Of a title.", "Of a point."]
    assert pages[-1][-1][2:].strip() == "The last note."
    assert "At the end.⁴" in pages[-1][-2]


def test_notes_are_tagged_with_labels_and_identifiers(tmp_path: Path) -> None:
    import pikepdf

    pdf = rendered(tmp_path, text=long_statement(), targets=("pdf",))[0].content
    with pikepdf.open(BytesIO(pdf)) as document:
        elements = [item for item in document.objects if isinstance(item, pikepdf.Dictionary) and "/P" in item and "/S" in item]
        notes = [item for item in elements if item.S == "/Note"]
        named = [str(name) for name in document.Root.StructTreeRoot.IDTree.Kids[0].Names if isinstance(name, pikepdf.String)]
        assert [[str(kid.S) for kid in note.K] for note in notes] == [["/Lbl", "/P"]] * 4
        assert sorted(str(note.ID) for note in notes) == named == ["note-1", "note-2", "note-3", "note-4"]
        assert len([item for item in elements if item.S == "/Reference"]) == 5


def test_notes_are_read_in_pdfs_without_tags(tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text(PROFILE, "utf-8")
    (tmp_path / "plan.yaml").write_text(long_statement(), "utf-8")
    request = RenderRequest(profile=str(tmp_path / "ada.yaml"), targets=("pdf",), tags=False)
    assert render_document(request, load_document(tmp_path / "plan.yaml"))[0].content


def test_word_has_footnotes_of_its_own(tmp_path: Path) -> None:
    from zipfile import ZipFile

    content = rendered(tmp_path, text=long_statement(), targets=("docx",))[0].content
    with ZipFile(BytesIO(content)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist() if name.endswith((".xml", ".rels"))}
    assert parts["word/document.xml"].count("<w:footnoteReference") == 4
    assert "https://example.org/note" in parts["word/_rels/footnotes.xml.rels"]
    for name in ("[Content_Types].xml", "word/_rels/document.xml.rels"):
        assert "footnotes" in parts[name], name


@pytest.mark.slow
@pytest.mark.parametrize("style", ["classic", "moderncv", "sidebar", "homepage"])
def test_statements_have_every_look(tmp_path: Path, style: str) -> None:
    result = rendered(tmp_path, f"style: {style}\n", targets=("tex", "pdf", "md", "docx", "html", "txt"))
    assert {artifact.name.rpartition(".")[2] for artifact in result} >= {"tex", "pdf", "md", "docx", "html", "txt"}
