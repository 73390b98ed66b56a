"""Pages of imported CVs keep the order of lists, and show no empty headings and no leftovers of the head."""

from pathlib import Path
from typing import Any

import pytest

from cvrender.formats.lines import LineCell, LineLook, OldLine
from cvrender.merge.readers import read_file
from cvrender.old_cvs.header import PHONE, PersonHeader, says_nothing
from cvrender.old_cvs.list_sections import skills, split_items
from cvrender.old_cvs.marked_headings import with_headings
from cvrender.old_cvs.own_sections import custom_section
from cvrender.old_cvs.sections import sections_of
from cvrender.old_cvs.tex.project import without_comments


def line(text: str, kind: Any = "text", level: int = 1, size: float = 1.0) -> OldLine:
    return OldLine((LineCell(text),), 1, kind, level, look=LineLook(size=size))


def data(folder: Path, text: str) -> Any:
    (folder / "old.md").write_text(text, encoding="utf-8")
    return read_file(folder / "old.md").data


def test_texts_and_bullets_that_alternate_keep_their_order() -> None:
    lines = [line("**Loom**"), line("Weaves", "bullet"), line("Fast", "bullet", 2), line("**Kiln**"), line("Burns", "bullet")]
    assert custom_section("Projects", lines) == {
        "title": "Projects",
        "text": "**Loom**\n\n- Weaves\n  - Fast\n\n**Kiln**\n\n- Burns",
    }


def test_headings_within_a_section_are_those_of_entries() -> None:
    lines = [line("Small ones."), line("**Loom**", "heading", 2), line("Weaves", "bullet"), line("Kiln", "heading", 2)]
    section = custom_section("Projects", lines)
    assert (section["text"], section["entries"]) == (
        "Small ones.",
        [{"title": "Loom", "highlights": ["Weaves"]}, {"title": "Kiln"}],
    )


def test_headings_below_an_empty_one_that_are_set_as_less_are_parts_of_it() -> None:
    lines = [
        line("PASTIMES", "heading", size=1.5),
        line("Looms of mine", "heading", size=1.2),
        line("They weave."),
        line("Kilns of mine", "heading", size=1.2),
        line("They burn."),
        line("GLASSES", "heading", size=1.5),
        line("Of glass."),
    ]
    found = [(section.heading.plain, len(section.lines)) for section in sections_of(lines) if section.heading]
    assert found == [("PASTIMES", 4), ("GLASSES", 1)]


def test_headings_below_projects_are_projects() -> None:
    lines = [
        line("Projekte", "heading"),
        line("Webstuhl", "heading"),
        line("Es webt."),
        line("Ausbildung", "heading"),
        line("BSc"),
    ]
    assert [section.heading.plain for section in sections_of(lines) if section.heading] == ["Projekte", "Ausbildung"]


def test_an_empty_heading_is_kept_but_not_shown(tmp_path: Path) -> None:
    made = data(tmp_path, "# Ada Example\n\n## Zymurgy\n\n## Education\n\nBSc Physics, University of Nowhere, 2010 – 2014\n")
    assert "bio" not in made
    assert "Zymurgy" in str(made["person"]["x-import"])


def test_lost_labels_of_contacts_are_kept_but_not_shown(tmp_path: Path) -> None:
    text = "# Ada Example\n\n## Contact\n\nZaqwsx edcrfv: ada@example.org\n\n## Education\n\nBSc, Example College, 2014\n"
    made = data(tmp_path, text)
    assert made["person"]["emails"] == ["ada@example.org"]
    assert "custom" not in made
    assert "edcrfv" in str(made["person"]["x-import"])


@pytest.mark.parametrize(
    ("text", "headline"),
    [
        ("Weaver | Aspiring potter", "Weaver, Aspiring potter"),
        ("Weaver | ada@example.org", None),
        ("Weaver | Tel. 12", None),
    ],
)
def test_the_parts_of_the_line_below_the_name_are_the_headline(text: str, headline: str | None) -> None:
    header = PersonHeader()
    header.read([OldLine((LineCell("Ada Example", "name"),), 1, "person"), line(text)])
    assert header.person.get("headline") == headline


def test_a_name_in_parentheses_within_a_name_is_no_headline() -> None:
    header = PersonHeader()
    header.set_name("Ada (Annie) Example", [line("Ada (Annie) Example")])
    assert header.person == {"name": "Ada (Annie) Example"}


@pytest.mark.parametrize(
    "text",
    ["© 2025 Ada Example", "11/26/25, 8:48 PM Ada Example - CV", "Powered by Example", "Télécharger le CV", "file:///C:/cv.html"],
)
def test_marks_of_pages_say_nothing(text: str) -> None:
    assert says_nothing(line(text))


def test_a_title_above_bullets_names_a_group_of_skills() -> None:
    groups = skills(
        [line("Crafts"), line("Weaving", "bullet"), line("Pottery", "bullet"), line("*Sailing, Rowing*"), line("- Diving;")],
        "Skills",
    )
    assert groups == [
        {"name": "Crafts", "items": ["Weaving", "Pottery"]},
        {"name": "Skills", "items": ["Sailing", "Rowing", "Diving"]},
    ]


def test_a_section_of_contacts_is_known_by_what_it_says(tmp_path: Path) -> None:
    contacts = "## Weaver of looms\n\nE-mail: ada@example.org\n\nWeb: www.example.org\n"
    person = data(tmp_path, f"# Ada Example\n\n{contacts}\n## Education\n\nBSc, Example College, 2014\n")["person"]
    assert (person["emails"], person["headline"]) == (["ada@example.org"], "Weaver of looms")


def test_a_name_with_a_small_letter_is_known_by_the_address(tmp_path: Path) -> None:
    text = "# Ada example de Sample\n\nada.example@example.org\n\n## Education\n\nBSc, Example College, 2014\n"
    assert data(tmp_path, text)["person"]["name"] == "Ada example de Sample"


def test_sentences_among_languages_are_said_of_the_person(tmp_path: Path) -> None:
    said = "Hello, I weave all kinds of cloth for people who like colours."
    made = data(
        tmp_path, f"# Ada Example\n\n## Languages\n\n- English\n- German\n\n{said}\n\n## Education\n\nBSc, Example College\n"
    )
    assert made["bio"] == said
    assert len(made["languages"]) == 2


def test_a_heading_that_stands_twice_is_an_employer() -> None:
    texts = ["**Experience**", "**LOOMWORKS**", "Dyer", "**LOOMWORKS**", "Weaver", "**Education**", "Nowhere School"]
    lines = [OldLine((LineCell(text),), number) for number, text in enumerate(texts, 4)]
    assert [line.plain for line in with_headings(lines) if line.kind == "heading"] == ["Experience", "Education"]


def test_labels_and_items_have_no_halves_of_bold() -> None:
    groups = skills([line("**IT:**", "heading", 2), line("LaTeX", "bullet")], "Skills")
    assert [(group["name"], group["items"]) for group in groups] == [("IT", ["LaTeX"])]
    assert split_items("Looms, ***Acme, 2025***, *dyes*") == ["Looms", "Acme", "2025", "*dyes*"]


def test_items_in_bold_behind_hyphens_are_items(tmp_path: Path) -> None:
    head = "# Ada Example\n\n## Experience\n\n**Acme**, Dyer, 2019-2021\n\n"
    entry = data(tmp_path, f"{head}\\- Dyed wool.\n\n**\\- Wove linen.**\n\n\\- Sold both.\n")["positions"][0]
    assert entry["highlights"] == ["Dyed wool.", "**Wove linen.**", "Sold both."]


def test_what_is_left_of_a_head_is_no_section(tmp_path: Path) -> None:
    facts = "\n\n".join(f"Wish {letter}: {letter * 5}" for letter in "bcdefghi")
    found = data(tmp_path, f"# Ada Example\n\n{facts}\n\n## Experience\n\n**Acme**, Dyer, 2019-2021\n")
    assert "custom" not in found and len(found["person"]["x-import"]["markdown"]["lines"]) == 8


def test_items_next_to_each_other_in_bold_have_no_label() -> None:
    tools = OldLine((LineCell("**Loom**"), LineCell("**Kiln**")))
    table = OldLine((LineCell("Tools"), LineCell("Loom")))
    assert [(group["name"], group["items"]) for group in skills([tools, table], "Skills")] == [
        ("Skills", ["**Loom**", "**Kiln**"]),
        ("Tools", ["Loom"]),
    ]


def test_settings_of_numbers_and_the_bracket_of_a_number_are_read_as_they_are() -> None:
    assert without_comments("\\hyphenpenalty=1000 Ada % note\n\\parindent=0pt") == " Ada \n"
    assert [match[0] for match in PHONE.finditer("(+48) 600 100 200")] == ["(+48) 600 100 200"]
