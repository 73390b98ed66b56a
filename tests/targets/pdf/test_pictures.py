"""Draw pages, and find where lines are on them."""

import io
from collections.abc import Callable
from typing import Any

import pypdfium2
import pytest
from PIL import Image

from cvrender.targets.pdf import pictures
from cvrender.targets.pdf.pictures import draw_page, page_lines, page_sizes


@pytest.fixture
def pdf(rendered: Callable[[str, str], Any]) -> bytes:
    content: bytes = rendered("ada-example", "classic").files["ada-example-full-classic.pdf"]
    return content


@pytest.mark.slow
def test_every_page_is_drawn_in_its_shape(pdf: bytes) -> None:
    sizes = page_sizes(pdf)
    assert len(sizes) >= 2
    for index, (width, height) in enumerate(sizes):
        picture = Image.open(io.BytesIO(draw_page(pdf, index, 300)))
        assert picture.width == 300
        assert abs(picture.height - 300 * height / width) <= 1
        assert len(picture.convert("L").getcolors() or []) > 10, "it is not blank"


@pytest.mark.parametrize(("width", "drawn"), [(0, 1), (-5, 1), (10**9, 500)])
def test_the_size_of_a_picture_is_limited(width: int, drawn: int, pdf: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    assert 2000 <= pictures.MAX_WIDTH <= 5000
    monkeypatch.setattr(pictures, "MAX_WIDTH", 500)
    assert Image.open(io.BytesIO(draw_page(pdf, 0, width))).width == drawn


@pytest.mark.parametrize("index", [-1, 99])
def test_a_page_that_does_not_exist_is_an_error(index: int, pdf: bytes) -> None:
    with pytest.raises(IndexError):
        draw_page(pdf, index, 100)


def test_lines_are_found_from_top_to_bottom(pdf: bytes) -> None:
    first = page_lines(pdf)[0]
    assert "Ada M. Example" in first[0].text
    assert len(first) > 20
    tops = [line.top for line in first[:-1]]  # the last one is the page's number
    assert sum(before > after for before, after in zip(tops, tops[1:], strict=False)) <= len(tops) // 10
    assert all(0 <= line.left < line.right <= 1 and 0 <= line.top < line.bottom <= 1 for line in first)


def test_the_lines_of_a_page_have_each_of_its_characters_once(pdf: bytes) -> None:
    with pypdfium2.PdfDocument(pdf) as document:
        texts = [page.get_textpage().get_text_range() for page in document]
    found = ["".join(line.text for line in page) for page in page_lines(pdf)]
    assert [squeezed(text) for text in found] == [squeezed(text.replace("\ufffe", "-")) for text in texts]


def squeezed(text: str) -> str:
    return "".join(text.split())
