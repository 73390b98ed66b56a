"""Test capitals, by the examples of Unicode's SpecialCasing.txt and of CLDR."""

import pytest

from cvrender.text.casing import capitals, caseless


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("tr", "İlgi, ışık", "İLGİ, IŞIK"),
        ("az-Latn", "dil", "DİL"),
        ("el", "Ερευνητικά ενδιαφέροντα", "ΕΡΕΥΝΗΤΙΚΑ ΕΝΔΙΑΦΕΡΟΝΤΑ"),
        ("el", "ΐ Μαΐου, ᾠδή ή ὕλη", "Ϊ ΜΑΪΟΥ, ΩΙΔΗ Ή ΥΛΗ"),
        ("en", "Straße, ligne ά", "STRASSE, LIGNE Ά"),
    ],
)
def test_capitals_of_a_language(language: str, text: str, expected: str) -> None:
    assert capitals(text, language) == expected
    assert caseless(text) == caseless(expected)


def test_accents_of_latin_letters_count() -> None:
    assert caseless("é") != caseless("E")
