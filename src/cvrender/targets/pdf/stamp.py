"""Write a line such as a page number at the foot of pages of others, as paths, so that no font, text or tag changes."""

from collections.abc import Mapping

import pikepdf

from cvrender.fonts.outlines import DrawnCharacter
from cvrender.model.value import Value

_SIZE, _ABOVE = 9.0, 20.0  # points: the size of the line, and how far it is from the edge
_CORNERS = {0: (1, 0, 0, 1), 90: (0, 1, -1, 0), 180: (-1, 0, 0, -1), 270: (0, -1, 1, 0)}
"""How a line is turned on a page that is shown turned clockwise."""


class Stamp(Value, frozen=True):
    """A line with `{page}` and `{pages}`, and the outlines of all characters that it may have."""

    line: str
    outlines: Mapping[str, DrawnCharacter]

    def write(self, page: pikepdf.Page, number: int, count: int) -> None:
        """Write it in the middle of the foot of a page, on top of what the page shows, which keeps its content."""
        line = self.line.format(page=number, pages=count)
        x0, y0, x1, y1 = (float(side) for side in page.cropbox)
        turned = int(page.obj.get("/Rotate", 0)) % 360  # the page has what the tree of pages says, since it was copied
        half = sum(self.outlines[char].width for char in line) * _SIZE / 2
        middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
        at = {
            0: (middle_x - half, y0 + _ABOVE),
            90: (x1 - _ABOVE, middle_y - half),
            180: (middle_x + half, y1 - _ABOVE),
            270: (x0 + _ABOVE, middle_y + half),
        }[turned]
        matrix = " ".join(f"{number * _SIZE:g}" for number in _CORNERS[turned])
        drawn = [f"/Artifact BMC q 0 g {matrix} {at[0]:.2f} {at[1]:.2f} cm"]
        for char in line:
            outline = self.outlines[char]
            drawn += [f"{outline.path} f"] if outline.path else []
            drawn.append(f"1 0 0 1 {outline.width:.4f} 0 cm")
        page.contents_add(b"q\n", prepend=True)
        page.contents_add(b"\n" + b"Q " * _left_open(page) + "\n".join([*drawn, "Q EMC\n"]).encode())


def _left_open(page: pikepdf.Page) -> int:
    """Return how many graphics states the content of a page leaves open."""
    depth = 0
    for instruction in pikepdf.parse_content_stream(page, "q Q"):
        depth = depth + 1 if str(instruction.operator) == "q" else max(depth - 1, 0)
    return depth
