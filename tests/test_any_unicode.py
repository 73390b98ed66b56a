"""Test any Unicode text in a field: it is read back from every target, or a Problem names its character."""

import json
import unicodedata
from collections.abc import Iterable

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from cvrender.api import render
from cvrender.errors import InputError
from cvrender.load.reader import MAX_MARKS, parse
from cvrender.load.request import LoadedProfile
from cvrender.load.validate import validate
from cvrender.targets import TARGETS
from cvrender.targets.tex.glyph_coverage import SETTABLE

ANY = st.characters(exclude_categories=["Cs"])  # YAML cannot carry the halves of a character
MARKUP = st.sampled_from([*"*_`[]()<>\\$#&~^{}%|\"'!?-–’‘,;:/=+.", "**", "](", "<b>", "&amp;", "--", "1. ", "- ", "\n", "://"])
COMBINING = st.sampled_from("e\u0301a\u0338\u0345\u05bc\u093f\u0e33\u1100\u1161\u200d\u200c\U0001f468\u20dd")
BIDI = st.sampled_from("אבעربي12")
CONTROLS = st.sampled_from("\0\x1b\x7f\x85\u202e\u2066\u200f\ufeff\ue000\uffff")
TEXTS = st.lists(ANY | CONTROLS | MARKUP | COMBINING | BIDI, min_size=1, max_size=20).map("".join)
SHOWN = st.characters(exclude_categories=["C"])
GREEK_AND_MORE = "".join(chr(code) for code in (*range(0x3B1, 0x3CA), *range(0x410, 0x450), *range(0x4E00, 0x4E40)))
SETTABLE_TOO = st.sampled_from(sorted(SETTABLE - {"\u00ad"}) + list(GREEK_AND_MORE))
SET = st.lists(SETTABLE_TOO | MARKUP, min_size=1, max_size=20).map("".join)
WHOLE = st.lists(SHOWN | MARKUP | COMBINING | BIDI, min_size=1, max_size=20).map(lambda parts: composed("".join(parts)))
REFUSED = {"Cc", "Cf", "Co", "Cn"}


def refused(text: str) -> set[str]:
    """The characters that no field takes."""
    return {char for char in text if unicodedata.category(char) in REFUSED and char not in "\n\t\u200c\u200d"}


def escaped(text: str) -> str:
    return "".join(f"\\{char}" if char.isascii() and not char.isalnum() and not char.isspace() else char for char in text)


def loaded(texts: Iterable[str]) -> LoadedProfile:
    """A profile with each text in a field that reads Markdown, and in one that does not."""
    texts = list(texts)
    custom = {"title": "Texts", "entries": [{"title": escaped(text), "highlights": [escaped(text)]} for text in texts]}
    grants = [{"title": "Loom", "number": text, "date": str(1000 + index)} for index, text in enumerate(texts)]
    data = {"person": {"name": "Ada"}, "custom": [custom], "grants": grants}
    source = parse(as_yaml(data), "ada.yaml")
    return LoadedProfile(source, validate(source))


def as_yaml(data: object) -> bytes:
    """JSON, whose texts are YAML's once each character beyond ASCII is written by its number."""
    text = json.dumps(data, ensure_ascii=False)
    return "".join(char if " " <= char <= "~" else f"\\U{ord(char):08x}" for char in text).encode()


def squeezed(text: str) -> str:
    """Without blanks: lines end anywhere. Readers of PDFs give a ligature as its letters."""
    return "".join(text.split())


def seen(profile: LoadedProfile, target: str) -> str:
    """What is read back, with quotes and hyphens as typed; to make it is to have it checked against the Document."""
    (artifacts, *_) = render(profile, style="classic", targets=[target], options={"punctuation": "typed"})
    return squeezed("".join(TARGETS[target].read(artifacts.content).lines))


def composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def assert_whole(texts: list[str], targets: Iterable[str]) -> None:
    profile = loaded(texts)
    for target in targets:
        text = seen(profile, target)
        lost = [string for string in texts if text.count(squeezed(string)) < 3]
        assert not lost, (target, lost)


def shows(text: str) -> bool:
    return bool(text.strip()) and not refused(text)


@pytest.mark.slow
@settings(max_examples=60)
@given(st.lists(WHOLE.filter(shows), min_size=1, max_size=8))
def test_any_text_reads_back_from_every_text(texts: list[str]) -> None:
    assert_whole(texts, ("md", "html", "txt"))


@settings(max_examples=1, phases=[Phase.generate])
@given(st.data())
def test_hundreds_of_texts_read_back_from_word(data: st.DataObject) -> None:
    assert_whole(data.draw(st.lists(WHOLE.filter(shows), min_size=300, max_size=300)), ["docx"])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
@settings(max_examples=1, phases=[Phase.generate])
@given(st.data())
def test_hundreds_of_texts_read_back_from_tex_and_pdf(part: int, data: st.DataObject) -> None:
    texts = data.draw(st.lists(SET.map(composed).filter(shows), min_size=150 + part, max_size=200))
    assert_whole(texts, ["tex", "pdf"])


@settings(max_examples=300)
@given(TEXTS)
def test_a_field_gives_its_text_composed_or_names_the_character(text: str) -> None:
    source = parse(as_yaml({"person": {"name": "Ada", "native": text}}), "ada.yaml")
    try:
        assert validate(source).person.native == composed(text).strip()
        assert shows(composed(text))
    except InputError as error:
        (problem,) = error.problems
        assert (problem.path, problem.line) == ("person.native", 1)
        named = {char for char in composed(text) if f"U+{ord(char):04X}" in problem.message}
        assert named & refused(composed(text)) or not text.strip() and "is empty" in problem.message


@settings(max_examples=200)
@given(st.text(st.sampled_from("ae\u0301\u0323\u0338\u05bc"), max_size=80))
def test_accents_are_composed_or_too_many(text: str) -> None:
    try:
        assert parse(as_yaml({"x": text}), "ada.yaml").data["x"] == (composed(text) or "")
    except InputError as error:
        assert "accents on one letter" in error.problems[0].message
        assert len(text) > MAX_MARKS
