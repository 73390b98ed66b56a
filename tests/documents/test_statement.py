"""Statements: headings, citations of the profile's works, notes, figures, and errors where they are."""

from io import BytesIO
from pathlib import Path

import pytest

from cvrender.documents.files import load_document
from cvrender.errors import InputError
from cvrender.pipeline import RenderResult
from cvrender.render_document import render_document
from cvrender.request import RenderRequest

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
        "NOTES",
        "-----",
        "1. The first note.",
        "2. The second note.",
        "REFERENCES",
        "----------",
        *found[-2:],
    ]
    assert "A Late Work" in found[-2]
    assert "An Early Work" in found[-1]


def test_works_are_cited_by_author_and_year(tmp_path: Path) -> None:
    found = shown(tmp_path, "references: author-date\n")
    assert "I study machines (Example et al. 2024; Abel 2020, p. 5).¹" in found
    assert "An Early Work" in found[-2]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("@late;", "@lates;", 'plan.yaml:6:21: error: text: there is no publication "lates"; did you mean "late"?'),
        ("[^two]:", "[^tow]:", 'plan.yaml:14:21: error: text: there is no note "two"'),
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


@pytest.mark.slow
@pytest.mark.parametrize("style", ["classic", "moderncv", "sidebar", "homepage"])
def test_statements_have_every_look(tmp_path: Path, style: str) -> None:
    result = rendered(tmp_path, f"style: {style}\n", targets=("tex", "pdf", "md", "docx", "html", "txt"))
    assert {artifact.name.rpartition(".")[2] for artifact in result} >= {"tex", "pdf", "md", "docx", "html", "txt"}
