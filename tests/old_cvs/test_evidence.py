"""Check what is no position or degree, and that words beside a date and the country after a city are no other fields."""

from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.entries import dated_section
from cvrender.old_cvs.readers import LATEX


def _lines(*rows: tuple[str, ...]) -> list[OldLine]:
    return [OldLine(tuple(map(LineCell, row)), number) for number, row in enumerate(rows, 1)]


def _document(body: str) -> dict[str, list[dict[str, object]]]:
    text = f"\\documentclass{{moderncv}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    return LATEX.read(Content(text.encode(), "cv.tex")).data


def test_events_and_sentences_among_jobs_are_kept_but_are_no_jobs() -> None:
    read = LATEX.read(
        Content(
            (
                "\\documentclass{article}\n\\begin{document}\n\\section{Experience}\n\\begin{tabular}{ll}\n"
                "2018--2020 & Engineer, Acme Ltd.\\\\\n2017 & Craftfest\\\\\n2010--2016 & Analyst, Nowhere Inc.\\\\\n"
                "\\end{tabular}\n\\end{document}\n"
            ).encode(),
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
