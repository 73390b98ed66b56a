"""Tell the words of a page that can be seen from those that cannot, and text from signs whose characters are not known.

A page is drawn, and a word is seen if its place is not of one colour: text in white on white, covered, off the page, in no colour
at all, or below two points is not. A scan with recognized text behind it is: the picture shows the word.
"""

import re
from collections.abc import Sequence
from typing import Any

from cvrender.old_cvs.pdf.characters import PageWord

_SCALE = 1.5
_MOST = 2_400
_TINY = 1.3
_CONTRAST = 10
_FREQUENT = re.compile(r"[aeiounrstld]")
_LATIN = re.compile(r"[a-z]")


def divided_by_sight(page: Any, words: Sequence[PageWord]) -> tuple[list[PageWord], list[PageWord]]:
    """Return the words of a page that can be seen, and those that cannot."""
    if not words or page.get_rotation():
        return list(words), []
    width, height = page.get_size()
    scale = min(_SCALE, _MOST / max(width, height, 1.0))
    left, _, _, top = page.get_bbox()
    drawn = page.render(scale=scale, grayscale=True)
    pixels, stride, columns, rows = memoryview(drawn.buffer).cast("B"), drawn.stride, drawn.width, drawn.height
    seen: list[PageWord] = []
    hidden: list[PageWord] = []
    for word in words:
        low, high = max(0, int((word.left - left) * scale) - 1), min(columns, int((word.right - left) * scale) + 2)
        first, last = max(0, int((top - word.top) * scale) - 1), min(rows, int((top - word.bottom) * scale) + 2)
        lines = [bytes(pixels[row * stride + low : row * stride + high]) for row in range(first, last)] if low < high else []
        contrast = max(map(max, lines)) - min(map(min, lines)) if lines else 0
        is_word = any(char.isalnum() for char in word.text)
        is_hidden = is_word and (contrast < _CONTRAST or word.top - word.bottom < _TINY)
        (hidden if is_hidden else seen).append(word)
    return seen, hidden


def is_text(text: str) -> bool:
    """Return whether Latin letters are as frequent as in any language: numbers of glyphs read as characters are not."""
    letters = _LATIN.findall(text.casefold())
    return len(letters) < 200 or 100 * len(_FREQUENT.findall("".join(letters))) > 45 * len(letters)
