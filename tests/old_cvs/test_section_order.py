"""Check that the line in which most entries of a section have the job decides where words say little or the wrong thing."""

from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.entries import dated_section


def _jobs(*lines: str) -> list[tuple[str | None, str | None]]:
    entries = dated_section([OldLine((LineCell(line),)) for line in lines], "positions")
    return [(entry.get("title"), entry.get("organization")) for entry in entries]


def test_the_job_stands_where_the_other_entries_have_it() -> None:
    jobs = _jobs(
        *("2021 – 2022", "**Software Engineer**", "Example University"),
        *("2019 – 2021", "**Residente de Software**", "CEXAMP"),
        *("2018 – 2019", "**Software Tester**", "Example College"),
    )
    assert jobs[1] == ("Residente de Software", "CEXAMP")


def test_the_name_of_an_office_within_the_line_of_employers_is_no_job() -> None:
    jobs = _jobs(
        *("**Acme GmbH** 2021 – 2022", "Software Engineer"),
        *("**Acme GmbH - Engineering Office** 2019 – 2021", "Intern - Software"),
        *("**Example AG** 2018 – 2019", "Technician"),
    )
    assert jobs[1] == ("Intern – Software", "Acme GmbH")


def test_the_employer_stands_in_the_line_that_all_entries_have() -> None:
    jobs = _jobs(
        *("**Engineer**", "*Naciones Unidas · 2021 – 2022*"),
        *("**Analyst · Growth**", "*Nomen · 2019 – 2021*"),
        *("**Technician · Sales**", "*Zephyr · 2018 – 2019*"),
    )
    assert jobs == [("Engineer", "Naciones Unidas"), ("Analyst · Growth", "Nomen"), ("Technician · Sales", "Zephyr")]


def test_an_employer_that_no_list_knows_before_the_job_is_divided_from_it() -> None:
    assert _jobs("Zephyr, Software Engineer (2020 – 2021)") == [("Software Engineer", "Zephyr")]
