"""Check dates, places and heads of entries as others write them."""

from io import BytesIO
from zipfile import ZipFile

import pytest

from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell, LineKind, OldLine
from cvrender.merge.readers import read_content
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.entries import dated_section
from cvrender.old_cvs.kinds_of_words import is_place


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("2012-2016", {"start": "2012", "end": "2016"}),
        ("01/11/2015 – 31/10/2018", {"start": "2015-11-01", "end": "2018-10-31"}),
        ("04/2022 – 12/2022", {"start": "2022-04", "end": "2022-12"}),
        ("31.10.2018", {"date": "2018-10-31"}),
        ("2019-01", {"date": "2019-01"}),
        ("2012-16", {"start": "2012", "end": "2016"}),
    ],
)
def test_dates_are_read(text: str, fields: dict[str, str]) -> None:
    assert [date.fields for date in dates_in(text)] == [fields]


@pytest.mark.parametrize("text", ["2020-1234", "2016-12345"])
def test_numbers_that_begin_like_years_are_not_ranges(text: str) -> None:
    assert not list(dates_in(text))


@pytest.mark.parametrize("text", ["San Francisco, CA", "Lisburn, Northern Ireland", "Houston, Texas, USA", "Remote"])
def test_places(text: str) -> None:
    assert is_place(text)


@pytest.mark.parametrize(
    "text", ["Acme, Remote", "Acme Health, San Diego, California", "Technische Universität Darmstadt, Germany"]
)
def test_employers_with_their_place_are_not_places(text: str) -> None:
    assert not is_place(text)


def _line(*cells: str, kind: LineKind = "text", level: int = 1) -> OldLine:
    return OldLine(tuple(map(LineCell, cells)), 1, kind, level)


def test_a_job_and_an_employer_that_no_word_list_knows_are_told_apart_by_the_comma() -> None:
    (entry,) = dated_section([_line("Staff Engineer, Walgreens, Springfield, Ohio", "2010 – 2013")], "positions")
    found = {key: entry.get(key) for key in ("title", "organization", "location", "x-from")}
    assert found == {
        "title": "Staff Engineer",
        "organization": "Walgreens",
        "location": "Springfield, Ohio",
        "x-from": {"line": 1, "sure": "low", "words": "Staff Engineer, Walgreens, Springfield, Ohio | 2010 – 2013"},
    }


def test_a_list_of_entries_with_lists_of_their_own() -> None:
    lines = [
        _line("**Walgreens**", "Springfield, OH", kind="bullet"),
        _line("*Software Engineer*", "*Oct 2016 – Present*"),
        _line("Built things", kind="bullet", level=2),
        _line("**Vue**", "Madison, WI", kind="bullet"),
        _line("*Data Analyst*", "*2014 – 2016*"),
        _line("Counted things", kind="bullet", level=2),
    ]
    entries = dated_section(lines, "positions")
    found = [(entry["organization"], entry["title"], entry["start"], entry["highlights"]) for entry in entries]
    assert found == [
        ("Walgreens", "Software Engineer", "2016-10", ["Built things"]),
        ("Vue", "Data Analyst", "2014", ["Counted things"]),
    ]


def test_the_column_at_the_side_of_a_class_is_a_file_of_its_own() -> None:
    main = r"\documentclass{altacv}\begin{document}\name{Ada Example}\cvsection[side]{Experience}"
    main += r"\cvevent{Engineer}{Acme GmbH}{2019 -- 2021}{Bonn}\end{document}"
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        archive.writestr("main.tex", main)
        archive.writestr("side.tex", r"\cvsection{Education}\cvevent{PhD in Physics}{University of Bonn}{2015 -- 2019}{}")
    data = read_content(Content(made.getvalue(), "project.zip")).data
    assert [entry["institution"] for entry in data["education"]] == ["University of Bonn"]
    assert [entry["organization"] for entry in data["positions"]] == ["Acme GmbH"]


def _jobs(*lines: OldLine) -> list[dict[str, object]]:
    return [dict(entry) for entry in dated_section(list(lines), "positions")]


def test_several_jobs_below_an_employer_are_its_roles_also_those_that_no_word_list_knows() -> None:
    (made,) = _jobs(
        _line("**Acme**, Springfield", "2016 – Present"),
        _line("*Principal Researcher*", "Aug 2020 – Present"),
        _line("Built it", kind="bullet"),
        _line("*Senior RSDE*", "Oct 2016 – Aug 2020"),
    )
    assert made["organization"] == "Acme" and made["location"] == "Springfield"
    roles = made["roles"]
    assert isinstance(roles, list) and [role["title"] for role in roles] == ["Principal Researcher", "Senior RSDE"]


def test_nested_bullets_with_dates_are_roles() -> None:
    (made,) = _jobs(
        _line("**Acme**, Redmond, WA Oct 2016 – Present", kind="bullet"),
        _line("*Principal Researcher* Aug 2020 – Present", kind="bullet", level=2),
        _line("Built engines", kind="bullet", level=3),
    )
    roles = made["roles"]
    assert isinstance(roles, list) and (roles[0]["title"], roles[0]["highlights"]) == ("Principal Researcher", ["Built engines"])


def test_a_group_behind_the_job_is_not_the_employer() -> None:
    (made,) = _jobs(_line("**Baichuan**", "2023–2024"), _line("*Group Lead*, MLSys group"))
    assert (made["organization"], made["title"], made["team"]) == ("Baichuan", "Group Lead", "MLSys group")


def test_the_word_for_the_present_alone_is_a_time() -> None:
    (made,) = _jobs(_line("**Acme**", "Present"), _line("*Research Scientist*"))
    assert made.items() >= {"organization": "Acme", "title": "Research Scientist", "end": "present"}.items()
    assert [date.fields for date in dates_in("heute")] == [{"end": "present"}]


@pytest.mark.parametrize(
    ("head", "degree", "subject"),
    [
        ("**Doctor of Philosophy (Ph.D.)**, Computer Science and Engineering", "Doctor of Philosophy (Ph.D.)", "and Engineering"),
        ("**Bachelor of Science**, Computer Science", "Bachelor of Science", "Computer Science"),
        ("**Ph.D.**, Computer Architecture", "Ph.D.", "Computer Architecture"),
    ],
)
def test_the_subject_behind_a_degree(head: str, degree: str, subject: str) -> None:
    (made,) = dated_section([_line(head, "Sep 2010 – Sep 2016")], "education")
    assert made["degree"] == degree and str(made["field"]).endswith(subject) and "institution" not in made


def test_a_date_within_a_sentence_begins_no_entry() -> None:
    (made,) = _jobs(_line("**Acme**, Engineer", "2016 – 2020"), _line("on leave in spring 2018"))
    assert made["start"] == "2016" and "on leave in spring 2018" in str(made)


def test_a_list_of_contents_is_left_out() -> None:
    page = '<!doctype html><ul><li><a href="#a">Experience</a></li></ul><h1>Ada Example</h1><h2 id="a">Experience</h2>'
    document = read_content(Content(f"{page}<p><b>Acme</b>, Engineer, 2016 – 2020</p>".encode(), "cv.html"), "html").document
    assert document is not None and [line.plain for line in document.left_out] == ["Experience"]
