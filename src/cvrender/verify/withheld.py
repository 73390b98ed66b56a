"""Check that an artifact contains none of the texts that its view withholds, and the data that it carries."""

import re
import zlib
from collections.abc import Iterator
from io import BytesIO

from cvrender.targets.comparison.checks import CheckContext, Discrepancy
from cvrender.targets.comparison.leaves import fold


def check(context: CheckContext) -> Iterator[Discrepancy]:
    """Check that nothing that the view withholds is in the text, links or metadata. The message does not repeat it."""
    if not context.secrets:
        return
    loose = context.traits.paged
    reading = context.reading
    metadata = " ".join((*reading.links, *reading.properties.values())).casefold()
    text = context.alignment.folded.text.casefold()
    headings = {leaf.folded.casefold() for leaf in context.expected.leaves if leaf.kind in ("section", "group")}
    code = _code(context.content) if any(source.endswith(".id") for source in context.secrets.values()) else ""
    for secret, source in context.secrets.items():
        plain = fold(secret, loose).casefold()
        if source.endswith(".id"):
            if secret in code:
                hint = "remove it where it is written, or choose another id"
                yield Discrepancy("contains an id with the name of the person", source, hint, code="withheld-shown")
            continue
        if fold(secret, False).casefold() in headings:
            continue
        if plain in text or plain in metadata or plain.replace(" ", "") in metadata:
            yield Discrepancy(
                "contains a text that the view withholds",
                source,
                "check the privacy of the view and of this field",
                code="withheld-shown",
            )


def check_attachments(context: CheckContext) -> Iterator[Discrepancy]:
    """Check that importing the artifact finds the data that was attached, and that this contains nothing withheld."""
    if not context.attachments:
        return
    carried = context.attached(context.content)
    for kind in sorted({*carried, *context.attachments}):
        if carried.get(kind) != context.attachments.get(kind):
            yield Discrepancy(f"the attached {kind} does not read back", code="bad-artifact")
    text = fold(" ".join(carried.values()), False).casefold()
    for secret, source in context.secrets.items():
        if fold(secret, False).casefold() in text:
            hint = "check the privacy of the view and of this field"
            yield Discrepancy("attaches a text that the view withholds", source, hint, code="withheld-shown")


def _code(content: bytes) -> str:
    """Return the text of a file with its markup, since ids are anchors and keys there. In a PDF they may be compressed."""
    parts = [content]
    if content.startswith(b"%PDF"):
        parts += [text for stream in _STREAM.findall(content) if b"\0" not in (text := _inflated(stream))]
    if content.startswith(b"PK"):
        import zipfile

        with zipfile.ZipFile(BytesIO(content)) as file:
            parts = [file.read(name) for name in file.namelist()]
    return " ".join(part.decode("utf-8", "ignore") for part in parts)


_STREAM = re.compile(rb"\bstream\r?\n(.*?)endstream", re.DOTALL)


def _inflated(stream: bytes) -> bytes:
    """Return what a stream of a PDF contains, or nothing if it is not compressed in this way."""
    try:
        return zlib.decompressobj().decompress(stream)
    except zlib.error:
        return b""
