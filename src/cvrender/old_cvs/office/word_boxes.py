"""Put what the text boxes of a Word document say where the boxes are: pandoc drops them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(r"<w:p(?:\s[^>]*[^/>])?>|</w:p>|</?w:txbxContent\b[^>]*>")
_OFFSET = re.compile(
    r'<wp:position(?P<axis>[HV]) relativeFrom="(?P<base>\w+)">\s*<wp:(?:posOffset>(?P<offset>-?\d{1,9})|align>(?P<side>\w+))'
)
_TEXT = re.compile(r"<w:t(?:\s[^>]*)?>([^<]*)</w:t>")
_EXTENT = re.compile(r'<wp:extent cx="(\d{1,9})"')
_MARGIN = 800_000
"""About the margin of a page, in the units of Word's drawings (914,400 to an inch)."""
_LINE = 180_000
"""About the height of a paragraph of one line."""
_WIDTH = 5_400_000
"""About the width of the text of a page."""


@dataclass(frozen=True)
class _Box:
    """A text box: its content, its left edge, its width, and how far below the top it begins."""

    content: str
    left: int
    width: int
    top: int


@dataclass(frozen=True)
class _Anchored:
    """A paragraph with boxes: where it is, what it says besides them, and the boxes."""

    start: int
    end: int
    said: str
    boxes: list[_Box]


def with_boxes(text: str) -> str:
    """Return the text with the content of each box before the paragraph that the box is anchored to.

    Of a document that consists of boxes, they are put in the order in which they lie on the page.
    """
    anchored = list(_anchored(text))
    boxes = [box for each in anchored for box in each.boxes]
    pieces, place = [], 0
    rest = _letters(text) - sum(_letters(box.content) for box in boxes)
    is_made_of_boxes = 4 * rest < _letters(text)
    for number, each in enumerate(anchored):
        here = _ordered(boxes) * (not number) if is_made_of_boxes else _ordered(each.boxes)
        pieces += [text[place : each.start], *(box.content for box in here), each.said]
        place = each.end
    return "".join((*pieces, text[place:]))


def _letters(text: str) -> int:
    return sum(map(len, _TEXT.findall(text)))


def _anchored(text: str) -> Iterator[_Anchored]:
    """Yield the paragraphs that have boxes; those within boxes are none."""
    kept: list[str] = []
    boxes: list[_Box] = []
    start = depth = inside = number = 0
    for token in _TOKEN.finditer(text):
        if token[0].startswith("<w:txbx"):
            if not depth:
                kept.append(text[inside : token.start()])
                inside = token.end()
            depth += 1
        elif token[0].startswith("</w:txbx"):
            depth -= 1
            if not depth:
                said = text[inside : token.start()]
                boxes += [_box(said, kept[-1], number)] if _letters(said) else []
                inside = token.end()
        elif not depth and token[0] != "</w:p>":
            start = inside = token.start()
            kept, boxes = [], []
            number += 1
        elif not depth and boxes:
            yield _Anchored(start, token.end(), "".join((*kept, text[inside : token.end()])), boxes)


def _box(content: str, before: str, number: int) -> _Box:
    """Return a box with the place that its anchor, the last one before it, gives it in the paragraph of this number."""
    anchor = before[max(0, before.rfind("<wp:anchor")) :]
    edges = {"H": 0, "V": 0}
    for offset in _OFFSET.finditer(anchor):
        shift = 0 if offset["base"] == "page" else _MARGIN + _LINE * number * (offset["base"] in ("paragraph", "line"))
        edges[offset["axis"]] = shift + (int(offset["offset"]) if offset["offset"] else _WIDTH // 2 * (offset["side"] == "right"))
    extent = _EXTENT.search(anchor)
    return _Box(content, edges["H"], int(extent[1]) if extent else _WIDTH, edges["V"])


def _ordered(boxes: list[_Box]) -> list[_Box]:
    """Return boxes in the order of reading: a wide one divides the page; between such, one column after the other."""
    ordered: list[_Box] = []
    group: list[_Box] = []
    extent = max(box.left + box.width for box in boxes) - min(box.left for box in boxes)
    for box in sorted(boxes, key=lambda each: each.top):
        if 4 * box.width > 3 * extent:
            ordered += [*_by_columns(group), box]
            group = []
        else:
            group.append(box)
    return [*ordered, *_by_columns(group)]


def _by_columns(boxes: list[_Box]) -> list[_Box]:
    columns: list[list[_Box]] = []
    for box in sorted(boxes, key=lambda each: each.left):
        last = columns[-1] if columns else []
        if last and box.left < min(each.left + each.width // 2 for each in last):
            last.append(box)
        else:
            columns.append([box])
    return [box for column in columns for box in sorted(column, key=lambda each: each.top)]
