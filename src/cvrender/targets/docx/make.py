"""Make the Word document."""

from dataclasses import replace as replace_layout

from cvrender.model.style import Style
from cvrender.model.value import replace
from cvrender.targets.base import Artifact, Pages, TargetInputs, TargetOutput
from cvrender.targets.docx.build import docx
from cvrender.targets.docx.columns import with_side_column
from cvrender.targets.docx.layout import layout_of
from cvrender.targets.docx.places import FieldPlaces, digest_of, placed, texts_by_field
from cvrender.targets.docx.reference import reference
from cvrender.targets.docx.write import render
from cvrender.text.scripts import is_right_to_left

_CLOSER, _LOWER, _SMALLER = 0.5, 0.96, 0.95
"""Of the spacing and the leading of a full PDF, and of the type of one with two columns, what a Word document has."""
_FULL, _ALMOST_FULL, _FULL_OF_COLUMNS = 0.97, 0.9, 0.8
"""From which share of its last page on a PDF of one page is full, one of several, and one with two columns."""


def make(inputs: TargetInputs) -> TargetOutput:
    """Make a Word document with pandoc, in the settings of a fitted or balanced PDF if there is one.

    Raises ToolError if pandoc fails.
    """
    document, style = inputs.document, _closer(inputs.pages) if inputs.pages else inputs.style
    places = None
    if inputs.origin:
        document, fields = placed(document)
        places = FieldPlaces(inputs.origin[:-1] + f',"texts":"{digest_of(texts_by_field(inputs.document))}"}}', fields)
    goes_on = not inputs.pages or inputs.pages.count > 1
    layout = replace_layout(layout_of(style), right_to_left=is_right_to_left(document.properties.language))
    layout = with_side_column(layout.widened(document.dates), document, style, goes_on)
    parts = reference(style, document.head, document.foot, bool(document.notes), layout)
    content = docx(render(document, layout), parts, document.properties, inputs.sandbox, inputs.attachments, places)
    return TargetOutput([Artifact(f"{inputs.stem}.docx", content)])


def _closer(pages: Pages) -> Style:
    """Return the style of pages; with less space if the last of them is full.

    Lines in fonts of Word break at other words, and there shall not be one page more; two columns are more likely to be too long.
    """
    style, in_columns = pages.style, pages.document.has_side_column
    if pages.filled[-1] < (_FULL_OF_COLUMNS if in_columns else _FULL if pages.count == 1 else _ALMOST_FULL):
        return style
    spacing = max(style.spacing * _CLOSER, min(style.spacing, float(style.fit.spacing)))
    leading = float(str(style.values["leading"])) * _LOWER
    closer = {"spacing": f"{spacing:.2g}", "leading": f"{leading:.3g}"}
    if in_columns:
        closer["size"] = f"{style.text_size * _SMALLER:.3g}pt"
    return replace(style, values={**style.values, **closer})
