"""Heads of entries are read whole: times in two places, lines of several cells, and the parts that words do not tell."""

import pytest

from cvrender.formats.base import Imported
from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell, LineKind, OldLine
from cvrender.model.text import Span
from cvrender.old_cvs.dates import dates_in, with_whole_times
from cvrender.old_cvs.entries import dated_section
from cvrender.old_cvs.head_parts import divided
from cvrender.old_cvs.readers import HTML, LATEX, MARKDOWN
from cvrender.old_cvs.sections import sections_of
from cvrender.old_cvs.works.item import item_of
from cvrender.old_cvs.works.tails import read_tail


def _line(*cells: str, kind: LineKind = "text", level: int = 1) -> OldLine:
    return OldLine(tuple(map(LineCell, cells)), 1, kind, level)


def _html(body: str) -> Imported:
    return HTML.read(Content(f"<html><body><h1>Ada Example</h1>{body}</body></html>".encode(), "cv.html"))


def _fields(lines: list[OldLine], section: str) -> list[tuple[object, ...]]:
    main = ("organization", "title") if section == "positions" else ("institution", "degree")
    return [tuple(entry.get(key) for key in (*main, "start", "end")) for entry in dated_section(lines, section)]


@pytest.mark.parametrize(
    "lines",
    [
        [_line("Luglio 2013", kind="bullet"), _line("- Agosto 2014"), _line("Acme S.p.A."), _line("Analista")],
        [_line("2013-07 –", "Acme S.p.A."), _line("2014-08"), _line("Analista")],
        [_line("2013-07", "– 2014-08", "Acme S.p.A."), _line("Analista")],
    ],
)
def test_the_ends_of_a_time_in_two_places_are_one_time(lines: list[OldLine]) -> None:
    assert _fields(lines, "positions") == [("Acme S.p.A.", "Analista", "2013-07", "2014-08")]


def test_lines_that_are_no_time_together_stay_apart() -> None:
    lines = [_line("2019 –", "Acme"), _line("Engineer"), _line("2015")]
    assert with_whole_times(lines) == lines


def test_a_later_date_above_an_earlier_one_is_the_end() -> None:
    lines = []
    for end, start in (("Nov. 2025", "Sept. 2022"), ("Juil. 2022", "Sept. 2020")):
        lines += [
            _line("**Diplôme d’Ingénieur**", end),
            _line("Mécatronique", start),
            _line("Université de Nulle Part", "Rabat, Maroc"),
        ]
    assert [row[2:] for row in _fields(lines, "education")] == [("2022-09", "2025-11"), ("2020-09", "2022-07")]


def test_dates_in_korean_have_stops_and_blanks() -> None:
    assert [date.fields for date in dates_in("2017. 03. ~ 2025. 08.")] == [{"start": "2017-03", "end": "2025-08"}]
    assert [date.fields for date in dates_in("2024. 12. 30 ~ 2025. 07. 01")] == [{"start": "2024-12-30", "end": "2025-07-01"}]


def test_a_second_part_of_one_kind_is_the_field_that_is_missing() -> None:
    (job,) = _fields([_line("Machine Learning Engineer — Technical Consultant", "2020 – 2022")], "positions")
    assert None not in job and {"Machine Learning Engineer", "Technical Consultant"} == set(job[:2])


def test_what_follows_an_institution_alone_is_the_degree() -> None:
    (degree,) = _fields([_line("2014 – 2018", "University of Nowhere, Applied geometry of curves")], "education")
    assert degree[:2] == ("University of Nowhere", "Applied geometry of curves")
    (entry,) = dated_section([_line("2014 – 2018", "University of Nowhere, Paris")], "education")
    assert entry["location"] == "Paris" and "degree" not in entry


def test_words_in_bold_that_nothing_sets_apart_from_the_next_are_a_part() -> None:
    page = _html("<h2>Education</h2><p><b>Betriebswirt</b>Hochschule Nirgendwo</p><p>2010 – 2014</p>")
    assert [page.data["education"][0][key] for key in ("degree", "institution")] == ["Betriebswirt", "Hochschule Nirgendwo"]


def test_rows_of_a_table_without_borders_are_rows() -> None:
    cells = ("2017. 03. ~ 2025. 08.", "2014. 03. ~ 2017. 02."), ("Nowhere University", "Acme College"), ("BSc", "Diploma")
    row = "".join(f"<td>{''.join(f'<p>{text}</p>' for text in cell)}</td>" for cell in cells)
    page = _html(f"<h2>Education</h2><table><tr>{row}</tr></table>")
    assert [(entry["institution"], entry["start"]) for entry in page.data["education"]] == [
        ("Nowhere University", "2017-03"),
        ("Acme College", "2014-03"),
    ]


def test_a_heading_of_degrees_needs_no_look_where_none_has_one() -> None:
    text = (
        "# Ada Example\n\n## Experience\n\n2020 – 2022 Engineer, Acme Inc\n\nEducation\n\n2010 – 2014 BSc, Nowhere University\n"
    )
    data = MARKDOWN.read(Content(text.encode(), "cv.md")).data
    assert [len(data[name]) for name in ("positions", "education")] == [1, 1]


def test_an_institution_set_as_a_heading_below_a_time_begins_no_section() -> None:
    heading = _line("Work experience", kind="heading")
    lines = [
        heading,
        _line("2019 – 2020", "Apprentice"),
        _line("Acme College Springfield", kind="heading"),
        _line("Filed papers"),
    ]
    assert [section.heading for section in sections_of(lines)] == [None, heading]


def test_a_label_that_looks_like_a_heading_of_jobs_is_one_if_it_is_repeated() -> None:
    lines = [_line("Werkervaring", kind="heading")]
    for year in (2019, 2020, 2021):
        lines += [_line(f"{year}", "Acme"), _line("Werkzaamheden:", kind="heading"), _line("Bouwen")]
    assert len(sections_of(lines)) == 2


def test_labels_in_cells_and_a_time_with_a_colon_above_them() -> None:
    lines = []
    for year, employer in ((2019, "Acme"), (2020, "Example BV"), (2021, "Nimbus")):
        lines += [_line(f"Maart {year} - Juni {year}:"), _line("Bedrijfsnaam:", employer), _line("Functie:", "Ontwerper")]
        lines += [_line("Wat ik daar deed, staat hier in een hele zin van woorden die verder niets zeggen over het werk.")]
    years = ("2019", "2020", "2021")
    assert [row[:3] for row in _fields(lines, "positions")] == [
        (employer, "Ontwerper", f"{year}-03") for employer, year in zip(("Acme", "Example BV", "Nimbus"), years, strict=True)
    ]


def test_a_job_without_an_employer_has_no_roles() -> None:
    rows = [
        OldLine((LineCell("2013 – 2015", "date"), LineCell(title, "title")), 1, "entry") for title in ("Проверяющий", "Репетитор")
    ]
    assert len(dated_section(rows, "positions")) == 2


def test_the_form_of_japan_has_a_row_for_each_begin_and_end() -> None:
    rows = (
        ("年", "月", "学 歴 ・ 職 歴 （まとめて書く）"),
        ("2012", "4", "例大学 工学部　入学"),
        ("2016", "3", "例大学 工学部　卒業"),
        ("2016", "4", "株式会社見本　入社"),
        ("", "", "現在に至る"),
        ("年", "月", "資 格 ・ 免 許"),
        ("2017", "5", "普通自動車免許　取得"),
    )
    table = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    data = _html(f"<table>{table}</table>").data
    assert [tuple(entry[key] for key in ("institution", "degree", "start", "end")) for entry in data["education"]] == [
        ("例大学", "工学部", "2012-04", "2016-03")
    ]
    assert [(entry["organization"], entry["start"], entry["end"]) for entry in data["positions"]] == [
        ("株式会社見本", "2016-04", "present")
    ]
    assert "普通自動車免許" in str(data["certifications"])


def _tex(*body: str) -> Imported:
    text = f"\\documentclass{{moderncv}}\\name{{Ada}}{{Example}}\\begin{{document}}{''.join(body)}\\end{{document}}"
    return LATEX.read(Content(text.encode(), "cv.tex"))


def test_a_place_in_the_macro_s_employer_leaves_the_employer_to_its_title() -> None:
    jobs = "".join(
        f"\\cventry{{{year}--{year + 1}}}{{{name}}}{{Berlin, Germany}}{{}}{{}}{{}}\n\nSoftware Engineer\n\n"
        for year, name in ((2019, "Zelnik"), (2017, "Fnord"))
    )
    data = _tex(f"\\section{{Experience}}{jobs}").data
    assert [(job["organization"], job["title"], job["location"]) for job in data["positions"]] == [
        ("Zelnik", "Software Engineer", "Berlin, Germany"),
        ("Fnord", "Software Engineer", "Berlin, Germany"),
    ]


def test_a_degree_in_the_macro_s_grade_is_the_degree() -> None:
    (entry,) = _tex("\\section{Education}\\cventry{2005--2010}{Universität}{Acme University}{Linz}{\\textit{Diplom}}{}").data[
        "education"
    ]
    assert (entry["degree"], entry["institution"]) == ("Diplom", "Acme University")


def test_a_label_that_no_field_has_is_no_entry() -> None:
    lines = [_line("**2017/07 – 2019/03  Acme Ltd**"), _line("**Engineer**"), _line("What I did:", "Kept machines running")]
    assert len(_fields([*lines, *lines], "positions")) == 2


def test_jobs_in_lists_below_the_lines_of_their_employers() -> None:
    lines = []
    for year, name in ((2021, "University of Nowhere"), (2018, "Acme College")):
        lines += [_line(f"**{name}**, Vancouver, Canada"), _line(f"Research Fellow (Oct {year} – Oct {year + 2})", kind="bullet")]
        lines += [_line("Supervised by a professor and an associate professor", kind="bullet")]
    assert _fields(lines, "positions") == [
        ("University of Nowhere", "Research Fellow", "2021-10", "2023-10"),
        ("Acme College", "Research Fellow", "2018-10", "2020-10"),
    ]


def test_a_look_of_all_that_follows_a_title_is_not_that_of_the_venue() -> None:
    tail = read_tail(item_of([Span(" Journal of Engines, Vol. 81: pp. 14-52 (2018).", italic=True)]), {})
    assert tail == {"volume": "81", "page": "14–52", "date": "2018", "venue": "Journal of Engines"}


def test_a_trade_in_german_is_one_title() -> None:
    assert _fields([_line("2020 – 2022", "Kaufmann im Einzelhandel"), _line("Zelnik GmbH")], "positions") == [
        ("Zelnik GmbH", "Kaufmann im Einzelhandel", "2020", "2022")
    ]
    assert _fields([_line("2020 – 2022", "Werkstudent am Institut für Physik")], "positions") == [
        ("Institut für Physik", "Werkstudent", "2020", "2022")
    ]


@pytest.mark.parametrize(
    ("head", "institution", "subject"),
    [
        ("没有大学计算机系", "没有大学", "计算机系"),
        ("무명대학교 물리학과", "무명대학교", "물리학과"),
        ("無名大学工学部電気工学科", "無名大学", "工学部電気工学科"),
    ],
)
def test_an_institution_in_a_script_without_spaces_ends_at_its_word(head: str, institution: str, subject: str) -> None:
    parts = [part.plain for part in divided([OldLine((LineCell(head),))])[0]]
    assert parts == [institution, subject]


@pytest.mark.parametrize(
    ("head", "organization", "title"),
    [
        ("例示大学 見本物理学研究センター 特任研究員", "例示大学 見本物理学研究センター", "特任研究員"),
        ("例示大学大学院 情報学研究科 複雑系科学専攻 助教", "例示大学大学院 情報学研究科 複雑系科学専攻", "助教"),
    ],
)
def test_a_department_behind_a_space_belongs_to_the_institution(head: str, organization: str, title: str) -> None:
    lines = [_line("2019年4月 – 2021年3月", head)]
    assert _fields(lines, "positions") == [(organization, title, "2019-04", "2021-03")]
