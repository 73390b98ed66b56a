"""Test character classes for scripts."""

import re

from cvrender.text.foreign import _SCRIPTS
from cvrender.text.scripts import _LETTERS, HANGUL, IDEOGRAPHIC, has_right_to_left, is_latin
from cvrender.text.shaped import SHAPED_SCRIPTS


def test_latin_text_has_no_letters_of_any_other_script() -> None:
    latin = "".join(char for char in map(chr, range(0x110000)) if is_latin(char))
    assert {"a", "ß", "ễ", "\u0301", "–", "€", "→"} <= set(latin)
    shaped = [script.letters + script.digits + script.signs for script in SHAPED_SCRIPTS]
    for letters in (IDEOGRAPHIC, HANGUL, *_LETTERS.values(), *_SCRIPTS.values(), *shaped):
        assert not re.search(f"[{letters}]", latin)


def test_right_to_left_letters_are_found_among_others() -> None:
    assert has_right_to_left("“Notes” – שלום")
    assert not has_right_to_left("“Notes” – naïve Ω 测试")
