"""Images of entries: in each target, described and tagged, in rows, read safely, small enough to send."""

import re
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from cvrender.api import render
from cvrender.errors import InputError
from cvrender.load.request import RenderRequest
from cvrender.merge.profile import load_profile
from cvrender.pipeline import load_and_prepare
from tests.drawings import draw_all

TARGETS = ("tex", "pdf", "docx", "html", "md", "txt")
IMAGE = '{{file: {}, alt: "Drawing of *house* {}", caption: "View *{}*", credit: "Photo: Sam Sample"}}'


def portfolio(folder: Path, entries: int, each: int) -> Path:
    names = draw_all(folder, entries * each)
    lines = ["updated: 2026-11-22", "person: {name: Ada Example}", "exhibitions:"]
    for entry in range(entries):
        lines += [
            f"  - title: House {entry + 1}",
            f"    date: {2020 + entry}",
            "    highlights: [Drew every window]",
            "    images:",
        ]
        lines += [
            f"      - {IMAGE.format(names[index], index + 1, index + 1)}" for index in range(entry * each, (entry + 1) * each)
        ]
    (folder / "ada.yaml").write_text("\n".join(lines), "utf-8")
    return folder / "ada.yaml"


def rendered(path: Path, targets: tuple[str, ...] = TARGETS, style: str = "classic", **options: str) -> dict[str, bytes]:
    result = render(load_profile(path), style=style, targets=targets, options=options)
    return {each.name.rpartition(f"-full-{style}")[2]: each.content for each in result}


@pytest.mark.few_styles("classic")
@pytest.mark.parametrize("style", ["classic", "moderncv", "margin"])
def test_images_are_in_each_target_with_their_words(style: str, tmp_path: Path) -> None:
    outputs = rendered(portfolio(tmp_path, 2, 2), style=style)
    with pikepdf.open(BytesIO(outputs[".pdf"])) as pdf:
        tags = [item for item in pdf.objects if isinstance(item, pikepdf.Dictionary) and item.get("/S") == "/Figure"]
        assert [str(tag.Alt) for tag in tags] == [f"Drawing of house {number}" for number in (1, 2, 3, 4)]
        assert all(tag.A.BBox for tag in tags)
    html = outputs[".html"].decode()
    assert re.findall(r'<img src="data:image/\w+;base64,[^"]+" alt="([^"]*)">', html)[:2] == [
        "Drawing of house 1",
        "Drawing of house 2",
    ]
    assert "<figcaption>View <em>1</em> (Photo: Sam Sample)</figcaption>" in html
    markdown = outputs[".md"].decode()
    assert re.search(r"!\[Drawing of house 3\]\(\S+-image-3.jpeg\)\n\nView \*3\* \(Photo: Sam Sample\)", markdown)
    assert {name for name in outputs if "-image-" in name} == {"-image-1.png", "-image-2.png", "-image-3.jpeg", "-image-4.png"}
    assert "[Drawing of house 4] View 4 (Photo: Sam Sample)" in outputs[".txt"].decode()


def test_the_option_says_how_many_are_in_a_row(tmp_path: Path) -> None:
    path = portfolio(tmp_path, 1, 3)
    rows = {
        number: rendered(path, ("html",), images=number)[".html"].decode().count('<div class="samples">')
        for number in ("none", "1", "2", "3", "4")
    }
    assert rows == {"none": 0, "1": 3, "2": 2, "3": 1, "4": 1}


def test_images_of_a_row_are_equally_high_and_fill_the_line(tmp_path: Path) -> None:
    html = rendered(portfolio(tmp_path, 1, 3), ("html",))[".html"].decode()
    widths = [float(width) for width in re.findall(r'<figure style="width: ([\d.]+)%"', html)]
    ratios = (1800 / 1200, 1200 / 1600, 1600 / 1200)
    heights = [width / ratio for width, ratio in zip(widths, ratios, strict=True)]
    assert 95 < sum(widths) <= 96 and max(heights) - min(heights) < 0.2


@pytest.mark.slow
def test_a_portfolio_of_four_pages_is_small_and_keeps_entries_together(tmp_path: Path) -> None:
    pdf = rendered(portfolio(tmp_path, 4, 3), ("pdf",), images="1")[".pdf"]
    with pikepdf.open(BytesIO(pdf)) as opened:
        assert len(opened.pages) >= 4
    assert 100_000 < len(pdf) < 5_000_000


def test_an_image_that_cannot_be_read_is_an_error_at_its_place(tmp_path: Path) -> None:
    path = portfolio(tmp_path, 1, 2)
    (tmp_path / "work-2.png").write_bytes(b"no image")
    with pytest.raises(InputError) as error:
        rendered(path, ("txt",))
    (problem,) = error.value.problems
    assert (problem.code, problem.line, problem.path) == ("bad-photo", 9, "exhibitions[0].images[1].file")
    path.write_text(path.read_text("utf-8").replace("work-2.png", "../work-2.png"), "utf-8")
    with pytest.raises(InputError, match="not in the profile's folder"):
        rendered(path, ("txt",))


def test_images_need_an_alternative_text(tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text("person: {name: A}\nawards: [{title: B, images: [{file: a.png}]}]\n", "utf-8")
    with pytest.raises(InputError, match='"alt"'):
        load_profile(tmp_path / "ada.yaml")


def test_images_of_roles_and_of_rows_are_shown_and_anonymous_views_have_none(tmp_path: Path) -> None:
    draw_all(tmp_path, 2)
    (tmp_path / "ada.yaml").write_text(
        "person: {name: Ada}\n"
        "positions: [{organization: Works, roles: [{title: Engineer, images: [{file: work-1.png, alt: First}]}]}]\n"
        "skills: [{name: Drawing, items: [Ink], images: [{file: work-2.png, alt: Second}]}]\n"
        "views: {hidden: {extends: full, anonymous: true}}\n",
        "utf-8",
    )
    text = rendered(tmp_path / "ada.yaml", ("txt",))[".txt"].decode()
    assert text.index("Engineer") < text.index("[First]") < text.index("Ink") < text.index("[Second]")
    hidden = render(load_profile(tmp_path / "ada.yaml"), view="hidden", targets=("txt",))[0].content.decode()
    assert "First" not in hidden


def test_a_build_depends_on_the_images(tmp_path: Path) -> None:
    path = portfolio(tmp_path, 1, 1)
    prepared = load_and_prepare(RenderRequest(profile=str(path), view="full"))
    assert str(tmp_path / "work-1.png") in prepared.inputs


TEXT = """person: {name: Ada}
bio: |
  I draw.

  ![The *first*](work-1.png "A front")
  ![The second](work-2.png)

  And build.
"""


def test_paragraphs_of_images_are_shown_as_images(tmp_path: Path) -> None:
    draw_all(tmp_path, 2)
    (tmp_path / "ada.yaml").write_text(TEXT, "utf-8")
    lines = rendered(tmp_path / "ada.yaml", ("txt",))[".txt"].decode().split("BIOGRAPHY")[1].split("\n")
    assert [line for line in lines[2:] if line] == ["I draw.", "[The first] A front", "[The second]", "And build."]
    html = rendered(tmp_path / "ada.yaml", ("html",))[".html"].decode()
    assert html.count("<figure style") == 2 and 'alt="The first"' in html
    assert "first" not in rendered(tmp_path / "ada.yaml", ("txt",), images="none")[".txt"].decode()


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("person: {name: Ada}\nbio: See ![it](work-1.png) here\n", 2, "bio: Markdown images are not shown in this text"),
        ("person: {name: Ada}\nawards:\n  - {title: '![it](https://example.org/a.png)'}\n", 3, "Markdown images are not shown"),
        ("person: {name: Ada}\nbio: '![it](nothing.png)'\n", 2, '"nothing.png" not found'),
    ],
)
def test_markdown_of_other_images_is_an_error_with_its_place(text: str, line: int, said: str, tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text(text, "utf-8")
    with pytest.raises(InputError) as error:
        rendered(tmp_path / "ada.yaml", ("txt",))
    assert error.value.problems[0].line == line and said in str(error.value.problems[0])


@pytest.mark.parametrize("typed", [r"!\[it](a.png)", r"\![it](a.png)", r"![it\](a.png)"])
def test_a_backslash_makes_it_a_text(typed: str, tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text(f"person: {{name: Ada}}\nawards: ['A {typed}']\n", "utf-8")
    assert "A ![it](a.png)" in rendered(tmp_path / "ada.yaml", ("txt",))[".txt"].decode()


def test_code_may_be_the_markdown_of_an_image(tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text("person: {name: Ada}\nbio: Write `![it](a.png)` for an image.\n", "utf-8")
    assert "Write ![it](a.png) for" in rendered(tmp_path / "ada.yaml", ("txt",))[".txt"].decode()


def test_a_row_without_captions_is_not_kept_with_the_next_entry_in_word(tmp_path: Path) -> None:
    import docx

    draw_all(tmp_path, 2)
    images = "images: [{file: work-1.png, alt: First}]"
    entries = f"[{{title: One, {images}}}, {{title: Two, images: [{{file: work-2.png, alt: Second, caption: C}}]}}]"
    (tmp_path / "ada.yaml").write_text(f"person: {{name: Ada}}\nexhibitions: {entries}\n", "utf-8")
    document = docx.Document(BytesIO(rendered(tmp_path / "ada.yaml", ("docx",))[".docx"]))
    pictures = [paragraph for paragraph in document.paragraphs if paragraph.style.name == "Picture"]
    formats = [(paragraph.paragraph_format, paragraph.style.paragraph_format) for paragraph in pictures]
    kept = [own.keep_with_next if own.keep_with_next is not None else bool(style.keep_with_next) for own, style in formats]
    assert kept == [False, True]
