"""Find headings that stand in a column of their own, at the left of the text of their sections."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cvrender.old_cvs.headings import section_of
from cvrender.old_cvs.pdf.segments import LineSegment


@dataclass(frozen=True, slots=True)
class SideColumn:
    """A column of headings: its left edge, and that of the text, in points."""

    left: float
    text: float

    def contains(self, part: LineSegment) -> bool:
        """Return whether a segment is in the column."""
        return abs(part.left - self.left) < 4 and part.right < self.text - 1


def side_column(pages: Sequence[Sequence[LineSegment]]) -> SideColumn | None:
    """Return the column of headings of a document; None if its headings are above the text."""
    parts = [part for page in pages for part in page]
    text_edges: dict[int, Counter[int]] = {}
    for page in pages:
        for part in page:
            right = (other.left for other in page if abs(other.middle - part.middle) < 0.5 * part.size and other is not part)
            near = [left for left in right if left > part.left]
            if section_of(part.text) and not part.text.endswith(":") and near and min(near) > max(part.right + 1, part.left + 25):
                text_edges.setdefault(round(part.left), Counter())[round(min(near))] += 1
    for left, edges in sorted(text_edges.items(), key=lambda item: -item[1].total())[:3]:
        column = SideColumn(float(left), float(edges.most_common(1)[0][0]))
        groups = [group for page in pages for group in grouped(page, column)]
        known = sum(bool(section_of(group.text)) for group in groups)
        if any(re.search(r"\d{4}|\w:(?:\s+\w|$)|^[^\w\s] ", group.text) for group in groups):
            continue  # entries with dates, or items: a column of text, or labels
        if known >= 2 and known * 2.5 >= len(groups) and len(groups) * 3 < len(parts):
            return column
    return None


def grouped(page: Sequence[LineSegment], column: SideColumn) -> list[LineSegment]:
    """Return the headings in the column of a page, those of several lines as one segment with the first one's place."""
    groups: list[LineSegment] = []
    last: LineSegment | None = None
    for part in sorted((part for part in page if column.contains(part)), key=lambda part: -part.middle):
        if last and last.middle - part.middle < 1.6 * part.size and last.words[-1].bold == part.words[0].bold:
            part.words[0].gap = True
            groups[-1] = LineSegment([*groups[-1].words, *part.words])
        else:
            groups.append(LineSegment(list(part.words)))
        last = part
    return groups
