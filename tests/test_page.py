"""Test the page that a profile and a view set: paper, margins, sizes and distances of every style and target."""

import re
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from cvrender.api import render
from cvrender.errors import InputError
from cvrender.load.library import BUILT_IN
from cvrender.merge.profile import load_profile
from cvrender.model.page import joined, sides
from cvrender.targets.pdf import typesetter
from cvrender.targets.pdf.engine.run import typeset
from cvrender.targets.pdf.read import lines_by_page

STYLES = BUILT_IN.names("styles")
TEXT = "bio: " + "These words fill some lines of a page, one after the other. " * 20
LINES = 'head: "{name} · {page} of {pages}", foot: "updated {updated}"'
LONG = "positions:\n" + "".join(f"  - {{organization: Works {i}, title: Engineer, date: {1900 + i}}}\n" for i in range(80))

SIZES_OF = {"classic": ["9pt", "10.5pt", "11pt"], "engineer": ["9.5pt", "12pt"], "moderncv": ["9pt", "10.5pt"]}
Make = Callable[..., dict[str, bytes]]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def make(page: str, style: str, *targets: str, more: str = TEXT, **request: object) -> dict[str, bytes]:
        path = tmp_path / "ada.yaml"
        path.write_text(f"person: {{name: Ada Example}}\n{page}\n{more}\n", "utf-8")
        result = render(load_profile(path), style=style, targets=targets, **request)  # type: ignore[arg-type]
        return {artifact.name.rpartition(".")[2]: artifact.content for artifact in result}

    return make


def box(pdf: bytes) -> list[float]:
    with pikepdf.open(BytesIO(pdf)) as document:
        return [float(side) for side in document.pages[0].mediabox]


def placed(pdf: bytes) -> tuple[float, float]:
    """How far the text begins from the left edge and the top, in points."""
    import pypdfium2

    page = pypdfium2.PdfDocument(pdf)[0]
    text = page.get_textpage()
    boxes = [text.get_rect(index) for index in range(text.count_rects())]
    return min(box[0] for box in boxes), page.get_height() - max(box[3] for box in boxes)


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_paper_margins_head_and_foot_are_the_profiles_in_every_style(make: Make, style: str) -> None:
    page = f"page: {{size: letter, margin: {{top: 50mm, left: 40mm}}, text: 11.5pt, leading: 1.3, {LINES}}}\nupdated: 2026-11"
    files = make(page, style, "pdf", "docx", "html", more=f"{TEXT}\n{LONG}", options={"dates": "abbreviated"})
    assert box(files["pdf"]) == [0, 0, 612, 792]
    left, top = placed(files["pdf"])
    assert abs(left - 40 / 25.4 * 72) < 4 or style in ("moderncv", "proceedings")  # these have a column before the text
    assert top > 45 / 25.4 * 72
    word = zipfile.ZipFile(BytesIO(files["docx"])).read("word/document.xml").decode()
    assert (
        'w:w="12240"' in word and f'w:top="{round(50 / 25.4 * 1440)}"' in word and f'w:left="{round(40 / 25.4 * 1440)}"' in word
    )
    assert re.search(r"@page \{ size: letter; margin: 50mm \w+ \w+ 40mm;", files["html"].decode())
    assert b"--size: 11.5pt" in files["html"] and b"--leading: 1.3" in files["html"]
    check_lines(files)


def check_lines(files: dict[str, bytes]) -> None:
    """Check that head and foot are on each page but the first, are not part of the text, and are artifacts for readers."""
    pages = lines_by_page(files["pdf"])
    assert len(pages) > 1 and not [line for page in pages for line in page if "updated" in line or "Example ·" in line]
    with pypdfium2.PdfDocument(files["pdf"]) as document:
        for number, page in enumerate(document, 1):
            text = "".join(page.get_textpage().get_text_range().split())
            lines = (f"AdaExample·{number}of{len(pages)}", "updatedNov2026")
            assert [line in text for line in lines] == [number > 1] * 2
    with pikepdf.open(BytesIO(files["pdf"])) as document:
        content = [page.Contents.read_bytes() for page in document.pages]
    for kind in (b"Header", b"Footer"):
        assert [content.count(b"/Artifact <</Type/Pagination/Subtype/%s>> BDC" % kind) for content in content] == [
            int(number > 0) for number in range(len(pages))
        ]
    with zipfile.ZipFile(BytesIO(files["docx"])) as word:
        parts = [word.read(f"word/{name}1.xml").decode() for name in ("header", "footer")]
        body = word.read("word/document.xml").decode()
    shown = [re.findall(r'w:instr=" (.*?) "|<w:t xml:space="preserve">(.*?)</w:t>', part) for part in parts]
    assert [["".join(part) for part in parts] for parts in shown] == [
        ["Ada Example · ", "PAGE", " of ", "NUMPAGES"],
        ["updated Nov 2026"],
    ]
    assert re.search('<w:headerReference [^>]*r:id="rId8"', body) and "<w:titlePg />" in body
    web = files["html"].decode()
    assert '@top-center { content: "Ada Example · " counter(page) " of " counter(pages) }' in web
    assert '@bottom-center { content: "updated Nov 2026" }' in web


@pytest.mark.slow
@pytest.mark.parametrize(("style", "size"), [(style, size) for style, sizes in SIZES_OF.items() for size in sizes])
def test_text_has_any_size_between_nine_and_twelve_points(make: Make, style: str, size: str) -> None:
    import pypdfium2

    files = make(f"page: {{text: {size}}}", style, "pdf")
    text = pypdfium2.PdfDocument(files["pdf"])[0].get_textpage()
    place = text.get_text_range().index("These words") + 20
    height = text.get_charbox(place, loose=True)
    expected = float(size[:-2]) * 72 / 72.27
    assert abs((height[3] - height[1]) / expected - 1.2) < 0.35
    drawn = pypdfium2.raw.FPDFText_GetFontSize(text.raw, place)
    assert abs(drawn - expected) < 0.06


def test_leading_sets_lines_apart(make: Make) -> None:
    def distance(leading: str) -> float:
        pdf = make(f"page: {{leading: {leading}}}", "classic", "pdf")["pdf"]
        import pypdfium2

        text = pypdfium2.PdfDocument(pdf)[0].get_textpage()
        tops = sorted({round(text.get_rect(index)[3]) for index in range(text.count_rects())})
        return min(b - a for a, b in zip(tops, tops[1:], strict=False) if b - a > 7)

    assert distance("1.5") > 1.3 * distance("1")


def test_a_view_comes_after_the_profile_a_style_after_its_page_and_set_after_all(make: Make) -> None:
    profile = "page: {size: letter, margin: 30mm, text: 12pt}\nstyle: {name: lab, options: {size: 11pt}}\n"
    views = "views:\n  v: {sections: [bio], page: {margin: {left: 10mm}}}\n"

    def tex(style: str, **more: object) -> str:
        return make(profile + views, style, "tex", view="v", **more)["tex"].decode()

    assert r"\documentclass[letterpaper,11pt]" in tex("lab")
    assert r"\documentclass[letterpaper,12pt]" in tex("engineer")
    assert r"\geometry{top=30mm, right=30mm, bottom=30mm, left=10mm" in tex("engineer")
    assert r"\documentclass[a4paper,10pt]" in tex("engineer", options={"page": "a4", "size": "10pt"})
    assert r"\geometry{margin=25mm}" in tex("engineer", options={"margin": "25mm"})


def test_what_is_wrong_in_a_page_is_said_at_its_place_and_at_once(make: Make) -> None:
    with pytest.raises(InputError) as caught:
        make("page:\n  size: a3\n  margin: 90mm\n  text: 8pt\n  leading: wide\n  spacing: 1", "classic", "tex")
    lines = [str(problem).partition("error: ")[2] for problem in caught.value.problems]
    assert lines == [
        "page.size: should be one of: a4, letter",
        "page.margin: should be at most 60mm",
        "page.text: should be at least 9pt",
        "page.leading: should be a number",
    ]


def test_head_and_foot_stay_on_the_paper_with_narrow_margins(make: Make) -> None:
    files = make("page: {margin: 9mm, head: Head}", "classic", "pdf", more="interests: [" + "many words, " * 900 + "end]")
    import pypdfium2

    document = pypdfium2.PdfDocument(files["pdf"])
    assert len(document) > 1 and len(lines_by_page(files["pdf"])) == len(document)
    text = document[1].get_textpage()
    boxes = [text.get_rect(index) for index in range(text.count_rects())]
    assert min(box[1] for box in boxes) > 6 and max(box[3] for box in boxes) < document[1].get_height() - 4
    assert text.get_text_range().split()[0] == "Head"


@pytest.mark.parametrize(
    ("margin", "four"),
    [
        ("1mm", ("1mm",) * 4),
        ("1mm 2mm", ("1mm", "2mm", "1mm", "2mm")),
        ("1mm 2mm 3mm", ("1mm", "2mm", "3mm", "2mm")),
        ("1mm 2mm 3mm 4mm", ("1mm", "2mm", "3mm", "4mm")),
    ],
)
def test_margins_are_read_as_in_css(margin: str, four: tuple[str, ...]) -> None:
    assert sides(margin) == four
    assert sides(joined(four)) == four  # type: ignore[arg-type]


@pytest.mark.slow
def test_the_number_of_pages_is_known_the_next_time(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[int] = []

    def counted(*given: object) -> object:
        runs.append(1)
        return typeset(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(typesetter, "typeset", counted)
    foot = 'page: {foot: "known: {page} of {pages}"}'
    first = make(foot, "classic", "pdf", more=LONG)["pdf"]
    assert len(runs) == 2
    assert make(foot, "classic", "pdf", more=LONG)["pdf"] == first
    assert len(runs) == 3
    make("", "classic", "pdf", more=LONG)
    assert len(runs) == 4


def test_works_without_numbers_have_a_hanging_indent_in_moderncv(make: Make) -> None:
    work = "publications: [{title: First Line, authors: [Ada Example], type: article-journal, venue: Second Line, date: 2020}]\n"
    files = make("", "moderncv", "pdf", more=work, options={"numbering": "false"})
    with pypdfium2.PdfDocument(files["pdf"]) as document:
        textpage = document[0].get_textpage()
        left = {}
        for word in ("First Line", "Second Line"):
            start = textpage.search(word).get_next()
            assert start
            left[word] = textpage.get_charbox(start[0])[0]
    assert 10 < left["Second Line"] - left["First Line"] < 20
