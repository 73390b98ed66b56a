"""Check that an artifact contains none of the texts that its view withholds."""

from collections.abc import Iterator

from cvrender.verify.base import CheckContext, Discrepancy
from cvrender.verify.leaves import fold


def check(context: CheckContext) -> Iterator[Discrepancy]:
    """Check that nothing that the view withholds is in the text, links or metadata. The message does not repeat it."""
    if not context.secrets:
        return
    loose = context.traits.paged
    reading = context.reading
    metadata = " ".join((*reading.links, *reading.properties.values())).casefold()
    text = context.alignment.folded.text.casefold()
    headings = {leaf.folded.casefold() for leaf in context.expected.leaves if leaf.kind in ("section", "group")}
    for secret, source in context.secrets.items():
        plain = fold(secret, loose).casefold()
        if fold(secret, False).casefold() in headings:
            continue
        if plain in text or plain in metadata or plain.replace(" ", "") in metadata:
            yield Discrepancy(
                "contains a text that the view withholds",
                source,
                "check the privacy of the view and of this field",
                code="withheld-shown",
            )
