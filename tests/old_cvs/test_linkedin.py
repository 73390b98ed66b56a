"""Check that the PDF that LinkedIn makes of a profile is read by its sizes of type, in a language that no list knows too."""

from cvrender.formats.base import Imported
from cvrender.formats.content import Content
from cvrender.merge.readers import read_content
from cvrender.old_cvs.lost_lines import lost_lines
from tests.old_cvs.linkedin_pdf import HEAD, NEXT, Line, linkedin_pdf


def _profile(*pages: list[Line]) -> Imported:
    """Return what is read of a PDF with lines."""
    return read_content(Content(linkedin_pdf(*pages), "Profile.pdf"))


def test_jobs_have_the_employer_above_them_also_on_the_next_page() -> None:
    made = _profile(HEAD, NEXT)
    found = [(entry["organization"], entry["title"], entry["start"], entry["end"]) for entry in made.data["positions"]]
    assert found == [
        ("Acme", "Head of Nothing", "2022-01", "present"),
        ("Acme", "Engineer", "2019-11", "2022-01"),
        ("Example.ai Research Scientist Fund", "Institute Liaison", "2018-03", "2019-10"),
    ]
    first = made.data["positions"][0]
    assert (first["location"], first["summary"]) == ("Springfield, Ohio, United States", "Built compilers that nobody asked for.")
    (degree,) = made.data["education"]
    assert (degree["institution"], degree["field"], degree["start"]) == ("University of Nowhere", "Logic", "2014")


def test_the_person_and_the_lists_at_the_left() -> None:
    made = _profile(HEAD, NEXT)
    assert (made.person["name"], made.person["location"]) == ("Ada Example", "Springfield Bay Area")
    assert made.person["headline"] == "Principal Engineer at Acme"
    assert made.person["links"] == ["https://www.linkedin.com/in/ada-example"]
    assert made.data["skills"][0]["items"] == ["Type theory", "OCaml"]


def test_a_name_below_the_first_heading_is_no_traceback() -> None:
    moved = [(left, 300.0, size, text) if size == 26 else (left, base, size, text) for left, base, size, text in HEAD]
    assert _profile(moved, NEXT).data["positions"]


def test_durations_and_kinds_of_links_are_left_out_and_nothing_is_lost() -> None:
    made = _profile(HEAD, NEXT)
    document = made.document
    assert document is not None and not lost_lines(document, {**made.data, "person": made.person})
    left_out = {line.plain for line in document.left_out}
    assert {"Kontakt", "LinkedIn", "4 years 3 months", "2 years 1 month", "Reynsla", "Menntun"} <= left_out
