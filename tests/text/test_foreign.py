"""Parts of a text in another script are found, with their language."""

import pytest

from cvrender.text.foreign import foreign


@pytest.mark.parametrize(
    ("text", "language", "parts"),
    [
        ("plain", "en", []),
        ("λ-calculus", "en", []),
        ("Ada Άντα", "en", [("Άντα", "el")]),
        ("马凌霄 (Ma)", "en", [("马凌霄", "zh")]),
        ("马凌霄", "zh", []),
        ("ひらがな と 漢字", "en", [("ひらがな と 漢字", "ja")]),
        ("Дмитрий", "en", [("Дмитрий", "und-Cyrl")]),
        ("Дмитрий", "uk", []),
        ("Київ", "en", [("Київ", "uk")]),
        ("שלום, عالم", "en", [("שלום", "he"), ("عالم", "und-Arab")]),
    ],
)
def test_languages(text: str, language: str, parts: list[tuple[str, str]]) -> None:
    assert [(text[start:end], found) for start, end, found in foreign(text, language)] == parts
