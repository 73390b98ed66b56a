"""A PDF and a view's number of pages in, whether it is longer out."""

from collections.abc import Iterator

from cvrender.verify.base import Evidence, Finding


def check(evidence: Evidence) -> Iterator[Finding]:
    """A view with a number of pages is no longer than that."""
    found = len(evidence.reading.pages)
    if evidence.pages is not None and found > evidence.pages:
        yield Finding(f"is {found} pages long; the view has {evidence.pages}")
    if not found:
        yield Finding("has no pages")
