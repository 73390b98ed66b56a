"""Compose block Markdown as paragraphs, lists and tables, so that no text is lost."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvrender.model.document import Block, Bullet, EntryList, Paragraph, Table
from cvrender.targets.comparison.leaves import fold
from cvrender.text.block_markdown import blocks_of, has_blocks


def shown(block: Block) -> object:
    if isinstance(block, Table):
        return [[cell.plain for cell in row] for row in (block.header, *block.rows)]
    if isinstance(block, EntryList):
        return (block.marker, block.start, [(entry.title.plain, nested(entry.bullets)) for entry in block.entries])
    assert isinstance(block, Paragraph)
    return block.text.plain


def nested(bullets: tuple[Bullet, ...]) -> list[object]:
    return [(bullet.text.plain, nested(bullet.bullets)) if bullet.bullets else bullet.text.plain for bullet in bullets]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("One\ntwo", ["One two"]),
        ("One\n\ntwo", ["One", "two"]),
        ("Said:\n- a\n- *b*", ["Said:", ("bullet", 1, [("a", []), ("b", [])])]),
        ("- a\n\n- b", [("bullet", 1, [("a", []), ("b", [])])]),
        ("3. a\n4. b", [("number", 3, [("a", []), ("b", [])])]),
        ("- a\n  - b\n    1. c\n- d", [("bullet", 1, [("a", [("b", ["1. c"])]), ("d", [])])]),
        ("| A | B |\n|---|--:|\n| 1 | `x` \\| y |\n| 2 |", [[["A", "B"], ["1", "x | y"], ["2", ""]]]),
        ("# No heading\n> no quotation", ["# No heading > no quotation"]),
        ("\\- no list", ["- no list"]),
        ("-", ["-"]),
        ("| A |\n|---|\n| 1 | 2 |", ["| A | |---| | 1 | 2 |"]),
    ],
)
def test_lists_and_tables_are_set_as_such(text: str, blocks: list[object]) -> None:
    assert [shown(block) for block in blocks_of(text.split("\n\n"), "bio")] == blocks
    assert has_blocks(text) == any(not isinstance(block, str) for block in blocks)


@given(st.lists(st.sampled_from(["- ", "1. ", "  ", "\n", "\n\n", "a", "7", "|", "---", "| b | c |", "*d*", "+"]), max_size=30))
def test_no_letter_is_lost(parts: list[str]) -> None:
    text = "".join(parts)

    def count(value: object) -> int:
        if isinstance(value, str):
            return sum(map(str.isalpha, value.replace("number", "").replace("bullet", "")))
        return sum(map(count, value)) if isinstance(value, list | tuple) else 0

    assert count([shown(block) for block in blocks_of([text], "bio")]) == sum(map(str.isalpha, text))


@given(st.lists(st.text("-+*1.) \t|a_\\`&#>\u3000", max_size=8), min_size=1, max_size=3))
def test_a_line_that_begins_no_list_is_read_like_any_other(parts: list[str]) -> None:
    """What is not given to the parser of blocks must be what it would return."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cvrender.text.block_markdown._LINE", re.compile("(?!)"))
        read = blocks_of(parts, "bio")
    assert blocks_of(parts, "bio") == read


def test_columns_share_the_width_by_their_texts() -> None:
    (table,) = blocks_of(["| Year | What |\n|---|---|\n| 2020 | " + "a long text " * 9 + "|"], "bio")
    assert isinstance(table, Table)
    assert sum(table.widths) == pytest.approx(1) and table.widths[0] < 0.15
    assert fold(table.header[1].plain, True) == "What"
