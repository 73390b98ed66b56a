"""Set what a paragraph sets itself, beyond its style: pandoc can only name a style, so a mark follows the name.

`Entry~keep` is a paragraph of the style Entry that stays on one page with the next one.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple
from xml.etree import ElementTree

from cvrender.model.prose_blocks import Window

KEEP = "~keep"
"""The paragraph stays whole, and on one page with the next one."""
FLUSH = "~flush"
"""The first line begins where the others do."""

FAR = "~far"
"""The paragraph is at the far side of the page."""
FRAME = "~frame"
"""The paragraph is at the far side of the next one's first line, which wraps before it."""
FIRST = "~first"
"""The space above the paragraph includes that below the heading before it, which has none: programs differ in where a frame
begins between two such spaces.
"""

HEAD = "~head"
"""The beginning of the mark of the last paragraph next to a photo."""

_ASIDE = re.compile(r"aside(\d+)x(\d+)")
_INDENT = re.compile(r"indent(-?\d+)(?:x(-?\d+))?")
_MARGINS = re.compile(r"margins(\d+)x(\d+)")
_TAB = re.compile(r"tab(\d+)x(\d+)")
_SECTION = re.compile(r'<w:sectPr w:left="(\d+)" w:right="(\d+)"/>(.*)(<w:sectPr\b.*</w:sectPr>)', re.DOTALL)
_WINDOW = re.compile(r"(window|above)(\d+)x(\d+)x(\d+)x(\d+)")
_TWIPS = 1440 / 25.4  # of a millimetre
_LABEL = 4.0  # millimetres, the height of a return address

_HEADING = re.compile(r'(<w:pStyle w:val="Heading\d" />)(?=(?:(?!<w:pStyle).)*<w:pStyle w:val="[^"]*~first")', re.DOTALL)
_STYLE = re.compile(r'<w:pStyle w:val="([^"~]*)~([^"]*)" />((?:<w:pageBreakBefore />)?(?:<w:numPr>.*?</w:numPr>)?)')
_SPACE = re.compile(r"(before|after)(\d+)")
_FIRST = {
    "keep": "<w:keepNext/><w:keepLines/>",
    "frame": '<w:framePr w:hSpace="200" w:wrap="around" w:vAnchor="text" w:hAnchor="margin" w:xAlign="SIDE" w:y="1"/>',
}
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_UNRULED = '<w:pBdr><w:top w:val="nil"/><w:left w:val="nil"/><w:bottom w:val="nil"/><w:right w:val="nil"/></w:pBdr>'
"""No rules: LibreOffice divides a frame between paragraphs of which one has a rule."""
_LAST = {"flush": '<w:ind w:firstLine="0"/>', "far": '<w:jc w:val="right"/>'}


class Indents(NamedTuple):
    """How far a paragraph is indented, and its first line less, in Word's unit."""

    left: int = 0
    hanging: int = 0


def before(twips: int) -> str:
    """Return the mark of a paragraph with this space above it."""
    return f"~before{twips}"


def after(twips: int) -> str:
    """Return the mark of a paragraph with this space below it, if there is any."""
    return f"~after{twips}" if twips else ""


def window(place: Window, top: int, label: bool) -> tuple[str, str]:
    """Return the mark of paragraphs in the window of an envelope, and that of the space above the first one.

    `top` is where its frame begins, in Word's unit; a `label` is the last line of the zone for notes.
    """
    left, width, height = (round(length * _TWIPS) for length in (place.left, place.width, place.height))
    above = before(round(max(place.notes - (_LABEL if label else 0), 0) * _TWIPS))
    return f"~window{top}x{left}x{width}x{height}", above


def aside(width: int, left: int) -> str:
    """Return the mark of paragraphs in a column at the side, in Word's unit."""
    return f"~aside{width}x{left}"


def indent(start: int, end: int = 0) -> str:
    """Return the mark of a paragraph that is indented so much more than its style, in Word's unit; several add up."""
    return f"~indent{start}" + (f"x{end}" if end else "")


def new_margins(left: int, right: int) -> str:
    """Return the mark of a paragraph that ends a page; those after it have these margins, in Word's unit."""
    return f"~margins{left}x{right}"


def new_end(old: int, new: int) -> str:
    """Return the mark of a paragraph whose tab stop at the end of the line moves there, in Word's unit."""
    return f"~tab{old}x{new}"


def head_frame(top: int, left: int, width: int, height: int) -> str:
    """Return the mark of paragraphs in a frame that is at least as high, in Word's unit."""
    return f"~above{top}x{left}x{width}x{height}"


def head(twips: int, side: str) -> str:
    """Return the mark of the last paragraph next to a photo, with the photo's side; it is this far down the page."""
    return f"{HEAD}{twips}x{side}"


def end_head(xml: str, height: int) -> str:
    """Replace the mark of the last paragraph next to a photo by as much space as the photo, of this height, needs below it."""
    return re.sub(rf"{HEAD}(\d+)x\w+", lambda match: f"~after{max(height - int(match[1]), 0)}", xml, count=1)


def set_paragraphs(xml: str, side: str, indents: Mapping[str, Indents] = MappingProxyType({})) -> str:
    """Replace each mark by properties of its paragraph, in the order of the schema. Frames stand at a side (`left`, `right`).

    `indents` are those of the styles.
    """

    def properties(match: re.Match[str]) -> str:
        marks = match[2].split("~")
        first = "".join(_FIRST.get(mark, "") or _window(mark) or _aside(mark) for mark in marks).replace("SIDE", side)
        plain = _UNRULED if match[1].startswith("Heading") and "framePr" in first else ""
        found = [(space[1], int(space[2])) for space in map(_SPACE.fullmatch, marks) if space]
        sums = {name: sum(twips for other, twips in found if other == name) for name, _ in found}
        spaces = "".join(f' w:{name}="{twips}"' for name, twips in sums.items())
        spacing = f"<w:spacing{spaces}/>" if spaces else ""
        last = spacing + "".join(_LAST.get(mark, "") for mark in marks)
        if more := [own for own in map(_INDENT.fullmatch, marks) if own]:
            start, end = (sum(int(own[side] or 0) for own in more) for side in (1, 2))
            last = spacing + _indented(indents.get(match[1], Indents()), start, end, "flush" in marks)
        tabs = "".join(_moved(*tab.groups()) for tab in map(_TAB.fullmatch, marks) if tab)
        last += "".join(f'<w:sectPr w:left="{end[1]}" w:right="{end[2]}"/>' for end in map(_MARGINS.fullmatch, marks) if end)
        return f'<w:pStyle w:val="{match[1]}"/>{first}{match[3]}{plain}{tabs}{last}'

    if FIRST in xml:
        xml = _HEADING.sub(r'\1<w:spacing w:after="0"/>', xml)
    return _SECTION.sub(_sections, _STYLE.sub(properties, xml))


def _moved(old: str, new: str) -> str:
    return f'<w:tabs><w:tab w:val="clear" w:pos="{old}"/><w:tab w:val="right" w:pos="{new}"/></w:tabs>'


def _sections(match: re.Match[str]) -> str:
    """Write the section that ends with a page as the document's own, and give that other margins, and a foot on each page."""
    left, right, between, own = match.groups()
    last = re.sub(r"<w:titlePg ?/>", "", own)
    for side, margin in (("left", left), ("right", right)):
        last = re.sub(rf'(<w:pgMar [^>]*w:{side}=)"\d+"', rf'\g<1>"{margin}"', last)
    return own + between + last


def _window(mark: str) -> str:
    """Return the frame of a window or of the head above it: the text goes on below it."""
    if not (frame := _WINDOW.fullmatch(mark)):
        return ""
    kind, top, left, width, height = frame.groups()
    rule = "exact" if kind == "window" else "atLeast"
    return (
        f'<w:framePr w:w="{width}" w:h="{height}" w:hRule="{rule}" w:hSpace="0" w:wrap="notBeside" w:vAnchor="page" '
        f'w:hAnchor="page" w:x="{left}" w:y="{top}"/>'
    )


def _aside(mark: str) -> str:
    """Return the frame of the column at the side, beginning with the first line of the text next to it."""
    if not (frame := _ASIDE.fullmatch(mark)):
        return ""
    return (
        f'<w:framePr w:w="{frame[1]}" w:hSpace="0" w:wrap="around" w:vAnchor="text" w:hAnchor="page" w:x="{frame[2]}" w:y="1"/>'
    )


def indents_of(styles: str) -> dict[str, Indents]:
    """Return the indents of each style of paragraphs by its identifier; each style stands after the one that it builds on."""
    indents: dict[str, Indents] = {}
    for style in ElementTree.fromstring(styles.encode()).iter(f"{_W}style"):
        base = style.find(f"{_W}basedOn")
        own = indents.get(base.get(f"{_W}val", ""), Indents()) if base is not None else Indents()
        if (indentation := style.find(f"{_W}pPr/{_W}ind")) is not None:
            read = {name: int(value) for name in Indents._fields if (value := indentation.get(f"{_W}{name}"))}
            own = own._replace(**({"hanging": 0} if f"{_W}firstLine" in indentation.attrib else {}), **read)
        indents[style.get(f"{_W}styleId", "")] = own
    return indents


def _indented(own: Indents, start: int, end: int, flush: bool) -> str:
    """Return the indents of a paragraph that is indented more than its style."""
    right = f' w:right="{end}"' if end else ""
    first = ' w:firstLine="0"' if flush else f' w:hanging="{own.hanging}"' if own.hanging else ""
    return f'<w:ind w:left="{own.left + start}"{right}{first}/>'
