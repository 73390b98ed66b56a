"""Find what an imported file itself says where a proposal comes from: its lines, and for a PDF their place on its pages."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from cvrender.formats.base import Imported
from cvrender.merge.read_files import UNTRUSTED_LIMITS
from cvrender.system.limited import read_within
from cvrender.targets.pdf.pictures import Line, draw_page, page_lines

MOST_LINES = 12
"""How many lines of the file are shown for one proposal."""


class OldFile:
    """A dropped file, its lines by number, and the boxes of lines if it is a PDF. Its pages are read in a child process."""

    def __init__(self, name: str, content: bytes, files: Sequence[Imported]) -> None:
        self.name, self.content = name, content
        self.is_pdf = content.startswith(b"%PDF")
        document = next((each.document for each in files if each.document), None)
        texts = content.decode("utf-8", "replace").splitlines() if document is None and b"\0" not in content else []
        self.lines = [(line.number, line.plain) for line in document.lines] if document else list(enumerate(texts, 1))
        self._pages: list[list[Line]] | None = None

    def words(self, line: int, others: Iterable[int]) -> list[str]:
        """Return the lines from a line on, up to the next one that another proposal comes from, or an empty line of a text."""
        end = min((other for other in others if other > line), default=line + MOST_LINES)
        said = [text for number, text in self.lines if line <= number < end][:MOST_LINES]
        blank = next((index for index, text in enumerate(said) if index and not text.strip()), len(said))
        return [text for text in said[:blank] if text.strip()] if line else []

    def places(self, words: Sequence[str]) -> list[dict[str, Any]]:
        """Return the boxes of lines on the pages of a PDF, on the page that has most of them."""
        if not self.is_pdf:
            return []
        if self._pages is None:
            self._pages = read_within(self.name, page_lines, self.content, limits=UNTRUSTED_LIMITS)
        wanted = [text for word in words if len(text := _bare(word)) > 3]
        found = [
            [line for line in page if len(bare := _bare(line.text)) > 3 and any(bare in text or text in bare for text in wanted)]
            for page in self._pages
        ]
        best = max(range(len(found)), key=lambda index: len(found[index]), default=0)
        return [
            {"page": best, "left": line.left, "top": line.top, "right": line.right, "bottom": line.bottom}
            for line in (found[best] if found else [])
        ][:MOST_LINES]

    def picture(self, page: int, width: int) -> bytes:
        """Return a page of a PDF as a PNG. Raises InputError if there is none."""
        return read_within(self.name, draw_page, self.content, page, width, limits=UNTRUSTED_LIMITS)


def _bare(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold()
