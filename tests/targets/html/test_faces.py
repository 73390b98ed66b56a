"""The font of a page: contained, allowed by its policy, used first, and left out where the option says so."""

import base64
import io
import re

import pytest
from fontTools.ttLib import TTFont

from cvrender.load.library import find_style
from cvrender.model.document import Document
from cvrender.model.style import Style
from cvrender.model.value import replace
from cvrender.targets.html.faces import faces
from cvrender.targets.html.write import render


def styled(**values: str) -> Style:
    style = find_style("homepage")
    return replace(style, values={**style.values, **values})


@pytest.mark.slow
def test_a_page_contains_the_faces_of_its_font(rich: Document) -> None:
    rules = faces(rich, styled())
    page = render(rich, styled(), (), rules)
    assert "; font-src data:" in page
    assert page.index('--font: "Open Sans"') < page.index('--font: "CV Text", "Open Sans"')
    files = re.findall(r"data:font/woff2?;base64,([^\"]+)", rules)
    assert len(files) == 4
    with TTFont(io.BytesIO(base64.b64decode(files[0]))) as font:
        known = font.getBestCmap()
    assert {ord(char) for char in "Zoë Ōta"} <= set(known), "the name"
    assert ord("漢") not in known


def test_without_fonts_nothing_is_contained_or_allowed(rich: Document) -> None:
    style = styled(fonts="none")
    assert faces(rich, style) == ""
    assert "font" not in render(rich, style).partition("<title>")[0]
