"""Test how characters of a line from right to left are put in order by their places."""

import pytest

from cvrender.targets.pdf.bidi import _Char, _visual


def chars(*placed: tuple[str, float]) -> list[_Char]:
    """Characters of 10 points at these places, each as wide as the distance to the next."""
    ends = sorted(left for _, left in placed)[1:] + [1000.0]
    return [_Char(text, left, next((end for end in ends if end > left), left), 0.0, 10.0) for text, left in placed]


@pytest.mark.parametrize("off", [-0.06, -0.01, 0.0, 0.01, 0.06])
def test_a_joiner_belongs_to_the_letter_at_its_place(off: float) -> None:
    """A joiner begins where the letter before it begins, which other fonts round otherwise."""
    assert _visual(chars(("ه", 100.0), ("\u200c", 106.05 + off), ("ع", 106.05), ("ا", 112.0)), {}) == ["ه", "ع\u200c", "ا"]


def test_a_joiner_follows_the_marks_of_its_letter() -> None:
    assert _visual(chars(("ه", 100.0), ("\u200c", 106.0), ("\u064e", 106.06), ("ع", 109.0)), {}) == ["ه", "ع\u064e\u200c"]


def test_a_joiner_from_left_to_right_stays_before_the_letter_at_its_place() -> None:
    assert "".join(_visual(chars(("ত", 100.0), ("\u200c", 106.0), ("ভ", 106.0)), {})) == "ত\u200cভ"
