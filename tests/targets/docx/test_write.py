"""Test pandoc's tree and the Word styles: every block has its style, text is unchanged, links are complete."""

import dataclasses
import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from cvrender.errors import InputError
from cvrender.load.library import find_style
from cvrender.model.document import (
    Block,
    Bullet,
    ContactLine,
    Document,
    EntryBlock,
    EntryList,
    Group,
    Header,
    LabelRow,
    Paragraph,
    Properties,
    Rows,
    Section,
)
from cvrender.model.families import FAMILIES
from cvrender.model.prose_blocks import Picture, Samples, WorkSample
from cvrender.model.style import Style
from cvrender.model.text import Span, Text, plain_text
from cvrender.model.value import replace
from cvrender.system.zip_file import zipped
from cvrender.targets.docx.build import _body
from cvrender.targets.docx.layout import PLAIN_LAYOUT, Layout, layout_of
from cvrender.targets.docx.reference import PARTS, reference
from cvrender.targets.docx.write import render
from cvrender.text.ties import undivided

ADA = Header("Ada")
PLAIN = find_style("plain")
OPTIONS = {"margin": "22mm", "size": "10.5pt", "accent": "#1f3a5f", "links": "#1f3a5f"}


def style(**options: str) -> Style:
    """The style plain with these values for its options."""
    return replace(PLAIN, values={**PLAIN.values, **OPTIONS, **options})


def document(*blocks: Block, header: Header = ADA) -> Document:
    return Document(Properties("Ada: CV", "Ada"), header, (Section("one", plain_text("One"), blocks),))


def tree(*blocks: Block, header: Header = ADA, layout: Layout = PLAIN_LAYOUT) -> Any:
    return json.loads(render(document(*blocks, header=header), layout))


def paragraphs(node: Any, style: str = "") -> list[tuple[str, str]]:
    """Each paragraph's style and plain text, in order; a tab's markup reads as a tab."""
    if isinstance(node, list):
        return [found for item in node for found in paragraphs(item, style)]
    if not isinstance(node, dict):
        return []
    if node["t"] == "Div":
        return paragraphs(node["c"][1], dict(node["c"][0][2])["custom-style"])
    if node["t"] == "Header":
        return [(f"Heading {node['c'][0]}", characters(node["c"][2]))]
    if node["t"] == "Para":
        return [(style, characters(node["c"]))]
    return paragraphs(node.get("c"))


def characters(node: Any) -> str:
    if isinstance(node, list):
        return "".join(characters(item) for item in node)
    kind, content = node["t"], node.get("c")
    if kind == "LineBreak":
        return "\n"
    if kind == "RawInline":
        if "<wp:inline " in content[1]:
            return ""  # a shape
        assert content == ["openxml", "<w:r><w:tab/></w:r>"], "other raw markup is a tab and nothing else"
        return "\t"
    if kind == "Str":
        return str(content)
    if kind in ("Code", "Math"):
        return str(content[1])
    return characters(content[1] if kind in ("Span", "Link") else content)


def body(*blocks: Block, layout: Layout = PLAIN_LAYOUT) -> list[tuple[str, str]]:
    found = paragraphs(tree(*blocks, layout=layout)["blocks"])
    assert found[:2] == [("Title", "Ada"), ("Heading 1", "One")]
    return found[2:]


def entry(title: str, date: str = "", **more: Any) -> EntryBlock:
    return EntryBlock("talk", plain_text(title), plain_text(date), **more)


def test_header() -> None:
    contacts = tuple(ContactLine("link", plain_text(text)) for text in ("Paris", "", "ada@example.org"))
    found = tree(header=Header("Ada L.", "聂小楠", plain_text("Engineer"), contacts))["blocks"]
    assert paragraphs(found)[:3] == [
        ("Title", "Ada L. 聂小楠"),
        ("Subtitle", "Engineer"),
        ("Contact", "Paris\u00a0• ada@example.org"),
    ]
    native = found[0]["c"][1][0]["c"][-1]
    assert native["t"] == "Span" and native["c"][0][2] == [["custom-style", "Native Name"]]


def test_properties_are_metadata_and_not_text() -> None:
    made = Document(Properties("T & <t>", "A", "S", ("x", "y"), "de"), Header("Ada"), ())
    found = json.loads(render(made))
    assert sorted(found["meta"]) == ["author", "keywords", "lang", "subject", "title"]
    assert found["meta"]["title"] == {"t": "MetaInlines", "c": [{"t": "Str", "c": "T & <t>"}]}
    assert paragraphs(found["blocks"]) == [("Title", "Ada")]


def test_text_keeps_its_characters() -> None:
    text = "  a  b\u00a0\u00a0<w:t> & \"q\" 'r' \\x {y} $z$ 100% #h _i_ *j* [k](l) ]]> "
    assert body(Paragraph(plain_text(text))) == [("Body Text", text)]
    assert body(Paragraph(plain_text("a\tb\nc\r\u2028d"))) == [("Body Text", "a b c \nd")]


def test_marks() -> None:
    spans = (Span("b", bold=True), Span("c", code=True, italic=True), Span("x^2", math=True), Span(""))
    found = tree(Paragraph(Text(spans), "legend"))["blocks"][2]["c"][1][0]["c"]
    assert found == [
        {"t": "Strong", "c": [{"t": "Str", "c": "b"}]},
        {"t": "Emph", "c": [{"t": "Code", "c": [["", [], []], "c"]}]},
        {"t": "Math", "c": [{"t": "InlineMath"}, "x^2"]},
    ]


def test_neighbours_with_one_target_are_one_link() -> None:
    spans = (Span("a", href="https://e.org/1"), Span("b", bold=True, href="https://e.org/1"), Span("c", href="https://e.org/2"))
    found = tree(Paragraph(Text(spans)))["blocks"][2]["c"][1][0]["c"]
    assert [(node["t"], characters(node), node["c"][2][0]) for node in found] == [
        ("Link", "ab", "https://e.org/1"),
        ("Link", "c", "https://e.org/2"),
    ]


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("https://e.org/a%20b?x=1&y=(2)#z", "https://e.org/a%20b?x=1&y=(2)#z"),
        ('https://e.org/<"a b">\\^`{|}', "https://e.org/%3C%22a%20b%22%3E%5C%5E%60%7B%7C%7D"),
        ("https://e.org/聂[1]", "https://e.org/%E8%81%82%5B1%5D"),
        ("https://e.org/100%/%zz%2F", "https://e.org/100%25/%25zz%2F"),
        ("mailto:ada@e.org", "mailto:ada@e.org"),
        ("#one", "#one"),
    ],
)
def test_link_targets(href: str, expected: str) -> None:
    link = tree(Paragraph(Text((Span("x", href=href),))))["blocks"][2]["c"][1][0]["c"][0]
    assert link["c"][2] == [expected, ""]


def test_entry_with_all_that_can_stand_below() -> None:
    role = entry("Role", "2020", lines=(plain_text("Team"),), bullets=(Bullet(plain_text("Did")),))
    whole = entry("Firm", "2019", lines=(plain_text("Town"),), summary=(plain_text("Sum."),), entries=(role,))
    assert body(EntryList((whole, entry("Other")))) == [
        ("Entry~keep", "Firm\t2019"),
        ("Entry Line", "Town"),
        ("Entry Summary", "Sum."),
        ("Role~keep~indent200", "Role\t2020"),
        ("Entry Line~indent200", "Team"),
        ("List Bullet~indent200", "Did"),
        ("Entry", "Other"),
    ]


@pytest.mark.parametrize(
    ("marker", "step", "head", "below"),
    [
        ("bullet", 1, "Bulleted Entry", "List Continue"),
        ("number", 1, "List Number", "List Continue 2"),
        ("number", -1, "List Countdown", "List Continue 2"),
    ],
)
def test_marked_entries(marker: Any, step: int, head: str, below: str) -> None:
    inner = entry("role", "1999")
    first = entry("a", lines=(plain_text("l"),), bullets=(Bullet(plain_text("p")),), entries=(inner,))
    numbers = ("5.\t", "4.\t") if step < 0 else ("", "")
    assert body(EntryList((first, entry("b")), marker, 5, step)) == [
        (f"{head}~keep", f"{numbers[0]}a"),
        (below, "l"),
        ("List Bullet 2", "p"),
        (below, "role\t1999"),
        (head, f"{numbers[1]}b"),
    ]


def test_numbers_are_a_list_of_pandocs_that_starts_where_it_should() -> None:
    block = tree(EntryList((entry("a"), entry("b")), "number", 7))["blocks"][2]
    assert block["t"] == "OrderedList" and block["c"][0][0] == 7 and len(block["c"][1]) == 2


LONG = "word " * 20


@pytest.mark.parametrize(
    ("title", "date", "framed"),
    [
        ("short", "Jan 2020 – Dec 2021", False),
        (LONG, "Jan 2020", True),
        (LONG[:80], "Jan 2020", False),
        ("字" * 46, "2020", True),
        (LONG, "", False),
    ],
)
def test_a_date_stands_on_the_first_line_of_a_long_headline(title: str, date: str, framed: bool) -> None:
    found = body(EntryList((entry("x", "1999"), entry(title, date), entry("y", "1999"))))
    shown = undivided(date)
    headline = [("Short Entry~keep", f"{title}\t{shown}" if date else title)]
    if framed:
        headline = [("Entry Date Frame~frame~before40", shown), ("Short Entry~before40~keep", title)]
    assert found == [("Short Entry~keep", "x\t1999"), *headline, ("Short Entry", "y\t1999")]


def test_a_frame_below_a_heading_has_its_space() -> None:
    layout = layout_of(find_style("classic"))
    frame, headline = body(EntryList((entry(LONG, "1999"),)), layout=layout)
    space = layout.page.gap(layout.look.section.after)
    assert (frame[0], headline[0]) == (f"Entry Date Frame~frame~before{space}~first", f"Short Entry~before{space}~first")


@pytest.mark.parametrize(("marker", "head"), [("bullet", "Bulleted Entry"), ("number", "List Number")])
def test_the_frame_of_an_item_stands_in_the_one_before(marker: Any, head: str) -> None:
    block = EntryList((entry(LONG, "1999"), entry(LONG, "2000"), entry("c")), marker)
    found = tree(block)["blocks"][2:]
    items = found[1]["c"] if marker == "bullet" else found[1]["c"][1]
    styles = [[style.partition("~")[0] for style, _ in paragraphs(nodes)] for nodes in (found[0], *items)]
    assert styles == [["Entry Date Frame"], [head, "Entry Date Frame"], [head], [head]]


def test_dates_in_a_column_at_the_left() -> None:
    role = entry("Role", "2020")
    block = EntryList((entry(LONG, "1999", entries=(role,)), entry("b"), entry("c", "Sep 1999, Oct 2000, Nov 2001, Dec 2002")))
    found = body(block, layout=Layout(column=10))
    assert found == [
        ("Entry~keep", f"1999\t{LONG}"),
        ("Role", "2020\tRole"),
        ("Entry~flush~keep", "b"),
        ("Entry", f"{undivided('Sep 1999, Oct 2000, Nov 2001, Dec 2002')}\nc"),
    ]
    assert body(block, layout=Layout(column=10, at_end=True))[0] == ("Entry~keep", f"\t1999\t{LONG}")
    assert body(EntryList((entry("n", "1999"),), "number"), layout=Layout(column=10)) == [("List Number", "n\t1999")]


@pytest.mark.parametrize("name", ["folio", "moderncv"])
def test_the_column_is_as_wide_as_the_widest_date_but_lists_of_dates(name: str) -> None:
    """Ties count as spaces."""
    found = layout_of(find_style(name))
    wide, years = (
        plain_text("September\u00a02016\u00a0–\u2060\u00a0August\u00a02016"),
        plain_text("2001, 2003, 2004–2008, 2010 – Present"),
    )
    assert not found.fits_column(wide, found.look.date)
    layout = found.widened([wide, years, plain_text("2001")])
    assert found.column < layout.column == found.widened([wide]).column
    assert layout.fits_column(wide, layout.look.date) and not layout.fits_column(years, layout.look.date)
    assert found.widened([plain_text("2001")]) == found
    assert layout_of(find_style("classic")).widened([wide]).column == 0


def test_labels_of_rows_stand_in_the_column_if_all_of_them_fit() -> None:
    rows = [LabelRow(plain_text(label), plain_text("text")) for label in ("Tools", "", "Frameworks, libraries and others")]
    layout = Layout(column=10)
    assert body(Rows(tuple(rows[:2])), layout=layout) == [("Row~keep", "Tools:\ttext"), ("Row~flush", "text")]
    assert body(Rows(tuple(rows)), layout=layout)[0] == ("Row~flush~keep", "Tools: text")


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("classic", {}, (0, False, True)),
        ("engineer", {}, (0, False, False)),
        ("proceedings", {}, (10.2, False, True)),
        ("moderncv", {}, (9.8, True, True)),
        ("moderncv", {"variant": "banking"}, (0, False, True)),
    ],
)
def test_styles_say_where_their_dates_stand(name: str, options: dict[str, str], expected: tuple[float, bool, bool]) -> None:
    found = find_style(name)
    layout = layout_of(replace(found, values={**found.values, **options}))
    assert (layout.column, layout.at_end, layout.frames) == expected


def test_a_date_without_a_frame_stays_in_its_paragraph() -> None:
    """Behind the headline if its last line has room for certain, and else on a line of its own."""
    for title, between in (("Short", "\t"), (LONG, "\n\t"), (LONG + "word " * 3, "\t"), (LONG + "word " * 20, "\n\t")):
        found = body(EntryList((entry(title, "1999"),)), layout=Layout(frames=False))
        assert found == [("Short Entry", f"{title}{between}1999")]


@pytest.mark.parametrize("said", ["wide", "-1", "99", "10 start", ""])
def test_a_column_that_is_not_a_width_is_an_error(said: str, tmp_path: Path) -> None:
    (tmp_path / "docx").mkdir()
    (tmp_path / "docx" / "date-column.txt").write_text(said)
    with pytest.raises(InputError, match=r'docx/date-column\.txt of the style "plain" gives ".*10\.2 end'):
        layout_of(replace(style(), templates=(tmp_path, *style().templates)))


def test_works_without_numbers_and_dates_hang() -> None:
    works = EntryList((EntryBlock("publication", plain_text("T"), lines=(plain_text("l"),)),))
    assert body(works) == [("Publication~keep", "T"), ("List Continue", "l")]
    assert re.search(r'w:styleId="Publication">.*?w:hanging="294"', parts()["word/styles.xml"], re.DOTALL)


def test_parts_in_another_script_have_their_language() -> None:
    found = tree(Paragraph(plain_text("a Жуки b שלום c")))["blocks"][2]["c"][1][0]["c"]
    spans = [(node["c"][0][2], characters(node)) for node in found if node["t"] == "Span"]
    assert spans == [([["lang", "und-Cyrl"]], "Жуки"), ([["lang", "he"]], "שלום")]
    assert "".join(map(characters, found)) == "a Жуки b שלום c"


def test_bullets_deeper_than_words_own_stay_in_order() -> None:
    nest: tuple[Bullet, ...] = ()
    for level in range(8, 0, -1):
        nest = (Bullet(plain_text(f"{level}"), nest), Bullet(plain_text(f"{level} again")))
    found = body(EntryList((entry("e", bullets=nest),)))[1:]
    assert [text for _, text in found] == [*"12345678", *(f"{level} again" for level in range(8, 0, -1))]
    assert [style for style, _ in found][:8] == ["List Bullet", *(f"List Bullet {level}" for level in (2, 3, 4, 5, 5, 5, 5))]


def test_groups_and_rows() -> None:
    row = LabelRow(plain_text("Tools"), plain_text("C++"))
    assert body(Group(plain_text("G"), (Rows((row,)), Group(plain_text("H"), ())))) == [
        ("Heading 2", "G"),
        ("Row", "Tools: C++"),
        ("Heading 2", "H"),
    ]


def parts(**options: str) -> dict[str, str]:
    return reference(style(**options))


def test_reference_is_the_same_every_time() -> None:
    first, second = (zipped(reference(style())) for _ in range(2))
    assert first == second
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert archive.namelist() == [name for name in PARTS if name != "word/header1.xml"]
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.parametrize(
    ("page", "margin", "width", "text"),
    [("a4", "22mm", 11906, 9412), ("letter", "0.9in", 12240, 9648), ("a4", "50pt", 11906, 9906)],
)
def test_dates_end_where_the_text_ends(page: str, margin: str, width: int, text: int) -> None:
    made = parts(page=page, margin=margin)
    assert f'<w:pgSz w:w="{width}"' in made["word/document.xml"]
    stops = re.findall(r'<w:tab w:val="right" w:pos="(\d+)"/>', made["word/styles.xml"])
    assert set(stops) == {str(text)} and len(stops) > 3


def test_options_reach_the_styles() -> None:
    small = parts()["word/styles.xml"]
    large = parts(size="12pt", accent="#AB0012", links="#AB0012", spacing="2")["word/styles.xml"]
    assert '<w:sz w:val="21"/>' in small and '<w:sz w:val="24"/>' in large
    assert "1F3A5F" in small and "AB0012" in large and "1F3A5F" not in large
    assert parts(links="#00FF00")["word/styles.xml"].count("00FF00") == 1
    bodies = [re.search(r'w:styleId="BodyText">.*?w:before="(\d+)"', xml, re.DOTALL) for xml in (small, large)]
    assert [int(found[1]) for found in bodies if found] == [84, 192]
    assert "<w:caps" not in small + large


@pytest.mark.parametrize("font", FAMILIES)
def test_fonts(font: str) -> None:
    made, family = parts(font=font), FAMILIES[font]
    assert f'w:ascii="{family.word}"' in made["word/styles.xml"]
    assert made["word/theme/theme1.xml"].count(f'<a:latin typeface="{family.word}"/>') == 2
    assert f'typeface="{"Microsoft YaHei" if family.sans else "SimSun"}"' in made["word/theme/theme1.xml"]


def test_font_may_be_left_out() -> None:
    without = {key: value for key, value in style().values.items() if key != "font"}
    assert reference(replace(style(), values=without)) == reference(style())


@pytest.mark.parametrize(("option", "value"), [("page", "a5"), ("size", "large")])
def test_options_that_cannot_be_used(option: str, value: str) -> None:
    with pytest.raises(InputError, match=rf"options\.{option}.*{value}"):
        parts(**{option: value})


def test_nearest_style_wins_part_by_part(tmp_path: Path) -> None:
    (tmp_path / "docx").mkdir()
    (tmp_path / "docx" / "footer.xml").write_text("<mine>{{ accent }} {{ '<&' }}</mine>")
    mine = replace(style(), templates=(tmp_path, *style().templates))
    made = reference(mine)
    assert made["word/footer1.xml"] == "<mine>1F3A5F &lt;&amp;</mine>"
    assert "ListNumber" in made["word/styles.xml"]


def test_bullets_below_a_work_without_a_mark_are_indented() -> None:
    works = tuple(replace(entry("A title"), kind="publication", bullets=(Bullet(plain_text("b")),)) for _ in range(2))
    assert [style for style, text in body(EntryList(works)) if text == "b"] == ["List Bullet 2"] * 2


def test_a_bar_has_the_same_length_for_each_level_and_is_nothing_to_readers() -> None:
    rows = Rows((LabelRow(plain_text("C"), plain_text("3/5"), share=60), LabelRow(plain_text("D"), plain_text("5/5"), share=100)))
    made = [node for node in tree(rows)["blocks"] if "Row" in json.dumps(node)]
    lengths = [[int(cx) for cx in re.findall(r'<wp:extent cx=\\"(\d+)', json.dumps(node))] for node in made]
    assert [len(parts) for parts in lengths] == [2, 1]
    assert sum(lengths[0]) == sum(lengths[1]) and lengths[0][0] == round(0.6 * lengths[1][0])
    assert sorted(re.findall(r'docPr id=\\"(\d+)', json.dumps(made))) == ["9001", "9002", "9003"]
    assert [text.strip() for _, text in paragraphs(made)] == ["C: 3/5", "D: 5/5"]


@pytest.mark.parametrize(("language", "at_right"), [("en", False), ("ar", True)])
def test_headings_may_stand_in_a_column_before_the_text(language: str, at_right: bool) -> None:
    """The column is the page's gutter, at the right in a text from right to left; headings begin in it."""
    style = find_style("margin")
    layout, made = layout_of(style), reference(style)
    assert layout.page.gutter == 2440 and layout.page.text_width == 11906 - 1020 - 1247 - 2440 and not layout.column
    assert re.search(r'w:styleId="Heading1">.*?<w:ind w:left="-2440"/>', made["word/styles.xml"], re.DOTALL)
    body = _body(made["word/document.xml"], language, made["word/styles.xml"])
    assert 'w:gutter="2440"' in body and ("<w:rtlGutter" in body) is at_right


@pytest.mark.parametrize("column", [0.0, 10.0])
def test_captions_of_a_row_of_images_are_below_their_images(column: float) -> None:
    first, second = (
        WorkSample(Picture(b"", "png", name, 4 / 3), name, 45.0, plain_text(caption))
        for name, caption in (("Mill", "The mill"), ("Wheel", ""))
    )
    written = EntryList((replace(entry("Works"), samples=Samples(((first, second), (first,)))),))
    blocks = tree(written, layout=Layout(column=column))["blocks"]
    (table,) = (block for block in blocks if block["t"] == "Table")
    (row,) = table["c"][4][0][3]
    assert [len(cell[4]) for cell in row[1]] == [2, 1]
    widths = [column[1]["c"] for column in table["c"][2]]
    assert widths[0] == widths[1] and sum(widths) < 1
    alone = [block["c"][0][2][0][1] for block in blocks[-2:]]
    assert alone == (["Picture~keep~indent2000", "Caption~indent2000"] if column else ["Picture~keep", "Caption"])


def test_lines_of_contacts_end_between_contacts_and_not_with_a_sign() -> None:
    texts = ["ada@example.org", "ORCID 0000-0002-1825-0097", "1 Example Road, Nowhere 00000", "+1 555 0100", "ada.example.org"]
    header = replace(ADA, contacts=tuple(ContactLine("email", plain_text(text)) for text in texts))
    for size, count in ((300.0, 3), (200.0, 2), (100.0, 1)):
        found = tree(header=header, layout=Layout(page=dataclasses.replace(PLAIN_LAYOUT.page, size=size, right=3000)))
        ((_, written),) = (found for found in paragraphs(found["blocks"]) if found[0] == "Contact")
        lines = written.split("\n")
        assert len(lines) == count and [text for line in lines for text in line.split("\u00a0• ")] == texts


def test_no_page_begins_with_the_last_line_of_an_entry() -> None:
    work = replace(entry("Title"), lines=tuple(map(plain_text, ("authors", "venue", "prize"))))
    assert body(EntryList((work,))) == [
        ("Entry~keep", "Title"),
        ("Entry Line~keep", "authors"),
        ("Entry Line~keep", "venue"),
        ("Entry Line", "prize"),
    ]
