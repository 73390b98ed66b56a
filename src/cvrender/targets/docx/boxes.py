"""Write tables, the boxes of a form, and images side by side, as tables of pandoc's syntax tree."""

from collections.abc import Callable, Sequence
from typing import Any

from cvrender.model.boxes import PHOTO_SIZE, Box, Boxes
from cvrender.model.document import Table
from cvrender.model.prose_blocks import WorkSample
from cvrender.model.text import Text
from cvrender.targets.docx.columns import indented
from cvrender.targets.docx.inlines import Node, picture_node
from cvrender.targets.docx.kept import on_new_page, styled
from cvrender.targets.docx.layout import PER_MILLIMETRE, Layout
from cvrender.targets.docx.marks import KEEP, after, before

TEXT, LARGE = "Box Text", "Large Box Text"
_NO_ATTRIBUTES: list[Any] = ["", [], []]
_ALIGN = {"start": "AlignLeft", "center": "AlignCenter", "end": "AlignRight"}
_PAD = 60  # above and below a text, in Word's unit
_PHOTO = 0.19  # the share of the column with the photo in the width, which is 170 mm on A4


def boxes(block: Boxes, inlines: Callable[[Text], list[Node]], line: int) -> Node:
    """Return a table whose cells have the text of the boxes; `line` is the height of a line in Word's unit."""
    shares = [width * (1 - _PHOTO) for width in block.widths] + [_PHOTO] if block.photo_rows else list(block.widths)
    rows = [_row(block, index, inlines, line) for index in range(len(block.rows))]
    head, body = ([rows[0]], rows[1:]) if block.has_header else ([], rows)
    return _table(head, body, shares)


def images(row: Sequence[WorkSample], inlines: Callable[[Text], list[Node]], layout: Layout) -> list[Node]:
    """Write images side by side, each with its caption below it: a table without rules, unless it is one image."""
    column, gap = layout.page.em(layout.column), layout.page.em(1)  # the style Table has a gap after each cell
    room = layout.page.text_width - column
    percent = (room - len(row) * gap) / 100
    cells = []
    for sample in row:
        caption = [styled("Caption", inlines(sample.caption))] if sample.caption else []
        picture = picture_node(sample.picture, round(sample.width * percent / PER_MILLIMETRE, 1))
        cells.append([styled("Picture" + KEEP * bool(caption), [picture]), *caption])
    if len(row) == 1:
        return indented(cells[0], column) if column else cells[0]
    written = [_plain(*cell) for cell in cells]
    return [_table([], [[_NO_ATTRIBUTES, written]], [(sample.width * percent + gap) / room for sample in row])]


def table(block: Table, inlines: Callable[[Text], list[Node]]) -> Node:
    """Write a table whose first row is a header, which Word repeats on each page."""
    rows = [(block.header, "Table Heading"), *((row, "Table Text") for row in block.rows)]
    head, *body = ([_NO_ATTRIBUTES, [_plain(styled(style, inlines(cell))) for cell in cells]] for cells, style in rows)
    return _table([head], body, block.widths)


def _plain(*paragraphs: Node) -> list[Any]:
    return [_NO_ATTRIBUTES, {"t": "AlignDefault"}, 1, 1, [*paragraphs]]


def _table(head: list[Any], body: list[Any], shares: Sequence[float]) -> Node:
    columns = [[{"t": "AlignLeft"}, {"t": "ColWidth", "c": round(share, 4)}] for share in shares]
    return {
        "t": "Table",
        "c": [
            _NO_ATTRIBUTES,
            [None, []],
            columns,
            [_NO_ATTRIBUTES, head],
            [[_NO_ATTRIBUTES, 0, [], body]],
            [_NO_ATTRIBUTES, []],
        ],
    }


def _row(block: Boxes, index: int, inlines: Callable[[Text], list[Node]], line: int) -> list[Any]:
    row, reaches = block.rows[index], block.photo_rows and index >= block.photo_rows
    last = len(row) - 1
    cells = [_cell(box, box.columns + bool(reaches and place == last), inlines, line) for place, box in enumerate(row)]
    if block.new_page and index == 0:
        cells[0][-1] = [on_new_page(paragraph) for paragraph in cells[0][-1]]
    if block.photo_rows and index == 0:
        photo = [picture_node(block.photo.picture, PHOTO_SIZE[0])] if block.photo else []
        cells.append([_NO_ATTRIBUTES, {"t": "AlignCenter"}, block.photo_rows, 1, [styled("Picture" if photo else TEXT, photo)]])
    return [_NO_ATTRIBUTES, cells]


def _cell(box: Box, columns: int, inlines: Callable[[Text], list[Node]], line: int) -> list[Any]:
    room = max(box.lines - 1, 0) * line
    above = 0 if box.is_tall else room // 2
    style = (LARGE if box.is_large else TEXT) + (before(above + _PAD) + after(room - above + _PAD) if room else "")
    return [_NO_ATTRIBUTES, {"t": _ALIGN[box.align]}, 1, columns, [styled(style, inlines(box.text))]]
