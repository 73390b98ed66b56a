"""Lines and columns of the protocol, which count units of UTF-16."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvrender.run.language.positions import Positions


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 6), ("utf-16", 3), ("utf-32", 2)])
def test_a_column_counts_units_of_the_encoding(encoding: str, column: int) -> None:
    text = "x\né𝄞: y\r\nz"
    assert Positions(text, encoding).place(text.index(":")) == (1, column)
    assert Positions(text, encoding).offset(1, column) == text.index(":")
    assert Positions(text, encoding).offset(1, 99) == text.index("\r")
    assert Positions(text, encoding).offset(99, 0) == len(text)


@given(st.text(st.sampled_from("aé𝄞\n: ")), st.integers(0, 40))
def test_places_and_offsets_agree(text: str, offset: int) -> None:
    positions = Positions(text)
    offset = min(offset, len(text))
    assert positions.offset(*positions.place(offset)) == offset
