"""Test that sections of a part are groups below its heading."""

from pathlib import Path

from cvrender.api import render
from cvrender.merge.profile import load_profile

PROFILE = """person: {name: Ada Example}
education: [{institution: University of Nowhere, degree: PhD, date: 2015}]
awards: [{title: Order of the Bracket, date: 2020}]
talks: [{title: On Brackets, date: 2021}]
publications:
  - {title: A Book, authors: [Ada Example], type: book, date: 2020}
  - {title: A Paper, authors: [Ada Example], type: article-journal, date: 2019}
narratives: {summary: Brackets everywhere.}
views:
  parts:
    sections:
      - {from: education, part: {en: About Me, de: Zur Person}}
      - {from: summary, title: In Short, part: {en: About Me, de: Zur Person}}
      - awards
      - {from: publications, part: Results, group_by: type}
      - {from: talks, title: Lectures, part: Results}
  plain: {sections: [{from: publications, part: Results}]}
"""


def profile(folder: Path) -> Path:
    (folder / "ada.yaml").write_text(PROFILE, "utf-8")
    return folder / "ada.yaml"


def test_neighbours_of_a_part_are_groups_of_one_section(tmp_path: Path) -> None:
    artifacts = render(load_profile(profile(tmp_path)), view="parts", targets=["md", "txt", "html"])
    headings = [line for line in artifacts[0].content.decode().splitlines() if line.startswith("#")]
    assert headings == [
        "# Ada Example",
        "## About Me",
        "### Education",
        "### In Short",
        "## Honors and Awards",
        "## Results",
        "### Publications: Journal Articles",
        "### Publications: Books",
        "### Lectures",
    ]
    german = render(load_profile(profile(tmp_path)), view="parts", targets=["md"], language="de")[0].content.decode()
    assert "## Zur Person" in german and "### In Short" in german


def test_publications_of_a_part_have_no_groups_unless_the_view_asks_for_them(tmp_path: Path) -> None:
    text = render(load_profile(profile(tmp_path)), view="plain", targets=["md"])[0].content.decode()
    headings = [line for line in text.splitlines() if line.startswith("#")]
    assert headings == ["# Ada Example", "## Results", "### Publications"]


def test_columns_of_a_table_without_content_are_left_out(tmp_path: Path) -> None:
    view = "  table: {sections: [{from: talks, table: {Lecture: title, Place: event, Year: date}}]}\n"
    (tmp_path / "ada.yaml").write_text(PROFILE + view, "utf-8")
    text = render(load_profile(tmp_path / "ada.yaml"), view="table", targets=["md"])[0].content.decode()
    assert "| Lecture | Year |" in text and "Place" not in text
