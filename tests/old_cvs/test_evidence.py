"""Check what does not become a position or degree, and where words about a date and the country after a city go."""

import pytest

from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.entries import dated_section
from cvrender.old_cvs.readers import LATEX, MARKDOWN


def _lines(*rows: tuple[str, ...]) -> list[OldLine]:
    return [OldLine(tuple(map(LineCell, row)), number) for number, row in enumerate(rows, 1)]


def _document(body: str) -> dict[str, list[dict[str, object]]]:
    text = f"\\documentclass{{moderncv}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    return LATEX.read(Content(text.encode(), "cv.tex")).data


def test_events_and_sentences_among_jobs_are_kept_but_are_no_jobs() -> None:
    read = LATEX.read(
        Content(
            (
                b"\\documentclass{article}\n\\begin{document}\n\\section{Experience}\n\\begin{tabular}{ll}\n"
                b"2018--2020 & Engineer, Acme Ltd.\\\\\n2017 & Craftfest\\\\\n2010--2016 & Analyst, Nowhere Inc.\\\\\n"
                b"\\end{tabular}\n\\end{document}\n"
            ),
            "cv.tex",
        )
    ).data
    assert [job["title"] for job in read["positions"]] == ["Engineer", "Analyst"]
    assert "Craftfest" in str(read["custom"])


def test_an_employer_is_not_that_of_a_job_before_which_was_at_another_time() -> None:
    jobs = dated_section(_lines(("2019 – 2021", "Acme Ltd."), ("2011 – 2012", "Teacher of music")), "positions")
    assert "Acme Ltd." not in [job["organization"] for job in jobs[1:]]


def test_words_beside_a_date_are_not_the_subject_of_a_degree() -> None:
    degree = dated_section(_lines(("**MBA em Dados** — Universidade de Nenhures", "(2019 – 2021) em andamento")), "education")[0]
    assert degree["degree"] == "MBA em Dados" and degree["note"] == "em andamento"


def test_a_city_and_its_country_may_have_an_argument_each() -> None:
    job = _document("\\section{Experience}\n\\cventry{2019--2020}{Engineer}{Acme}{Lisbon}{Portugal}{}")["positions"][0]
    assert job["location"] == "Lisbon, Portugal" and "note" not in job


def test_the_short_name_of_an_institution_is_no_degree_and_its_page_no_part_of_its_name() -> None:
    rows = ("Mestrado em Dados", "[Universidade Federal de Nenhures - UFN](https://example.org/)", "2014 - 2016")
    degree = dated_section(_lines(rows), "education")[0]
    assert (degree["degree"], degree["institution"]) == ("Mestrado em Dados", "Universidade Federal de Nenhures - UFN")
    assert degree["url"] == "https://example.org/"


def test_cities_without_their_country_are_places() -> None:
    jobs = _document(
        "\\section{Opleidingen}\n\\cventry{2012--2016}{Bachelor}{Hogeschool Nergens}{Rotterdam}{}{}\n"
        "\\section{Ervaring}\n\\cventry{2016--2018}{Engineer}{Nergens BV}{}{Göteborg}{}"
    )
    assert jobs["education"][0]["location"] == "Rotterdam"
    assert jobs["positions"][0]["location"] == "Göteborg"


def test_headings_that_name_employers_begin_jobs_and_one_between_them_does_not() -> None:
    text = (
        "# Ada Example\n\n## Experience\n\n## Blubb\n\nEngineer\n\nMay 2020 - present\n\n## Plopp\n\nAnalyst\n\n"
        "May 2015 - May 2020\n\n## Education\n\nB.Sc., University of Nowhere, 2010 - 2014\n\n"
    )
    read = MARKDOWN.read(Content(text.encode(), "cv.md")).data
    assert [(job["title"], job["organization"]) for job in read["positions"]] == [("Engineer", "Blubb"), ("Analyst", "Plopp")]


def test_a_macro_of_the_document_is_not_read_as_the_one_of_a_class_with_its_name() -> None:
    text = (
        "\\documentclass{article}\n\\newcommand{\\cvevent}[4]{\\begin{tabular}{ll}#2&#1\\\\#3\\end{tabular}#4}\n\\begin{document}\n"
        "\\section{Experience}\n\\cvevent{2019 -- 2021}{Software Engineer}{Acme Ltd.}{}\n"
        "\\cvevent{2015 -- 2019}{Analyst}{Nowhere Inc.}{}\n\\end{document}\n"
    )
    jobs = LATEX.read(Content(text.encode(), "cv.tex")).data["positions"]
    assert [(job["title"], job["organization"], job["start"]) for job in jobs] == [
        ("Software Engineer", "Acme Ltd.", "2019"),
        ("Analyst", "Nowhere Inc.", "2015"),
    ]


def test_a_head_without_a_time_or_an_employer_is_no_job_among_those_with_times() -> None:
    jobs = "**Engineer**, Acme Ltd, 2016 – 2019\n\n**Analyst**, Nowhere Inc., 2012 – 2016\n\n**The way of a developer**\n"
    read = MARKDOWN.read(Content(f"# Ada Example\n\n## Employment\n\n{jobs}".encode(), "cv.md")).data
    assert [job["organization"] for job in read["positions"]] == ["Acme Ltd", "Nowhere Inc."]
    assert "The way of a developer" in str(read)


def test_a_certificate_of_one_year_is_no_degree() -> None:
    degrees = "**BSc, Physics**, Example College, 2012 – 2016\n\n**Erewhon Certified**, Widget Associate, 2020\n"
    read = MARKDOWN.read(Content(f"# Ada Example\n\n## Education\n\n{degrees}".encode(), "cv.md")).data
    assert [degree["institution"] for degree in read["education"]] == ["Example College"]
    assert "Widget Associate" in str(read["custom"])


def test_an_employer_may_begin_with_a_number_or_follow_a_backslash() -> None:
    jobs = dated_section(
        _lines(("Developer at 2Zelnik", "2019 – 2021"), ("Zelnik \\\\ Support Engineer", "2016 – 2019")), "positions"
    )
    assert [(job["organization"], job["title"]) for job in jobs] == [("2Zelnik", "Developer"), ("Zelnik", "Support Engineer")]


@pytest.mark.parametrize(
    ("head", "title", "employer"),
    [
        ("Software Tester Zelnik", "Software Tester", "Zelnik"),
        ("Engineer in the Zelnik", "Engineer", "Zelnik"),
        ("Software Engineer II", None, "Software Engineer II"),
        ("Senior Engineer Mathematics", None, "Senior Engineer Mathematics"),
        ("Developer Full Stack", None, "Developer Full Stack"),
    ],
)
def test_an_employer_behind_the_last_word_of_a_job_is_told_but_doubtful(head: str, title: str | None, employer: str) -> None:
    (job,) = dated_section(_lines((head, "2019 – 2021")), "positions")
    assert (job.get("title"), job["organization"]) == (title, employer)
    assert job["x-from"]["sure"] == "low"
