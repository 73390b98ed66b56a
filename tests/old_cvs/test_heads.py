"""Check how heads of entries are divided: labels, ends of sentences, places, subjects, macros with other arguments."""

from io import BytesIO
from zipfile import ZipFile

import pytest

from cvrender.formats.base import Imported
from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell, OldLine
from cvrender.merge.new_profile import new_profile
from cvrender.merge.readers import read_content
from cvrender.old_cvs.entries import dated_section
from cvrender.old_cvs.head_parts import divided
from cvrender.old_cvs.kinds_of_words import is_place, kinds
from cvrender.old_cvs.lost_lines import lost_lines


def _entry(section: str, *lines: str) -> dict[str, object]:
    """Return the only entry of lines, whose cells ` | ` sets apart."""
    (made,) = dated_section([OldLine(tuple(map(LineCell, line.split(" | ")))) for line in lines], section)
    return made


def _fields(section: str, *lines: str) -> tuple[object, ...]:
    names = ("organization", "title") if section == "positions" else ("institution", "degree", "field")
    entry = _entry(section, *lines)
    return tuple(entry.get(name) for name in (*names, "location"))


def _tex(body: str, preamble: str = "", document_class: str = "moderncv") -> Imported:
    source = f"\\documentclass{{{document_class}}}{preamble}\\begin{{document}}{body}\\end{{document}}"
    return read_content(Content(source.encode(), "cv.tex"))


def _html(body: str) -> Imported:
    return read_content(Content(f"<html><body>{body}</body></html>".encode(), "cv.html"))


def test_a_label_is_not_the_institution_and_is_kept_with_what_it_says() -> None:
    entry = _entry("education", "B.Tech in Physics, 2016 – 2020", "**Final Year Project:** A robot that folds laundry")
    assert "institution" not in entry
    assert entry["note"] == "**Final Year Project:** A robot that folds laundry"


@pytest.mark.parametrize(
    ("section", "line", "fields"),
    [
        ("education", "**Stanford:** PhD, 2016 – 2020", ("Stanford", "PhD", None, None)),
        ("positions", "**Acme:** Engineer, 2016 – 2020", ("Acme", "Engineer", None)),
        ("positions", "**Acme:** Widget whisperer, 2016 – 2020", ("Acme", "Widget whisperer", None)),
    ],
)
def test_a_name_before_a_colon_is_an_institution(section: str, line: str, fields: tuple[str | None, ...]) -> None:
    assert _fields(section, line) == fields


def test_labels_that_name_fields() -> None:
    lines = ("2009 – 2011 | Degree: | M.Sc. Particle Physics", "**Institution:** | Alberta", "Seattle WA")
    assert _fields("education", *lines) == ("Alberta", "M.Sc.", "Particle Physics", "Seattle WA")
    text = "<h1>Ada Example</h1><h2>Education</h2><p>2009 – 2011 Degree: BSc</p><p><b>Institution:</b> Alberta</p>"
    made = _html(text)
    assert made.document is not None and not lost_lines(made.document, {**made.data, "person": made.person})


def test_parts_between_periods() -> None:
    line = "2018 – Present. Research Fellow in Complex Systems. School of Statistics, University of Sydney, Australia."
    assert _fields("positions", line) == ("University of Sydney", "Research Fellow in Complex Systems", "Australia")
    line = "Springfield University. Expected graduation date 05/2024. Computer Science Major."
    assert _entry("education", line)["institution"] == "Springfield University"


def test_a_date_after_class_of() -> None:
    assert _entry("education", "Springfield University, Class of April 2016.", "BSc")["date"] == "2016-04"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Seattle WA", True), ("Bell Mawr, NJ USA", True), ("Master MS", False), ("Ericsson AB", False), ("Acme CO", False)],
)
def test_places_with_short_names_of_states(text: str, expected: bool) -> None:
    assert is_place(text) == expected


def test_a_place_in_parentheses() -> None:
    assert _fields("positions", "Clerk", "Acme Logistics (Bell Mawr, NJ USA) | 2020 – 2021") == (
        "Acme Logistics",
        "Clerk",
        "Bell Mawr, NJ USA",
    )


def test_what_is_in_parentheses_does_not_say_what_a_part_is() -> None:
    assert kinds("Software Engineer (Applied Sciences Group)") == {"title"}


def test_several_subjects_before_the_institution() -> None:
    line = "2004 – 2005: MRes in Ecology, Evolution, Biometry, University of Lyon"
    assert _fields("education", line) == ("University of Lyon", "MRes", "Ecology, Evolution, Biometry", None)
    assert _fields("education", "2004: PhD, Zoology, University of Otago, New Zealand.") == (
        "University of Otago",
        "PhD",
        "Zoology",
        "New Zealand",
    )


def test_jobs_without_dates() -> None:
    text = "<h1>Ada Example</h1><h2>Work Experience</h2><p><b>Lead Developer</b> - Nimbus Inc., Montreal, QC</p>"
    text += "<ul><li>Built it</li></ul><p><b>Contributor</b> - Puppets, an open company</p><ul><li>Tested it</li></ul>"
    first, second = _html(text).data["positions"]
    assert (first["organization"], first["title"], first["location"]) == ("Nimbus Inc.", "Lead Developer", "Montreal, QC")
    assert (second["title"], second["highlights"]) == ("Contributor", ["Tested it"])


def test_an_institution_that_looks_like_a_heading_begins_an_entry() -> None:
    text = "<h1>Ada Example</h1><h2>Education</h2><h2>University of Southern Springfield</h2>"
    text += "<p><b>Bachelor of Science in Logic</b></p><ul><li>Expected Graduation: June 2025</li><li>GPA: 3.6</li></ul>"
    text += "<h2>Skills</h2><p>OCaml</p>"
    (entry,) = _html(text).data["education"]
    assert (entry["institution"], entry["degree"], entry["date"]) == (
        "University of Southern Springfield",
        "Bachelor of Science",
        "2025-06",
    )


def test_headings_in_the_first_column_of_a_table() -> None:
    text = "<table><tr><td>Ada Example</td><td>ada@example.org</td></tr>"
    text += "<tr><td>EDUCATION</td><td><b>Springfield University</b> (Seattle WA)</td><td>June 2018</td></tr>"
    text += "<tr><td></td><td>B.S. Logic</td><td></td></tr>"
    text += "<tr><td>EXPERIENCE</td><td><b>Software Engineer</b></td><td>2018 - Present</td></tr>"
    text += "<tr><td></td><td>Acme | Boston, MA</td><td></td></tr></table>"
    made = _html(text)
    (degree,), (job,) = made.data["education"], made.data["positions"]
    assert (degree["institution"], degree["location"]) == ("Springfield University", "Seattle WA")
    assert (job["organization"], job["title"], job["location"]) == ("Acme", "Software Engineer", "Boston, MA")


def test_a_macro_whose_arguments_are_in_other_places() -> None:
    body = "\\name{Ada}{Example}\\section{Experience}\\cventry{2023 -- 2024}{Imaging Lab}{Princeton, NJ}{}{}{}"
    body += "\\cventry{2021}{Webmaster}{Engineers Without Borders}{}{}{}"
    body += "\\cventry{2020}{Prokov}{AI Engineer}{Nancy, France}{}{}"
    found = [(entry["organization"], entry.get("title")) for entry in _tex(body).data["positions"]]
    assert found == [("Imaging Lab", None), ("Engineers Without Borders", "Webmaster"), ("Prokov", "AI Engineer")]


def test_macros_that_an_included_file_defines() -> None:
    made, raw = BytesIO(), "\\newcommand{\\cvWork}{\\section{Experience}\\textbf{Acme} \\hfill 2020 -- 2022 \\\\ Engineer}"
    with ZipFile(made, "w") as archive:
        archive.writestr("cv.tex", "\\documentclass{article}\\begin{document}\\input{contents}Ada Example\\cvWork\\end{document}")
        archive.writestr("contents.tex", raw)
    (entry,) = read_content(Content(made.getvalue(), "cv.zip")).data["positions"]
    assert (entry["organization"], entry["title"], entry["start"]) == ("Acme", "Engineer", "2020")


def test_macros_that_ask_whether_an_argument_is_empty_and_arrange_it_in_tables() -> None:
    preamble = "\\newcommand*{\\job}[5][.25em]{\\begin{tabular}{@{}l}{\\bfseries #2}\\end{tabular}\\hfill"
    preamble += (
        "\\begin{tabular}{l@{}}{\\itshape #3}\\end{tabular}\\\\ \\small#4 \\ifx&#5&\n\\else{\\\\ #5}\\fi\\par\\addvspace{#1}}"
    )
    body = "Ada Example\\section{Experience}\\job{Acme}{2020 -- 2022}{Engineer}{}"
    body += "\\job{Foo Inc.}{2018 -- 2020}{Analyst}{\\begin{itemize}\\item Counted\\end{itemize}}"
    made = _tex(body, preamble, "article")
    found = [(entry["organization"], entry["title"], entry.get("highlights")) for entry in made.data["positions"]]
    assert found == [("Acme", "Engineer", None), ("Foo Inc.", "Analyst", ["Counted"])]


def test_an_unknown_macro_with_many_arguments_is_a_line() -> None:
    body = "\\name{Ada}{Example}\\section{Education}\\myedu{M.Sc. Logic}{Ruhr University}{10/2014 -- 03/2017}{}\n"
    body += "\\myedu{B.Sc. Logic}{Ruhr University}{10/2011 -- 07/2014}{}"
    assert [entry["start"] for entry in _tex(body).data["education"]] == ["2014-10", "2011-10"]


def test_a_name_with_an_invisible_character() -> None:
    made = new_profile([_html("<p><b>&shy;Ada Example</b></p><h2>Skills</h2><p>OCaml</p><h2>Awards</h2><p>A prize</p>")])
    assert "name: Ada Example" in made.text
    bare = Imported("x", "x.json")
    bare.person["name"] = "\u200bAda Example"
    assert "name: Ada Example" in new_profile([bare]).text


def test_the_degree_below_a_macro_that_names_none_and_years_in_the_margin() -> None:
    body = "Ada Example\\section{Education}\\datedsubsection{\\textbf{Springfield University}, Springfield, NJ}{2018 -- 2022}\n"
    body += "\\textit{B.S.} in Logic\\\\ \nAdvisor: Charles Sample"
    (entry,) = _tex(body, document_class="resume").data["education"]
    assert (entry["institution"], entry["degree"], entry["field"]) == ("Springfield University", "B.S.", "Logic")
    preamble = "\\newcommand{\\years}[1]{\\marginnote{\\normalsize #1}}"
    body = "Ada Example\\section*{Education}\\years{2014}\\textsc{M.A.} in Logic, University of Bonn\\\\\n"
    body += "\\years{2010}\\textsc{B.A.} in Logic, University of Bonn"
    found = [(entry["degree"], entry["date"]) for entry in _tex(body, preamble, "article").data["education"]]
    assert found == [("M.A.", "2014"), ("B.A.", "2010")]


def test_a_year_before_the_months_of_a_range() -> None:
    entry = _entry("education", "2014 Aug – Dec | Springfield University", "Certificate of Logic")
    assert (entry["start"], entry["end"]) == ("2014-08", "2014-12")


def test_a_job_and_an_employer_that_no_list_of_words_knows() -> None:
    lines = ["Software Engineer Intern, Alx Africa, 2022 – 2023", "Public Relations, Nimbus Travel, 2018 – 2019"]
    lines += ["A vision of the coast, Journal of Logic, 2017", "A role in the region, Journal of Logic, 2016"]
    made = dated_section([OldLine((LineCell(line),), kind="bullet") for line in lines], "positions")
    found = [(entry["organization"], entry.get("title")) for entry in made[:2]]
    assert found == [("Alx Africa", "Software Engineer Intern"), ("Nimbus Travel", "Public Relations")]


def test_a_place_before_dates_in_parentheses() -> None:
    line = "Political Researcher, Springfield Thought Center, Cairo and Dubai, (2015 -2018)."
    assert _fields("positions", line) == ("Springfield Thought Center", "Political Researcher", "Cairo and Dubai")


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("Acme LLC -Van Driver —Boston, MA — 2019 - 2020", ("Acme LLC", "Van Driver", "Boston, MA")),
        ("Acme LLC — Engineer -in-chief — 2019 - 2020", ("Acme LLC", "Engineer -in-chief", None)),
    ],
)
def test_a_dash_without_a_space_after_it(line: str, fields: tuple[str | None, ...]) -> None:
    assert _fields("positions", line) == fields


def test_a_range_whose_end_is_a_month_of_the_same_year() -> None:
    entry = _entry("positions", "Acme Inc. | Engineer | April 2022 until September")
    assert (entry["start"], entry["end"]) == ("2022-04", "2022-09")
    entry = _entry("positions", "Acme Inc. | Engineer | September 2022 until April")
    assert (entry["date"], "end" in entry) == ("2022-09", False)


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("Zorvex / Lund / Mar 2018 - Present", ("Zorvex", "Lund")),
        ("Quanzo Retail / Cherkasy (UKR) / 2017", ("Quanzo Retail", "Cherkasy (UKR)")),
        ("Zorvex / Gothenburg, Sweden", ("Zorvex", "Gothenburg, Sweden")),
        ("Developer / Tester", ("Developer / Tester",)),
    ],
)
def test_slashes_between_the_parts_of_a_head(line: str, fields: tuple[str, ...]) -> None:
    assert tuple(part.plain for part in divided([OldLine((LineCell(line),))])[0]) == fields


def test_who_led_a_work_is_no_part_of_its_name_and_a_town_of_france_has_a_number() -> None:
    lines = ("**Example University** | Lund, Sweden", "*Research internship, supervised by Jane Doe* | May 2020 – Sep 2020")
    assert _fields("positions", *lines) == ("Example University", "Research internship", "Lund, Sweden")
    assert _fields("positions", "**Sample ( Nulle-part-les-Bains, 13)** | 2020 – 2021", "Caissier") == (
        "Sample",
        "Caissier",
        "Nulle-part-les-Bains, 13",
    )


def test_formal_names_of_countries_and_wide_commas() -> None:
    assert is_place("Trenčín, Slovenská republika") and is_place("Praha, Česká republika")
    assert _fields("positions", "2020 – 2021 | 工程师", "示例科技，杭州") == ("示例科技", "工程师", "杭州")


def test_an_employer_before_its_city_and_a_label_of_what_is_below() -> None:
    line = "**Software developer**, Zorvex Nantes, France 2017 – 2018 Topics: Tools for a software center"
    assert _fields("positions", line) == ("Zorvex", "Software developer", "Nantes, France")


def test_a_faculty_behind_its_university_is_no_degree() -> None:
    line = "Example University of Nowhere, Faculty of Physics | 2016 – 2020"
    assert _entry("education", line).get("degree") is None
