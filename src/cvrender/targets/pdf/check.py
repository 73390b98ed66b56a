"""Check a PDF: its syntax, its actions, its fonts, its layout and its length."""

from collections.abc import Iterator

from cvrender.targets.pdf.layout import layout
from cvrender.targets.pdf.read import structure
from cvrender.verify.base import Check, Discrepancy, Evidence

_WITHIN = frozenset({"GoTo", "Dest"})  # links to another place of the same file


def syntax(evidence: Evidence) -> Iterator[Discrepancy]:
    """The file is sound by the rules of PDF."""
    for fault in structure(evidence.content).faults:
        yield Discrepancy(f"is no sound PDF: {fault}")


def actions(evidence: Evidence) -> Iterator[Discrepancy]:
    """No link does anything but open a page."""
    for action in structure(evidence.content).actions:
        if action not in _WITHIN:
            yield Discrepancy(f"holds a link that is an action ({action}), not a page")


def fonts(evidence: Evidence) -> Iterator[Discrepancy]:
    """Every font is in the file, and says which characters its glyphs are."""
    for font in structure(evidence.content).fonts:
        if not font.embedded:
            yield Discrepancy(f"the font {font.name} is not in the file", hint="another machine would show another one")
        if not font.readable:
            yield Discrepancy(f"the font {font.name} does not say what its glyphs are (ToUnicode), so nobody can copy the text")


def length(evidence: Evidence) -> Iterator[Discrepancy]:
    """A view with a number of pages is no longer than that."""
    found = len(evidence.reading.pages)
    if evidence.pages is not None and found > evidence.pages:
        yield Discrepancy(f"is {found} pages long; the view has {evidence.pages}")
    if not found:
        yield Discrepancy("has no pages")


CHECKS = (
    Check("syntax", "the file is sound by the rules of PDF", syntax),
    Check("actions", "links open pages, and do nothing else", actions),
    Check("fonts", "every font is in the file, every glyph known as a character", fonts),
    Check("layout", "nothing outside of its page or too wide, no heading alone at a page's foot", layout),
    Check("length", "no more pages than the view asks for", length),
)
