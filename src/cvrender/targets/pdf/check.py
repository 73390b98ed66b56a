"""Check a PDF: its syntax, actions, fonts, layout and length."""

from collections.abc import Iterator

from cvrender.targets.comparison.checks import CheckContext, Discrepancy
from cvrender.targets.pdf.layout import layout
from cvrender.targets.pdf.read import structure

_WITHIN = frozenset({"GoTo", "Dest"})  # links to another place of the same file


def syntax(context: CheckContext) -> Iterator[Discrepancy]:
    """The file follows the rules of PDF."""
    for fault in structure(context.content).faults:
        yield Discrepancy(f"not valid PDF: {fault}", code="bad-artifact")


def actions(context: CheckContext) -> Iterator[Discrepancy]:
    """Links only open pages."""
    for action in structure(context.content).actions:
        if action not in _WITHIN:
            yield Discrepancy(f"contains a link that runs an action ({action})", code="link-unsafe")


def fonts(context: CheckContext) -> Iterator[Discrepancy]:
    """Every font is embedded and maps its glyphs to characters."""
    for font in structure(context.content).fonts:
        if not font.embedded:
            yield Discrepancy(
                f"font {font.name} is not embedded", hint="other machines would show another font", code="font-not-embedded"
            )
        if not font.readable:
            yield Discrepancy(f"font {font.name} has no ToUnicode table, so its text cannot be copied", code="font-not-embedded")


def length(context: CheckContext) -> Iterator[Discrepancy]:
    """A view with a number of pages is not longer."""
    count = len(context.reading.pages)
    if context.pages is not None and count > context.pages:
        yield Discrepancy(f"has {count} page{'s' * (count != 1)}; the view allows {context.pages}", code="page-count")
    if not count:
        yield Discrepancy("has no pages", code="page-count")


CHECKS = {"syntax": syntax, "actions": actions, "fonts": fonts, "layout": layout, "length": length}
