"""Convert between offsets in a text and the lines and columns of the Language Server Protocol, which count units of UTF-16."""

from bisect import bisect_right
from functools import cached_property

from cvrender.model.value import Value
from cvrender.run.language.outline import line_starts

_UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
"""For each encoding that a client may choose, Python's name and the bytes of a unit."""


class Positions(Value, frozen=True, dict=True):
    """The lines of a text, with columns in an encoding; both count from 0."""

    text: str
    encoding: str = "utf-16"

    @cached_property
    def _starts(self) -> list[int]:
        return line_starts(self.text)

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a place; one behind the end of a line or the text is that end."""
        if line >= len(self._starts):
            return len(self.text)
        start = self._starts[line]
        end = self._starts[line + 1] - 1 if line + 1 < len(self._starts) else len(self.text)
        content = self.text[start:end].removesuffix("\r")
        if content.isascii():
            return start + min(column, len(content))
        units = 0
        for index, char in enumerate(content):
            if units >= column:
                return start + index
            units += self._length(char)
        return start + len(content)

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of an offset."""
        line = bisect_right(self._starts, offset) - 1
        return line, self._length(self.text[self._starts[line] : offset])

    def _length(self, text: str) -> int:
        if text.isascii():
            return len(text)
        name, size = _UNITS[self.encoding]
        return len(text.encode(name, "surrogatepass")) // size
