"""Check entries that share an employer, say it in unusual places, or have no dates."""

from cvrender.formats.base import Imported, OldDocument
from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell, LineKind, OldLine
from cvrender.merge.readers import read_content
from cvrender.old_cvs.entries import dated_section
from cvrender.old_cvs.kinds_of_words import kinds
from cvrender.old_cvs.lost_lines import lost_lines
from cvrender.old_cvs.own_sections import keep_lost


def _line(*cells: str, kind: LineKind = "text", level: int = 1) -> OldLine:
    return OldLine(tuple(map(LineCell, cells)), 1, kind, level)


def _tex(body: str, document_class: str = "moderncv") -> Imported:
    source = f"\\documentclass{{{document_class}}}\\begin{{document}}{body}\\end{{document}}"
    return read_content(Content(source.encode(), "cv.tex"))


def _read(text: str, name: str = "cv.md") -> Imported:
    return read_content(Content(text.encode(), name))


def test_a_section_of_positions_and_education_is_divided_by_degrees() -> None:
    body = "\\name{Ada}{Example}\\section{Positions and Education}"
    body += "\\cventry{2024 -- now}{Postdoctoral Researcher}{University of Bonn}{}{Germany}{}"
    body += "\\cventry{2020 -- 2024}{BSc in Engineering}{University of Delft}{}{Netherlands}{}"
    made = _tex(body)
    (position,), (degree,) = made.data["positions"], made.data["education"]
    assert (position["title"], position["location"]) == ("Postdoctoral Researcher", "Germany")
    assert (degree["degree"], degree["institution"], degree["start"]) == ("BSc", "University of Delft", "2020")
    assert made.document is not None and not lost_lines(made.document, {**made.data, "person": made.person})


def test_the_employer_in_the_first_bullet_of_a_macro_without_one() -> None:
    body = "\\name{Ada}{Example}\\section{Experience}\\cventry{2020 -- 2022}{Assistant Professor}{}{}{}"
    body += "{\\begin{itemize}\\item University of Pisa, Pisa, Italy \\item Taught logic\\end{itemize}}"
    (entry,) = _tex(body).data["positions"]
    found = (entry["organization"], entry["title"], entry["location"], entry["highlights"])
    assert found == ("University of Pisa", "Assistant Professor", "Pisa, Italy", ["Taught logic"])


def test_res_says_each_part_of_an_entry_by_a_macro() -> None:
    body = "\\name{Ada Example}\\begin{resume}\\section{EXPERIENCE}\\title{Statistician}\\employer{Acme GmbH}"
    body += "\\dates{2019 -- 2021}\\location{Remote}\\begin{position}\\begin{itemize}\\item Counted"
    body += "\\end{itemize}\\end{position}\\end{resume}"
    (entry,) = _tex(body, "res").data["positions"]
    found = [entry[key] for key in ("title", "organization", "start", "location", "highlights")]
    assert found == ["Statistician", "Acme GmbH", "2019", "Remote", ["Counted"]]


def test_an_institution_in_the_place_of_a_macro() -> None:
    body = "\\name{Ada Example}\\cvsection{Education}\\cvevent{BEng Mechatronics}{}{2017 -- 2021}"
    body += "{Ulster University, Northern Ireland}"
    (entry,) = _tex(body, "altacv").data["education"]
    assert (entry["institution"], entry["location"]) == ("Ulster University", "Northern Ireland")


def test_degrees_in_a_list_below_their_institution() -> None:
    made = dated_section(
        [
            _line("**University of California, San Diego**"),
            _line("B.S. in Computer Science", "2016-2020", kind="bullet"),
            _line("M.S. in Computer Science", "2020-2021", kind="bullet"),
        ],
        "education",
    )
    assert [(entry["institution"], entry["degree"]) for entry in made] == [
        ("University of California, San Diego", "B.S."),
        ("University of California, San Diego", "M.S."),
    ]


def test_degrees_without_dates() -> None:
    made = dated_section(
        [
            _line("**Master of Arts (M.A.) in Education**", kind="bullet"),
            _line("University of South Florida *(St. Petersburg, FL)*"),
            _line("**Bachelor of Arts (B.A.) in Liberal Studies**", kind="bullet"),
            _line("University of Central Florida *(Orlando, FL)* 2012"),
        ],
        "education",
    )
    assert [(entry["institution"], entry["location"]) for entry in made] == [
        ("University of South Florida", "St. Petersburg, FL"),
        ("University of Central Florida", "Orlando, FL"),
    ]
    assert [entry.get("date") for entry in made] == [None, "2012"]


def test_a_table_whose_first_row_names_its_columns() -> None:
    table = "<table><tr><td>Course</td><td>College/School</td><td>Year of passing</td><td>Percentage/CGPA</td></tr>"
    table += "<tr><td>HSC</td><td>Spring Nagar School<br>Springfield</td><td>2017</td><td>91.2 %</td></tr></table>"
    page = f"<!doctype html><h1>Ada Example</h1><h2>Skills</h2><p>C</p><h2>Education</h2>{table}"
    made = _read(page, "cv.html")
    (entry,) = made.data["education"]
    found = [entry[key] for key in ("degree", "institution", "location", "date", "grades")]
    assert found == ["HSC", "Spring Nagar School", "Springfield", "2017", ["91.2 %"]]
    assert made.document is not None and any("Percentage" in line.plain for line in made.document.left_out)


def test_the_last_word_of_a_phrase_says_what_it_is() -> None:
    assert kinds("Department Assistant") == kinds("Software Engineer Intern") == {"title"}
    assert kinds("Department of Software Engineering") == {"organization"}
    assert kinds("Senior Secondary School Degree (Class 12)") == {"degree"}


def test_the_city_of_a_university_of_a_state_is_of_its_name_and_the_place() -> None:
    (entry,) = dated_section(
        [_line("**Research Assistant**", "2022"), _line("*University of Massachusetts, Amherst, MA*")], "positions"
    )
    assert (entry["organization"], entry["location"]) == ("University of Massachusetts, Amherst", "Amherst, MA")


def test_a_sentence_in_parentheses_is_not_of_the_employer() -> None:
    (entry,) = dated_section(
        [_line("2019-2020: Lead Analyst, Medicines Analysis Team, NHS (generally working in R)")], "positions"
    )
    said = (entry["organization"], entry["team"], entry["note"])
    assert said == ("NHS", "Medicines Analysis Team", "generally working in R")


def test_a_line_that_no_field_takes_is_kept_whole_under_its_heading() -> None:
    lines = [_line("Talks", kind="heading"), _line("A talk", "2019"), _line("Awards", kind="heading"), _line("Gender: Female")]
    made = Imported("docx", "old.docx")
    made.data["positions"] = [{"title": "A talk", "date": "2019"}]
    document = OldDocument("docx", "old.docx", lines)
    keep_lost(made, document)
    assert made.data["custom"] == [
        {"title": "Talks", "highlights": ["Talks"]},
        {"title": "Awards", "highlights": ["Gender: Female"]},
    ]
    assert not lost_lines(document, made.data)
    assert "2 lines that no field takes" in made.problems[0].message


def test_words_between_fields_and_resolvers_are_not_lost_lines() -> None:
    page = "# Ada Example\n\n## Formation\n\n- 2011-2016 : Licence informatique à l’UPEC\n\n## Skills\n\nC"
    made = _read(page)
    assert not any("no field takes" in problem.message for problem in made.problems)
    assert made.data["education"][0]["institution"] == "UPEC"


def test_simpleresumecv_says_dates_by_macros_of_its_own() -> None:
    body = "\\Title{Ada Example}\\Section{Education}{PDF:Education}{}\\Entry University of Nowhere\\Gap\\BulletItem "
    body += "Ph.D. in Logic \\hfill \\DatestampYMD{2009}{12}{15} -- \\DatestampYM{2014}{07}"
    body += "\\begin{Detail}\\SubBulletItem Read\\end{Detail}"
    (entry,) = _tex(body, "simpleresumecv").data["education"]
    assert (entry["institution"], entry["degree"], entry["field"]) == ("University of Nowhere", "Ph.D.", "Logic")
    assert (entry["start"], entry["end"]) == ("2009-12-15", "2014-07")


def test_what_a_head_and_the_lines_below_it_say_are_both_kept() -> None:
    made = _read(
        "# Ada Example\n\n## Talks\n\nNight of the Tabs, *a long evening*, Nowhere | May 2024\n\nbooked out, tabs.example.org\n"
    )
    (section,) = made.data["custom"]
    assert section["entries"][0]["summary"].endswith("booked out, tabs.example.org")
    assert "evening" in str(section["entries"][0]) and not made.problems


def test_a_formula_that_is_only_a_sign_sets_parts_apart() -> None:
    made = _tex("Ada Example \\\\ ada@example.org $\\cdot$ ada.example.org \\section{Skills} OCaml", "article")
    assert (made.person["emails"], made.person["links"]) == (["ada@example.org"], ["https://ada.example.org"])


def test_degrees_in_bullets_with_the_institution_below_each_and_one_date() -> None:
    text = "# Ada Example\n\n## Education\n\n- **Doctor of Philosophy (Ph.D.) student in Logic**\n\n"
    text += "Springfield University *(Boston, MA)*\n\n- Graduate Certificate, Rhetoric\n\n"
    text += "Springfield University *(Boston, MA) 2025*\n\n- **Master of Arts (M.A.) in Education**\n\n"
    text += "University of Shelbyville *(Boston, MA)*\n\n## Skills\n\nOCaml\n"
    degrees = _read(text).data["education"]
    found = [(entry["institution"], entry.get("field"), entry.get("date")) for entry in degrees]
    assert found[0] == ("Springfield University", "Logic", None)
    assert found[1][::2] == ("Springfield University", "2025")
    assert found[2] == ("University of Shelbyville", "Education", None)
