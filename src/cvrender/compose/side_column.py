"""Choose the sections that stand in a column at the side, or above both columns, for styles with the option `sidebar`."""

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
_LETTER, _LINE = 0.44, 1.16
"""The width of a letter and the distance of two lines, as multiples of the size of the type."""
_NAME, _PICTURE, _HEADING = 6, 10, 2.7
"""The lines that the name with the headline, a photo, and the heading of a section take."""
_LEVEL = 9
"""The letters that the bar or the dots of a level take."""
_BETWEEN = 0.25
"""The white space between two texts, in lines."""
_MOST_ABOVE = 0.35
"""The most of the first page that a summary above both columns takes; a longer text is not one."""
_READABLE = 95
"""The most letters of a line above both columns."""


def with_sections_aside(sections: Sequence[tuple[SelectedSection, Section]], header: Header, style: Style) -> tuple[Section, ...]:
    """Return the sections, the summary first, then those that stand aside, in the order in which the option `sidebar` names them.

    The summary stands above both columns if it is the first of those that are not named, so that nothing is read before it.
    The column is on the first page only, so that its texts are read in one run; a section without room in it stays where it
    is. All do if the column would be nearly empty.
    """
    if not style.aside:
        return tuple(section for _, section in sections)
    aside: list[Section] = []
    height = _lines_of_column(style)
    above = _summary(sections, style, height * _MOST_ABOVE)
    height -= sum(_lines_above(style, section) for section in above)
    left = height - _PICTURE * bool(header.photo) - _lines(style, header.contacts)
    for name in style.aside:
        for selected, section in sections:
            if name in (selected.collection, selected.id) and not any(section.id == other.id for other in aside):
                left_below = left - _HEADING - _lines(style, section.blocks)
                if left_below >= 0:
                    aside.append(replace(section, is_aside=True))
                    left = left_below
    if height - left < height * style.aside_least:
        return tuple(section for _, section in sections)
    first = (*above, *aside) if aside else ()
    ids = {section.id for section in first}
    return (*first, *(section for _, section in sections if section.id not in ids))


def _summary(sections: Sequence[tuple[SelectedSection, Section]], style: Style, most: float) -> tuple[Section, ...]:
    """Return the summary if it is the first of the sections that are not named, and has at most so many lines."""
    others = ((selected, one) for selected, one in sections if not {selected.collection, selected.id} & {*style.aside})
    selected, section = next(others, (None, None))
    if not selected or not section or selected.collection != "bio" or _lines_above(style, section) > most:
        return ()
    return (replace(section, is_above=True, new_page=False),)


def _lines_above(style: Style, section: Section) -> float:
    """Return about how many lines a section takes above both columns."""
    letters = min(_letters(style, 1), _READABLE)
    return _HEADING + sum(ceil(width_of(text.plain) / letters) for text, _ in texts_of(section.blocks))


def _lines_of_column(style: Style) -> float:
    """Return about how many lines a page has below the name."""
    top, _, bottom, _ = (millimetres(side) for side in sides(str(style.values["margin"])))
    line = style.text_size * _POINT * _LINE * float(str(style.values["leading"]))
    return (PAPER[str(style.values["page"])][1] - top - bottom) / line - _NAME


def _lines(style: Style, part: object) -> float:
    """Return about how many lines a part of the Document takes in the column, with the white space between its texts.

    The label and the text of a row run on, all other texts begin lines.
    """
    letters = _letters(style, style.aside_width)
    space = _BETWEEN * style.spacing
    rows = [row for row, _ in parts_of(part, LabelRow)]
    texts = [*(text.plain for text, _ in texts_of(map_parts(part, LabelRow, _bullets_of))), *map(_run_on, rows)]
    bars = sum(width_of(row.label.plain + row.text.plain) % letters + _LEVEL > letters for row in rows if row.share)
    return sum(ceil(width_of(text) / letters) + space for text in texts if text) + bars


def _letters(style: Style, share: float) -> float:
    """Return about how many letters a line has in this share of the width of the text."""
    _, right, _, left = (millimetres(side) for side in sides(str(style.values["margin"])))
    width = (PAPER[str(style.values["page"])][0] - left - right) * share
    return max(width / (style.text_size * _POINT * _LETTER), 1)


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
