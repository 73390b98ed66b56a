"""Test line breaks that a text has, and the pages of sections, in every target."""

import re
import zipfile
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pdfplumber
import pytest

from cvrender.api import render
from cvrender.merge.profile import load_profile
from cvrender.targets.pdf.metrics import line_ends
from cvrender.targets.pdf.read import lines_by_page

LINES = r"""person: {name: Ada Example}
bio: "First of the lines\\\nsecond with *stress  \nover* two lines"
positions:
  - {organization: Works, title: Engineer, date: 2019, summary: "Above\\\nbelow", highlights: ["A bullet\\\nof two lines"]}
talks: [{title: "One\\\ntitle", date: 2019}]
"""
PAGES = """person: {name: Ada Example}
positions: [%s]
awards: [%s]
talks: [{title: A talk, date: 2019}]
views:
  v: {sections: [positions, {from: awards, keep_together: true}, {from: talks, new_page: true}]}
  w: {sections: [positions, awards, talks]}
"""


def make(folder: Path, text: str, style: str, *targets: str, view: str = "full") -> dict[str, bytes]:
    path = folder / "ada.yaml"
    path.write_text(text, "utf-8")
    return {
        one.name.rpartition(".")[2]: one.content for one in render(load_profile(path), view=view, style=style, targets=targets)
    }


@pytest.mark.few_styles("classic")
@pytest.mark.parametrize("style", ["classic", "moderncv"])
def test_a_line_ends_where_a_backslash_or_two_spaces_say_so(tmp_path: Path, style: str) -> None:
    paths = make(tmp_path, LINES, style, "tex", "pdf", "md", "docx", "html", "txt")
    with pdfplumber.open(BytesIO(paths["pdf"])) as opened:
        page = opened.pages[-1]
        lowest = max(word["bottom"] for word in page.extract_words()) / page.height
    assert 0.1 < lowest < 0.6 and line_ends(paths["pdf"], 0.05)[-1] == pytest.approx(lowest, abs=0.01)
    texts = {name: paths[name].decode() for name in ("tex", "md", "html", "txt")}
    printed = lines_by_page(paths["pdf"])[0]
    assert {"First of the lines", "below"} <= set(printed) and any(line.endswith("A bullet") for line in printed)
    assert "First of the lines\nsecond with stress\nover two lines\n" in texts["txt"]
    assert "- A bullet\n  of two lines" in texts["txt"] or "A bullet\n" in texts["txt"]
    assert "First of the lines\\\nsecond with *stress\\\nover* two lines" in texts["md"]
    assert "First of the lines<br>second with <em>stress</em><br><em>over</em> two lines" in texts["html"]
    assert r"First of the lines\newline{} second" in texts["tex"]
    word = zipfile.ZipFile(BytesIO(paths["docx"])).read("word/document.xml").decode()
    assert len(re.findall(r"<w:br ?/>", word)) >= 4
    assert "One title" in texts["txt"] and "One title" in texts["html"]  # only paragraphs and bullets have lines


def pages(folder: Path, style: str, view: str, positions: int) -> list[str]:
    places = ", ".join(f"{{organization: Works {number}, title: Engineer, date: {1900 + number}}}" for number in range(positions))
    medals = ", ".join(f"{{title: Medal {number}, date: {1900 + number}}}" for number in range(9))
    pdf = make(folder, PAGES % (places, medals), style, "pdf", view=view)["pdf"]
    return [" ".join(line) for line in lines_by_page(pdf)]


def page_of(words: str, pages: list[str]) -> int:
    return next(number for number, page in enumerate(pages) if words in page)


@pytest.mark.slow
@pytest.mark.parametrize(("style", "count"), [("classic", 41), ("moderncv", 34), ("proceedings", 38)])
def test_a_view_keeps_a_section_on_one_page_and_begins_one_with_another(tmp_path: Path, style: str, count: int) -> None:
    def is_divided(positions: int) -> bool:
        paths = pages(tmp_path, style, "w", positions)
        return page_of("Medal 0", paths) != page_of("Medal 8", paths)

    divided = next(number for number in range(count, count + 12) if is_divided(number))
    kept = pages(tmp_path, style, "v", divided)
    assert page_of("Medal 0", kept) == page_of("Medal 8", kept)
    assert page_of("A talk", kept) == len(kept) - 1 > page_of("Medal 8", kept)


def test_pages_of_sections_in_word_and_on_the_web(tmp_path: Path) -> None:
    paths = make(tmp_path, PAGES % ("{organization: Works, title: Engineer, date: 2019}", "{title: a}, {title: b}, {title: c}"),
                 "classic", "docx", "html", view="v")  # fmt: skip
    assert re.search(r'<section id="awards" class="together">', paths["html"].decode())
    assert re.search(r'<section id="talks" class="new-page">', paths["html"].decode())
    assert b".new-page { break-before: page; }" in paths["html"]
    word = zipfile.ZipFile(BytesIO(paths["docx"])).read("word/document.xml").decode()
    assert word.count("<w:pageBreakBefore") == 1
    assert word.index("<w:pageBreakBefore") > word.index(">c<")
    assert "lastRenderedPageBreak" not in word


@pytest.mark.parametrize(("count", "columns"), [(6, 1), (7, 2)])
def test_many_contacts_of_moderncv_are_in_two_columns_next_to_the_name(tmp_path: Path, count: int, columns: int) -> None:
    links = "\n".join(f"    - {{label: link {number}, value: https://example.org/{number}}}" for number in range(count))
    text = f"person:\n  name: Ada Example\n  headline: Reader\n  links:\n{links}\n"
    pdf = make(tmp_path, text, "moderncv", "pdf")["pdf"]
    with pdfplumber.open(BytesIO(pdf)) as opened:
        words = opened.pages[0].extract_words()
    left = {round(word["x0"]) for word in words if word["text"] == "link"}
    top = {word["text"]: round(word["top"]) for word in words}
    assert len(left) == columns
    assert top["0"] < top["Reader"] and (top["0"] == top["4"]) == (columns == 2)


def test_roles_at_one_employer_are_nearer_to_each_other_than_to_the_next_employer(tmp_path: Path) -> None:
    roles = "roles: [{title: First, start: 2019}, {title: Second, start: 2018}, {title: Third, start: 2017}]"
    positions = f"  - {{organization: Works, {roles}}}\n  - {{organization: Next, start: 2010}}\n"
    text = f"person: {{name: Ada Example}}\npositions:\n{positions}"
    with pdfplumber.open(BytesIO(make(tmp_path, text, "classic", "pdf")["pdf"])) as opened:
        line = {word["text"]: word["bottom"] for word in opened.pages[0].extract_words()}
    assert 4 < line["Third"] - line["Second"] - 12 < 7
    assert line["Next"] - line["Third"] > line["Third"] - line["Second"] + 2


def test_no_contact_is_alone_on_the_second_line(tmp_path: Path) -> None:
    links = ", ".join(f"{{label: a longer contact {number}, value: https://example.org/{number}}}" for number in range(7))
    for style in ("classic", "engineer"):
        with pdfplumber.open(
            BytesIO(make(tmp_path, f"person: {{name: Ada Example, links: [{links}]}}\n", style, "pdf")["pdf"])
        ) as opened:
            tops = [round(word["top"]) for word in opened.pages[0].extract_words() if word["text"] == "contact"]
        assert sorted(tops.count(top) for top in set(tops)) == [3, 4]


@pytest.mark.parametrize("style", ["engineer", "lab"])
def test_works_with_bullets_are_further_apart_than_their_lines(tmp_path: Path, style: str) -> None:
    work = "{type: article-journal, date: 2019, authors: [Ada Example], title: Work of %s}" % ("letters " * 30)
    text = f"person: {{name: Ada Example}}\npublications: [{work}, {work.replace('2019', '2018')}]\n"
    with pdfplumber.open(BytesIO(make(tmp_path, text, style, "pdf")["pdf"])) as opened:
        lines = opened.pages[0].extract_text_lines()
    second = [index for index, line in enumerate(lines) if "Work of" in line["text"]][1]
    gaps = [below["bottom"] - above["bottom"] for above, below in pairwise(lines)]
    assert gaps[second - 1] > gaps[second] + 3


@pytest.mark.parametrize("style", ["sidebar", "duo", "portfolio", "mosaic"])
def test_a_page_without_a_narrow_column_has_lines_of_at_most_a_hundred_letters(tmp_path: Path, style: str) -> None:
    text = f"person: {{name: Ada Example}}\nbio: {'What they do in the works that they have, and where. ' * 12}\n"
    lines = lines_by_page(make(tmp_path, text, style, "pdf")["pdf"])[0]
    assert 85 < max(map(len, lines)) <= 100


def test_the_line_of_timeline_ends_with_the_text(tmp_path: Path) -> None:
    text = "person: {name: Ada Example}\nawards: [{title: A prize, date: 2019}, {title: Another, date: 2018}]\n"
    with pdfplumber.open(BytesIO(make(tmp_path, text, "timeline", "pdf")["pdf"])) as opened:
        last = next(word for word in opened.pages[0].extract_words() if word["text"] == "Another")
        [line] = [shape for shape in (*opened.pages[0].rects, *opened.pages[0].lines) if shape["height"] > 20]
    assert last["top"] < line["bottom"] < last["bottom"] + 4


def test_undated_works_next_to_a_column_of_dates_begin_where_others_do(tmp_path: Path) -> None:
    works = "{type: article, title: Dated, authors: [Ann Lee], date: 2019}, {type: article, title: Bare, authors: [Ann Lee]}"
    view = "{v: {sections: [{from: publications, group_by: year}]}}"
    text = f"person: {{name: Ada Example}}\npublications: [{works}]\nviews: {view}\n"
    with pdfplumber.open(BytesIO(make(tmp_path, text, "proceedings", "pdf", view="v")["pdf"])) as opened:
        words = opened.pages[0].extract_words()
    left = [round(word["x0"]) for word in words if word["text"] in ("Dated", "Bare", "Ann")]
    assert len(left) == 4 and len(set(left)) == 1


def test_the_column_of_dates_is_as_wide_as_labels_of_rows(tmp_path: Path) -> None:
    text = "person: {name: Ada Example}\nskills: [{name: Programs and tools, items: [C]}, {name: B, items: [D]}]\n"
    with pdfplumber.open(BytesIO(make(tmp_path, text, "timeline", "pdf")["pdf"])) as opened:
        words = {word["text"]: word for word in opened.pages[0].extract_words()}
        dots = opened.pages[0].curves
    assert words["C"]["x0"] == pytest.approx(words["D"]["x0"]) and words["tools"]["x1"] < words["C"]["x0"] - 6
    assert not dots


def test_a_row_next_to_its_heading_begins_where_the_others_do(tmp_path: Path) -> None:
    text = "person: {name: Ada Example}\nskills: [{name: Methods, items: [Looms]}, {name: Tools, items: [Engines]}]\n"
    with pdfplumber.open(BytesIO(make(tmp_path, text, "margin", "pdf")["pdf"])) as opened:
        words = {word["text"]: word for word in opened.pages[0].extract_words(x_tolerance=1)}
    assert words["Methods:"]["x0"] == pytest.approx(words["Tools:"]["x0"], abs=0.1)
    assert words["Looms"]["x0"] - words["Methods:"]["x1"] > 1.5
