"""Check the metadata of an artifact."""

from collections.abc import Iterator

from cvrender.errors import shorten
from cvrender.targets.comparison.checks import CheckContext, Discrepancy


def check(context: CheckContext) -> Iterator[Discrepancy]:
    """Title, author, language, subject and keywords are the Document's."""
    if not context.traits.metadata:
        return
    expected = context.document.properties
    for name in ("title", "author", "language", "subject", "keywords"):
        value = ", ".join(expected.keywords) if name == "keywords" else getattr(expected, name)
        found = " ".join(context.reading.properties.get(name, "").split())
        if found != " ".join(value.split()):
            yield Discrepancy(f"metadata {name} is {shorten(found)} instead of {shorten(value)}", code="bad-metadata")
