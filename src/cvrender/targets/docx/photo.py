"""Set the photo next to the name: pandoc writes it within the line."""

import re

from cvrender.targets.docx.marks import HEAD, end_head

_INLINE = re.compile(r"<wp:inline\b[^>]*>(.*?)</wp:inline>", re.DOTALL)
_PLACE = (
    '<wp:simplePos x="0" y="0"/>'
    '<wp:positionH relativeFrom="margin"><wp:align>{side}</wp:align></wp:positionH>'
    '<wp:positionV relativeFrom="margin"><wp:align>top</wp:align></wp:positionV>'
)
_ATTRIBUTES = 'simplePos="0" relativeHeight="1" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1"'
_MARK = re.compile(rf"{HEAD}\d+x(?P<side>[a-z]+)")
_UNITS = 635  # English Metric Units in a twentieth of a point
_GAP = 144000  # English Metric Units, 4 mm


def anchor_photo(xml: str, far_side: str) -> str:
    """Anchor the photo at its side of the first lines of the page, and let no heading stand next to it.

    `far_side` is where lines end (`left`, `right`).
    """
    mark = _MARK.search(xml)
    picture = _INLINE.search(xml) if mark else None
    height = re.search(r'<wp:extent\b[^>]*\bcy="(\d+)"', picture[1]) if picture else None
    if not mark or not picture or not height:
        return xml
    side = far_side if mark["side"] == "end" else "left" if far_side == "right" else "right"
    return end_head(xml[: picture.start()] + _anchored(picture[1], side) + xml[picture.end() :], int(height[1]) // _UNITS)


def _anchored(content: str, side: str) -> str:
    extents, rest = re.split(r"(?=<wp:docPr\b)", content, maxsplit=1)
    gaps = " ".join(f'dist{name}="{_GAP}"' for name in "TBLR").replace(f'distT="{_GAP}"', 'distT="0"')
    place = _PLACE.format(side=side)
    return f'<wp:anchor {gaps} {_ATTRIBUTES}>{place}{extents}<wp:wrapSquare wrapText="bothSides"/>{rest}</wp:anchor>'
