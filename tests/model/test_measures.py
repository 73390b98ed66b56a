"""Test estimates of the room that texts take."""

import pytest

from cvrender.model.measures import column_widths, unevenness, width_of
from cvrender.model.text import Span, Text


@pytest.mark.parametrize(("given", "width"), [("2019", 4), ("2019年", 6), ("", 0), ("שָׁלוֹם", 4)])
def test_width_counts_letters(given: str, width: int) -> None:
    assert width_of(given) == width


def test_of_dates_with_as_many_letters_the_wider_letters_decide() -> None:
    assert unevenness("Aug 2013 – May 2015") > unevenness("Jun 2018 – Mar 2021") > unevenness("Jul 2018 – Jul 2021")


def test_words_that_may_be_split_give_way_to_short_ones() -> None:
    def row(*cells: str) -> list[Text]:
        return [Text((Span(cell),)) for cell in cells]

    first, second, third = column_widths(row("one", "two", "three"), [row("x" * 46, "hello", "x" * 90)])
    assert second * 80 >= 8 and abs(first - third) < 0.02 and round(first + second + third, 6) == 1
