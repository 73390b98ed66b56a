"""Divide a document where its first page ends, by an estimate: there the column at its side ends, too."""

import re
from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import Any

from cvrender.model.document import Block, EntryList, Group, Paragraph, Section
from cvrender.model.text import Text
from cvrender.model.value import replace
from cvrender.targets.docx.inlines import Node
from cvrender.targets.docx.layout import BEFORE, END_GAP, HANGING, Layout
from cvrender.targets.docx.letter_widths import width_of
from cvrender.targets.docx.marks import FRAME

_WIDER = 1.01  # how much wider a text may be than estimated
_BEFORE = {
    **BEFORE,
    "Body Text": 0.4,
    "Legend": 0.3,
    "Row": 0.2,
    "Entry Summary": 0.1,
    "Picture": 0.4,
    "Caption": 0.9,
    "Contact": 0.3,
}
_BULLET = 0.15  # em above it
_OWN_SPACE = re.compile(r"~before(\d+)")
_OWN_INDENT = re.compile(r"~indent(-?\d+)")

SURE = 0.97
"""The share of a page that surely has room for what has this height by an estimate."""
Measure = Callable[[Section], float]


def divided(sections: Sequence[Section], room: float, measure: Measure) -> tuple[list[Section], list[Section]]:
    """Return the sections of the first page, which has this room, and those after it; one may be divided between entries."""
    heights = [measure(section) for section in sections]
    used = 0.0
    for index, (section, height) in enumerate(zip(sections, heights, strict=True)):
        if index and section.new_page:
            return [*sections[:index]], [*sections[index:]]
        if used + height > room * SURE and sum(heights) > room:
            first, rest = _parts(section, room * SURE - used, measure)
            return [*sections[:index], *first], [*rest, *sections[index + 1 :]]
        used += height
    return [*sections], []


def _parts(section: Section, room: float, measure: Measure) -> tuple[list[Section], list[Section]]:
    """Return as much of a section as fits, and the rest of it."""
    found: tuple[list[Section], list[Section]] = [], [section]
    for first, rest in () if section.keep_together else _divisions(section.blocks):
        part = replace(section, blocks=first)
        if measure(part) > room:
            break
        found = [part], [replace(section, title=Text(), blocks=rest)]
    return found


def _divisions(blocks: Sequence[Block]) -> Iterator[tuple[tuple[Block, ...], tuple[Block, ...]]]:
    """Yield what may be before and after the end of a page: it ends between entries or groups."""
    for index, block in enumerate(blocks):
        before, after = tuple(blocks[:index]), tuple(blocks[index + 1 :])
        if before and not isinstance(before[-1], Paragraph):
            yield before, (block, *after)
        if isinstance(block, EntryList):
            for count in range(1, len(block.entries)):
                part = replace(block, entries=block.entries[:count])
                yield (*before, part), (replace(block, entries=block.entries[count:], start=block.number(count)), *after)
        elif isinstance(block, Group):
            for first, rest in _divisions(block.blocks):
                yield (*before, replace(block, blocks=first)), (*rest, *after)


def height(nodes: Sequence[Node], layout: Layout) -> float:
    """Return the height of paragraphs and lists in em."""
    return sum(_height(node, layout) for node in nodes)


def _height(node: Node, layout: Layout) -> float:
    content: Any = node["c"]
    if node["t"] in ("BulletList", "OrderedList"):
        return sum(height(item, layout) for item in (content if node["t"] == "BulletList" else content[1]))
    if node["t"] == "Header":
        return _paragraph(f"Heading {content[0]}", content[2], layout)
    if node["t"] == "Div":
        return _paragraph(content[0][2][0][1], content[1][0]["c"], layout)
    return 0.0


def _paragraph(style: str, inlines: Sequence[Node], layout: Layout) -> float:
    if FRAME in style:
        return 0.0
    name, page = style.partition("~")[0], layout.page
    if name.startswith("Heading"):
        look = layout.look.section if name.endswith("1") else layout.look.group
        return page.spacing * (look.before + look.after) + look.size * layout.line + look.padding + look.rule_width
    size = {"Entry Line": layout.look.line.size, "Contact": layout.look.contacts.size}.get(name, 1.0)
    own = _OWN_SPACE.search(style)
    space = int(own[1]) / page.size if own else page.spacing * _BEFORE.get(name, _BULLET if name.startswith("List B") else 0.0)
    indents = (sum(int(indent) for indent in _OWN_INDENT.findall(style))) / page.size
    indents += HANGING if name.startswith(("List", "Bulleted", "Row", "Publication")) else layout.column
    room = (page.text_width / page.size - indents) / size
    widths = [0.0]
    _measured(inlines, layout.sans, False, widths)
    return space + size * layout.line * sum(max(ceil(width * _WIDER / room), 1) for width in widths)


def _measured(inlines: Any, sans: bool, bold: bool, widths: list[float]) -> None:
    """Add the widths of inlines to that of the last line."""
    for node in inlines:
        kind, content = node["t"], node.get("c")
        if kind == "LineBreak":
            widths.append(0.0)
        elif kind == "Str":
            widths[-1] += width_of(content, sans, bold)
        elif kind in ("RawInline", "Math"):
            widths[-1] += END_GAP
        elif kind in ("Span", "Link", "Code"):
            inner = content[1]
            _measured([{"t": "Str", "c": inner}] if isinstance(inner, str) else inner, sans, bold, widths)
        elif kind in ("Emph", "Strong", "SmallCaps", "Superscript", "Subscript"):
            _measured(content, sans, bold or kind == "Strong", widths)
