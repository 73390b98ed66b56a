"""The parts of tagging, each alone."""

import io

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageCms

from cvrender.targets.pdf.tagging.fonts import read_map
from cvrender.targets.pdf.tagging.operators import literal, operations, shown
from cvrender.targets.pdf.tagging.space import WIDTH, font_file
from cvrender.targets.pdf.tagging.srgb import srgb


@given(st.lists(st.binary(max_size=20), max_size=5))
def test_codes_are_read_as_they_were_written(strings: list[bytes]) -> None:
    content = b"[" + b"-3.5".join(literal(string) for string in strings) + b"]TJ"
    ((operator, operands, end),) = operations(content)
    assert (operator, end) == (b"TJ", len(content))
    assert [part for part in shown(operands) if isinstance(part, bytes)] == [string for string in strings if string]


def test_operators_are_read_in_order() -> None:
    content = b"q 1 0 0 1 0 0 cm\nBT /F1 9.9 Tf (a\\)b)Tj <4142> Tj ET /P <</MCID 3>> BDC EMC Q\n"
    names = [operator.decode() for operator, _, _ in operations(content)]
    assert names == ["q", "cm", "BT", "Tf", "Tj", "Tj", "ET", "BDC", "EMC", "Q"]


@pytest.mark.parametrize("content", [b"BI /W 1 ID x EI", b"(open", b"<<never"])
def test_content_that_is_not_understood_is_an_error(content: bytes) -> None:
    with pytest.raises(ValueError, match="page"):
        list(operations(content))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (rb"\n\t\(\)\\", b"\n\t()\\"),
        (rb"\101\7", b"A\x07"),
    ],
)
def test_escapes(written: bytes, read: bytes) -> None:
    assert shown(b"(" + written + b")") == [read]


def test_a_map_of_characters() -> None:
    content = b"2 beginbfchar <01> <0041> <02> <FB01> endbfchar "
    content += b"2 beginbfrange <10> <12> <0061> <20> <21> [<0030> <D835DC00>] endbfrange"
    assert read_map(content) == {1: "A", 2: "fi", 16: "a", 17: "b", 18: "c", 32: "0", 33: "\U0001d400"}


@pytest.mark.parametrize("half", [b"D835", b"DC00"])
def test_half_of_a_surrogate_pair_is_an_unknown_character(half: bytes) -> None:
    assert read_map(b"1 beginbfchar <01> <" + half + b"> endbfchar") == {1: "\ufffd"}


def test_the_font_of_spaces() -> None:
    font = TTFont(io.BytesIO(font_file()))
    assert font["hmtx"].metrics[font.getGlyphOrder()[1]] == (WIDTH, 0)
    assert font["head"].checkSumAdjustment
    assert len(font.getGlyphOrder()) == 3
    for name in font.getGlyphOrder()[1:]:
        points = list(font["glyf"][name].coordinates)
        area = sum(x * other - other_x * y for (x, y), (other_x, other) in zip(points, points[1:] + points[:1], strict=True))
        assert area == 0


def test_the_colour_profile() -> None:
    profile = ImageCms.ImageCmsProfile(io.BytesIO(srgb()))
    assert ImageCms.getProfileDescription(profile).strip() == "sRGB"
    assert profile.profile.xcolor_space.strip() == "RGB"
    red = profile.profile.red_primary
    assert red and abs(red[1][0] - 0.648) < 0.01
