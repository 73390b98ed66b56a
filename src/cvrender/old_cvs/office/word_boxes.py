"""Put what the text boxes of a Word document say where the boxes are: pandoc drops them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cvrender.old_cvs.headings import is_usual

_TOKEN = re.compile(r"<w:p(?:\s[^>]*[^/>])?>|</w:p>|</?w:txbxContent\b[^>]*>")
_OFFSET = re.compile(
    r'<wp:position(?P<axis>[HV]) relativeFrom="(?P<base>\w+)">\s*<wp:(?:posOffset>(?P<offset>-?\d{1,9})|align>(?P<side>\w+))'
)
_TEXT = re.compile(r"<w:t(?:\s[^>]*)?>([^<]*)</w:t>")
_EXTENT = re.compile(r'<wp:extent cx="(\d{1,9})"')
_POINT = 12_700
_GROUP = re.compile(
    r'<wpg:grpSpPr\b[^>]*>\s*<a:xfrm\b[^>]*>\s*<a:off [^>]*>\s*<a:ext cx="(?P<extx>\d+)" cy="(?P<exty>\d+)"\s*/>\s*'
    r'<a:chOff x="(?P<x>-?\d+)" y="(?P<y>-?\d+)"\s*/>\s*<a:chExt cx="(?P<innerx>\d+)" cy="(?P<innery>\d+)"'
)
_SHAPE = re.compile(r'<a:off x="(?P<x>-?\d+)" y="(?P<y>-?\d+)"\s*/>\s*<a:ext cx="(?P<width>\d+)"')
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
                boxes += [_box(said, "".join(kept), number)] if _letters(said) else []
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
    if "<wp:anchor" not in anchor and (drawn := _drawn(content, anchor, number)):
        return drawn
    edges = {"H": 0, "V": 0}
    for offset in _OFFSET.finditer(anchor):
        shift = 0 if offset["base"] == "page" else _MARGIN + _LINE * number * (offset["base"] in ("paragraph", "line"))
        edges[offset["axis"]] = shift + (int(offset["offset"]) if offset["offset"] else _WIDTH // 2 * (offset["side"] == "right"))
    extent = _EXTENT.search(anchor)
    width = int(extent[1]) if extent else _WIDTH
    group = _GROUP.search(anchor)
    shape = next(iter([*_SHAPE.finditer(anchor, group.end())][-1:]), None) if group else None
    if group and shape:  # the box is one of several that are drawn together
        ratio = [int(group[f"ext{axis}"]) / max(1, int(group[f"inner{axis}"])) for axis in "xy"]
        edges["H"] += round((int(shape["x"]) - int(group["x"])) * ratio[0])
        edges["V"] += round((int(shape["y"]) - int(group["y"])) * ratio[1])
        width = round(int(shape["width"]) * ratio[0])
    return _Box(content, edges["H"], width, edges["V"])


def _drawn(content: str, before: str, number: int) -> _Box | None:
    """Return a box that an older program has drawn."""
    styles = re.findall(r'<v:(?:shape|rect|roundrect|group)\b[^>]*\bstyle="([^"]*margin-left:[^"]*)"', before)
    if not styles:
        return None
    style = styles[-1]
    said = {name: float(number) * _POINT for name, number in re.findall(r"([\w-]+):(-?[\d.]+)pt", style)}
    top = said.get("margin-top", 0) + (0 if "vertical-relative:page" in style else _MARGIN + _LINE * number)
    left = said.get("margin-left", 0) + (0 if "horizontal-relative:page" in style else _MARGIN)
    return _Box(content, round(left), round(said.get("width", _WIDTH)), round(top))


def _ordered(boxes: list[_Box]) -> list[_Box]:
    """Return boxes in the order of reading: a wide one divides the page; between such, one column after the other."""
    at_side = _side_headings(boxes)
    if at_side:
        others = [box for box in boxes if box not in at_side.values()]
        return [each for box in _ordered(others) for each in (at_side.get(id(box)), box) if each]
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


def _side_headings(boxes: list[_Box]) -> dict[int, _Box]:
    """Return the boxes that are headings in the margin, each with the box that it is next to; none if there are few."""
    headings = [box for box in boxes if is_usual(" ".join(_TEXT.findall(box.content)))]
    at_side: dict[int, _Box] = {}
    for heading in headings:
        right = [
            box for box in boxes if box not in headings and box.left > heading.left and abs(box.top - heading.top) < 2 * _LINE
        ]
        if right:
            at_side[id(min(right, key=lambda box: abs(box.top - heading.top)))] = heading
    return at_side if len(at_side) > 1 else {}


def _by_columns(boxes: list[_Box]) -> list[_Box]:
    columns: list[list[_Box]] = []
    for box in sorted(boxes, key=lambda each: each.left):
        last = columns[-1] if columns else []
        if last and box.left < min(each.left + each.width // 2 for each in last):
            last.append(box)
        else:
            columns.append([box])
    return [box for column in columns for box in sorted(column, key=lambda each: each.top)]
