"""Find what an imported file itself says where a proposal comes from: its lines, and for a PDF their place on its pages."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cvrender.formats.base import Imported
from cvrender.merge.readers import UNTRUSTED_LIMITS
from cvrender.system.limited import read_within
from cvrender.targets.pdf.pictures import Line, draw_page, page_lines

MOST_LINES = 12
"""How many lines of the file are shown for one proposal."""
_REACH = 7
"""Within how many lines of an old CV an entry is looked for."""


class OldFile:
    """A dropped file, its lines by number, and the boxes of lines if it is a PDF. Its pages are read in a child process."""

    def __init__(self, name: str, content: bytes, files: Sequence[Imported]) -> None:
        self.name, self.content = name, content
        self.is_pdf = content.startswith(b"%PDF")
        document = next((each.document for each in files if each.document), None)
        texts = content.decode("utf-8", "replace").splitlines() if document is None and b"\0" not in content else []
        self.is_document = document is not None
        self.lines = [(line.number, line.plain) for line in document.lines] if document else list(enumerate(texts, 1))
        self._pages: list[list[Line]] | None = None

    def words(self, value: Any, line: int, others: Iterable[int]) -> list[str]:
        """Return the lines that say a value, from the line that it comes from up to that of the next proposal.

        The lines of a PDF have the number of their page. Of a text without lines of its own, they end at an empty line.
        """
        end = min((other for other in others if other > line), default=line + MOST_LINES) if not self.is_pdf else line + 1
        said = [text for number, text in self.lines if line <= number < end] if line else []
        if not self.is_document:
            blank = next((index for index, text in enumerate(said) if index and not text.strip()), len(said))
            return [text for text in said[: min(blank, MOST_LINES)] if text.strip()]
        start, stop = _densest(said, list(_texts_of(value)), _REACH)
        return said[start:stop]

    def places(self, words: Sequence[str]) -> list[dict[str, Any]]:
        """Return the boxes of lines on the pages of a PDF, where most of them stand together."""
        if not self.is_pdf or not words:
            return []
        if self._pages is None:
            self._pages = read_within(self.name, page_lines, self.content, limits=UNTRUSTED_LIMITS)
        best: tuple[int, int, list[Line]] = (0, 0, [])
        for number, page in enumerate(self._pages):
            start, stop = _densest([line.text for line in page], words, len(words) + 1)
            lines = [line for line in page[start:stop] if _matched(line.text, words)]
            best = max(best, (len(lines), number, lines), key=lambda each: each[0])
        return [
            {"page": best[1], "left": line.left, "top": line.top, "right": line.right, "bottom": line.bottom}
            for line in best[2][:MOST_LINES]
        ]

    def picture(self, page: int, width: int) -> bytes:
        """Return a page of a PDF as a PNG. Raises InputError if there is none."""
        return read_within(self.name, draw_page, self.content, page, width, limits=UNTRUSTED_LIMITS)


def _densest(lines: Sequence[str], texts: Sequence[str], reach: int) -> tuple[int, int]:
    """Return the first and the last line but one of the fewest lines, within `reach`, that say most of some texts."""
    matched, lengths = [_matched(line, texts) for line in lines], [len(_bare(text)) for text in texts]
    best = (0, 0, 0, 0, 0)  # how many texts, how many of their letters, how few lines, and the first and the last but one
    for start, own in enumerate(matched):
        said, end = dict(own), start + 1
        for index in range(start + 1, min(start + reach, len(lines)) if own else start):
            more = {key: min(lengths[key], said.get(key, 0) + letters) for key, letters in matched[index].items()}
            if any(more[key] > said.get(key, 0) for key in more):
                said, end = said | more, index + 1
        best = max(best, (len(said), sum(said.values()), start - end, start, end), key=lambda each: each[:3])
    return best[3], best[4]


def _matched(line: str, texts: Sequence[str]) -> dict[int, int]:
    """Return which of some texts a line says, or says a part of, and how many of their letters."""
    bare = _bare(line)
    known = ((index, _bare(text)) for index, text in enumerate(texts))
    return {
        index: min(len(text), len(bare))
        for index, text in known
        if len(text) > 2 and (text in bare or len(bare) > 3 and bare in text)
    }


def _texts_of(value: Any) -> Iterator[str]:
    """Yield the texts in data."""
    if isinstance(value, dict):
        for part in value.values():
            yield from _texts_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts_of(part)
    elif isinstance(value, str):
        yield value


def _bare(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold()
