"""Tell what a view prints of each entry of a profile that is being typed."""

from collections.abc import Iterator
from functools import lru_cache

from cvrender.compose.prepare import prepare
from cvrender.compose.stages import document_of
from cvrender.errors import CvrenderError, cut
from cvrender.load.reader import format_path
from cvrender.load.request import RenderRequest
from cvrender.merge.profile import profile_of_text
from cvrender.model.expressions import expression
from cvrender.model.kinds import KINDS
from cvrender.model.value import Value
from cvrender.run.language.open_document import OpenDocument
from cvrender.run.language.pieces import pieces

_ENTRY = expression(r"\w+\[\d+\]")
_MOST = 90  # characters of a hint


class PrintedHint(Value, frozen=True):
    """What is printed of an entry, to be shown at the end of its first line, which is at `offset`."""

    offset: int
    text: str


def printed_hints(document: OpenDocument, view: str = "full", start: int = 0, end: int | None = None) -> list[PrintedHint]:
    """Return a hint for each entry between two offsets; none while the profile has errors."""
    last = len(document.text) if end is None else end
    printed = _printed(document, view) if document.kind == "profile" else None
    if printed is None:
        return []
    return [
        PrintedHint(offset, printed.get(path) or f"not in the view {view}")
        for path, offset in _first_lines(document)
        if start <= offset <= last
    ]


def _first_lines(document: OpenDocument) -> Iterator[tuple[str, int]]:
    """Yield each entry's path, and the end of its first line."""
    count: dict[str, int] = {}
    for piece in pieces(document.text):
        key = piece.head.partition(":")[0].strip()
        if key in KINDS:
            index = count[key] = count.get(key, -1) + 1
            yield format_path((key, index)), piece.start + len(piece.text.partition("\n")[0].rstrip())


@lru_cache(maxsize=4)
def _printed(document: OpenDocument, view: str) -> dict[str, str] | None:
    """Return what the view prints of each entry, in its style and without fitting; None if it cannot be composed."""
    try:
        loaded = profile_of_text(document.text, document.path)
        request = RenderRequest(profile=str(document.path), view=view, library=document.library)
        _, composed = document_of(prepare(request, loaded))
    except CvrenderError:
        return None
    parts: dict[str, list[str]] = {}
    for text, source in composed.texts:
        if (match := _ENTRY.match(source)) and text.plain.strip():
            parts.setdefault(match[0], []).append(" ".join(text.plain.split()))
    return {path: cut(" · ".join(texts), _MOST) for path, texts in parts.items()}
