"""Test plain text: nothing is lost, lines have the requested length, and words and addresses stay whole."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvrender.model.document import Document, EntryBlock, EntryList, Group, Header, Properties, Section, Table
from cvrender.model.text import Span, Text, plain_text
from cvrender.targets.txt.read import read
from cvrender.targets.txt.write import PlainText, columns, render, text, wrap
from cvrender.text.formulas import parse, plain

CHARACTERS = st.characters(exclude_categories=("Cc", "Cf", "Co", "Cn", "Cs"))


def bare(value: str) -> str:
    return "".join(value.split())


def document(*entries: EntryBlock, marker: str = "none") -> Document:
    blocks = (EntryList(entries, marker),)  # type: ignore[arg-type]
    return Document(Properties("CV", "Ada"), Header("Ada"), (Section("x", plain_text("Straße"), blocks),))


@pytest.mark.parametrize("width", [80, 40, 0])
def test_nothing_is_lost_and_all_is_in_order(rich: Document, leaves: Callable[[Document], list[Text]], width: int) -> None:
    made, place, seen = bare(render(rich, width)), 0, 0
    titles = {section.title for section in rich.sections}
    for leaf in leaves(rich):
        for span in leaf.spans:
            shown = plain(parse(span.text)) if span.math else span.text
            expected = bare(shown.upper() if leaf in titles else shown)
            found = made.find(expected, place)
            assert found >= 0, f"{span.text} is missing, or stands too early"
            place = found + len(expected)
            seen += 1
    assert seen > 60


@pytest.mark.parametrize("width", [80, 60])
def test_lines_are_no_longer_than_asked(rich: Document, width: int) -> None:
    lines = render(rich, width).splitlines()
    assert max(map(columns, lines)) <= width
    assert max(map(columns, lines)) > width - 10


def test_unwrapped_is_one_line_for_each_paragraph(rich: Document) -> None:
    lines = render(rich, 0).splitlines()
    assert any(columns(line) > 120 for line in lines)
    assert "- Engineer" not in lines
    assert "Engineer of a department whose name is so long that its date has no room | 2018–2020" in lines


def test_what_is_drawn_is_ascii() -> None:
    entries = [
        EntryBlock("award", plain_text("a"), plain_text("2020")),
        EntryBlock("award", plain_text("b"), lines=(plain_text("c"),)),
    ]
    for marker in ("none", "bullet", "number"):
        made = render(document(*entries, marker=marker))
        assert bare(made).replace("STRASSE", "").isascii()


def test_the_page_as_a_whole(golden: Callable[[str, str], None], rich: Document) -> None:
    golden("targets/rich-80.txt", render(rich))
    golden("targets/rich-unwrapped.txt", render(rich, 0))


@pytest.mark.parametrize(
    ("shown", "target", "expected"),
    [
        ("DeepSpeed", "https://www.deepspeed.ai/", "DeepSpeed <https://www.deepspeed.ai/>"),
        ("www.deepspeed.ai", "https://www.deepspeed.ai/", "www.deepspeed.ai"),
        ("https://www.deepspeed.ai/", "https://www.deepspeed.ai/", "https://www.deepspeed.ai/"),
        ("a@b.org", "mailto:a@b.org", "a@b.org"),
        ("+1 555 0100", "tel:+15550100", "+1 555 0100"),
        ("+1 (555) 01-00", "tel:+1(555)01-00", "+1 (555) 01-00"),
        ("call", "tel:+15550100", "call <tel:+15550100>"),
        ("doi:10.1/x", "https://doi.org/10.1/x", "doi:10.1/x"),
        ("doi:10.1/x", "https://doi.org/10.1/y", "doi:10.1/x <https://doi.org/10.1/y>"),
        ("arXiv:1810.08403", "https://arxiv.org/abs/1810.08403", "arXiv:1810.08403"),
    ],
)
def test_links_show_where_they_lead_unless_they_are_the_address(shown: str, target: str, expected: str) -> None:
    assert text(Text((Span(shown, href=target),))) == expected


def test_spans_of_one_link_show_its_target_once() -> None:
    value = Text((Span("a ", href="https://x.org/1"), Span("b", bold=True, href="https://x.org/1"), Span(".")))
    assert text(value) == "a b <https://x.org/1>."


@pytest.mark.parametrize(("tex", "expected"), [(r"O(n \log n)", "O(n log n)"), ("n^2", "n²"), ("x^", "x^")])
def test_maths_is_written_in_signs(tex: str, expected: str) -> None:
    assert text(Text((Span(tex, math=True),))) == expected


def test_a_date_that_has_no_room_stays_whole_on_a_line_of_its_own() -> None:
    made = render(document(EntryBlock("education", plain_text("Doctor of " + "x" * 58), plain_text("Sep 2010 – Sep 2016"))))
    assert made.endswith("x\n  Sep 2010 – Sep 2016\n")
    assert "|" not in made


@pytest.mark.parametrize(
    ("paragraph", "width", "lines"),
    [
        ("A Book, ISBN 978-0-00-000001-9", 14, ["A Book,", "ISBN 978-0-00-000001-9"]),
        ("an issue, vol. 12, no. 3", 13, ["an issue,", "vol. 12,", "no. 3"]),
        ("from 2019 – 2020", 11, ["from 2019 –", "2020"]),
        ("it ends. 12 more", 11, ["it ends. 12", "more"]),
    ],
)
def test_a_number_stays_with_its_word_and_no_line_begins_with_a_dash(paragraph: str, width: int, lines: list[str]) -> None:
    assert wrap(PlainText(paragraph), width) == lines


def test_without_a_width_each_paragraph_is_a_line() -> None:
    entry = EntryBlock("award", plain_text("word " * 59 + "end"), plain_text("2020"))
    made = render(document(entry), 0)
    assert made.endswith("- " + "word " * 59 + "end | 2020\n")
    table = Table((plain_text("Name"), plain_text("Year")), ((plain_text("A"), plain_text("2020")), (plain_text("B"), Text())))
    page = Document(Properties("CV", "Ada"), Header("Ada"), (Section("p", plain_text("P"), (table,)),))
    assert render(page, 0).endswith("\nName | Year\nA | 2020\nB\n")
    assert render(page, 5).endswith("\nName\n  Year\nA\n  2020\nB\n")


def test_numbers_stand_right_and_count_down() -> None:
    entries = tuple(EntryBlock("publication", plain_text(name)) for name in ("ten", "nine"))
    lists = EntryList(entries, "number", 10, -1)
    made = render(Document(Properties("CV", "Ada"), Header("Ada"), (Section("p", plain_text("P"), (lists,)),)))
    assert made.endswith("\n10. ten\n 9. nine\n")


def test_a_group_stands_apart_from_its_section() -> None:
    group = Group(plain_text("Papers"), (EntryList((EntryBlock("publication", plain_text("One")),), "number"),))
    made = render(Document(Properties("CV", "Ada"), Header("Ada"), (Section("p", plain_text("All"), (group,)),)))
    assert made == "Ada\n===\n\nALL\n---\n\nPapers\n~~~~~~\n1. One\n"


def test_wide_characters_count_twice_and_may_be_parted() -> None:
    assert columns("聂小楠 e\u0301") == 8
    lines = wrap(PlainText("图计算方法，以及（第二版）。"), 10)
    assert lines == ["图计算方", "法，以及", "（第二", "版）。"]


def test_korean_and_emoji_are_parted_at_blanks_only() -> None:
    assert wrap(PlainText("가나다라마바사 아자차"), 6) == ["가나다라마바사", "아자차"]
    assert wrap(PlainText("👍🏽👍🏽👍🏽👍🏽"), 4) == ["👍🏽👍🏽👍🏽👍🏽"]


def test_no_break_space_holds() -> None:
    assert wrap(PlainText("five\u00a0km and more"), 8) == ["five\u00a0km", "and more"]


@given(st.text(CHARACTERS | st.sampled_from(" \n-图（。"), max_size=200), st.integers(4, 40), st.sampled_from(["", "- ", "10. "]))
def test_wrapping_loses_nothing_and_cuts_no_word(source: str, width: int, lead: str) -> None:
    paragraph = text(Text((Span(source),)))
    lines = wrap(paragraph, width, lead, " " * len(lead))
    words = "".join(line[len(lead) :] for line in lines)
    assert words.replace(" ", "") == paragraph.replace(" ", "")
    for line in lines:
        assert "\n" not in line
        assert columns(line) <= width or " " not in line[len(lead) :].strip(" ")
    assert wrap(paragraph, 0, lead) == [lead + paragraph]


@given(st.text(CHARACTERS, min_size=1, max_size=60).filter(str.strip))
def test_any_text_survives_in_every_place(source: str) -> None:
    value = plain_text(source)
    made = bare(render(document(EntryBlock("award", value, value, lines=(value,), summary=(value,)))))
    assert made.count(bare(source)) >= 4


def test_rules_are_told_from_texts_that_look_like_them() -> None:
    source = "Ada\n===\n-\n--\n\nלָ\n-\n-\n\n--\n\n%\n-\n-\n"
    assert read(source.encode()).lines == ("Ada", "-", "--", "לָ", "-", "--", "%", "-")
