"""Test writing words of shaped scripts: those without glyphs stay as they are, whatever was written before."""

from cvrender.targets.tex.marks import mark, unmark
from cvrender.targets.tex.shaped import with_shaped_words, words_of
from cvrender.text.shaped import ShapedWord

TEXT = mark("علي مثال")


def written(*words: str) -> str:
    return unmark(with_shaped_words(TEXT, tuple(ShapedWord(word, (), ()) for word in words), right_to_left=True))


def test_only_words_with_glyphs_are_shaped() -> None:
    assert words_of(TEXT, right_to_left=True) == ["علي", "مثال"]
    assert written("علي", "مثال").count(r"\cvw{") == 2
    assert written("علي").count(r"\cvw{") == 1 and r"\cvw{علي}" in written("علي")
    assert r"\cvw{" not in written()
