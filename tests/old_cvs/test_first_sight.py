"""Entries and headings of old CVs are read by what a section says as a whole."""

import pytest

from cvrender.formats.base import Imported
from cvrender.formats.content import Content
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.headings import section_of
from cvrender.old_cvs.mail_addresses import EMAIL
from cvrender.old_cvs.office.web_looks import with_looks
from cvrender.old_cvs.readers import HTML, LATEX, MARKDOWN, ORG


def _read(*lines: str) -> Imported:
    text = "# Ada Example\n\n" + "\n\n".join(lines) + "\n"
    return MARKDOWN.read(Content(text.encode(), "cv.md"))


def test_what_is_cut_off_from_a_title_is_given_back() -> None:
    text = r"""\documentclass{moderncv}\firstname{Ada}\familyname{Example}\begin{document}
\section{Berufserfahrung}
\subsection{Software Engineer -- Satellites \& Simulation}
\cvline{2.2017 -- 6.2018}{Example GmbH (vormals Acme GmbH)}
\subsection{Consultant am Fachgebiet für Kartenkunde}
\cvline{2.2015 -- 1.2017}{Universität Nirgendwo}
\end{document}"""
    first, second = LATEX.read(Content(text.encode(), "cv.tex")).data["positions"]
    assert first["title"] == "Software Engineer – Satellites & Simulation"
    assert first["organization"] == "Example GmbH (vormals Acme GmbH)"
    assert second["title"] == "Consultant am Fachgebiet für Kartenkunde"


def test_arguments_of_rows_are_divided() -> None:
    text = r"""\documentclass{moderncv}\firstname{Ada}\familyname{Example}\begin{document}
\section{Experience}\cvitem{2019--2021}{Engineer, Example University}\end{document}"""
    (job,) = LATEX.read(Content(text.encode(), "cv.tex")).data["positions"]
    assert (job["title"], job["organization"]) == ("Engineer", "Example University")


def test_entries_whose_words_tell_nothing_are_divided_as_the_others() -> None:
    jobs = _read(
        "## Experience",
        "2021 – 2023 Analyst, Example University",
        "2019 – 2021 Engineer, Acme Ltd",
        "2017 – 2019 Tinkerer, Zyx",
    ).data["positions"]
    assert [(job["title"], job["organization"]) for job in jobs][2] == ("Tinkerer", "Zyx")
    assert jobs[2]["x-from"]["sure"] == "low"


def test_a_part_of_a_university_is_a_team() -> None:
    lines = ("**Assistant**", "Data Laboratory Group, University of Nowhere", "2019 – 2021")
    (job,) = _read("## Experience", *lines).data["positions"]
    assert (job["team"], job["organization"]) == ("Data Laboratory Group", "University of Nowhere")


def test_what_nothing_tells_to_be_an_entry_is_kept_below_its_heading() -> None:
    read = _read("## Education", "**B.Sc. in Physics**, University of Nowhere, 2010 – 2013", "- Knots for Sailors (Webinarium)")
    assert [degree["institution"] for degree in read.data["education"]] == ["University of Nowhere"]
    assert "Knots for Sailors" in str(read.data)


def test_an_address_of_a_page_may_stand_within_a_head() -> None:
    lines = ("2019 – 2021 **Example Ltd**", "https://example.org/", "**Engineer**", "- Built")
    (job,) = _read("## Experience", *lines).data["positions"]
    assert (job["organization"], job["title"], job["url"]) == ("Example Ltd", "Engineer", "https://example.org")


@pytest.mark.parametrize(
    ("heading", "section"),
    [("Опыт работы —4 года 10 месяцев", "positions"), ("Experience — 5 years", "positions"), ("Principal Software Engineer", "")],
)
def test_headings_say_how_long_and_titles_are_none(heading: str, section: str) -> None:
    assert section_of(heading) == section


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Август 2021 — по настоящее время", "2021-08", "present"),
        ("12.09.23-12.12.23", "2023-09-12", "2023-12-12"),
        ("De 01/03/2004 a 30/06/2004", "2004-03-01", "2004-06-30"),
        ("2017 — Auj.", "2017", "present"),
        ("fevereiro de2002 - outubro de 2005", "2002-02", "2005-10"),
        ("de 01/10/2014 fins l'actualitat", "2014-10-01", "present"),
    ],
)
def test_ranges_of_time(text: str, start: str, end: str) -> None:
    assert [date.fields for date in dates_in(text)] == [{"start": start, "end": end}]


def test_achievements_of_a_job_begin_no_section() -> None:
    text = "<h1>Ada Example</h1><h2>PROFESSIONAL EXPERIENCE</h2>"
    jobs = ("Engineer", "Example University", "2021 – 2023"), ("Analyst", "Acme Ltd", "2019 – 2020")
    for title, employer, time in jobs:
        text += f"<p><b>{title}</b></p><p>{employer}</p><p>{time}</p><h2>Achievements</h2><ul><li>Built a bridge</li></ul>"
    read = HTML.read(Content(f"<!doctype html><html><body>{text}</body></html>".encode(), "cv.html"))
    assert [job["title"] for job in read.data["positions"]] == ["Engineer", "Analyst"]
    assert "awards" not in read.data


def test_headings_below_education_are_degrees_and_labels_within_cells_are_read() -> None:
    read = _read(
        "## Education",
        "### Bachelor of Science in Physics",
        "University: Example University, Springfield Passing Year: 2022",
        "### Higher Secondary Certificate",
        "Institute: Sample College, Springfield Passing Year: 2016",
    )
    degrees = read.data["education"]
    assert [degree["institution"] for degree in degrees] == ["Example University", "Sample College"]
    assert [degree["date"] for degree in degrees] == ["2022", "2016"]
    assert "Passing" not in str([degree.get("note") for degree in degrees])
    assert "certifications" not in read.data


def test_environments_and_macros_that_nothing_explains() -> None:
    text = r"""\documentclass{example-cv}
\renewcommand{\firstname}{Ada}
\renewcommand{\lastname}{Example}
\renewcommand{\email}{ada@example.org}
\begin{document}
\experience
\begin{entry}
  {2017 - 2020}{Engineer}{Springfield}
  {Acme Ltd}
  Built bridges.
\end{entry}
\begin{entry}{2014 - 2017}{Analyst}{Springfield}{Example Ltd}
  Counted bridges.
\end{entry}
\end{document}"""
    read = LATEX.read(Content(text.encode(), "cv.tex"))
    assert (read.person["name"], read.person["emails"]) == ("Ada Example", ["ada@example.org"])
    assert [(job["title"], job["organization"], job["start"]) for job in read.data["positions"]] == [
        ("Engineer", "Acme Ltd", "2017"),
        ("Analyst", "Example Ltd", "2014"),
    ]


def test_the_title_of_an_org_file_is_the_name() -> None:
    text = (
        "#+TITLE: Ada Example\n\n[[https://example.org][web]]\n\n* Education\n- Ph.D. in Physics, University of Nowhere, 2010\n"
    )
    text += "* Certificates\n- Knots, Level III\n"
    assert ORG.read(Content(text.encode(), "cv.org")).person["name"] == "Ada Example"


def test_an_address_ends_before_a_word() -> None:
    assert EMAIL.findall("ada@example.comSpringfield, ada@Example.org") == ["ada@example.com", "ada@Example.org"]


def test_years_in_the_margin_are_said_of_all_works_below() -> None:
    def item(year: str, number: int, names: str, title: str) -> str:
        return f"{year} & {number}. & {names}. ``{title}.'' \\emph{{Journal of Bridges}}, {number}, 1--2.\\\\"

    body = "\n".join(
        (
            item("2024", 4, "Example, A, B Sample", "Bridges of wood in the rain"),
            item("", 3, "Sample, B, A Example", "Bridges of stone in the snow"),
            item("2021", 2, "Example, A", "Bridges of rope and of vines"),
            item("", 1, "Example, A, C Other", "Bridges of nothing at all"),
        )
    )
    text = "\\documentclass{article}\\title{Ada Example}\\begin{document}\\section{Publications}"
    text += f"\\subsection{{Journal articles}}\\begin{{tabular}}{{lll}}{body}\\end{{tabular}}\\end{{document}}"
    works = LATEX.read(Content(text.encode(), "cv.tex")).data["publications"]
    assert sorted((work["title"][:16], work["date"], work["type"]) for work in works) == [
        ("Bridges of nothi", "2021", "article-journal"),
        ("Bridges of rope ", "2021", "article-journal"),
        ("Bridges of stone", "2024", "article-journal"),
        ("Bridges of wood ", "2024", "article-journal"),
    ]


def test_styles_of_a_web_page_set_apart() -> None:
    jobs = "".join(
        f"<div><span class='job'>{title}</span><div>{employer}</div><div>{time}</div></div>"
        for title, employer, time in (("Tinkerer", "Zyx", "2019 - 2021"), ("Wanderer", "Abc", "2017 - 2019"))
    )
    page = f"<style>.job{{font-weight:700}} .head{{font-size: 24px}}</style><div class='head'>Ada Example</div>{jobs}"
    made = with_looks(page, page)
    assert "<strong>Ada Example</strong>" in made
    assert "<span class='job'><strong>Tinkerer</strong></span>" in made
    assert made.count("<strong>") == 3
    outer = "<div style='font-weight: bold'><p>a paragraph</p></div><h2 style='font-size: 3em'>Education</h2>"
    assert with_looks(outer, outer) == outer


def test_pictures_before_a_text_are_not_of_it() -> None:
    degree = _read("## Education", "🎓 BSc in Physics – University of Nowhere, 2019").data["education"][0]
    assert (degree["degree"], degree["institution"]) == ("BSc", "University of Nowhere")


def test_a_place_needs_an_employer() -> None:
    jobs = _read(
        "## Experience",
        *("**Support Officer – Zyxx (Abcd)**", "2024 – Present", "- Supported"),
        *("**Research Assistant – Springfield, TX**", "2019", "- Counted"),
    ).data["positions"]
    assert (jobs[0]["title"], jobs[0]["organization"]) == ("Support Officer", "Zyxx (Abcd)")


def test_a_candidate_has_a_name() -> None:
    text = "<p>Resume Of</p><p>Candidate Name: Ada Example</p><h2>Education</h2><p>BSc, University of Nowhere, 2019</p>"
    read = HTML.read(Content(f"<!doctype html><html><body>{text}</body></html>".encode(), "cv.html"))
    assert read.person["name"] == "Ada Example"


def test_a_company_may_have_the_name_of_its_country_or_of_a_site() -> None:
    jobs = _read(
        "## Experience",
        *("**Assistente administrativo | Zyxx Brasil | São Paulo – SP**", "2015 – 2017", "- Fez"),
        *("**Fondation d’une startup | Zyxx.tech | Grenoble, France**", "2017 – 2019", "- Conçu"),
        *("**Analyst | Acme Ltd, https://example.org | Jaunde – Kamerun**", "2019 – 2020", "- Counted"),
    ).data["positions"]
    assert [job["organization"] for job in jobs] == ["Zyxx Brasil", "Zyxx.tech", "Acme Ltd"]
    assert jobs[2]["url"] == "https://example.org"


def test_courses_and_streets_are_no_degrees_and_subjects() -> None:
    read = _read(
        "## Education",
        *("**Bachelor of Science**", "University of Nowhere", "Springfield, Avda. Mariscal", "2014"),
        "Programming Principles (Coursera)",
    )
    (degree,) = read.data["education"]
    assert "field" not in degree
    assert "Mariscal" in str(degree)
    assert "Programming Principles" in str(read.data)


def test_items_of_lists_are_no_headings() -> None:
    text = "<h1>Ada Example</h1><h2>Education</h2><p>BSc, University of Nowhere, 2019</p><h2>Certifications</h2>"
    text += "<h2>• Bridges in Accounting – Example Education</h2><h2>• Certification of Knots – Example Academy</h2>"
    read = HTML.read(Content(f"<!doctype html><html><body>{text}</body></html>".encode(), "cv.html"))
    assert "Bridges in Accounting" in str(read.data)
