"""Check how the name of the person is found: labels, titles, degrees, signatures, and texts that are not names."""

from pathlib import Path

import pytest

from cvrender.formats.content import Content
from cvrender.merge.readers import read_content, read_file
from cvrender.old_cvs.person_name import is_likely, name_parts

BELOW = "\n\n## Ausbildung\n\n2010 – 2014 Diplom, Universität Nirgendwo\n"


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("Lebenslauf\n\nName: Ada Example\n\nE-Mail: ada@example.org", "Ada Example"),
        ("Резюме\n\nФИО: Ада Примерова", "Ада Примерова"),
        ("Vorname: Ada\n\nNachname: Example", "Ada Example"),
        ("## Persönliche Daten:\n\n- Ada Example\n- ada@example.org", "Ada Example"),
        ("{{PHOTO}}\n\nADA EXAMPLE", "Ada Example"),
        ("Backend-Entwickler\n\nAda Example", "Ada Example"),
        ("Ada\n\nExample", "Ada Example"),
        ("# Lebenslauf Ada Maria Example", "Ada Maria Example"),
        ("# 个人简历\n\n姓名：张三\n\n电话：", "张三"),
        ("Universität Nirgendwo\n\nAda Example", "Ada Example"),
    ],
)
def test_names_are_found(head: str, name: str) -> None:
    assert read_content(Content(f"{head}{BELOW}".encode(), "cv.md")).person["name"] == name


@pytest.mark.parametrize(
    ("source", "titles"),
    [
        (f"Prof. Dr. Ada Example{BELOW}", "Prof. Dr."),
        (f"Mr. Dr. Ada Example{BELOW}", "Dr."),
        (f"Ms. Ada Example{BELOW}", None),
        (r"\documentclass{moderncv}\name{Prof. Dr. Ada}{Example}\begin{document}\section{Education}\end{document}", "Prof. Dr."),
    ],
)
def test_titles_before_the_name_are_a_field(source: str, titles: str | None) -> None:
    name = "cv.tex" if source.startswith("\\") else "cv.md"
    person = read_content(Content(source.encode(), name)).person
    assert (person["name"], person.get("honorific_prefix")) == ("Ada Example", titles)


def test_a_signature_is_the_name_where_no_other_is() -> None:
    text = f"Lebenslauf{BELOW}\nNirgendwo, 25.01.2024\n\nAda Example\n"
    assert read_content(Content(text.encode(), "cv.md")).person["name"] == "Ada Example"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Prof. Dr.-Ing. Ada Example", ("Ada Example", "Prof. Dr.-Ing.", [])),
        ("Ada Example, PhD", ("Ada Example", "", ["PhD"])),
        ("Ada Example MD, MPH", ("Ada Example", "", ["MD", "MPH"])),
        ("Ada van der Example", ("Ada van der Example", "", [])),
    ],
)
def test_titles_and_degrees_are_apart(text: str, parts: tuple[str, str, list[str]]) -> None:
    assert name_parts(text) == parts


@pytest.mark.parametrize(
    "text", ["Curriculum Vitae", "Projets Académiques", "Software Engineer", "Persönliche Daten", "New York", "Italian Beginner"]
)
def test_what_is_no_name(text: str) -> None:
    assert not is_likely(text)


@pytest.mark.parametrize(("told", "name"), [("ÖRNEK İNCİ", "Örnek İnci"), ("Your Name", None), ("2012— 2006", None)])
def test_a_name_in_turkish_capitals_or_none(tmp_path: Path, told: str, name: str | None) -> None:
    (tmp_path / "cv.md").write_text(f"# {told}\n\n## Education\n\n**PhD in Waiting**, University of Examples, 2010 – 2014\n")
    assert read_file(tmp_path / "cv.md").person.get("name") == name
