"""Test the palettes: their contrast, and what they set."""

from itertools import product

import pytest

from cvrender.load.library import BUILT_IN, find_style
from cvrender.load.library.styles import with_options
from cvrender.load.reader import Source
from cvrender.model.palettes import NO_PALETTE, PALETTES

GIVEN = Source("--set", {}, {}, {})


def luminance(color: str) -> float:
    """The relative luminance of a colour, as WCAG 2.2 defines it."""
    parts = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(color: str, other: str) -> float:
    low, high = sorted((luminance(color), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def tinted(color: str, percent: int) -> str:
    """A colour mixed with white, as LaTeX mixes it."""
    parts = [int(color[start : start + 2], 16) for start in (1, 3, 5)]
    return "#" + "".join(f"{round(255 - (255 - part) * percent / 100):02x}" for part in parts)


@pytest.mark.parametrize("name", PALETTES)
def test_each_color_can_be_read_on_paper_and_on_a_tint_of_the_accent(name: str) -> None:
    accent, links = PALETTES[name]
    for color, ground in product((accent, links), ("#ffffff", tinted(accent, 6))):
        assert contrast(color, ground) >= 4.5


def test_there_are_twelve_of_different_colors() -> None:
    assert len(set(PALETTES.values())) == len(PALETTES) == 12 and NO_PALETTE not in PALETTES


@pytest.mark.parametrize("name", sorted(BUILT_IN.names("styles")))
def test_a_palette_sets_the_colors_of_each_style_but_those_that_are_set_besides(name: str) -> None:
    style = find_style(name)
    green = with_options(style, {"palette": "forest"}, GIVEN, ())
    assert (green.values["accent"], green.values["links"]) == PALETTES["forest"]
    other = with_options(style, {"palette": "forest", "accent": "#123456"}, GIVEN, ())
    assert (other.values["accent"], other.values["links"]) == ("#123456", PALETTES["forest"][1])
    none = with_options(style, {"palette": NO_PALETTE}, GIVEN, ())
    assert none.values == style.values
