"""Check that works whose parts macros say are read, whatever the order of their arguments."""

import pytest

from cvrender.formats.content import Content
from cvrender.formats.table import ImportedEntry
from cvrender.old_cvs.headings import is_of_both
from cvrender.old_cvs.readers import LATEX


def _works(entries: str, kind: str = "moderncv") -> list[ImportedEntry]:
    head = f"\\documentclass{{{kind}}}\\name{{Ada}}{{Example}}\\begin{{document}}"
    text = f"{head}\\section{{Publications}}\n{entries}\\end{{document}}"
    return LATEX.read(Content(text.encode(), "cv.tex")).data["publications"]


def test_an_entry_says_a_title_its_venue_and_its_date() -> None:
    (work,) = _works("\\cventry{2019}{Maps: a theory of small things}{B. Sample, A. Example}{Journal of Maps}{}{}\n")
    assert (work["title"], work["date"], work["venue"]["name"]) == ("Maps: a theory of small things", "2019", "Journal of Maps")
    assert [author["name"] if isinstance(author, dict) else author for author in work["authors"]] == ["B. Sample", "A. Example"]


def test_the_venue_may_stand_where_the_title_usually_stands() -> None:
    (work,) = _works("\\cventry{Symposium on Nothing}{How empty sets are drawn by hand}{SON}{2016}{}\n", "awesome-cv")
    assert (work["title"], work["venue"]["name"]) == ("How empty sets are drawn by hand", "Symposium on Nothing")


def test_a_macro_that_no_table_knows_may_say_the_parts_with_a_number() -> None:
    names = "B. Sample, Ada Example, and C. Third"
    said = (
        f"{{{{C{{0}}.}}}}{{{{Maps {{0}} of the small things}}}}{{{{{names}}}}}{{{{Symposium on Nothing}}}}{{{{Lund, 201{{0}}}}}}"
    )
    works = _works("".join(f"\\mywork{said.format(number)}\n" for number in (2, 1)), "mine")
    assert [(work["title"], work["date"]) for work in works] == [
        ("Maps 2 of the small things", "2012"),
        ("Maps 1 of the small things", "2011"),
    ]
    assert len(works[0]["authors"]) == 3


def test_two_texts_that_may_be_titles_are_kept_whole() -> None:
    entry = "\\cventry{2019}{Maps of the small things around}{A theory of all that is small}{}{}{}\n"
    text = f"\\documentclass{{moderncv}}\\begin{{document}}\\section{{Publications}}\n{entry}\\end{{document}}"
    read = LATEX.read(Content(text.encode(), "cv.tex")).data
    assert "publications" not in read and "Maps of the small things around" in str(read)


@pytest.mark.parametrize("heading", ["教育经历", "学习经历"])
def test_a_known_heading_is_not_of_two_sections(heading: str) -> None:
    assert not is_of_both(heading)
