"""Check that the PDF that LinkedIn makes of a profile is read by its sizes of type, in a language that no list knows too."""

from io import BytesIO

import pikepdf

from cvrender.importers import read_content
from cvrender.importers.base import Imported
from cvrender.importers.content import Content
from cvrender.importers.documents.proof import lost_lines

ASIDE, MAIN = 22, 224
Line = tuple[int, float, float, str]


def _profile(*pages: list[Line]) -> Imported:
    """Return what is read of a PDF with lines: left edge, height, size and text of each."""
    pdf, made = pikepdf.new(), BytesIO()
    for lines in pages:
        page = pdf.add_blank_page(page_size=(612, 792))
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        page.obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
        shown = (f"BT /F {size} Tf {left} {base} Td <{text.encode('cp1252').hex()}> Tj ET" for left, base, size, text in lines)
        page.obj.Contents = pdf.make_stream("\n".join(shown).encode())
    pdf.docinfo["/Author"] = "LinkedIn"
    pdf.save(made)
    return read_content(Content(made.getvalue(), "Profile.pdf"))


HEAD: list[Line] = [
    (ASIDE, 737, 13, "Kontakt"),
    (ASIDE, 716, 11, "www.linkedin.com/in/ada-example"),
    (ASIDE, 701, 11, "(LinkedIn)"),
    (ASIDE, 660, 13, "Top Skills"),
    (ASIDE, 640, 10.5, "Type theory"),
    (ASIDE, 622, 10.5, "OCaml"),
    (MAIN, 726, 26, "Ada Example"),
    (MAIN, 705, 12, "Principal Engineer at Acme"),
    (MAIN, 689, 12, "Springfield Bay Area"),
    (MAIN, 465, 15.75, "Erfaring"),
    (MAIN, 438, 12, "Acme"),
    (MAIN, 421, 10.5, "4 years 3 months"),
    (MAIN, 400, 11.5, "Head of Nothing"),
    (MAIN, 384, 10.5, "January 2022 - Present (2 years 1 month)"),
    (MAIN, 369, 10.5, "Springfield, Ohio, United States"),
    (MAIN, 348, 10.5, "Built compilers that nobody asked for."),
    (MAIN, 320, 11.5, "Engineer"),
    (MAIN, 304, 10.5, "November 2019 - January 2022 (2 years 3 months)"),
    (MAIN, 262, 12, "Example.ai Research Scientist Fund"),
]
NEXT: list[Line] = [
    (MAIN, 738, 11.5, "Institute Liaison"),
    (MAIN, 722, 10.5, "March 2018 - October 2019 (1 year 8 months)"),
    (MAIN, 680, 15.75, "Uddannelse"),
    (MAIN, 655, 12, "University of Nowhere"),
    (MAIN, 638, 10.5, "Doctor of Philosophy - PhD, Logic \u00b7 (2014 - 2018)"),
]


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
    assert {"Kontakt", "LinkedIn", "4 years 3 months", "2 years 1 month", "Erfaring", "Uddannelse"} <= left_out
