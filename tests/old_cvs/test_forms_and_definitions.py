"""Letters from top to bottom, times and entries in two cells, headings that only their size tells, and parts of heads."""

import pytest

from cvrender.formats.base import Imported
from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell, LineLook, OldLine
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.entries import dated_section
from cvrender.old_cvs.entry_lines import with_numbers
from cvrender.old_cvs.head_parts import divided
from cvrender.old_cvs.headings import is_usual
from cvrender.old_cvs.kinds_of_words import is_place
from cvrender.old_cvs.marked_headings import with_headings
from cvrender.old_cvs.readers import HTML


def _read(text: str) -> Imported:
    return HTML.read(Content(f"<!doctype html><html><body><h1>Ada Example</h1>{text}</body></html>".encode(), "cv.html"))


def _table(*rows: tuple[str, ...]) -> str:
    cells = ("".join(f"<td>{''.join(f'<p>{line}</p>' for line in cell.split('|'))}</td>" for cell in row) for row in rows)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


def _parts(text: str) -> list[tuple[str, str]]:
    return [(part.plain, part.role) for part in divided([OldLine((LineCell(text),))])[0]]


@pytest.mark.parametrize("text", ["05.1994 - 02.1995 Acme", "9.2013 - 5.2015 Acme"])
def test_a_month_before_a_year_is_no_number_of_an_item(text: str) -> None:
    assert with_numbers([OldLine((LineCell(text),))])[0].plain == text


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Studium der Physik an der TU Nirgends", [("Studium der Physik", ""), ("TU Nirgends", "")]),
        ("Programa de estudio en la Universidad de Ningures", [("Programa de estudio", ""), ("Universidad de Ningures", "")]),
        ("ООО «Пример» г. Москва", [("ООО «Пример»", ""), ("г. Москва", "location")]),
        ("Acme– Bremen", [("Acme", ""), ("Bremen", "")]),
        ("Acme, Toulouse - France", [("Acme", ""), ("Toulouse - France", "location")]),
        ("Research Fellow in Logic, Advisor: Jane Doe", [("Research Fellow in Logic", ""), ("Advisor: Jane Doe", "note")]),
        ("Estagio na empresa Exemplo Ltda.", [("Estagio", ""), ("Exemplo Ltda", "")]),
        ("Стажировка в компании «Пример»", [("Стажировка", ""), ("«Пример»", "")]),
        ("Engineering- Automation", [("Engineering- Automation", "")]),
        ("例大学：计算机专业本科", [("例大学", ""), ("计算机专业本科", "")]),
        ("例大学｜计算机｜本科", [("例大学", ""), ("计算机", ""), ("本科", "")]),
    ],
)
def test_parts_of_heads(text: str, parts: list[tuple[str, str]]) -> None:
    assert _parts(text) == parts


@pytest.mark.parametrize("place", ["м. Київ", "Волинська обл.", "深圳-南山区", "广东省深圳市", "Toulouse - France", "Waltham MA"])
def test_places_that_say_of_which_kind_they_are(place: str) -> None:
    assert is_place(place)


def test_a_company_of_a_city_is_no_place() -> None:
    assert not is_place("Example Lyon (FR)")


def test_words_for_the_present_and_for_the_state_of_studies() -> None:
    assert [date.fields for date in dates_in("2022 – d.d.")] == [{"start": "2022", "end": "present"}]
    (degree,) = dated_section([OldLine((LineCell("Bacharelado – Uni Exemplo – Formado (2022 - 2025)"),))], "education")
    assert (degree["institution"], degree["degree"]) == ("Uni Exemplo", "Bacharelado")


def test_times_next_to_as_many_entries() -> None:
    rows = ("2019 – 2021|2017 – 2019", "<b>Example vgs</b>|Design|<b>Sample vgs</b>|Music")
    data = _read(f"<h2>Utdanning</h2>{_table(rows)}<h2>Språk</h2><p>Norsk</p>").data
    assert [(entry["institution"], entry["start"]) for entry in data["education"]] == [
        ("Example vgs", "2019"),
        ("Sample vgs", "2017"),
    ]


def test_headings_from_top_to_bottom_and_others_of_their_column() -> None:
    rows = (
        ("학|력|사|항", "2018 – 2022 예시대학교"),
        ("경|력|사|항", "2022 – 2024 예시회사"),
        ("자격증", "예시검정"),
        ("Workshops of the club", "2020 Logic|2021 Rhetoric|2022 Poetry"),
    )
    data = _read(_table(*rows)).data
    assert [entry["institution"] for entry in data["education"]] == ["예시대학교"]
    assert [section["title"] for section in data["custom"]] == ["Workshops of the club"]


def test_a_heading_alone_in_its_row_names_no_columns() -> None:
    rows = ("2020 – 2021", "<b>Engineer</b>, Acme Ltd"), ("Education", ""), ("2015 – 2018", "BSc in Physics, Example University")
    data = _read(f"<h2>Experience</h2>{_table(*rows)}<h2>Languages</h2><p>English</p>").data
    assert [entry["institution"] for entry in data["education"]] == ["Example University"]


def test_lines_of_the_size_of_known_headings_are_headings() -> None:
    large = LineLook(size=1.4, bold=True)
    texts = ("Опыт работы:", "Нет опыта", "Образование:", "Пример университет, 2015 – 2019", "Личные качества:", "Аккуратность")
    lines = [OldLine((LineCell(text),), look=large if text.endswith(":") else LineLook()) for text in texts]
    assert [line.plain for line in with_headings(lines) if line.kind == "heading"] == [text for text in texts if text[-1] == ":"]


@pytest.mark.parametrize(
    "heading", ["F O R M A T I O N  A C A D É M I Q U E", "C E N T R E S D ’ I N T É R Ê T", "W O R K E X P E R I E N C E"]
)
def test_headings_of_several_words_whose_letters_are_set_apart(heading: str) -> None:
    assert is_usual(heading)
