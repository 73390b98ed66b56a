"""Find the lines of an imported file that say a value, among lines that all have the number of their page."""

from cvrender.formats.base import Imported, OldDocument
from cvrender.formats.lines import LineCell, OldLine
from cvrender.run.edit.old_words import MOST_LINES, OldFile

LINES = [
    [
        "Clara Musterfrau",
        "1 Example Road",
        "University of Erewhon",
        "B.A., 2001",
        "Prizes",
        "University of Nowhere",
        "Dean",
        "2016",
    ],
    ["University of Erewhon", "Ph.D. in History", "2010", "Thesis: Mills"],
]


def pdf() -> OldFile:
    lines = [OldLine((LineCell(text),), number) for number, page in enumerate(LINES, 1) for text in page]
    document = OldDocument("pdf", "old.pdf", lines)
    return OldFile("old.pdf", b"%PDF-1.7", [Imported("pdf", "old.pdf", document=document)])


def test_the_lines_of_an_entry_are_found_on_its_page() -> None:
    lines = pdf().words({"organization": "University of Nowhere", "roles": [{"title": "Dean", "start": "2016"}]}, 1, [1, 2])
    assert lines == ["University of Nowhere", "Dean", "2016"]
    studies = {"institution": "University of Erewhon", "degree": "Ph.D.", "field": "History", "date": "2010"}
    assert pdf().words(studies, 2, [1, 2]) == ["University of Erewhon", "Ph.D. in History", "2010"]


def test_the_fewest_lines_are_shown_and_a_text_on_two_lines_is_whole() -> None:
    page = ["Ph.D. in History, University of Nowhere", "Marcus Placeholder", "Professor of History, University of Nowhere, 2020"]
    page += ["Bread and Bells: Time in the", "Small Towns of Erewhon", "Other words"]
    lines = [OldLine((LineCell(text),), 1) for text in page]
    old = OldFile("old.pdf", b"%PDF-1.7", [Imported("pdf", "old.pdf", document=OldDocument("pdf", "old.pdf", lines))])
    post = {"organization": "University of Nowhere", "title": "Professor of History", "start": "2020"}
    assert old.words(post, 1, [1]) == page[2:3]
    assert old.words({"title": "Bread and Bells: Time in the Small Towns of Erewhon"}, 1, [1]) == page[3:5]


def test_nothing_is_shown_for_what_the_lines_do_not_say() -> None:
    assert pdf().words("something else", 1, [1]) == []
    assert pdf().words("Dean", 0, []) == []
    assert pdf().words(None, 1, [1]) == []


def test_a_text_is_shown_up_to_an_empty_line_or_the_next_proposal() -> None:
    text = OldFile("w.bib", b"@book{a,\n title={A}}\n\n@book{b,\n title={B}}\n" + b"x\n" * 40, [])
    assert text.words({}, 1, [1, 4]) == ["@book{a,", " title={A}}"]
    assert len(text.words({}, 4, [1, 4])) == MOST_LINES
    assert text.words({}, 1, [1, 2]) == ["@book{a,"]
    assert text.places(["@book{a,"]) == []
