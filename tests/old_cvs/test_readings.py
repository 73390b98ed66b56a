"""A document is read in several ways, and the reading whose entries are the most complete is kept."""

from typing import Any

import pytest

from cvrender.errors import InputError
from cvrender.formats.base import OldDocument
from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell, LineKind, OldLine
from cvrender.merge.readers import read_content
from cvrender.old_cvs.prose import read_prose


def _line(text: str, kind: LineKind = "text", *, level: int = 1) -> OldLine:
    return OldLine(tuple(map(LineCell, text.split(" ¦ "))), kind=kind, level=level)


def _read(*lines: OldLine) -> dict[str, Any]:
    return read_prose(OldDocument("html", "cv.html", [_line("Ada Example"), *lines])).data


def _fields(entries: list[dict[str, Any]], *names: str) -> list[tuple[Any, ...]]:
    return [tuple(entry.get(name) for name in names) for entry in entries]


@pytest.mark.parametrize("kind", ["text", "bullet", "row"])
def test_a_line_that_is_a_known_heading_is_one_whatever_it_looks_like(kind: LineKind) -> None:
    data = _read(
        _line("Expériences Professionnelles", kind),
        _line("2019 – 2021 ¦ Engineer ¦ Acme GmbH"),
        _line("Cursus Universitaire", kind),
        _line("2012 – 2015 ¦ Licence de mathématiques ¦ Université d’Exemple"),
    )
    assert _fields(data["positions"], "title", "organization") == [("Engineer", "Acme GmbH")]
    assert _fields(data["education"], "degree", "institution") == [("Licence de mathématiques", "Université d’Exemple")]


def test_a_heading_in_the_margin_of_an_entry_begins_a_section() -> None:
    data = _read(
        _line("Career", "heading"),
        _line("Present ¦ **Engineer** ¦ 2021 – 2024"),
        _line("Acme GmbH"),
        _line("Education ¦ **University of Example** ¦ 2015 – 2019"),
        _line("BSc Physics"),
    )
    assert _fields(data["education"], "institution", "degree") == [("University of Example", "BSc")]
    assert len(data["positions"]) == 1


def test_groups_of_publications_stay_within_their_section() -> None:
    works = [f"Ada Example, “On Example {number}”, Journal of Examples {number}, 202{number}" for number in (1, 2)]
    data = _read(
        _line("Publications", "heading"),
        *(_line("Conference Papers"), _line(works[0], "bullet"), _line("Book Chapters"), _line(works[1], "bullet")),
    )
    assert [work["title"] for work in data["publications"]] == ["On Example 1", "On Example 2"]
    assert not any(section["title"] == "Book Chapters" for section in data.get("custom", ()))


def test_headings_of_unknown_names_below_positions_may_be_employers() -> None:
    data = _read(
        _line("Experience", "heading"),
        _line("06/2021 - 10/2023", "heading"),
        _line("Trefle GmbH", "heading"),
        _line("Software Developer"),
        _line("04/2018 - 05/2021", "heading"),
        _line("Brise AG", "heading"),
        _line("Web Developer"),
        _line("Languages", "heading"),
        _line("German, French"),
    )
    found = _fields(data["positions"], "organization", "title", "start", "end")
    assert found == [
        ("Trefle GmbH", "Software Developer", "2021-06", "2023-10"),
        ("Brise AG", "Web Developer", "2018-04", "2021-05"),
    ]


def test_a_reading_that_is_worth_no_more_is_not_kept() -> None:
    data = _read(
        _line("Experience", "heading"),
        _line("2019 – 2021 ¦ Engineer ¦ Acme GmbH"),
        _line("Favourite Colours", "heading"),
        _line("Blue and green."),
    )
    assert [section["title"] for section in data["custom"]] == ["Favourite Colours"]
    assert len(data["positions"]) == 1


def test_paragraphs_that_begin_with_the_head_of_an_entry_are_divided() -> None:
    tasks = "Responsible for the accounts of all customers of the north, their contracts, and what they asked for each week."
    data = _read(
        _line("Experience", "heading"),
        _line(f"**(2018 - 2020) Instituto Ejemplo:** {tasks}"),
        _line(f"**(2014 - 2018) Grupo Muestra SA:** {tasks}"),
        _line(f"**(2009 - 2014) Colegio Norte:** {tasks}"),
    )
    assert _fields(data["positions"], "organization", "start") == [
        ("Instituto Ejemplo", "2018"),
        ("Grupo Muestra SA", "2014"),
        ("Colegio Norte", "2009"),
    ]
    assert [entry["note"] for entry in data["positions"]] == [tasks.rstrip(".")] * 3


def test_the_end_of_a_time_may_stand_above_its_beginning() -> None:
    data = _read(
        _line("Education", "heading"),
        _line("2022 – ¦ **MSc Psychology**"),
        _line("University of Example"),
        _line("2019"),
        _line("Thesis about birds.", "bullet"),
        _line("Experience", "heading"),
        _line("Present – ¦ **Statistician**"),
        _line("Example Hospital"),
        _line("Jun 2022"),
    )
    assert _fields(data["education"], "start", "end") == [("2019", "2022")]
    assert _fields(data["positions"], "start", "end") == [("2022-06", "present")]


def test_the_beginning_of_a_time_may_stand_in_the_margin_of_what_an_entry_says() -> None:
    data = _read(
        _line("Utdanning", "heading"),
        _line("d.d. – ¦ Stipendiat"),
        _line("Universitetet i Eksempel ¦ Trondheim, Norge"),
        _line("2020 ¦ Om motorer av messing"),
        _line("2020 – ¦ Mastergrad i fysikk"),
        _line("Universitetet i Eksempel ¦ Trondheim, Norge"),
        _line("2018 ¦ Om motorer av glass"),
    )
    assert _fields(data["education"], "start", "end") == [("2020", "present"), ("2018", "2020")]


def test_the_time_of_a_later_entry_does_not_end_that_of_an_open_one() -> None:
    data = _read(
        _line("Education", "heading"),
        _line("2022 – ¦ PhD Physics, University of Example"),
        _line("2019 – 2021 ¦ MSc Physics, University of Example"),
        _line("2018"),
    )
    assert _fields(data["education"], "start") == [("2022",), ("2019",)]


def test_a_name_before_a_dash_is_not_the_end_of_a_time() -> None:
    data = _read(_line("Experience", "heading"), _line("Acme – ¦ **Engineer**"), _line("2019"))
    assert _fields(data["positions"], "organization", "date") == [("Acme", "2019")]


def test_items_of_lists_are_heads_where_a_section_has_nothing_else() -> None:
    data = _read(
        _line("Education", "heading"),
        _line("**University of Example** ¦ **Springfield, USA**", "bullet"),
        _line("BSc Automation", "bullet"),
        _line("**Example Institute of Technology** ¦ **Paris, France**", "bullet"),
        _line("MSc Computer Engineering", "bullet"),
    )
    assert _fields(data["education"], "institution") == [("University of Example",), ("Example Institute of Technology",)]


def test_a_document_is_not_changed_and_what_no_reading_understands_is_refused() -> None:
    lines = [_line(text) for text in ("Ada Example", "one", "two words", "three", "four of them", "five", "six")]
    document = OldDocument("html", "cv.html", list(lines))
    with pytest.raises(InputError, match="no section of a CV was found"):
        read_prose(document)
    assert document.lines == lines and not document.problems and not document.left_out


def test_a_summary_of_dated_jobs_is_read_as_jobs() -> None:
    data = _read(
        _line("Career Summary", "heading"),
        _line("**Engineering Manager** – Acme – March 2019 - Present", "bullet"),
        _line("**Software Engineer** – Brise – July 2016 - March 2019", "bullet"),
    )
    assert _fields(data["positions"], "title", "organization") == [
        ("Engineering Manager", "Acme"),
        ("Software Engineer", "Brise"),
    ]


def test_works_are_no_positions_and_postdocs_no_degrees() -> None:
    data = _read(
        _line("Experience", "heading"),
        _line("2019 – 2021 ¦ Engineer ¦ Acme GmbH"),
        _line("2016 – 2019 ¦ Developer ¦ Brise AG"),
        _line("Journal of Examples, 18(1):111–120, 2015. DOI: 10.5555/12345678"),
        _line("Education", "heading"),
        _line("2021 – 2022 ¦ Pós-Doutorado ¦ Universidade de Exemplo"),
        _line("2017 – 2021 ¦ Doutorado em Matemática ¦ Universidade de Exemplo"),
    )
    assert _fields(data["positions"], "organization", "title") == [
        ("Acme GmbH", "Engineer"),
        ("Brise AG", "Developer"),
        ("Universidade de Exemplo", "Pós-Doutorado"),
    ]
    assert len(data["education"]) == 1


def test_how_long_an_entry_lasted_may_stand_for_its_time() -> None:
    data = _read(
        _line("Experience", "heading"),
        _line("**Designer** - Acme Studio - 6 months"),
        _line("Logos and letters"),
        _line("**Developer** - Brise Studio - 2019 - 2021"),
        _line("Pages and shops"),
    )
    assert _fields(data["positions"], "title", "organization") == [("Designer", "Acme Studio"), ("Developer", "Brise Studio")]


def test_a_city_and_its_country_each_in_bold_are_one_place() -> None:
    data = _read(
        _line("Experience", "heading"),
        _line("**2019 - 2021**"),
        _line("**Athens**, **Greece**"),
        _line("**Supervisor, Acme**"),
        _line("Led a team of ten.", "bullet"),
        _line("**2016 - 2019**"),
        _line("**Athens**, **Greece**"),
        _line("**Call Center Agent, Brise**"),
        _line("Answered calls.", "bullet"),
    )
    assert _fields(data["positions"], "location", "organization") == [("Athens, Greece", "Acme"), ("Athens, Greece", "Brise")]


def test_headings_abreast_in_a_table_head_the_columns_below_them() -> None:
    page = """<!doctype html><title>CV</title><p>Ada Example</p><table>
    <tr><td><h2>Education</h2></td><td><h2>Main Skills</h2></td><td></td></tr>
    <tr><td></td></tr>
    <tr><td><p>BSc Physics, University of Nowhere</p><p>2010 – 2013</p></td><td><p>Python</p><p>LaTeX</p></td></tr>
    <tr><td><h2>Languages</h2></td><td><h2>Experience</h2></td></tr>
    <tr><td><p>English</p></td><td><p>Engineer, Acme GmbH</p><p>2014 – 2016</p></td></tr></table>"""
    data = read_content(Content(page.encode(), "cv.html")).data
    assert _fields(data["education"], "institution", "start") == [("University of Nowhere", "2010")]
    assert _fields(data["positions"], "organization", "start") == [("Acme GmbH", "2014")]


def test_heads_of_entries_go_on_behind_another_heading_between_them() -> None:
    def job(employer: str, title: str, time: str) -> list[OldLine]:
        return [_line(employer, "heading"), _line(title), _line(time), _line("Planned small engines.", "bullet")]

    data = _read(
        _line("Experience", "heading"),
        *job("Trefle GmbH, Lisbon", "Engineer", "Jun 2022 – Feb 2024"),
        *job("Brise AG, Berlin", "Programmer", "Jan 2020 – May 2022"),
        _line("References:", "heading"),
        _line("“A pleasure to work with.”", "bullet"),
        *job("Acme GmbH, Lisbon", "Assistant", "Jan 2018 – Dec 2019"),
    )
    assert _fields(data["positions"], "organization", "start") == [
        ("Trefle GmbH", "2022-06"),
        ("Brise AG", "2020-01"),
        ("Acme GmbH", "2018-01"),
    ]


def test_a_heading_over_entries_like_those_above_it_is_not_an_entry() -> None:
    data = _read(
        _line("UTBILDNING", "heading"),
        _line("2019 – 2022 ¦ **MSc Psychology**"),
        _line("University of Example"),
        _line("2015 – 2019 ¦ **BSc Psychology**"),
        _line("University of Example"),
        _line("INDUSTRI", "heading"),
        _line("2022 – 2024 ¦ **Software Developer**"),
        _line("Example Hospital"),
        _line("VETENSKAP", "heading"),
        _line("2020 – 2022 ¦ **Research Assistant**"),
        _line("Nowhere Institute"),
    )
    assert _fields(data["education"], "degree") == [("MSc",), ("BSc",)]
    assert _fields(data["positions"], "title", "organization") == [
        ("Software Developer", "Example Hospital"),
        ("Research Assistant", "Nowhere Institute"),
    ]


def test_times_that_end_entries_are_not_those_of_the_next_ones() -> None:
    data = _read(
        _line("Experience", "heading"),
        _line("Research Engineer - Acme GmbH"),
        _line("Plans the engines of mills.", "bullet"),
        _line("2021 – present ¦ Lisbon, Portugal"),
        _line("Research Assistant - University of Example"),
        _line("Counted the engines of mills.", "bullet"),
        _line("2018 – 2021 ¦ Berlin, Germany"),
    )
    assert _fields(data["positions"], "organization", "start") == [("Acme GmbH", "2021"), ("University of Example", "2018")]


def test_the_title_of_a_cv_over_jobs_is_a_heading() -> None:
    data = _read(
        _line("Beschreibung", "heading"),
        _line("Ich plane Motoren, und das seit vielen Jahren."),
        _line("Lebenslauf", "heading"),
        _line("**Acme GmbH** - Senior Backend Developer"),
        _line("Feb 2022 - heute"),
        _line("**Trefle AG** - Junior Backend Developer"),
        _line("Feb 2019 - Jan 2022"),
    )
    assert _fields(data["positions"], "organization", "start") == [("Acme GmbH", "2022-02"), ("Trefle AG", "2019-02")]


def test_languages_that_are_only_sentences_are_kept() -> None:
    sentence = "Native speaker of Italian with full working proficiency in English and in French."
    data = _read(
        _line("Experience", "heading"),
        _line("2019 – 2021 ¦ Engineer ¦ Acme GmbH"),
        _line("Languages", "heading"),
        _line(sentence),
    )
    assert sentence in str(data)


def test_headings_that_say_a_time_begin_entries() -> None:
    jobs = "".join(
        f"<h2>{year}-09-29 / {year + 1}-07-11</h2><h3>Empresa: {name}</h3><h3>Cargo: {title}</h3>"
        for year, name, title in (
            (2016, "Acme S.L.", "Programador"),
            (2014, "Zelnik", "Camarero"),
            (2012, "Quorvex", "Repartidor"),
        )
    )
    page = f"<h1>Ada Example</h1><h2>Experiencia profesional</h2>{jobs}<h2>Aficiones</h2><p>Telares</p>"
    data = read_content(Content(f"<html><body>{page}</body></html>".encode(), "cv.html")).data
    assert [(job["organization"], job["title"], job["start"]) for job in data["positions"]] == [
        ("Acme S.L.", "Programador", "2016-09-29"),
        ("Zelnik", "Camarero", "2014-09-29"),
        ("Quorvex", "Repartidor", "2012-09-29"),
    ]
