"""Set headings in a column of their own, next to the first line of what they stand for.

The space between sections is below each of them: programs leave out what is above a paragraph that begins a page, but not
within a frame.
"""

import re
from math import ceil
from typing import Any

from cvrender.targets.docx.first_page import height
from cvrender.targets.docx.inlines import NEW_PAGE, Node
from cvrender.targets.docx.kept import last_marked, styled
from cvrender.targets.docx.layout import Layout
from cvrender.targets.docx.letter_widths import width_of
from cvrender.targets.docx.marks import FRAME, after, aside, before, indent

_GAP = 1.0  # em between a heading and the text
_ENTRY = 0.5  # em, what is else above the first entry
_OWN = re.compile(r"~before\d+")


def space_between(layout: Layout) -> int:
    """Return the space between sections, in Word's unit."""
    return layout.page.gap(layout.look.section.before + _ENTRY)


def beside(heading: Node, title: str, nodes: list[Node], layout: Layout, new_page: bool) -> list[Node]:
    """Return a heading as a frame in its column, and what follows it, which has as many lines or space below it."""
    page, look = layout.page, layout.look.section
    style, inlines = heading["c"][0][2][0][1], heading["c"][1][0]["c"]
    width = page.gutter - page.em(_GAP)
    frame = styled(f"{style}{aside(width, page.left)}{indent(page.gutter)}{before(0)}", inlines)
    lines = ceil(width_of(title, layout.sans, look.weight == "bold") * look.size * page.size / width)
    missing = page.em(lines * look.size * layout.line - height(nodes, layout))
    return [frame, *last_marked(_begun(nodes, new_page), after(space_between(layout) + max(missing, 0)))]


def _begun(nodes: list[Node], new_page: bool) -> list[Node]:
    """Leave no space above the first paragraph and a date in a frame next to it; a page may begin with that paragraph."""
    first, others = nodes[0], nodes[1:]
    content: Any = first["c"]
    if first["t"] != "Div":
        items = content if first["t"] == "BulletList" else content[1]
        items = [_begun(items[0], new_page), *items[1:]]
        return [{"t": first["t"], "c": items if first["t"] == "BulletList" else [content[0], items]}, *others]
    style, inlines = content[0][2][0][1], content[1][0]["c"]
    is_frame = FRAME in style
    written = styled(_OWN.sub("", style) + before(0), [*([NEW_PAGE] if new_page and not is_frame else []), *inlines])
    return [written, *(_begun(others, new_page) if is_frame else others)]
