"""Check that dates at the left are cells of their own, whole where they take two lines, and how lines of PDFs look."""

from cvrender.old_cvs.pdf.characters import PageWords
from cvrender.old_cvs.pdf.layout import PageRow, rows_of
from cvrender.old_cvs.pdf.left_cells import with_left_cells
from cvrender.old_cvs.pdf.lines import LineMaker, is_unfinished
from tests.old_cvs.pdf_words import words_at


def _rows(*lines: tuple[str, float, float]) -> list[PageRow]:
    words = [word for text, left, base in lines for word in words_at(text, left, base)]
    return with_left_cells(rows_of([PageWords(words, 600, 800)]))


def test_a_date_at_the_left_that_takes_two_lines_is_one_cell() -> None:
    rows = _rows(
        ("October 2017 –", 40, 700),
        ("Engineer", 112.5, 700),
        ("May 2019", 40, 688),
        ("Example Works", 112.5, 688),
        ("built things", 112.5, 676),
        ("2012 –", 40, 664),
        ("Tester", 112.5, 664),
        ("2014", 40, 652),
    )
    assert [row.text for row in rows] == [
        "October 2017 – May 2019  Engineer",
        "Example Works",
        "built things",
        "2012 – 2014  Tester",
    ]


def test_two_dates_below_each_other_are_two() -> None:
    rows = _rows(("2017", 40, 700), ("Engineer of things", 112.5, 700), ("2019", 40, 688), ("Tester of things", 112.5, 688))
    assert [row.segments[0].text for row in rows] == ["2017", "2019"]


def test_a_line_that_ends_with_a_short_word_goes_on() -> None:
    assert is_unfinished("Diploma in the technology of", "Example College")
    assert is_unfinished("Diploma in a field that is", "long, Example College")
    assert not is_unfinished("Engineer, Example Works", "Built things")
    assert not is_unfinished("Engineer, Example Works", "ada@example.com")
    assert not is_unfinished("University of Nowhere, Nowhere", "magna cum laude; Thesis: Quiet Looms")


def test_lines_say_how_large_they_are_and_how_far_from_the_line_above() -> None:
    words = [*words_at("Experience", 40, 700, 16, bold=True), *words_at("Engineer", 50, 660)]
    words += [*words_at("Built things that nobody had built", 50, 648), *words_at("Tested them", 50, 636)]
    lines = LineMaker("a.pdf", rows_of([PageWords(words, 600, 800)])).read()
    heading = lines[0].look
    assert (heading.size, heading.bold, heading.indent) == (1.6, True, -2.0)
    assert [line.look.space > 0 for line in lines if line.kind == "text"] == [False, True, False]


def test_dates_of_two_lines_at_the_right_and_below_a_sign_are_one() -> None:
    rows = _rows(
        ("Engineer,", 40, 700),
        ("May 2016 -", 500, 700),
        ("Example Works", 40, 688),
        ("August 2017", 500, 688),
    )
    assert [row.text for row in rows] == ["Engineer,  May 2016 - August 2017", "Example Works"]
    rows = _rows(
        ("Apr 2020", 40, 700),
        ("Tester", 112.5, 700),
        ("|", 57, 688),
        ("Example Works", 112.5, 688),
        ("Jul 2020", 40, 676),
        ("in Springfield", 112.5, 676),
    )
    assert [row.text for row in rows] == ["Apr 2020 – Jul 2020  Tester", "Example Works", "in Springfield"]


def test_a_year_below_the_month_at_the_end_of_a_range_is_of_the_range() -> None:
    rows = _rows(("May 2010 – October", 40, 700), ("Engineer", 160, 700), ("2012", 40, 688), ("Example Works", 160, 688))
    assert [row.text for row in rows] == ["May 2010 – October 2012  Engineer", "Example Works"]
