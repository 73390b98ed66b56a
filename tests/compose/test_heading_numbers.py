"""Headings are numbered as the option says, in every target, and those of groups after those of their sections."""

import pytest

from cvrender.compose.heading_numbers import numbered, roman, titled_once
from cvrender.model.document import Group, LabelRow, Paragraph, Rows, Section
from cvrender.model.text import plain_text


def section(title: str, *groups: str) -> Section:
    blocks = (Paragraph(plain_text("x")), *(Group(plain_text(group), ()) for group in groups))
    return Section(title, plain_text(title), blocks)


@pytest.mark.parametrize(
    ("form", "titles"),
    [
        ("none", ["Bio", "Works", "Books", "Papers"]),
        ("arabic", ["1 Bio", "2 Works", "2.1 Books", "2.2 Papers"]),
        ("roman", ["I. Bio", "II. Works", "II.1 Books", "II.2 Papers"]),
    ],
)
def test_headings_and_those_of_groups_are_numbered(form: str, titles: list[str]) -> None:
    sections = numbered([section("Bio"), section("Works", "Books", "Papers")], form)
    shown = [
        title for one in sections for title in (one.title, *(block.title for block in one.blocks if isinstance(block, Group)))
    ]
    assert [title.plain for title in shown] == titles


def test_roman_numerals() -> None:
    assert [roman(number) for number in (1, 4, 9, 14, 40, 89, 90)] == ["I", "IV", "IX", "XIV", "XL", "LXXXIX", "90"]


def test_neighbours_of_one_title_have_one_heading() -> None:
    titles = [part.title.plain for part in titled_once([section("Work"), section("Work"), section("Talks"), section("Work")])]
    assert titles == ["Work", "", "Talks", "Work"]


def test_a_label_that_is_the_title_of_its_section_is_left_out() -> None:
    rows = Rows(tuple(LabelRow(plain_text(label), plain_text("x")) for label in ("SKILLS:", "Tools")))
    (shown,) = titled_once([Section("s", plain_text("Skills"), (rows,))])
    assert [row.label.plain for row in shown.blocks[0].rows] == ["", "Tools"]
