"""Find the bullets that a page draws as shapes, as browsers and Canva do, and put a sign for each before its line.

A bullet is a small shape left of a line, no other text is close to it, and there are several of its size.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from ctypes import byref, c_float
from typing import Any

from cvrender.model.value import replace
from cvrender.old_cvs.pdf.characters import PageWord

_Box = tuple[float, float, float, float]
_MOST_SHAPES, _MOST_SMALL = 20_000, 1_000
"""The shapes of a page that are looked at, and the small ones with which it is a drawing."""
_DEEPEST = 5
_AS_IT_IS: tuple[float, ...] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def with_drawn_bullets(page: Any, words: Sequence[PageWord]) -> list[PageWord]:
    """Return the words of a page with a bullet before each line that has one drawn before it."""
    shapes = list(_shapes(page))
    if not shapes or len(shapes) > _MOST_SMALL:
        return list(words)
    found = [(box, word) for box in shapes if (word := _line_of(box, words, shapes))]
    sizes = Counter(_size(box) for box, _ in found)
    before = {id(word): box for box, word in found if sizes[_size(box)] > (1 if _is_small(box, word) else 5)}
    made: list[PageWord] = []
    for word in words:
        if box := before.get(id(word)):
            made.append(
                replace(word, text="•", left=box[0], right=box[2], last=box[0], gap=True, href="", bold=False, italic=False)
            )
            word.gap = True
        made.append(word)
    return made


def _size(box: _Box) -> tuple[int, int]:
    return round(box[2] - box[0]), round(box[3] - box[1])


def _is_small(box: _Box, word: PageWord) -> bool:
    return max(box[2] - box[0], box[3] - box[1]) < 0.6 * word.size


def _line_of(box: _Box, words: Sequence[PageWord], shapes: Sequence[_Box]) -> PageWord | None:
    """Return the first word of the line before which a shape stands alone; None if there is none."""
    left, bottom, right, top = box
    middle = (bottom + top) / 2
    neighbors = [word for word in words if word.bottom < middle < word.top]
    first = min((word for word in neighbors if word.left > right - 1), key=lambda word: word.left, default=None)
    if first is None or not 0.2 * first.size < first.left - right + 1 < 2.5 * first.size:
        return None
    low, high = first.bottom + 0.1 * (first.top - first.bottom), first.top - 0.1 * (first.top - first.bottom)
    if not low < middle < high or max(right - left, top - bottom) > first.size or not first.text.strip("•·▪-–—*"):
        return None
    if any(left - 1.5 * first.size < word.right < right + 1 for word in neighbors):
        return None
    near = 3 * first.size
    is_alone = not any(other != box and abs(other[1] - bottom) < 1 and abs(other[0] - left) < near for other in shapes)
    return first if is_alone else None


def _shapes(page: Any) -> Iterator[_Box]:
    """Yield the boxes of the small shapes of a page that are about as wide as high, also of those within forms."""
    from pypdfium2 import raw

    waiting = [(raw.FPDFPage_GetObject(page, index), _AS_IT_IS, 0) for index in _first(raw.FPDFPage_CountObjects(page))]
    for _ in range(_MOST_SHAPES):
        if not waiting:
            return
        each, at, depth = waiting.pop()
        kind = raw.FPDFPageObj_GetType(each)
        left, bottom, right, top = (c_float() for _ in range(4))
        if kind == raw.FPDF_PAGEOBJ_PATH and raw.FPDFPageObj_GetBounds(each, *map(byref, (left, bottom, right, top))):
            box = _moved((left.value, bottom.value, right.value, top.value), at)
            width, height = box[2] - box[0], box[3] - box[1]
            if 1.2 < width < 9 and 1.2 < height < 9 and 0.6 < width / height < 1.7:
                yield box
        elif kind == raw.FPDF_PAGEOBJ_FORM and depth < _DEEPEST:
            matrix = raw.FS_MATRIX()
            raw.FPDFPageObj_GetMatrix(each, byref(matrix))
            inner = _product((matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f), at)
            numbers = _first(raw.FPDFFormObj_CountObjects(each))
            waiting += [(raw.FPDFFormObj_GetObject(each, index), inner, depth + 1) for index in numbers]


def _first(count: int) -> range:
    return range(min(count, _MOST_SHAPES))


def _product(one: tuple[float, ...], two: tuple[float, ...]) -> tuple[float, ...]:
    """Return the matrix that does what one does, then what the other does."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def _moved(box: _Box, at: tuple[float, ...]) -> _Box:
    a, b, c, d, e, f = at
    places = [(a * x + c * y + e, b * x + d * y + f) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs, ys = zip(*places, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
