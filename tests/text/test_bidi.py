"""The order of characters from right to left: as another implementation of the standard finds it, and in examples."""

import unicodedata
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest
from bidi import get_display
from hypothesis import given, settings
from hypothesis import strategies as st

from cvrender.model.text import Span, Text
from cvrender.text.bidi import LRI, PDI, clusters, levels, line_levels, reorder, text_levels

CHARACTERS = "abx12٣אבעي+-,.$% :()[]«»!\u0300\u05b0\u200d\u200e\u200f"
INVISIBLE = {"BN", "LRI", "PDI"}


def shown(text: str) -> str:
    """What is visible of a text, without the spaces at its ends, which the other implementation keeps elsewhere."""
    return "".join(char for char in text if unicodedata.bidirectional(char) not in INVISIBLE)


@settings(max_examples=400)
@given(st.lists(st.tuples(st.text(CHARACTERS, max_size=9), st.booleans()), min_size=1, max_size=5), st.booleans())
def test_the_order_is_that_of_the_library(parts: list[tuple[str, bool]], right_to_left: bool) -> None:
    text = "".join(LRI + part + PDI if isolated else part for part, isolated in parts) + "."
    ours = "".join(text[index] for index in reorder(levels(text, right_to_left)))
    assert shown(ours) == shown(get_display(text, base_dir="R" if right_to_left else "L"))


@pytest.mark.parametrize(
    ("text", "right_to_left", "standing"),
    [
        ("car אבג 12.", False, "car 12 \u05d2\u05d1\u05d0."),
        ("אבג (car)", True, ")car( \u05d2\u05d1\u05d0"),
        ("אב 1–2", True, "2–1 \u05d1\u05d0"),
        ("a (אב) c", False, "a (\u05d1\u05d0) c"),
        ("אב C++", True, "C++ \u05d1\u05d0"),
        ("אב +1 (555) 0100", True, "+1 (555) 0100 \u05d1\u05d0"),
        ("אב https://a.org/b/.", True, ".https://a.org/b/ \u05d1\u05d0"),
    ],
)
def test_examples(text: str, right_to_left: bool, standing: str) -> None:
    order = reorder(line_levels(text, right_to_left))
    assert "".join(text[index] for index in order) == standing


UNICODE = Path("/usr/share/unicode")
"""Where Debian's package unicode-data has the files of the standard."""
EXPLICIT = {"LRE", "RLE", "LRO", "RLO", "PDF"}
OF_TYPE = {"L": "a", "R": "א", "AL": "ا", "EN": "1", "AN": "٣", "ES": "+", "ET": "%", "CS": ",", "NSM": "\u0300"}
OF_TYPE |= {"BN": "\u00ad", "B": "\u2029", "S": "\t", "WS": " ", "ON": "!"}
OF_TYPE |= {"LRI": "\u2066", "RLI": "\u2067", "FSI": "\u2068", "PDI": "\u2069"}
"""A character of each type."""
Case = tuple[str, bool, list[str]]


def by_characters() -> Iterator[Case]:
    """The cases of BidiCharacterTest.txt: a text, whether it is from right to left, and the level of each character."""
    for line in (UNICODE / "BidiCharacterTest.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            codes, _, base, parts, _ = line.split(";")
            text = "".join(chr(int(code, 16)) for code in codes.split())
            yield text, base == "1", parts.split()


def by_types() -> Iterator[Case]:
    """The cases of BidiTest.txt, which has types instead of characters."""
    found: list[str] = []
    for line in (UNICODE / "BidiTest.txt").read_text("utf-8").splitlines():
        if line.startswith("@Levels:"):
            found = line.split()[1:]
        elif line and line[0] not in "#@":
            types, bits = line.split(";")
            if not EXPLICIT & set(types.split()):
                text = "".join(map(OF_TYPE.__getitem__, types.split()))
                yield from ((text, right, found) for bit, right in ((2, False), (4, True)) if int(bits) & bit)


@pytest.mark.skipif(not UNICODE.is_dir(), reason="unicode-data is not installed")
@pytest.mark.parametrize(
    ("cases", "least", "every"),
    [
        (by_characters, 91_600, 2000),
        pytest.param(by_characters, 91_600, 1, marks=pytest.mark.slow),
        pytest.param(by_types, 188_000, 1, marks=pytest.mark.slow),
    ],
)
def test_the_levels_are_those_of_the_standard(cases: Callable[[], Iterator[Case]], least: int, every: int) -> None:
    """Compare all cases without embeddings and overrides, which neither a profile contains nor we set."""
    known = [case for case in islice(cases(), 0, None, every) if EXPLICIT.isdisjoint(map(unicodedata.bidirectional, case[0]))]
    assert len(known) >= 0.9 * least / every if every > 1 else len(known) >= least
    wrong = []
    for text, right_to_left, expected in known:
        pairs = zip(levels(text, right_to_left), expected, strict=True)
        if any(wanted not in ("x", str(level)) for level, wanted in pairs):
            wrong.append((text, right_to_left, expected))
    assert wrong == []


def test_a_link_without_letters_from_right_to_left_keeps_its_order() -> None:
    phone = Text((Span("אב "), Span("(1 555", href="tel:1555")))
    assert text_levels(phone, True) == [1, 1, 1, 2, 2, 2, 2, 2, 2]
    assert text_levels(Text((Span("אב (1 555"),)), True) == [1, 1, 1, 1, 2, 1, 2, 2, 2]


def test_marks_stay_with_their_letter() -> None:
    assert clusters("בְּרא\u200db") == ["בְּ", "ר", "א\u200d", "b"]
