"""Make the Word document."""

from dataclasses import replace as replace_layout

from cvrender.model.style import Style
from cvrender.model.value import replace
from cvrender.targets.base import Artifact, Pages, TargetInputs, TargetOutput
from cvrender.targets.docx.build import docx
from cvrender.targets.docx.columns import with_side_column
from cvrender.targets.docx.layout import Layout, layout_of
from cvrender.targets.docx.places import FieldPlaces, digest_of, placed, texts_by_field
from cvrender.targets.docx.reference import reference
from cvrender.targets.docx.write import fits_page, render
from cvrender.text.scripts import is_right_to_left

_CLOSER, _LOWER, _SMALLER = 0.5, 0.96, 0.95
"""Of the spacing and the leading of a full PDF, and of the type of one with two columns, what a Word document has."""
_FULL, _ALMOST_FULL = 0.97, 0.9
"""From which share of its last page on a PDF of one page is full, and one of several."""


def make(inputs: TargetInputs) -> TargetOutput:
    """Make a Word document with pandoc, in the settings of a fitted or balanced PDF if there is one.

    Raises ToolError if pandoc fails.
    """
    document, pages, style = inputs.document, inputs.pages, inputs.pages.style if inputs.pages else inputs.style
    layout = _layout(inputs, style)
    if pages and _is_full(pages, layout):
        style = _closer(style, smaller=bool(layout.side))
        layout = _layout(inputs, style)
    places = None
    if inputs.origin:
        document, fields = placed(document)
        places = FieldPlaces(inputs.origin[:-1] + f',"texts":"{digest_of(texts_by_field(inputs.document))}"}}', fields)
    parts = reference(style, document.head, document.foot, bool(document.notes), layout)
    content = docx(render(document, layout), parts, document.properties, inputs.sandbox, inputs.attachments, places)
    return TargetOutput([Artifact(f"{inputs.stem}.docx", content)])


def _layout(inputs: TargetInputs, style: Style) -> Layout:
    layout = replace_layout(layout_of(style), right_to_left=is_right_to_left(inputs.document.properties.language))
    goes_on = not inputs.pages or inputs.pages.count > 1
    return with_side_column(layout.widened(inputs.document.dates), inputs.document, style, goes_on)


def _is_full(pages: Pages, layout: Layout) -> bool:
    """Whether there might be one page more, since lines in fonts of Word break at other words."""
    if layout.side and not fits_page(pages.document, layout):
        return True
    return pages.filled[-1] >= _ALMOST_FULL if pages.count > 1 else not layout.side and pages.filled[-1] >= _FULL


def _closer(style: Style, smaller: bool) -> Style:
    """Return a style with less space, and smaller letters if asked for."""
    spacing = max(style.spacing * _CLOSER, min(style.spacing, float(style.fit.spacing)))
    leading = float(str(style.values["leading"])) * _LOWER
    closer = {"spacing": f"{spacing:.2g}", "leading": f"{leading:.3g}"}
    if smaller:
        closer["size"] = f"{style.text_size * _SMALLER:.3g}pt"
    return replace(style, values={**style.values, **closer})
