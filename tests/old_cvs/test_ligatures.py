"""Ligatures that a font does not tell are inferred from their widths."""

import pytest

from cvrender.old_cvs.pdf.characters import _Character, _with_ligatures

_WIDTHS = {"t": 3.3, "i": 2.3, "f": 3.0, "c": 4.2, "r": 3.5, "e": 5.0}


def _text(signs: list[str | float | None]) -> str:
    """Return what is read of letters, spaces, and signs without a character that are so wide."""
    left, characters = 0.0, list[_Character | None]()
    for sign in signs:
        width = sign if isinstance(sign, float) else _WIDTHS.get(sign or "", 5.0)
        text = "\ufffd" if isinstance(sign, float) else sign
        characters.append(_Character(text, left, left + width, 0, 8, 10, (False, False, False), "AB+Example") if text else None)
        left += width
    return "".join(char.text if char else " " for char in _with_ligatures(characters))


@pytest.mark.parametrize(
    ("width", "read"), [(5.5, "tif ractione"), (6.6, "tif racttone"), (6.1, "tif raceftone"), (9.0, "tif racttione")]
)
def test_a_sign_without_a_character_is_the_ligature_that_is_as_wide(width: float, read: str) -> None:
    assert _text(["t", "i", "f", None, "r", "a", "c", *(["e"] if "ef" in read else []), width, "o", "n", "e"]) == read


def test_signs_without_characters_that_stand_alone_or_are_as_wide_as_nothing_are_no_ligatures() -> None:
    assert _text(["t", "i", "f", None, 5.5, None, "A"]) == "tif  A"
    assert _text(["t", "i", "f", 30.0, "e"]) == "tif\ufffde"
