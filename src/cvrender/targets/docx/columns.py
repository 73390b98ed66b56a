"""Set sections at the side of the first page: their paragraphs are a frame in a wider margin, and are read before the text.

The text is as wide as its column on the first page, which a section of Word with margins of its own ends (`first_page.py`).
"""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from cvrender.model import value
from cvrender.model.document import Document, Header, Section, Table
from cvrender.model.printed_texts import parts_of, texts_of
from cvrender.model.prose_blocks import Figure
from cvrender.model.style import Style
from cvrender.targets.docx.inlines import Node
from cvrender.targets.docx.kept import last_marked, marked
from cvrender.targets.docx.layout import FramedColumn, Layout
from cvrender.targets.docx.letter_widths import width_of
from cvrender.targets.docx.marks import aside, indent, new_end, new_margins

_GAP = 2.8  # em between the columns
_WIDEST = 0.4  # of the text, for a column with long words
_LEADING = 1.2  # em, the distance of lines
_BELOW_HEAD = 0.6  # em
WIDEST = 44.0
"""The widest text above both columns, in em: about 95 letters."""


def with_side_column(layout: Layout, document: Document, style: Style, goes_on: bool = True) -> Layout:
    """Return the layout with a column at the side if the document has one; `goes_on` is whether there may be another page.

    There is none from right to left, where LibreOffice mirrors the places of frames, and so sets one text over the other.
    """
    if not document.has_side_column or layout.right_to_left:
        return layout
    page, at_end = layout.page, style.values.get("sidebar_side") == "end"
    sections = tuple(section for section in document.sections if section.is_aside)
    texts = [text for text, _ in texts_of((document.header.contacts, sections))]
    longest = max((width_of(word, layout.sans) for text in texts for word in text.plain.split()), default=0.0) + 1
    width = max(round(page.text_width * style.aside_width), min(page.em(longest), round(page.text_width * _WIDEST)))
    room = width + page.em(_GAP)
    left, right = (page.left, page.right + room) if at_end else (page.left + room, page.right)
    column = FramedColumn(width, page.width - page.right - width if at_end else page.left, room, at_end, goes_on)
    return replace(layout, page=replace(page, left=left, right=right), side=column)


def without_contacts(header: Header) -> Header:
    """Return what of the head stands over both columns."""
    return value.replace(header, contacts=(), photo=None)


def can_stand_aside(section: Section) -> bool:
    """Whether a section has neither tables nor pictures, which no frame has room for."""
    return section.is_aside and not parts_of(section, Table) and not parts_of(section, Figure)


def first_page_room(document: Document, layout: Layout) -> float:
    """Return about how high the column next to the one at the side is on the first page, in em."""
    page, over = layout.page, [section for section in document.sections if section.is_above]
    return (page.height - page.top - page.bottom - _height_over(layout, document.header, over)) / page.size


def _height(part: object, layout: Layout, width: float, line: float) -> float:
    """Return about how many em the texts of a part take in a column of this width in em."""
    return sum(ceil(layout.width(text) / width) * line for text, _ in texts_of(part))


def _height_over(layout: Layout, header: Header, sections: Sequence[Section]) -> int:
    """Return about how high what stands above both columns is, in Word's unit."""
    page, look, width = layout.page, layout.look.section, min(layout.wide.page.text_width / layout.page.size, WIDEST)
    heading = page.gap(look.before + look.after) + page.em(look.size * _LEADING + look.padding)
    texts = sum(page.em(_height(section.blocks, layout, width, _LEADING)) for section in sections)
    return layout.wide.head_height(without_contacts(header), 0) + heading * len(sections) + texts


def framed(nodes: Sequence[Node], layout: Layout) -> list[Node]:
    """Set paragraphs and lists in the column at the side."""
    if not layout.side:
        return list(nodes)
    mark = aside(layout.side.width, layout.side.left)
    return [marked(node, mark) for node in nodes]


def panel(layout: Layout, header: Header, over: Sequence[Section] = ()) -> tuple[int, int, int, int]:
    """Return the panel behind the column at the side: left, top, width and height, to the edges of the page."""
    page, side, half = layout.page, layout.side, layout.page.em(_GAP / 2)
    if not side:
        return 0, 0, 0, 0
    top = page.top + _height_over(layout, header, over) + page.em(_BELOW_HEAD)
    left, right = (side.left - half, page.width) if side.at_end else (0, side.left + side.width + half)
    return left, top, right - left, page.height - top


def before_whole_width(nodes: list[Node], layout: Layout) -> list[Node]:
    """End the page with these paragraphs and lists; the next one has no column at its side."""
    page, side = layout.page, layout.side
    room = side.room if side else 0
    at_right = bool(side and side.at_end)
    return last_marked(nodes, new_margins(page.left - (0 if at_right else room), page.right - (room if at_right else 0)))


def in_whole_width(nodes: Sequence[Node], layout: Layout) -> list[Node]:
    """Set paragraphs and lists in the whole width, to whose end their tab stops move."""
    mark = new_end(layout.page.text_width, layout.wide.page.text_width)
    return [marked(node, mark) for node in nodes]


def indented(nodes: Sequence[Node], start: int, end: int = 0) -> list[Node]:
    """Indent paragraphs and lists at the start and the end of their lines, in Word's unit."""
    return [marked(node, indent(start, end)) for node in nodes]
