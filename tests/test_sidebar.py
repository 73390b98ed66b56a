"""Test the style with a narrow column: one order in every target, whole texts, and a wide column from the second page on."""

import io
import re
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pdfplumber
import pikepdf
import pytest

from cvrender.api import render
from cvrender.errors import InputError
from cvrender.load.request import RenderRequest
from cvrender.merge.profile import load_profile
from cvrender.pipeline import compose_request, load_and_prepare
from cvrender.targets import TARGETS
from cvrender.targets.pdf.read import lines_by_page

ROOT = Path(__file__).parents[1]
PROFILE = "person: {name: Ada Example, emails: [ada@example.org]}\n"
Made = dict[str, bytes]
Words = list[list[dict[str, float | str]]]


def make(profile: Path, *targets: str, view: str = "full", engine: str = "", **options: str) -> Made:
    """Render in two columns, which fails if a text is lost, repeated or out of order; return the files by target."""
    options = {"sidebar_least": "0", **options}
    artifacts = render(load_profile(profile), view=view, style="sidebar", targets=targets, options=options, engine=engine)
    return {Path(artifact.name).suffix[1:]: artifact.content for artifact in artifacts}


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], Path]:
    def write(yaml: str) -> Path:
        path = tmp_path / "ada.yaml"
        path.write_text(PROFILE + yaml, "utf-8")
        return path

    return write


@pytest.fixture(scope="module")
def resume() -> Made:
    return make(ROOT / "profiles" / "minjia-zhang.yaml", "pdf", "html", "docx", "md", "txt", view="resume", photo="true")


def words(pdf: bytes) -> Words:
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        return [page.extract_words() for page in opened.pages]


def place(page_words: Words, text: str, page: int = 0) -> float:
    """Return where a word begins, from the left in points."""
    return float(next(word["x0"] for word in page_words[page] if word["text"] == text))


def bookmarks(pdf: bytes) -> list[str]:
    """Return the titles of the bookmarks, each of which leads to a place that there is."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        places = pikepdf.NameTree(opened.Root.Names.Dests)
        with opened.open_outline() as outline:
            assert all(str(item.action.D) in places for item in outline.root)
            return [item.title for item in outline.root]


def test_the_narrow_column_comes_first_in_every_target(resume: Made) -> None:
    texts = {name: " ".join(TARGETS[name].read(content).lines) for name, content in resume.items()}
    assert set(texts) == {"pdf", "html", "docx", "md", "txt"}
    for name, text in texts.items():
        parts = ("Minjia Zhang", "minjiaz@microsoft.com", "Education", "Awards", "Experience", "Selected Publications")
        places = [text.casefold().find(part.casefold()) for part in parts]
        assert -1 not in places and places == sorted(places), name


@pytest.mark.slow
def test_the_columns_are_side_by_side_on_the_first_page_only(resume: Made) -> None:
    page_words = words(resume["pdf"])
    assert len(page_words) == 3
    margin = place(page_words, "Education")
    assert place(page_words, "Experience") > margin + 150
    for page in page_words[1:]:  # one column in the middle, as wide as is easy to read
        left, right = min(float(word["x0"]) for word in page), max(float(word["x1"]) for word in page)
        assert margin - 0.1 <= left < place(page_words, "Experience")
        assert right <= max(float(word["x1"]) for word in page_words[0]) + 1
    assert bookmarks(resume["pdf"]) == ["Education", "Awards", "Experience", "Selected Publications"]


WITH_SUMMARY = (
    "bio: {}\nskills: [{{name: Looms, items: [Jacquard]}}]\n"
    "positions: [{{title: Programmer, organization: Works, start: 1842}}]\n"
)


@pytest.mark.needs("pdftotext")
@pytest.mark.parametrize("side", ["start", "end"])
def test_every_reader_meets_the_summary_before_the_narrow_column(written: Callable[[str], Path], side: str) -> None:
    """In the order of the file, in that of the tags, and in that of the places on the page."""
    path = written(WITH_SUMMARY.format("Weaves *algebraical* patterns, see [notes](https://notes.example)."))
    files = make(path, "pdf", "html", "docx", "md", "txt", sidebar="skills", sidebar_side=side)
    parts = ("ada example", "weaves", "looms", "programmer")
    texts = {name: " ".join(TARGETS[name].read(content).lines) for name, content in files.items()}
    for name, text in texts.items():
        places = [text.casefold().find(part) for part in parts]
        assert -1 not in places and places == sorted(places), name
    by_place = subprocess.run(["pdftotext", "-", "-"], input=files["pdf"], capture_output=True, check=True).stdout.decode()
    assert by_place.index("Weaves") < by_place.index("ada@example.org") < by_place.index("Looms")
    assert bookmarks(files["pdf"]) == ["Summary", "Skills", "Experience"]


def test_a_summary_that_is_long_or_not_the_first_stays_in_the_wide_column(written: Callable[[str], Path]) -> None:
    long = " ".join(f"word{number}" for number in range(600))
    page = make(written(WITH_SUMMARY.format(long)), "html", sidebar="skills")["html"].decode()
    assert 'class="above"' not in page and page.index('id="skills"') < page.index('id="bio"')
    path = written(WITH_SUMMARY.format("Weaves.") + "views: {own: {sections: [positions, bio, skills]}}\n")
    page = make(path, "html", view="own", sidebar="skills")["html"].decode()
    assert 'class="above"' not in page and page.index('id="positions"') < page.index('id="bio"')


def test_a_page_has_two_columns_in_html_and_one_in_word(resume: Made) -> None:
    html = resume["html"].decode()
    narrow, _, wide = html.partition('<div class="narrow">')[2].partition('<div class="wide">')
    assert re.findall('<section id="([^"]+)"', narrow) == ["education", "awards"]
    assert re.findall('<section id="([^"]+)"', wide) == ["positions", "publications"]
    with zipfile.ZipFile(io.BytesIO(resume["docx"])) as opened:
        assert b"<w:tbl>" not in opened.read("word/document.xml")
        assert b"w:num=" not in opened.read("word/document.xml")


@pytest.mark.slow
@pytest.mark.parametrize(("spacing", "name"), [("0.3", "ada-example"), ("0.8", "ada-example"), ("1.3", "li-fan")])
def test_nothing_is_lost_where_the_first_page_ends(spacing: str, name: str) -> None:
    """The first page ends in a list, in a table, before a heading and so on; what is behind is set again."""
    path = next((ROOT / "profiles").rglob(f"{name}.yaml"))
    pdf = make(path, "pdf", spacing=spacing, size="11pt")["pdf"]
    titles = bookmarks(pdf)
    assert len(lines_by_page(pdf)) > 1
    assert len(titles) == len(set(titles)) > 4


@pytest.mark.slow
def test_a_paragraph_longer_than_a_page_keeps_the_columns(written: Callable[[str], Path]) -> None:
    text = " ".join(f"word{number}" for number in range(1000))
    page_words = words(make(written(f"bio: {text}\nawards: [{{title: Prize}}]\n"), "pdf")["pdf"])
    assert len(page_words) > 1
    assert min(float(word["x0"]) for word in page_words[1]) > place(page_words, "Awards") + 150


def test_a_section_without_room_stays_where_it_is(written: Callable[[str], Path]) -> None:
    awards = ", ".join(f"{{title: Prize {number}, date: {1900 + number}}}" for number in range(90))
    path = written(f"education: [{{degree: B.A., institution: Nowhere}}]\nskills: [{{name: Law}}]\nawards: [{awards}]\n")
    paths = words(make(path, "pdf")["pdf"])
    assert place(paths, "Awards") > place(paths, "Education") + 150
    assert place(paths, "Skills") == place(paths, "Education")


@pytest.mark.slow
def test_what_does_not_fit_after_all_begins_the_wide_column(written: Callable[[str], Path]) -> None:
    """Wide letters take more room than is estimated."""
    skills = ", ".join("{name: MWMWMWMWMWM MWMWMWMWMWM MWMWMWMWMWM MWMWMWMWMWM}" for _ in range(19))
    path = written(f"languages: [{{language: Greek}}]\nskills: [{skills}]\nnews: [{{text: It rains, date: 2026}}]\n")
    paths = make(path, "pdf", "txt", sidebar="languages, skills")
    page_words = words(paths["pdf"])
    assert paths["txt"].index(b"SKILLS") < paths["txt"].index(b"NEWS")
    assert place(page_words, "Skills") > place(page_words, "Languages") + 150
    assert bookmarks(paths["pdf"]) == ["Languages", "Skills", "News"]


def test_the_option_names_the_sections_in_their_order(written: Callable[[str], Path]) -> None:
    own = "custom: [{id: sport, title: Sport, text: Walks}, {title: Trades, text: Bakes}]\n"
    path = written(f"skills: [{{name: Law}}]\nlanguages: [{{language: Greek}}]\nnews: [{{text: It rains, date: 2026}}]\n{own}")

    def order(sidebar: str) -> list[str]:
        text = make(path, "md", sidebar=sidebar)["md"].decode()
        return re.findall("(?m)^## (.+)", text)

    assert order("sport, languages skills") == ["Sport", "Languages", "Skills", "News", "Trades"]
    assert order("custom,news,news")[:3] == ["Sport", "Trades", "News"]
    assert order("") == ["News", "Skills", "Languages", "Sport", "Trades"]
    with pytest.raises(InputError) as caught:
        order("sports, languages, hobbies")
    assert [(problem.path, problem.message) for problem in caught.value.problems] == [
        ("sidebar", 'unknown section "sports"'),
        ("sidebar", 'unknown section "hobbies"'),
    ]
    assert "sport" in caught.value.problems[0].hint


@pytest.mark.slow
def test_a_long_word_makes_the_column_wider_or_its_type_smaller(written: Callable[[str], Path]) -> None:
    skills = "skills: [{name: Donaudampfschifffahrtsgesellschaft}]\nnews: [{text: It rains, date: 2026}]\n"
    narrow, wide = "news: [{text: It rains, date: 2026}]\n", skills
    places = [place(words(make(written(yaml), "pdf")["pdf"]), "News") for yaml in (narrow, wide)]
    assert places[1] > places[0] + 10


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["", pytest.param("lualatex", marks=pytest.mark.needs("lualatex"))])
def test_from_right_to_left_the_columns_are_mirrored(engine: str) -> None:
    page_words = words(make(ROOT / "tests" / "languages" / "profiles" / "ar.yaml", "pdf", view="resume", engine=engine)["pdf"])
    assert place(page_words, "mail@example.org") > 400
    right = max(float(word["x1"]) for word in page_words[0])
    assert right == pytest.approx(595 - 17 / 25.4 * 72, abs=3)
    email = next(float(word["x1"]) for word in page_words[0] if word["text"] == "mail@example.org")
    assert email == pytest.approx(right, abs=3)  # lines begin at the right


def test_both_columns_begin_with_lines_at_one_height(resume: Made) -> None:
    with pdfplumber.open(io.BytesIO(resume["pdf"])) as opened:
        lines = opened.pages[0].extract_text_lines(return_chars=True)
        chars = [char for line in lines for char in line["chars"]]
    wide = place(words(resume["pdf"]), "Experience")
    below = min(char["top"] for char in chars if char["x0"] >= wide and char["text"] == "E" and char["size"] < 12)
    first = {
        column: max(c["matrix"][5] for c in chars if (c["x0"] >= wide) == column and c["top"] >= below - 3)
        for column in (True, False)
    }
    assert first[True] == pytest.approx(first[False], abs=0.1)


def panel(pdf: bytes) -> tuple[float, float]:
    """Return the top and the bottom of the panel behind the narrow column, in points from the top of the first page."""
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        rectangle = next(rect for rect in opened.pages[0].rects if rect["x0"] <= 0.1 and rect["height"] > 40)
        return float(rectangle["top"]), float(rectangle["bottom"])


def test_the_panel_ends_below_the_column_and_there_is_none_for_a_nearly_empty_one(written: Callable[[str], Path]) -> None:
    skills = ", ".join(f"{{name: Skill {number}}}" for number in range(14))
    path = written(f"skills: [{skills}]\nnews: [{{text: It rains, date: 2026}}]\n")
    pdf = make(path, "pdf", sidebar_least="0.25")["pdf"]
    last = max(float(word["bottom"]) for word in words(pdf)[0])
    assert last + 5 < panel(pdf)[1] < last + 40
    short = written("skills: [{name: Law}]\nnews: [{text: It rains, date: 2026}]\n")
    files = make(short, "pdf", "html", "md", sidebar_least="0.25")
    page_words = words(files["pdf"])
    assert place(page_words, "Skills") == pytest.approx(place(page_words, "News"), abs=0.1)
    assert b'class="narrow"' not in files["html"]
    assert files["md"].index(b"News") < files["md"].index(b"Skills")


def skills(count: int) -> str:
    return "skills:\n" + "".join(f"- {{name: Area {index}, items: [One, Two, Three], level: 4/5}}\n" for index in range(count))


def test_a_row_takes_the_lines_of_its_label_and_text_together(written: Callable[[str], Path]) -> None:
    """As many rows as the column has room for are in it; a label is not a line of its own."""
    files = make(written(skills(36) + "positions: [{title: Programmer, organization: Works, start: 1842}]\n"), "pdf")
    page = words(files["pdf"])
    assert place(page, "Programmer") > place(page, "Area") + 100
    assert max(float(word["bottom"]) for word in page[0] if word["x0"] < 170) > 500


@pytest.mark.parametrize(
    ("count", "options", "said"),
    [
        (200, {"sidebar": "languages, skills", "sidebar_least": "0"}, "the narrow one has no room for it"),
        (1, {"sidebar": "skills", "sidebar_least": "0.9"}, "the narrow one would be nearly empty"),
        (200, {}, ""),
        (20, {"sidebar": "skills"}, ""),
    ],
)
def test_sections_that_are_named_and_find_no_room_are_told(
    written: Callable[[str], Path], count: int, options: dict[str, str], said: str
) -> None:
    path = written(skills(count) + "languages: [{language: German}]\n")
    request = RenderRequest(profile=str(path), view="full", style="sidebar", targets=("html",), options=options)
    told = [problem.message for problem in compose_request(load_and_prepare(request)).warnings if "sidebar" in problem.message]
    assert told == ([f'option "sidebar": skills stands in the wide column: {said}'] if said else [])
