"""An artifact and the texts that its view withholds in, those that it holds all the same out."""

from collections.abc import Iterator

from cvrender.verify.base import Discrepancy, Evidence
from cvrender.verify.leaves import fold


def check(evidence: Evidence) -> Iterator[Discrepancy]:
    """Nothing that the view withholds stands in the text, in a link or in the properties. The message does not repeat it."""
    if not evidence.secrets:
        return
    loose = evidence.traits.paged
    reading = evidence.reading
    held = " ".join((*reading.links, *reading.properties.values())).casefold()
    text = evidence.alignment.folded.text.casefold()
    headings = {leaf.said.casefold() for leaf in evidence.expected.leaves if leaf.kind in ("section", "group")}
    for secret, source in evidence.secrets.items():
        plain = fold(secret, loose).casefold()
        if fold(secret, False).casefold() in headings:
            continue
        if plain in text or plain.replace(" ", "") in held:
            yield Discrepancy("holds what the view should withhold", source, "see the privacy of the view and of this field")
