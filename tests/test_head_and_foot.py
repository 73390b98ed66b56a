"""Test the head and the foot of pages: placeholders, languages, and readers that leave them out of the text."""

import re
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest

from cvrender.api import render
from cvrender.errors import InputError
from cvrender.merge.profile import load_profile
from cvrender.model.head_and_foot import Placeholder, fill_line, parse_line
from cvrender.model.reading import Reading
from cvrender.rules.inspect.extract import extract
from cvrender.targets.pdf.read import lines_by_page, read

ROOT = Path(__file__).parents[1]
WORKS = "positions:\n" + "".join(f"  - {{organization: Works {i}, title: Engineer, date: {1900 + i}}}\n" for i in range(60))
Make = Callable[..., dict[str, bytes]]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def make(page: str, *targets: str, person: str = "{name: Ada Example}", **request: object) -> dict[str, bytes]:
        path = tmp_path / "ada.yaml"
        path.write_text(f"person: {person}\npage: {{{page}}}\n{WORKS}", "utf-8")
        result = render(load_profile(path), targets=targets, **request)  # type: ignore[arg-type]
        return {artifact.name.rpartition(".")[2]: artifact.content for artifact in result}

    return make


def second_page(pdf: bytes) -> str:
    with pypdfium2.PdfDocument(pdf) as document:
        return str(document[1].get_textpage().get_text_range())


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ()),
        ("{page}", (Placeholder.PAGE,)),
        ("a {page} of {pages}, {name} {updated}", ("a ", Placeholder.PAGE, " of ", Placeholder.PAGES, ", Ada May 2026")),
        ("{name}{updated} {", ("AdaMay 2026 {",)),
    ],
)
def test_a_line_has_texts_and_numbers(text: str, parts: tuple[object, ...]) -> None:
    assert fill_line(parse_line(text), {Placeholder.NAME: "Ada", Placeholder.UPDATED: "May 2026"}) == parts


@pytest.mark.parametrize(
    ("page", "place", "message"),
    [
        ('head: "{pge}"', "2:14", 'page.head: has the unknown placeholder "{pge}"; known are {name}, {page}, {pages}, {updated}'),
        ('foot: "{updated}"', "2:14", "page.foot: shows {updated}, but the profile has no such date"),
    ],
)
def test_what_is_wrong_in_a_line_is_said_at_its_place(make: Make, page: str, place: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        make(page, "md")
    [problem] = caught.value.problems
    assert f":{place}: error: {message}" in str(problem)


def test_a_view_and_an_option_may_set_the_line_that_needs_a_date(tmp_path: Path) -> None:
    path = tmp_path / "ada.yaml"
    view = "{sections: [bio], page: {head: '{updated}'}}"
    path.write_text(f"person: {{name: Ada Example}}\nbio: One.\nviews:\n  v: {view}\n", "utf-8")
    with pytest.raises(InputError, match=r"ada.yaml:4:37: error: views.v.page.head: shows"):
        render(load_profile(path), view="v", targets=["md"])
    with pytest.raises(InputError, match=r"head: shows {updated}"):
        render(load_profile(path), targets=["md"], options={"head": "{updated}"})


def test_lines_without_numbers_and_without_tags_are_not_text(make: Make) -> None:
    files = make('head: "{name}", foot: ""', "pdf", tags=False)
    assert second_page(files["pdf"]).startswith("Ada Example")
    pages = lines_by_page(files["pdf"])
    assert [line for page in pages for line in page if "Ada Example" in line] == ["Ada Example"]
    assert pages[-1][-1] in ("1959", "Engineer") and read(files["pdf"]).pages == tuple(map(tuple, pages))


def test_the_page_number_follows_the_name_unless_the_foot_says_otherwise(make: Make) -> None:
    def footer(page: str) -> str:
        with zipfile.ZipFile(BytesIO(make(page, "docx")["docx"])) as word:
            return "".join(re.findall(r"<w:t[^>]*>(.*?)</w:t>", word.read("word/footer1.xml").decode()))

    assert (footer("size: a4"), footer('foot: "{page}"')) == ("Ada Example · 2", "2")


@pytest.mark.slow
def test_a_line_has_any_characters_and_the_name_and_date_of_the_language(make: Make) -> None:
    person = "{name: Zhou Xiaoming, native: 周晓明}\nupdated: 2026-11-22"
    page = 'head: "第 {page} 页，共 {pages} 页 · {name}", foot: "עמוד Ωμέγα Łódź & 50 % {updated}"'
    files = make(page, "pdf", person=person, language="zh")
    text = "".join(second_page(files["pdf"]).split())
    assert text.startswith("第2页，共3页·周晓明") and text.endswith("ΩμέγαŁódź&50%2026年11月22日")
    assert set("עמוד") < set(text)
    assert not [line for page in lines_by_page(files["pdf"]) for line in page if "页" in line or "2026" in line]


@pytest.mark.slow
@pytest.mark.parametrize("style", ["classic", "moderncv"])
def test_a_line_runs_from_right_to_left_where_the_text_does(make: Make, style: str) -> None:
    head = 'head: "{name} · صفحه {page} از {pages}"'
    files = make(head, "pdf", "docx", person="{name: دانا نمونه}", language="fa", style=style)
    with pypdfium2.PdfDocument(files["pdf"]) as document:
        textpage, pages = document[1].get_textpage(), len(document)
        chars = [(textpage.get_text_range(index, 1), textpage.get_charbox(index)) for index in range(textpage.count_chars())]
    top = max(box[3] for _, box in chars)
    line = sorted((box[0], char) for char, box in chars if box[3] > top - 15 and char.strip())
    shown = "".join(char for _, char in reversed(line))
    assert shown == f"دانانمونه·صفحه2از{pages}"
    assert not [text for page in lines_by_page(files["pdf"]) for text in page if "صفحه" in text]
    with zipfile.ZipFile(BytesIO(files["docx"])) as word:
        header = word.read("word/header1.xml").decode()
    assert header.count("<w:r>") == header.count("<w:rtl/>") == 4 and header.count("<w:fldSimple ") == 2


def test_lines_that_other_programs_repeat_are_no_entries() -> None:
    pages = (("Ada Example", "Experience", "Engineer, Works 2019"), ("CV 2", "Works 2018"), ("CV 3", "Works 2017"))
    pages = tuple((*page, *(["updated May 2026"] * (number > 0))) for number, page in enumerate(pages))
    extracted = extract(Reading(pages))
    assert extracted.text == ("Ada Example", "Experience", "Engineer, Works 2019", "Works 2018", "Works 2017")
    assert len(extract(Reading(pages[:2])).text) == 6
