"""Compose forms: what the boxes hold, the age, and that no section is lost."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cvrender import load_profile, render
from cvrender.compose.form import age
from cvrender.errors import InputError
from cvrender.model.boxes import Boxes
from cvrender.model.dates import parse_date
from cvrender.model.document import Document
from cvrender.model.prose_blocks import Lines
from cvrender.targets import TARGETS

PROFILE = """
updated: 2026-11-27
language: ja
person:
  name: Hanako Kakū
  native: 架空 花子
  reading: かくう はなこ
  birthdate: 1990-04-02
  gender: 女
education:
- {institution: 架空大学, department: 薬学部, start: 2009-04, end: 2015-03}
positions:
- {organization: 見本病院, start: 2015-04, end: 2019-04}
- {organization: 架空薬局, title: 薬剤師, start: 2019-05, end: present, highlights: [調剤]}
skills: [{name: 語学, items: [英語]}]
narratives: {motivation: 志望します。}
"""


def boxes_of(document: Document) -> list[list[list[str]]]:
    blocks = [block for block in document.sections[0].blocks if isinstance(block, Boxes)]
    return [[[box.text.plain for box in row] for row in block.filled] for block in blocks]


def test_the_rirekisho_of_a_pharmacist(document_of: Callable[..., Document]) -> None:
    document = document_of(PROFILE, view="rirekisho", style="form", dates="era")
    person, history, licences, motivation, wishes = boxes_of(document)
    assert document.header.name == "履歴書" and not document.header.contacts
    assert document.properties.title == "架空 花子 – 履歴書"
    assert person[:2] == [["ふりがな", "かくう はなこ"], ["氏名", "架空 花子"]]
    assert person[2] == ["生年月日", "平成2年4月2日生（満36歳）", "※性別", "女"]
    events = [row[2] for row in history]
    assert events == [
        "学歴・職歴（各別にまとめて書く）",
        "学歴",
        "架空大学 薬学部　入学",
        "架空大学 薬学部　卒業",
        "職歴",
        "見本病院　入社",
        "見本病院　退社",
        "架空薬局　入社（薬剤師）",
        "現在に至る",
        "以上",
    ]
    assert [row[:2] for row in history[2:4]] == [["平成21", "4"], ["平成27", "3"]]
    assert licences == [["年", "月", "免許・資格"]]
    assert motivation[1] == ["志望します。"] and len(wishes) == 1


def test_sections_without_a_box_follow_the_form(document_of: Callable[..., Document]) -> None:
    form = "{title: T, lines: '{{ today }}', closing: End, tables: [{widths: [1], rows: [['{{ name }}']]}]}"
    view = f"views: {{v: {{language: en, form: {form}, sections: [education, skills]}}}}"
    document = document_of(PROFILE + view, view="v")
    assert boxes_of(document) == [[["Hanako Kakū"]]]
    assert [section.id for section in document.sections] == ["form", "education", "skills"]
    first, last = document.sections[0].blocks[0], document.sections[-1].blocks[-1]
    assert isinstance(first, Lines) and isinstance(last, Lines)
    assert [first.lines[0].plain, last.lines[0].plain] == ["Nov 27, 2026", "End"]


def test_boxes_keep_what_the_person_withholds(document_of: Callable[..., Document]) -> None:
    form = "{title: T, tables: [{widths: [1, 1, 1], rows: [['{{ name }}', '{{ birthdate }}', '{{ gender }}']]}]}"
    view = f"views: {{v: {{privacy: application, form: {form}, sections: [education]}}}}"
    (table,) = boxes_of(document_of(PROFILE + view, view="v"))
    assert [row[1:] for row in table] == [["", ""]]


@pytest.mark.parametrize(
    ("born", "today", "years"),
    [
        ("1990-11-27", "2026-11-27", "36"),
        ("1990-11-28", "2026-11-27", "35"),
        ("1990-04", "2026-11", "36"),
        ("1990-11", "2026-11-27", ""),
        ("1990", "2026-11-27", ""),
        ("2004-02-29", "2026-03-01", "22"),
    ],
)
def test_the_age_is_stated_only_if_it_is_known(born: str, today: str, years: str) -> None:
    assert age(parse_date(born), parse_date(today)) == years
    assert age(None, parse_date(today)) == ""


def test_a_wrong_pattern_of_a_form_is_an_error_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "hanako.yaml"
    form = "{title: T, tables: [{widths: [1], rows: [['{{ nmae }}']]}]}"
    path.write_text(f"{PROFILE}views:\n  v:\n    sections: [education]\n    form: {form}\n", "utf-8")
    with pytest.raises(InputError) as caught:
        render(load_profile(path), view="v", targets=["md"])
    (problem,) = caught.value.problems
    assert (problem.message, problem.hint, problem.line) == ('unknown field "nmae"', 'did you mean "name"?', 20)


@pytest.mark.parametrize("target", ["tex", "md", "html", "txt"])
def test_every_target_has_the_boxes(tmp_path: Path, profiles_dir: Path, target: str) -> None:
    path = tmp_path / "hanako.yaml"
    path.write_text(PROFILE.replace("  gender:", "  photo: hanako.png\n  gender:"), "utf-8")
    (tmp_path / "hanako.png").write_bytes((profiles_dir / "ada-example.png").read_bytes())
    artifact, *_ = render(load_profile(path), view="rirekisho", targets=[target]).artifacts
    text = artifact.content.decode()
    assert {"tex": r"\begin{cvboxes}", "html": '<table class="boxes', "md": "| --- |", "txt": "年 | 月"}[target] in text
    photo = {"tex": r"{hanako-rirekisho-form-figure-0.png}}", "html": "data:image/png", "md": "-figure-0.png)", "txt": "履歴書"}
    assert photo[target] in text


def test_a_table_in_the_place_of_a_section_shows_all_of_an_entry(document_of: Callable[..., Document]) -> None:
    document = document_of(PROFILE.replace("title: 薬剤師", "title: 薬剤師, note: 常勤"), view="shokumu-keirekisho")
    assert [section.title.plain for section in document.sections] == ["", "活かせる経験・知識・技術", "職務経歴"]
    tables = [block for block in document.sections[2].blocks if isinstance(block, Boxes)]
    texts = [[tuple(box.text.plain for box in row) for row in table.rows] for table in tables]
    assert texts[0] == [("期間", "2015年4月～2019年4月"), ("会社名", "見本病院")]
    assert texts[1][1:] == [("会社名", "架空薬局"), ("所属・役職", "薬剤師"), ("担当業務・実績", "・調剤"), ("備考", "常勤")]
    end = document.sections[2].blocks[-1]
    assert isinstance(end, Lines) and end.lines[0].plain == "以上" and end.at_end


@pytest.mark.parametrize("target", ["md", "html", "txt", "docx"])
def test_lines_of_a_box_stay_apart_in_every_target(tmp_path: Path, target: str) -> None:
    form = "{title: T, tables: [{widths: [1], header: [A], rows: [['{{ email }}'], [\"{{ sections['skills'] }}\"]]}]}"
    path = tmp_path / "hanako.yaml"
    path.write_text(
        "person: {name: Ada, emails: [{value: a@example.org, label: work}, b@example.org]}\n"
        "skills: [{name: A, items: [x]}, {name: B, items: [y]}]\n"
        f"views: {{v: {{sections: [skills], form: {form}}}}}\n",
        "utf-8",
    )
    reading = TARGETS[target].read(render(load_profile(path), view="v", targets=[target]).artifacts[0].content)
    text = " ".join(line for lines in reading.pages for line in lines)
    assert re.search(r"a@example.org \(work\)\s+b@example.org.*A:? ?x\s+B:? ?y", text)


@pytest.mark.slow
def test_boxes_run_from_the_right_in_arabic(tmp_path: Path) -> None:
    """The check of the PDF compares each cell with the document, in the order in which readers see them."""
    rows = "[[{label: الاسم}, {text: '{{ name }}', columns: 2}], [{label: البريد}, '{{ email }}', '{{ birthdate }}']]"
    form = f"{{title: استمارة, tables: [{{widths: [1, 2, 1], photo: 1, rows: {rows}}}]}}"
    path = tmp_path / "ada.yaml"
    path.write_text(
        "language: ar\nperson: {name: آدا مثال, emails: [ada@example.org], birthdate: {value: 1990-04-02, privacy: public}}\n"
        f"views: {{v: {{sections: [education], form: {form}}}}}\n",
        "utf-8",
    )
    result = render(load_profile(path), view="v", targets=["pdf"])
    shown = [word for page in TARGETS["pdf"].read(result.artifacts[0].content).pages for line in page for word in line.split()]
    assert shown.index("الاسم") < shown.index("البريد")


@pytest.mark.parametrize(
    "row", ["{section: eductaion, each: [[x]]}", "[\"{{ sections['eductaion'] }}\"]", "{needs: eductaion, cells: [x]}"]
)
def test_a_box_of_an_unknown_section_is_an_error(document_of: Callable[..., Document], row: str) -> None:
    view = f"views: {{v: {{sections: [education], form: {{title: T, tables: [{{widths: [1], rows: [{row}]}}]}}}}}}"
    with pytest.raises(InputError) as caught:
        document_of(PROFILE + view, view="v")
    (problem,) = caught.value.problems
    assert (problem.message, problem.hint) == ('the view has no section "eductaion"', 'did you mean "education"?')


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("{widths: [1, 2], rows: [[x]]}", "has a row of 1 columns, and 2 widths"),
        ("{widths: [1, 2], header: [a], rows: [[x, y]]}", "has a row of 1 columns, and 2 widths"),
        ("{widths: [1], rows: [{section: education, each: [[x, y]]}]}", "has a row of 2 columns, and 1 widths"),
        ("{widths: [1], photo: 2, rows: [[x]]}", "has the photo in 2 rows, and 1 rows"),
        ("{widths: [1], rows: [{section: education}]}", 'needs "cells", or "section" and "each"'),
        ("{widths: [1], rows: [[{label: x, text: y}]]}", 'has "label" and "text"'),
    ],
)
def test_a_table_that_does_not_fit_is_an_error(document_of: Callable[..., Document], table: str, message: str) -> None:
    view = f"views: {{v: {{sections: [education], form: {{title: T, tables: [{table}]}}}}}}"
    with pytest.raises(InputError) as caught:
        document_of(PROFILE + view, view="v")
    assert [problem.message for problem in caught.value.problems] == [message]


def test_the_dfg_form_has_the_persons_data_and_marks_open_access(document_of: Callable[..., Document]) -> None:
    profile = """
language: de
person: {name: Vera van Vorlage, honorific_prefix: Prof. Dr., orcid: 0000-0002-1825-0097}
education: [{institution: Musteruniversität, degree: PhD, start: 2012, end: 2016, advisors: [Ada Example]}]
positions:
- {organization: Institut für Muster, location: Nirgendwo, title: Leiterin, start: 2020, end: present, highlights: [Elf Leute]}
publications:
- {title: Vorlagen, authors: [Vera Vorlage], type: article-journal, date: 2024, doi: 10.1000/abc, open_access: true}
- {title: Formulare, authors: [Vera Vorlage], type: article-journal, date: 2023, open_access: false}
"""
    document = document_of(profile, view="dfg", style="form", open_access="Open Access")
    person, career = boxes_of(document)
    assert person[1:] == [
        ["Titel", "Prof. Dr."],
        ["Vorname", "Vera"],
        ["Name", "van Vorlage"],
        ["Aktuelle Position", "Leiterin, 2020 – heute"],
        ["Institution, Ort, Land", "Institut für Muster, Nirgendwo"],
        ["Identifikatoren / ORCID", "0000-0002-1825-0097"],
    ]
    assert career[1:] == [
        ["PhD", "2012–2016, Betreuung: Ada Example, Musteruniversität"],
        ["2020 – heute", "Leiterin, Institut für Muster, Nirgendwo, • Elf Leute"],
    ]
    works = [text.plain for text, _ in document.texts if "Vorlage" in text.plain or "Formulare" in text.plain]
    assert ["Open Access" in work for work in works if "20" in work] == [True, False]
