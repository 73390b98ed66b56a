"""Test the column at the side of a Word document: a frame whose paragraphs are read before the text."""

import io
import re
import zipfile
from dataclasses import replace as replace_layout
from pathlib import Path

import pytest

from cvrender import render
from cvrender.load.library import find_style
from cvrender.merge.profile import load_profile
from cvrender.model.document import Block, Document, EntryBlock, EntryList, Group, Header, Properties, Section
from cvrender.model.text import plain_text
from cvrender.model.value import replace
from cvrender.targets.docx.columns import with_side_column
from cvrender.targets.docx.first_page import divided
from cvrender.targets.docx.inlines import NEW_PAGE, string
from cvrender.targets.docx.kept import styled
from cvrender.targets.docx.layout import PLAIN_LAYOUT, layout_of
from cvrender.targets.docx.margin_headings import beside, space_between
from cvrender.targets.docx.read import read
from cvrender.targets.docx.write import fits_page

LONG = "".join(
    f"- {{organization: Works {number}, title: Builder, start: 2001, highlights: [{'Built many. ' * 40}]}}\n"
    for number in range(9)
)
PROFILE = f"""\
person: {{name: Ada Example, headline: Builder, emails: [ada@example.org], phones: ["+1 555 0100"]}}
bio: Builds.
positions:
{LONG}\
awards:
- {{title: Medal, date: 2020}}
skills:
- {{name: Tools, items: [git, gdb, chalk]}}
- {{name: Languages, items: [C, Python, Fortran, Erlang]}}
education:
- {{institution: University of Nowhere, degree: B.Sc., start: 2001, end: 2004}}
"""


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    path = tmp_path / "ada.yaml"
    path.write_text(PROFILE, "utf-8")
    return path


def made(profile: Path, style: str, **options: str) -> bytes:
    values = {"sidebar_least": "0", "sidebar": "skills, education", **options}
    return bytes(render(load_profile(profile), style=style, targets=["docx"], options=values)[0].content)


def part(content: bytes, name: str) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return str(archive.read(name), "utf-8")


def paragraph(document: str, words: str) -> str:
    return str(next(found for found in re.findall(r"<w:p>.*?</w:p>", document, re.DOTALL) if words in found))


@pytest.mark.parametrize(("style", "side"), [("sidebar", "start"), ("duo", "start"), ("portfolio", "start"), ("mosaic", "end")])
def test_the_column_is_one_frame_that_is_read_after_the_summary(profile: Path, style: str, side: str) -> None:
    content = made(profile, style)
    document = part(content, "word/document.xml")
    frames = re.findall(r"<w:framePr [^>]*>", document)
    assert len(set(frames)) == 1
    begin, end = document.index("<w:framePr"), document.rindex("<w:framePr")
    assert document.index("Builds.") < begin < document.index("ada@example.org") < document.index("Tools") < end
    assert all("framePr" in found for found in re.findall(r"<w:p>.*?</w:p>", document[begin:end], re.DOTALL)[1:])
    left, right = (int(re.search(rf'w:{name}="(\d+)"', document)[1]) for name in ("left", "right"))  # type: ignore[index]
    assert (left > right) == (side == "start")
    width, place = (int(re.search(rf'w:{name}="(\d+)"', frames[0])[1]) for name in ("w", "x"))  # type: ignore[index]
    assert place + width < left if side == "start" else place > 11906 - right
    lines = [line.strip() for line in read(content).pages[0]]
    assert lines.index("Builds.") < lines.index("ada@example.org") < lines.index("Medal\t2020")
    summary = re.search(r'<w:ind w:left="(-?\d+)"(?: w:right="(-?\d+)")?/>', paragraph(document, ">Summary<"))
    assert summary and [int(room or 0) < -2500 for room in summary.groups()] == [side == "start", side == "end"]


def test_headings_in_the_frame_have_no_rule(profile: Path) -> None:
    """LibreOffice would divide the frame."""
    document = part(made(profile, "sidebar"), "word/document.xml")
    assert '<w:bottom w:val="nil"/>' in paragraph(document, ">Education<")
    assert "pBdr" not in paragraph(document, ">Experience<")


@pytest.mark.parametrize(("style", "side"), [("sidebar", "left"), ("mosaic", "right")])
def test_what_follows_the_first_page_has_the_whole_width(profile: Path, style: str, side: str) -> None:
    """The first page is a section of Word with a wider margin; it ends between two entries, by an estimate."""
    document = part(made(profile, style), "word/document.xml")
    first, last = re.findall(r"<w:sectPr\b.*?</w:sectPr>", document, re.DOTALL)
    margins = [int(re.search(rf'w:{side}="(\d+)"', section)[1]) for section in (first, last)]  # type: ignore[index]
    assert margins[0] > margins[1] + 2500
    assert "titlePg" in first and "titlePg" not in last and "footerReference" in first and "footerReference" in last
    place = document.index("</w:p>", document.index(first))
    assert document.index(">Works 2<") < place < document.index(">Works 7<")
    assert document.index("Works", place) < document.index("Built many", place)
    ends = [int(end) for end in re.findall(r'w:val="(?:clear|right)" w:pos="(\d+)"', paragraph(document, ">Medal<"))]
    assert ends[1] - ends[0] == margins[0] - margins[1] and "clear" not in paragraph(document, ">Works 1<")


def test_one_page_is_one_section_of_word(profile: Path) -> None:
    profile.write_text(PROFILE.replace(LONG, LONG.split("\n")[0] + "\n"), "utf-8")
    assert part(made(profile, "sidebar"), "word/document.xml").count("<w:sectPr") == 1


def entries(count: int) -> EntryList:
    return EntryList(tuple(EntryBlock("talk", plain_text(f"{number}")) for number in range(count)), "number")


def test_a_page_ends_between_entries_or_groups() -> None:
    """Each entry is one high, and each heading."""

    def measure(section: Section) -> float:
        return bool(section.title.plain) + sum(map(height_of, section.blocks))

    def height_of(block: Block) -> float:
        return 1 + sum(map(height_of, block.blocks)) if isinstance(block, Group) else len(getattr(block, "entries", "."))

    groups = (Group(plain_text("a"), (entries(3),)), Group(plain_text("b"), (entries(3),)))
    sections = [Section("x", plain_text("X"), (entries(5),)), Section("y", plain_text("Y"), groups)]
    expected = {99.0: (2, []), 14.5: (2, [1]), 12.5: (2, [4]), 7.5: (1, [9]), 4.5: (1, [2, 9])}
    for room, (count, left) in expected.items():
        first, rest = divided(sections, room, measure)
        assert (len(first), [round(measure(section)) for section in rest]) == (count, left), room
        assert sum(map(measure, first)) <= room
    _, (rest, _) = divided(sections, 4.5, measure)
    assert rest.blocks == (replace(entries(5), entries=entries(5).entries[3:], start=4),) and not rest.title.plain
    whole = [replace(section, keep_together=True) for section in sections]
    assert divided(whole, 9.5, measure) == (whole[:1], whole[1:])
    asked = [sections[0], replace(sections[1], new_page=True)]
    assert divided(asked, 99.0, measure) == (asked[:1], asked[1:])


def test_a_document_without_a_section_at_the_side_has_no_frame(profile: Path) -> None:
    assert "framePr" not in part(made(profile, "sidebar", sidebar="interests"), "word/document.xml")


def test_both_columns_end_on_the_page_or_the_text_goes_on() -> None:
    style = find_style("sidebar")
    for at_side, beside_it, goes_on, expected in (
        (9, 9, False, True),
        (99, 9, True, False),
        (9, 99, False, False),
        (9, 99, True, True),
    ):
        sections = (
            Section("x", plain_text("X"), (entries(at_side),), is_aside=True),
            Section("y", plain_text("Y"), (entries(beside_it),)),
        )
        document = Document(Properties("Ada Example", "Ada Example"), Header("Ada Example"), sections)
        layout = with_side_column(layout_of(style), document, style, goes_on)
        assert layout.side and fits_page(document, layout) == expected


def test_a_text_from_right_to_left_has_one_column(profile: Path) -> None:
    options = {"sidebar_least": "0", "sidebar": "skills, education"}
    content = render(load_profile(profile), style="sidebar", language="he", targets=["docx"], options=options)[0].content
    lines = [line.strip() for line in read(content).pages[0]]
    assert "framePr" not in part(content, "word/document.xml") and any("ada@example.org" in line for line in lines)


@pytest.mark.parametrize(("language", "count"), [("en", 5), ("he", 0)])
def test_headings_of_margin_are_frames_next_to_the_first_line(profile: Path, language: str, count: int) -> None:
    """Neither has space above, which would differ on a new page; what is below makes room for a heading of two lines."""
    content = render(load_profile(profile), style="margin", language=language, targets=["docx"])[0].content
    document = part(content, "word/document.xml")
    found = re.findall(r'<w:p><w:pPr><w:pStyle w:val="Heading1" ?/>.*?</w:p>\s*<w:p>.*?</w:p>', document, re.DOTALL)
    framed = [pair for pair in found if "framePr" in pair]
    assert len(framed) == count and all(pair.count('w:before="0"') == 2 for pair in framed)


def test_a_heading_in_the_margin_has_room_for_its_lines() -> None:
    layout = replace_layout(PLAIN_LAYOUT, page=replace_layout(PLAIN_LAYOUT.page, gutter=2400))
    one, two = (
        beside(styled("Heading 1", []), title, [styled("Entry", [string("text")])], layout, new_page=True)
        for title in ("Short", "Exhibitions and Performances")
    )
    space = [int(re.findall(r"~after(\d+)", nodes[-1]["c"][0][2][0][1])[-1]) for nodes in (one, two)]
    assert space[0] == space_between(layout) < space[1]
    assert one[1]["c"][1][0]["c"][0] == NEW_PAGE


def test_a_band_is_behind_white_words(profile: Path) -> None:
    content = render(load_profile(profile), style="banner", targets=["docx"])[0].content
    document, styles = part(content, "word/document.xml"), part(content, "word/styles.xml")
    assert 'behindDoc="1"' in document and "ContactLink" in paragraph(document, "ada@example.org")
    assert re.search(
        r'w:styleId="Title">(?:(?!</w:style>).)*w:fill="A3123A"(?:(?!</w:style>).)*w:val="FFFFFF"', styles, re.DOTALL
    )


def test_a_band_ends_below_the_contacts(profile: Path) -> None:
    content = render(load_profile(profile), style="banner", targets=["docx"])[0].content
    look, height = (
        find_style("banner").look,
        int(re.findall(r'<wp:extent cx="\d+" cy="(\d+)"', part(content, "word/document.xml"))[0]),
    )
    lines = 1.22 * (look.name.size + look.headline.size + look.contacts.size)
    margin = 18 * 72 / 25.4
    assert height / 12700 > margin + 10 * (lines + look.headline.before + look.contacts.before)  # points, of 12700 units each


def test_roles_stand_apart_from_each_other(profile: Path) -> None:
    content = render(load_profile(profile), style="engineer", targets=["docx"], options={"spacing": "1"})[0].content
    styles = part(content, "word/styles.xml")
    spaces = {
        name: int(re.findall(rf'w:styleId="{name}">(?:(?!</w:style>).)*?w:before="(\d+)"', styles, re.DOTALL)[0])
        for name in ("Role", "Entry")
    }
    assert 80 < spaces["Role"] < spaces["Entry"]
