"""Draw the icons of contacts and the bars of levels as shapes of DrawingML on the line of the text.

A shape is decorative, so that readers pass over it; programs that do not know such shapes show the text without it
(https://learn.microsoft.com/openspecs/office_standards/ms-odrawxml, sections 2.13 and 2.26).
"""

from collections.abc import Iterator
from itertools import count
from typing import Any

from cvrender.model.icons import Stroke, drawing

_UNIT = 100  # a path has whole numbers only: a hundredth of the drawing's unit
_SIDE = 16 * _UNIT
_ICON, _LINE = 0.88, 0.06  # em: the size of an icon, and the width of its lines
_BAR, _BAR_HEIGHT = 5.0, 0.4  # em, as in the PDF
_LIFT = 0.12  # em; a bar is that far above the base line, and an icon begins that far below it
_PER_POINT = 12700  # English Metric Units
_FIRST = 9001  # pandoc numbers the pictures from a low number
_WHOLE_TURN = 21600000  # sixty-thousandths of a degree
_OFFICE = "http://schemas.microsoft.com/office"
_BEHIND = (
    'simplePos="0" relativeHeight="0" behindDoc="1" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/>'
    '<wp:positionH relativeFrom="page"><wp:posOffset>{left}</wp:posOffset></wp:positionH>'
    '<wp:positionV relativeFrom="page"><wp:posOffset>{top}</wp:posOffset></wp:positionV>'
)
_RUN = (
    "<w:r><w:rPr><w:noProof/>{position}</w:rPr>"
    '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
    '<mc:Choice xmlns:wps="{office}/word/2010/wordprocessingShape" Requires="wps"><w:drawing>'
    '<wp:{kind} distT="0" distB="0" distL="0" distR="0"{place}<wp:extent cx="{width}" cy="{height}"/>{wrap}'
    '<wp:docPr id="{number}" name="Shape {number}"><a:extLst><a:ext uri="{{C183D7F6-B498-43B3-948B-1728B52AA6E4}}">'
    '<adec:decorative xmlns:adec="{office}/drawing/2017/decorative" val="1"/></a:ext></a:extLst></wp:docPr>'
    '<wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="{office}/word/2010/wordprocessingShape"><wps:wsp>'
    '<wps:cNvSpPr/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="{width}" cy="{height}"/></a:xfrm>{shape}'
    '<a:solidFill><a:srgbClr val="{color}"/></a:solidFill>{line}</wps:spPr><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic>'
    "</wp:{kind}></w:drawing></mc:Choice></mc:AlternateContent></w:r>"
)
_DRAWING = (
    '<a:custGeom><a:avLst/><a:gdLst/><a:ahLst/><a:cxnLst/><a:rect l="0" t="0" r="r" b="b"/><a:pathLst>{}</a:pathLst></a:custGeom>'
)
_DOT, _DOTS, _DOT_STEP = 0.6, 5, 95  # em: the width of a dot; how many there are; hundredths of an em from one to the next
_CIRCLE = (
    '<a:custGeom><a:avLst/><a:gdLst/><a:ahLst/><a:cxnLst/><a:rect l="0" t="0" r="r" b="b"/><a:pathLst>'
    f'<a:path w="{_DOT_STEP}" h="60">'
    '<a:moveTo><a:pt x="0" y="30"/></a:moveTo><a:arcTo wR="30" hR="30" stAng="10800000" swAng="21600000"/><a:close/></a:path>'
    "</a:pathLst></a:custGeom>"
)
_NO_LINE = "<a:ln><a:noFill/></a:ln>"
_RECTANGLE = '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
_COMMANDS = {"M": "moveTo", "L": "lnTo", "C": "cubicBezTo", "Z": "close"}


class Shapes:
    """Write the shapes of a document as nodes of pandoc's tree, each with its own number. Colors are six hexadecimal digits."""

    def __init__(self) -> None:
        self._numbers = count(_FIRST)

    def icon(self, name: str, points: float, color: str) -> dict[str, Any]:
        """Return the icon of a contact, for text of a size in points."""
        stroke = f'<a:solidFill><a:srgbClr val="{color}"/></a:solidFill><a:round/>'
        line = f'<a:ln w="{round(_LINE * points * _PER_POINT)}" cap="rnd">{stroke}</a:ln>'
        shape = _DRAWING.format("".join(map(_path, drawing(name))))
        return self._node(shape, (_ICON * points, _ICON * points), color, line, _lifted(-_LIFT * points))

    def level(self, share: int, points: float, colors: tuple[str, str], dots: bool) -> Iterator[dict[str, Any]]:
        """Yield the shapes of a level in per cent: a bar, or five dots; `colors` are those of what is full and what is not."""
        if not dots:
            yield from self._bar(share, points, colors)
            return
        for place in range(_DOTS):
            color = colors[share < 100 / _DOTS * (place + 0.5)]
            size = (_DOT_STEP / 100 * points, _DOT * points)
            yield self._node(_CIRCLE, size, color, _NO_LINE, _lifted(0))

    def _bar(self, share: int, points: float, colors: tuple[str, str]) -> Iterator[dict[str, Any]]:
        """Yield the two parts of a bar, of which one may be empty."""
        for part, color in zip((share, 100 - share), colors, strict=True):
            if part:
                size = (_BAR * points * part / 100, _BAR_HEIGHT * points)
                yield self._node(_RECTANGLE, size, color, _NO_LINE, _lifted(_LIFT * points))

    def rule(self, size: tuple[float, float], color: str, lift: float) -> dict[str, Any]:
        """Return a rectangle on the line of the text, `lift` points above its base line."""
        return self._node(_RECTANGLE, size, color, _NO_LINE, _lifted(lift))

    def behind(self, box: tuple[int, int, int, int], color: str) -> dict[str, Any]:
        """Return a rectangle behind the text: left, top, width and height on the page, in twentieths of a point."""
        left, top, width, height = (side * _PER_POINT // 20 for side in box)
        place = " " + _BEHIND.format(left=left, top=top)
        return self._run("anchor", place, "<wp:wrapNone/>", (width, height), shape=_RECTANGLE, color=color, line=_NO_LINE)

    def _node(self, shape: str, size: tuple[float, float], color: str, line: str, position: str) -> dict[str, Any]:
        width, height = (round(points * _PER_POINT) for points in size)
        return self._run("inline", ">", "", (width, height), shape=shape, color=color, line=line, position=position)

    def _run(self, kind: str, place: str, wrap: str, size: tuple[int, int], position: str = "", **parts: str) -> dict[str, Any]:
        width, height = size
        values = {"office": _OFFICE, "width": width, "height": height, "number": next(self._numbers), **parts}
        return {"t": "RawInline", "c": ["openxml", _RUN.format(kind=kind, place=place, wrap=wrap, position=position, **values)]}


def _lifted(points: float) -> str:
    """Return the property of a run that moves it upwards."""
    return f'<w:position w:val="{round(2 * points)}"/>'


def _path(stroke: Stroke) -> str:
    if stroke.shape == "path":
        drawn = "".join(f"<a:{_COMMANDS[name]}>{_points(numbers)}</a:{_COMMANDS[name]}>" for name, numbers in stroke.commands)
    else:
        x, y, radius = stroke.commands[0][1]
        arc = f'wR="{round(radius * _UNIT)}" hR="{round(radius * _UNIT)}" stAng="0" swAng="{_WHOLE_TURN}"'
        drawn = f"<a:moveTo>{_points((x + radius, y))}</a:moveTo><a:arcTo {arc}/><a:close/>"
    fill = "" if stroke.shape == "dot" else ' fill="none"'
    return f'<a:path w="{_SIDE}" h="{_SIDE}"{fill}>{drawn}</a:path>'


def _points(numbers: tuple[float, ...]) -> str:
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return "".join(f'<a:pt x="{round(x * _UNIT)}" y="{round(y * _UNIT)}"/>' for x, y in pairs)
