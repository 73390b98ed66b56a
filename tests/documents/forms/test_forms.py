"""Check the forms of funders: who is listed, once and within the window; the order and the limits of the XML; the same bytes."""

import io
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import openpyxl
import pytest
from click.testing import CliRunner
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table

from cvrender.cli import main
from cvrender.cli.export import _FORMS
from cvrender.documents.forms import FORMS
from cvrender.documents.forms.sciencv_cpos import _FIELDS, LENGTHS
from cvrender.errors import InputError, Problem
from cvrender.load.request import LoadedProfile
from cvrender.merge.profile import load_profile

ROOT = Path(__file__).parents[3]
AS_OF = (2022, 1, 1)


@pytest.fixture
def profile(tmp_path: Path) -> Any:
    def make(**data: Any) -> LoadedProfile:
        path = tmp_path / "vera.yaml"
        path.write_text(json.dumps({"person": {"name": "Vera J. Vorlage", "orcid": "0000-0002-1825-0097"}, **data}), "utf-8")
        return load_profile(path)

    return make


def work(authors: list[Any], date: str) -> dict[str, Any]:
    return {
        "title": f"Work of {date} by {len(authors)}",
        "authors": authors,
        "type": "article-journal",
        "venue": "J",
        "date": date,
    }


def rows(content: bytes) -> list[tuple[Any, ...]]:
    sheet = openpyxl.load_workbook(io.BytesIO(content)).worksheets[0]
    return [row for row in sheet.iter_rows(values_only=True) if any(row)]


def listed(content: bytes, code: str) -> list[str]:
    return [str(row[1]) for row in rows(content) if row[0] == code]


def test_the_command_knows_every_form() -> None:
    assert tuple(FORMS) == _FORMS


def test_every_coauthor_of_the_window_is_listed_once() -> None:
    """The names are counted from the file itself, without the model."""
    import yaml

    path = ROOT / "profiles/minjia-zhang.yaml"
    data = yaml.safe_load(path.read_text("utf-8"))
    names: set[str] = set()
    for publication in data["publications"]:
        year, _, month = str(publication.get("date", 0)).partition("-")
        if "date" not in publication and "status" in publication or (int(year), int(month[:2] or 12)) >= (2018, 1):
            names |= {author if isinstance(author, str) else author["name"] for author in publication["authors"]}
    names -= {"Minjia Zhang", *data["person"].get("variants", [])}
    content, problems = FORMS["nsf-coa"].fill(load_profile(path), AS_OF)
    found = listed(content, "A:")
    assert len(names) > 40
    assert len(found) == len(set(found)) == len(names)
    assert {name.partition(",")[0] for name in found} == {name.split()[-1] for name in names}
    (lacking,) = [problem.message for problem in problems if "no affiliation" in problem.message]
    assert [name for name in names if name not in lacking] == [], "one line lists them all"


def test_windows_codes_and_known_people(profile: Any) -> None:
    loaded = profile(
        positions=[
            {"organization": "Now", "start": "2020", "end": "present"},
            {"organization": "Just left", "start": "2015", "end": "2021-03"},
            {"organization": "Long gone", "start": "2010", "end": "2014"},
        ],
        education=[
            {"degree": "Ph.D.", "institution": "U", "date": "2010", "advisors": ["Old Advisor"]},
            {"degree": "B.Sc.", "institution": "U", "date": "2005", "advisors": ["Not Listed"]},
        ],
        advising=[{"name": "New Doctor", "role": "Ph.D. student"}, {"name": "New Master", "role": "M.Sc. student"}],
        publications=[
            work(["Vera J. Vorlage", "Anna van der Berg", "A. Berg"], "2021"),
            work(["Vera J. Vorlage", "Anna van der Berg", "Collab Member"], "2019"),
            work(["Vera J. Vorlage", "Too Old"], "2017"),
        ],
        grants=[
            {
                "title": "G",
                "investigators": ["Vera J. Vorlage", "Anna van der Berg", "Carl Collaborator"],
                "start": "2020",
                "end": "2023",
            }
        ],
        people=[
            {"name": "Anna van der Berg", "variants": ["A. Berg"], "affiliation": "Berg University", "email": "anna@example.org"},
            {"name": "Collab Member", "interacted": False},
        ],
    )
    content, problems = FORMS["nsf-coa"].fill(loaded, AS_OF)
    assert listed(content, "1") == ["Vorlage, Vera J."] * 2
    assert listed(content, "G:") == ["Advisor, Old"]
    assert listed(content, "T:") == ["Doctor, New"]
    assert listed(content, "A:") == ["van der Berg, Anna"]
    assert listed(content, "C:") == ["Collaborator, Carl"]
    (anna,) = [row for row in rows(content) if row[0] == "A:"]
    assert anna[2:4] == ("Berg University", "anna@example.org") and anna[4].year == 2021
    assert [problem.message for problem in problems] == [
        "no affiliation for 3 people: Old Advisor, New Doctor, Carl Collaborator"
    ]
    doe, _ = FORMS["doe-coa"].fill(loaded, AS_OF)
    assert ("Vorlage", "Vera J.", "van der Berg", "Anna", None, "Berg University", "Co-author", 2021) in rows(doe)
    assert openpyxl.load_workbook(io.BytesIO(doe)).worksheets[0].auto_filter.ref.startswith("A7:H")


def test_boards_and_co_editors_are_in_the_fifth_table(profile: Any) -> None:
    loaded = profile(
        service=[
            {
                "role": "Associate Editor",
                "venue": "Journal of Samples",
                "start": "2019",
                "end": "present",
                "board": ["Hedda Chief"],
            }
            | {"co_editors": ["Cora Second"]},
            {"role": "Guest Editor", "venue": "Annals of Gaps", "date": "2021"},
            {"role": "Editor", "venue": "Journal of Long Ago", "date": "2010", "board": ["Oscar Old"]},
            {"role": "Reviewer", "venue": "Journal of Others", "date": "2021"},
        ]
    )
    content, problems = FORMS["nsf-coa"].fill(loaded, AS_OF)
    assert [(row[1], row[3]) for row in rows(content) if row[0] == "B:"] == [("Chief, Hedda", "Journal of Samples")]
    assert [(row[1], row[3]) for row in rows(content) if row[0] == "E:"] == [("Second, Cora", "Journal of Samples")]
    told = sorted(problem.message for problem in problems)
    assert told[1] == "no editor is named with whom you worked for Annals of Gaps" and len(told) == 2
    assert [problem.path for problem in problems if "Annals" in problem.message] == ["service[1]"]
    doe, _ = FORMS["doe-coa"].fill(loaded, AS_OF)
    assert {row[6] for row in rows(doe) if row[3] in ("Hedda", "Cora")} == {"Co-editor"}


def test_names_that_may_be_one_person_are_told(profile: Any) -> None:
    _, problems = FORMS["nsf-coa"].fill(
        profile(publications=[work(["Vera J. Vorlage", "Carl Sample", "C. Sample"], "2021")]), AS_OF
    )
    assert any("Carl Sample" in problem.message and "may be the same person" in problem.message for problem in problems)


def test_the_template_of_the_funder_is_filled_and_keeps_its_other_tables(profile: Any, tmp_path: Path) -> None:
    blank, _ = FORMS["nsf-coa"].fill(profile(), AS_OF)
    template = tmp_path / "coa.xlsx"
    book = openpyxl.load_workbook(io.BytesIO(blank))
    sheet = book.worksheets[0]
    at = next(row for row in range(1, sheet.max_row + 1) if sheet.cell(row, 2).value == "Your Name:") + 1
    sheet.insert_rows(at, 3)  # rows of an example, as the funder's file has them
    for row in (at, at + 1):
        sheet.cell(row, 2, "Alphaman, Alan K" if row == at else None)
        sheet.cell(row, 3, "Sample row")
    head = [row for row in range(at, sheet.max_row + 1) if sheet.cell(row, 2).value == "Name:"][-1]
    fifth = sheet.cell(head, 3).value
    sheet.add_table(Table(displayName="Fifth", ref=f"A{head}:E{head + 2}"))
    sheet.add_data_validation(DataValidation("list", '"B:,E:"', sqref=f"A{head + 1}:A{head + 2}"))
    book.save(template)
    board = {"role": "Editor", "venue": "Journal of Samples", "date": "2021/", "board": ["Hedda Chief"]}
    authors = ["Vera J. Vorlage", *(f"Author {letter}." for letter in "BCDEFGH")]
    loaded = profile(publications=[work(authors, "2021")], service=[board])
    content, _ = FORMS["nsf-coa"].fill(loaded, AS_OF, template)
    assert len(listed(content, "A:")) == 7
    filled = openpyxl.load_workbook(io.BytesIO(content)).worksheets[0]
    top, _ = re.findall(r"\d+", filled.tables["Fifth"].ref)
    assert filled.cell(int(top), 3).value == fifth, "the head of a table below rows that were inserted is moved"
    (lists,) = filled.data_validations.dataValidation[0].sqref.ranges
    assert lists.min_row == int(top) + 1 > head + 1
    assert [row[1] for row in rows(content) if str(row[1]).startswith("Table")] == [
        row[1] for row in rows(blank) if str(row[1]).startswith("Table")
    ]
    assert not [row for row in rows(content) if "Sample row" in row]
    column = [str(cell) for row in rows(content) for cell in row[:2]]
    assert column.index(next(cell for cell in column if "Table 4" in cell)) < column.index("A:") < column.index("B:")
    (tmp_path / "no.xlsx").write_text("no spreadsheet", "utf-8")
    with pytest.raises(InputError, match="not a readable spreadsheet"):
        FORMS["nsf-coa"].fill(loaded, AS_OF, tmp_path / "no.xlsx")


def test_columns_that_are_described_together_and_lists_of_another_sheet_stay(profile: Any, tmp_path: Path) -> None:
    """As the DOE's own file has them: two columns in one description, and a list that Excel keeps as an extension."""
    loaded = profile(publications=[work(["Ada Example", "Bob Sample"], "2026")])
    template, plain = tmp_path / "coa.xlsx", FORMS["doe-coa"].fill(loaded, AS_OF)[0]
    listed = (
        '<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}" '
        'xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"><x14:dataValidations '
        'xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:dataValidation type="list" allowBlank="1">'
        "<x14:formula1><xm:f>LOV!$A$1:$A$6</xm:f></x14:formula1><xm:sqref>G8:G411</xm:sqref></x14:dataValidation>"
        "</x14:dataValidations></ext></extLst>"
    )
    with ZipFile(io.BytesIO(plain)) as source, ZipFile(template, "w") as target:
        for name in source.namelist():
            text = source.read(name).decode()
            if name == "xl/worksheets/sheet1.xml":
                text = re.sub(r"<cols>.*?</cols>", '<cols><col min="1" max="4" width="22" customWidth="1"/></cols>', text)
                text = text.replace("</worksheet>", f"{listed}</worksheet>")
            target.writestr(name, text)
    content, _ = FORMS["doe-coa"].fill(loaded, AS_OF, template)
    with ZipFile(io.BytesIO(content)) as filled:
        sheet = filled.read("xl/worksheets/sheet1.xml").decode()
    assert re.findall(r'<col [^>]*min="(\d+)" max="(\d+)"', sheet) == [("1", "4")]
    assert 'sqref="G8:G411"' in sheet and "LOV!$A$1:$A$6" in sheet


@pytest.mark.parametrize("name", FORMS)
def test_the_same_profile_gives_the_same_bytes(name: str) -> None:
    loaded = load_profile(ROOT / "profiles/ada-example.yaml")
    assert FORMS[name].fill(loaded, AS_OF)[0] == FORMS[name].fill(loaded, AS_OF)[0]


GRANT = {
    "title": "Templates & Co. <1>",
    "number": "N-1",
    "funder": "NEF",
    "amount": "$1,250,000.00",
    "place": "Nowhere",
    "objectives": "Make templates.",
    "overlap": "None.",
    "start": "2021-03",
    "end": "2024-02-28",
    "status": "active",
    "person_months": {"2021": "1.5", "2022": "0"},
}


def cpos(profile: Any, **grant: Any) -> tuple[ElementTree.Element, list[Problem]]:
    content, problems = FORMS["sciencv-cpos"].fill(profile(grants=[{**GRANT, **grant}]), AS_OF)
    root = ElementTree.fromstring(content)
    assert not root.attrib and [child.tag for child in root] == ["identification", "employment", "funding"]
    return root, problems


def test_the_xml_has_the_elements_in_order(profile: Any) -> None:
    root, problems = cpos(profile)
    support = root.find("funding/support")
    assert support is not None
    assert [problem.message.partition(": ")[2] for problem in problems] == ["grants[0]: start 2021-03 as 2021-03-01"]
    assert [child.tag for child in support] == (
        "projecttitle awardnumber supportsource location contributiontype awardamount inkinddescription overallobjectives "
        "potentialoverlap startdate enddate supporttype commitment"
    ).split()
    values = {child.tag: child.text for child in support}
    assert values["projecttitle"] == "Templates & Co. <1>" and values["awardamount"] == "1250000"
    assert (values["startdate"], values["enddate"], values["supporttype"]) == ("2021-03-01", "2024-02-28", "current")
    assert [(month.get("year"), month.text) for month in support.iter("personmonth")] == [("2021", "1.5"), ("2022", "0")]


def test_support_in_kind_has_neither_title_nor_end(profile: Any) -> None:
    root, _ = cpos(profile, amount=None, in_kind="Machine time.")
    support = root.find("funding/support")
    assert support is not None
    assert support.findtext("contributiontype") == "inkind" and support.find("enddate") is None
    assert support.findtext("projecttitle") == support.findtext("location") == ""


@pytest.mark.parametrize("tag", LENGTHS)
def test_a_length_is_an_error_above_its_limit_only(tag: str, profile: Any) -> None:
    text = "9" if tag == "awardamount" else "x"
    for extra in (0, 1):
        _, problems = cpos(profile, **{_FIELDS[tag]: text * (LENGTHS[tag] + extra)})
        errors = [problem for problem in problems if problem.severity == "error"]
        assert len(errors) == extra
        if errors:
            assert f"{LENGTHS[tag] + 1:,} of {LENGTHS[tag]:,} characters in {tag}; 1 too many" in errors[0].message
            assert errors[0].path == f"grants[0].{_FIELDS[tag]}" and errors[0].line


@pytest.mark.parametrize("months", [{"2021": "13"}, {"21": "1"}, {"2021": "some"}])
def test_months_that_no_year_has_are_errors(months: dict[str, str], profile: Any) -> None:
    _, problems = cpos(profile, person_months=months, start="2021-03-01")
    assert [problem.severity for problem in problems] == ["error"]


def test_what_the_form_asks_for_and_the_profile_lacks_is_told(profile: Any) -> None:
    _, problems = cpos(profile, objectives=None, person_months={}, start="2021-03-01")
    assert [problem.message for problem in problems] == ['lacks "objectives", "person_months", which the form asks for']


@pytest.mark.parametrize(
    ("amount", "written", "told"),
    [
        ("$2.5M", "2500000", ""),
        ("500k USD", "500000", ""),
        ({"amount": "1,250,000", "currency": "USD"}, "1250000", ""),
        ("$1,250,000.50", "1250001", "is written as 1250001"),
        ("€1.2 million", "1200000", "is in EUR"),
        ({"amount": "1,5 Mio.", "currency": "€"}, "1500000", "is in EUR"),
        ("$1,500,000 (own share $300,000)", "", "more than one number"),
        ("$500,000 per year", "", '"per year" is not known'),
    ],
)
def test_amounts_are_whole_dollars_or_told(amount: Any, written: str, told: str, profile: Any) -> None:
    root, problems = cpos(profile, amount=amount, start="2021-03-01")
    assert (root.findtext("funding/support/awardamount") or "") == written
    assert [problem.path for problem in problems] == (["grants[0].amount"] if told else [])
    assert all(told in problem.message and problem.line for problem in problems)
    assert all((problem.severity == "error") == (not written) for problem in problems)


@pytest.mark.parametrize(
    ("end", "written"),
    [("2027", "2027-12-31"), ("2028-02", "2028-02-29"), ("2027-21", "2027-05-31"), ("2027-06-15", "2027-06-15")],
)
def test_an_end_is_the_last_day_that_it_can_be_and_that_is_told(end: str, written: str, profile: Any) -> None:
    root, problems = cpos(profile, start="2024", end=end)
    assert root.findtext("funding/support/startdate") == "2024-01-01"
    assert root.findtext("funding/support/enddate") == written
    (problem,) = problems
    told = f"grants[0]: start 2024 as 2024-01-01{'' if end == written else f'; grants[0]: end {end} as {written}'}"
    assert problem.message.endswith(told) and problem.severity == "warning"


def test_a_grant_that_is_left_out_for_lack_of_dates_is_told(profile: Any) -> None:
    root, problems = cpos(profile, status=None, start=None, end=None)
    assert not list(root.iter("support"))
    assert [problem.message for problem in problems] == ['has neither "status" nor dates, so the form leaves it out']


def test_the_command_writes_the_files(tmp_path: Path) -> None:
    command = [
        "export",
        str(ROOT / "profiles/ada-example.yaml"),
        "--to",
        ",".join(FORMS),
        "--out",
        str(tmp_path),
        "--as-of",
        "2026-01-01",
    ]
    done = CliRunner().invoke(main, command)
    assert {path.name for path in (tmp_path / "ada-example").iterdir()} == {
        f"ada-example-{name}{form.suffix}" for name, form in FORMS.items()
    }
    assert done.exit_code == 0, done.output
    wrong = CliRunner().invoke(main, [*command[:2], "--template", "x.xlsx"])
    assert wrong.exit_code == 2
