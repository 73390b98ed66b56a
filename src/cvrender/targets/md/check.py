"""Check that Markdown, read back, has the Document's marks."""

from collections.abc import Callable, Iterator

from cvrender.model.text import Span
from cvrender.verify.base import Check, Discrepancy, Evidence, brief, is_utf8
from cvrender.verify.leaves import fold

_MARKS: dict[str, Callable[[Span], bool]] = {
    "bold": lambda span: span.bold,
    "italic": lambda span: span.italic,
    "code": lambda span: span.code,
}


def marks(evidence: Evidence) -> Iterator[Discrepancy]:
    """What the Document makes bold, italic or code is so in the page that the Markdown gives, in the same order."""
    for mark, has in _MARKS.items():
        found = [fold(text, False) for kind, text in evidence.reading.runs if kind == mark]
        text = "\0".join(found)
        place = 0
        for leaf in evidence.expected.leaves:
            for span in leaf.text.spans:
                said = fold(span.text, False)
                if not has(span) or not said or span.math or (span.code and mark != "code"):
                    continue
                at = text.find(said, place)
                if at < 0:
                    yield Discrepancy(f"{brief(span.text)} is not {mark} when the Markdown is read back", leaf.source)
                    return
                place = at + len(said)


CHECKS = (
    Check("encoding", "the text is UTF-8", is_utf8),
    Check("syntax", "read back, it has the same bold, italics and code", marks),
)
