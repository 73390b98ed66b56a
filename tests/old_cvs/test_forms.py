"""Tables and forms of Word documents: labels with their values, columns with names, rows of projects, and headings in margins."""

import pytest

from cvrender.formats.base import Imported
from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.entries import dated_section
from cvrender.old_cvs.headings import is_label_below
from cvrender.old_cvs.marked_headings import with_headings
from cvrender.old_cvs.readers import HTML


def _read(text: str) -> Imported:
    return HTML.read(Content(f"<!doctype html><html><body><h1>Ada Example</h1>{text}</body></html>".encode(), "cv.html"))


def _table(*rows: tuple[str, ...]) -> str:
    cells = ("".join(f"<td>{'<br>'.join(cell.split('|'))}</td>" for cell in row) for row in rows)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("平成24年 4月", {"date": "2012-04"}),
        ("令和元年10月", {"date": "2019-10"}),
        ("平成２２年１２月～令和3年5月", {"start": "2010-12", "end": "2021-05"}),
        ("2014年2月-9月", {"start": "2014-02", "end": "2014-09"}),
        ("2015年 9月 31日", {"date": "2015-09"}),
    ],
)
def test_years_of_eras_and_wide_digits(text: str, fields: dict[str, str]) -> None:
    assert [date.fields for date in dates_in(text)] == [fields]


def test_labels_with_their_values_in_rows_are_read_as_lines() -> None:
    rows = ("<b>회사명</b>", "Acme", "<b>부서(직책)</b>", "사원"), ("<b>재직기간</b>", "2022.10~2025.03", "<b>업무</b>", "개발")
    data = _read(f"<h2>경력사항</h2>{_table(*rows)}<h2>교육</h2><p>예시대학교 2018 – 2022</p>").data
    assert [(job["organization"], job["title"], job["start"]) for job in data["positions"]] == [("Acme", "사원", "2022-10")]


def test_names_of_many_columns_need_not_all_be_known() -> None:
    names = ("Nro.", "Empresa (comience por la última)", "Cargo", "Jefe", "Fecha Inicio", "Fecha Fin")
    row = ("1", "Acme del|Sur", "Analista", "Otra Persona", "09/2021", "05/2023")
    data = _read(f"<h2>Experiencia laboral</h2>{_table(names, row)}<h2>Idiomas</h2><p>Español</p>").data
    (job,) = data["positions"]
    assert (job["organization"], job["title"], job["start"], job["end"]) == ("Acme del Sur", "Analista", "2021-09", "2023-05")


def test_rows_of_projects_below_a_job_are_no_jobs() -> None:
    rows = ("期間", "業務内容"), ("2018年4月～2018年12月", "見本サイトの開発"), ("2019年1月～2020年3月", "見本アプリの運用")
    data = _read(f"<h2>職務経歴</h2><p>2018年4月～2020年3月　株式会社見本</p>{_table(*rows)}<h2>資格</h2><p>見本検定</p>").data
    (job,) = data["positions"]
    assert job["organization"] == "株式会社見本"
    assert len(job["highlights"]) == 2


def test_short_cells_of_two_lines_are_one_text_each() -> None:
    rows = (
        ("Data|Praktikum", "Acme GmbH", "Berlin,|Deutschland", "02/2021 – 03/2022"),
        ("Analyst", "Beispiel AG", "Bern", "2019 – 2020"),
    )
    data = _read(f"<h2>Erfahrung</h2>{_table(*rows)}<h2>Sprachen</h2><p>Deutsch</p>").data
    job = data["positions"][0]
    assert (job["title"], job["organization"], job["location"]) == ("Data Praktikum", "Acme GmbH", "Berlin, Deutschland")


def test_first_cells_that_look_as_headings_do_are_headings() -> None:
    rows = (
        ("EDUCATION", "B.A., Example University, 2020"),
        ("WORKING|PAPERS", "Sums of Nothing"),
        ("SKILLS", "Python"),
    )
    data = _read(_table(*rows)).data
    assert [degree["institution"] for degree in data["education"]] == ["Example University"]
    assert "Sums of Nothing" in str(data["custom"])


def test_words_between_spaces_of_chinese_lines_are_parts() -> None:
    lines = [OldLine((LineCell(text),)) for text in ("2015.9-2018.6 例大学 信息工程 硕士", "2011.9-2015.6 见本大学 物理学 本科")]
    degrees = dated_section(lines, "education")
    assert [(degree["institution"], degree["degree"]) for degree in degrees] == [("例大学", "硕士"), ("见本大学", "本科")]


def test_numbered_lines_below_a_job_are_items() -> None:
    lines = (
        "2014.02-至今 例软件公司 工程师",
        "1.参与开发管理软件",
        "2.维护客户系统",
        "2005.09-2014.01 见本公司 经理",
        "1.需求分析",
    )
    jobs = dated_section([OldLine((LineCell(line),)) for line in lines], "positions")
    assert [(job["organization"], job.get("highlights")) for job in jobs] == [
        ("例软件公司", ["1.参与开发管理软件", "2.维护客户系统"]),
        ("见本公司", ["1.需求分析"]),
    ]


def test_known_headings_behind_signs_are_headings() -> None:
    texts = (("bullet", "職務経歴"), ("text", "2020年 株式会社見本"), ("bullet", "資格"), ("text", "見本検定"))
    lines = with_headings([OldLine((LineCell(text),), kind=kind) for kind, text in texts])  # type: ignore[arg-type]
    assert [line.plain for line in lines if line.kind == "heading"] == ["職務経歴", "資格"]


@pytest.mark.parametrize(
    "text", ["Responsibilities", "【業務内容】", "Environnement technique", "Основные обязанности:", "主要职责"]
)
def test_labels_of_what_is_below_a_head(text: str) -> None:
    assert is_label_below(text)


@pytest.mark.parametrize("text", ["Technician", "Projektleiter", "Environmental engineer"])
def test_jobs_are_no_such_labels(text: str) -> None:
    assert not is_label_below(text)


def test_headings_in_bold_before_a_colon_begin_sections_where_there_are_no_others() -> None:
    data = _read(
        "<p><b>Образование</b>: высшее</p><p>2017-2021 Примерный университет</p>"
        "<p><b>Опыт работы:</b> 2021-2023 Инженер, ООО Пример</p>"
    ).data
    assert [degree["institution"] for degree in data["education"]] == ["Примерный университет"]
    assert [job["title"] for job in data["positions"]] == ["Инженер"]


def test_a_number_before_the_time_of_a_job_and_labels_in_brackets_are_left_out_of_it() -> None:
    lines = (
        "１．2013年4月～2016年8月　株式会社見本",
        "[事業内容] 見本の販売",
        "２．2017年4月～2021年3月　例株式会社",
        "[資本金] 1億円",
    )
    jobs = dated_section([OldLine((LineCell(line),)) for line in lines], "positions")
    assert [(job["organization"], job["start"], "title" in job) for job in jobs] == [
        ("株式会社見本", "2013-04", False),
        ("例株式会社", "2017-04", False),
    ]


def test_both_ends_of_a_time_in_one_cell_are_one_time() -> None:
    rows = ("Nov 2022|present", "Acme Ltd. Senior Engineer|Systems of examples."), ("Oct 2016|Nov 2022", "Zephyr. Lead Engineer")
    data = _read(f"<h2>Experience</h2>{_table(*rows)}<h2>Skills</h2><p>Python</p>").data
    assert [(job["start"], job["end"]) for job in data["positions"]] == [("2022-11", "present"), ("2016-10", "2022-11")]


def test_the_family_name_before_a_comma_in_capitals_comes_last() -> None:
    text = "<p><b>SAMPLE NOMEN, ADA MARIA.</b></p><h2>Estudios</h2><p>Universidad de Nenhures, 2020</p>"
    read = HTML.read(Content(f"<!doctype html><html><body>{text}</body></html>".encode(), "cv.html"))
    assert read.person["name"] == "Ada Maria Sample Nomen"


def test_the_form_of_japan_may_begin_with_the_latest() -> None:
    rows = (
        ("年", "月", "学歴"),
        ("2019", "6", "例大学　経営学部　卒業"),
        ("2015", "4", "例大学　経営学部　入学"),
        ("年", "月", "資格"),
    )
    (degree,) = _read(_table(*rows)).data["education"]
    assert (degree["institution"], degree["start"], degree["end"]) == ("例大学", "2015-04", "2019-06")
