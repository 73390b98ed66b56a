"""Test estimates of the room that texts take."""

import pytest

from cvrender.model.measures import unevenness, width_of


@pytest.mark.parametrize(("given", "width"), [("2019", 4), ("2019年", 6), ("", 0)])
def test_width_counts_letters(given: str, width: int) -> None:
    assert width_of(given) == width


def test_of_dates_with_as_many_letters_the_wider_letters_decide() -> None:
    assert unevenness("Aug 2013 – May 2015") > unevenness("Jun 2018 – Mar 2021") > unevenness("Jul 2018 – Jul 2021")
