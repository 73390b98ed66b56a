"""Check that the text of an artifact is the Document's: complete, unaltered, in order, and nothing else; and its metadata."""

from collections.abc import Iterator

from cvrender.errors import shorten
from cvrender.targets.comparison.align import Mismatch
from cvrender.targets.comparison.checks import CheckContext, Discrepancy

_MAX_REPORTED = 20


def check(context: CheckContext) -> Iterator[Discrepancy]:
    """Every text of the Document is in the artifact, complete and in order, and nothing else is."""
    alignment = context.alignment
    text = alignment.folded.text
    for mismatch in alignment.mismatches[:_MAX_REPORTED]:
        yield _discrepancy(mismatch, text)
    if len(alignment.mismatches) > _MAX_REPORTED:
        yield Discrepancy(f"{len(alignment.mismatches) - _MAX_REPORTED} more differences from the profile", code="text-changed")


def _discrepancy(mismatch: Mismatch, text: str) -> Discrepancy:
    leaf = mismatch.leaf
    if leaf is None:
        return Discrepancy(f"contains {shorten(mismatch.text)}, which is not in the profile at this position", code="text-added")
    expected = leaf.text.plain
    if not mismatch.text:
        is_there = len(expected) > 3 and expected in text
        what, code = ("is out of order", "text-order") if is_there else ("is missing", "text-missing")
        return Discrepancy(f"{leaf.kind} {shorten(expected)} {what}", leaf.source, code=code)
    actual = shorten(_from_difference(mismatch.text, expected))
    return Discrepancy(f"contains {actual} instead of {leaf.kind} {shorten(expected)}", leaf.source, code="text-changed")


def _from_difference(actual: str, expected: str) -> str:
    """Return the text from slightly before the first difference."""
    differences = (index for index, (a, b) in enumerate(zip(actual, expected, strict=False)) if a != b)
    equal = next(differences, min(len(actual), len(expected)))
    return actual if equal < 40 else "…" + actual[equal - 15 :]


def check_metadata(context: CheckContext) -> Iterator[Discrepancy]:
    """Title, author, language, subject and keywords are the Document's."""
    if not context.traits.metadata:
        return
    expected = context.document.properties
    for name in ("title", "author", "language", "subject", "keywords"):
        value = ", ".join(expected.keywords) if name == "keywords" else getattr(expected, name)
        actual = " ".join(context.reading.properties.get(name, "").split())
        if actual != " ".join(value.split()):
            yield Discrepancy(f"metadata {name} is {shorten(actual)} instead of {shorten(value)}", code="bad-metadata")
