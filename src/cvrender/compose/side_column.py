"""Choose the sections that stand in a column at the side, for styles with the option `sidebar`."""

from collections.abc import Sequence
from math import ceil

from cvrender.model.document import Header, Section
from cvrender.model.measures import width_of
from cvrender.model.page import PAPER, sides
from cvrender.model.printed_texts import texts_of
from cvrender.model.style import Style, millimetres
from cvrender.model.value import replace
from cvrender.model.view import SelectedSection

_POINT = 25.4 / 72.27
_LETTER, _LINE = 0.42, 1.1
"""The width of a letter and the distance of two lines, as multiples of the size of the type."""
_NAME, _PICTURE, _HEADING = 7, 10, 3
"""The lines that the name with the headline, a photo, and the heading of a section take."""
_BETWEEN = 0.25
"""The white space between two texts, in lines."""


def with_sections_aside(sections: Sequence[tuple[SelectedSection, Section]], header: Header, style: Style) -> tuple[Section, ...]:
    """Return the sections, those that stand aside first, in the order in which the option `sidebar` names them.

    The column is on the first page only, so that its texts are read in one run; a section without room in it stays where it is.
    All do if the column would be nearly empty.
    """
    aside: list[Section] = []
    height = _lines_of_column(style) if style.aside else 0.0
    left = height - _PICTURE * bool(header.photo) - _lines(style, header.contacts) if style.aside else 0.0
    for name in style.aside:
        for selected, section in sections:
            if name in (selected.collection, selected.id) and not any(section.id == other.id for other in aside):
                left_below = left - _HEADING - _lines(style, section)
                if left_below >= 0:
                    aside.append(replace(section, is_aside=True))
                    left = left_below
    if height - left < height * style.aside_least:
        aside = []
    ids = {section.id for section in aside}
    return (*aside, *(section for _, section in sections if section.id not in ids))


def _lines_of_column(style: Style) -> float:
    """Return about how many lines a page has below the name."""
    top, _, bottom, _ = (millimetres(side) for side in sides(str(style.values["margin"])))
    line = style.text_size * _POINT * _LINE * float(str(style.values["leading"]))
    return (PAPER[str(style.values["page"])][1] - top - bottom) / line - _NAME


def _lines(style: Style, part: object) -> float:
    """Return about how many lines the texts of a part of the Document take in the column, with the white space between them."""
    _, right, _, left = (millimetres(side) for side in sides(str(style.values["margin"])))
    width = (PAPER[str(style.values["page"])][0] - left - right) * style.aside_width
    letters = max(width / (style.text_size * _POINT * _LETTER), 1)
    space = _BETWEEN * style.spacing
    return sum(ceil(width_of(text.plain) / letters) + space for text, _ in texts_of(part) if text)
