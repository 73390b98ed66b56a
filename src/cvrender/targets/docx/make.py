"""Make the Word document."""

from cvrender.model.style import Style
from cvrender.model.value import replace
from cvrender.targets.base import Artifact, Pages, TargetInputs, TargetOutput
from cvrender.targets.docx.build import docx
from cvrender.targets.docx.layout import layout_of
from cvrender.targets.docx.reference import reference
from cvrender.targets.docx.write import render

_CLOSER, _LOWER = 0.5, 0.96
"""Of the spacing and the leading of a tight or full PDF, the parts that a Word document has."""
_ROOM = 4  # lines that are free on a page that is not full


def make(inputs: TargetInputs) -> TargetOutput:
    """Make a Word document with pandoc, in the settings of a fitted or balanced PDF if there is one.

    Raises ToolError if pandoc fails.
    """
    document, style = inputs.document, _closer(inputs.pages, inputs.style) if inputs.pages else inputs.style
    layout = layout_of(style).widened(document.dates)
    parts = reference(style, document.head, document.foot, bool(document.notes), layout)
    content = docx(render(document, layout), parts, document.properties, inputs.sandbox, inputs.attachments)
    return TargetOutput([Artifact(f"{inputs.stem}.docx", content)])


def _closer(found: Pages, given: Style) -> Style:
    """Return the style of pages; with less space if it is tighter than the given one, or the last of several pages is full.

    Lines in fonts of Word break at other words, and there shall not be one page more.
    """
    style = found.style
    full = found.count > 1 and len(found.last) + _ROOM > max(map(len, found.lines))
    if style.spacing > given.spacing or (style.spacing == given.spacing and not full):
        return style
    spacing = max(style.spacing * _CLOSER, min(style.spacing, float(style.fit.spacing)))
    leading = float(str(style.values["leading"])) * _LOWER
    return replace(style, values={**style.values, "spacing": f"{spacing:.2g}", "leading": f"{leading:.3g}"})
