"""Choose the sections that stand in a column at the side, for styles with the option `sidebar`."""

from collections.abc import Sequence
from math import ceil

from cvrender.errors import Problem
from cvrender.model.document import Document, Header, LabelRow, Section
from cvrender.model.measures import width_of
from cvrender.model.page import PAPER, sides
from cvrender.model.printed_texts import map_parts, parts_of, texts_of
from cvrender.model.style import Style, millimetres
from cvrender.model.text import Text
from cvrender.model.value import replace
from cvrender.model.view import SelectedSection, Selection

_POINT = 25.4 / 72.27
_LETTER, _LINE = 0.42, 1.1
"""The width of a letter and the distance of two lines, as multiples of the size of the type."""
_NAME, _PICTURE, _HEADING = 6, 10, 2.7
"""The lines that the name with the headline, a photo, and the heading of a section take."""
_LEVEL = 9
"""The letters that the bar or the dots of a level take."""
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
                left_below = left - _HEADING - _lines(style, section.blocks)
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
    """Return about how many lines a part of the Document takes in the column, with the white space between its texts.

    The label and the text of a row run on, all other texts begin lines.
    """
    _, right, _, left = (millimetres(side) for side in sides(str(style.values["margin"])))
    width = (PAPER[str(style.values["page"])][0] - left - right) * style.aside_width
    letters = max(width / (style.text_size * _POINT * _LETTER), 1)
    space = _BETWEEN * style.spacing
    rows = [row for row, _ in parts_of(part, LabelRow)]
    texts = [*(text.plain for text, _ in texts_of(map_parts(part, LabelRow, _bullets_of))), *map(_run_on, rows)]
    bars = sum(width_of(row.label.plain + row.text.plain) % letters + _LEVEL > letters for row in rows if row.share)
    return sum(ceil(width_of(text) / letters) + space for text in texts if text) + bars


def _bullets_of(row: LabelRow) -> LabelRow:
    return replace(row, label=Text(), text=Text())


def _run_on(row: LabelRow) -> str:
    return row.label.plain + row.colon + row.text.plain if row.label else row.text.plain


def useless_names(document: Document, selection: Selection, style: Style) -> list[Problem]:
    """Return a warning for each section that a chosen option `sidebar` names but that stands in the wide column."""
    if "sidebar" not in style.chosen:
        return []
    wide = {section.source for section in document.sections if not section.is_aside}
    names = [
        name
        for name in style.aside
        if any(name in (section.collection, section.id) and section.source in wide for section in selection.sections)
    ]
    why = "the narrow one has no room for it" if document.has_side_column else "the narrow one would be nearly empty"
    hint = "name shorter sections, or fewer" if document.has_side_column else "set sidebar_least to 0 to have it all the same"
    message = 'option "sidebar": {} stands in the wide column: {}'
    return [
        Problem(message.format(name, why), path="options.sidebar", hint=hint, severity="warning", code="no-effect")
        for name in names
    ]
