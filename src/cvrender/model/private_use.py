"""Assign private-use characters: each purpose has a range of its own, so none can be taken for another.

A profile contains no such characters (`model/fields.py`), and no file that is output does, except fonts.
"""

from typing import NamedTuple


class PrivateRange(NamedTuple):
    """A range of code points, both included."""

    first: int
    last: int

    def char(self, index: int) -> str:
        """Return the character of that number. Raises IndexError if the range has no such character."""
        if not 0 <= index < len(range(self.first, self.last + 1)):
            raise IndexError(index)
        return chr(self.first + index)

    def index_of(self, char: str) -> int:
        """Return the number of a character; it is not of this range if it is negative or too high."""
        return ord(char) - self.first

    @property
    def pattern(self) -> str:
        """The range as a part of a character class in a regular expression."""
        return f"{chr(self.first)}-{chr(self.last)}"


GLYPHS = PrivateRange(0xE000, 0xE0FF)
"""Code points of glyphs in fonts of shaped words, by their slot; also in `styles/plain/latex/glyphs.tex`."""

TEX_MARKS = PrivateRange(0xE100, 0xE10F)
"""Marks around the texts of a document in LaTeX that is not written yet (`targets/tex/marks.py`)."""

CASING = PrivateRange(0xE110, 0xE110)
"""A letter that keeps its accent among capitals (`text/casing.py`)."""

LINKS = PrivateRange(0xE111, 0xE111)
"""The places of links in a text that is compared (`targets/comparison/match.py`)."""

TABS = PrivateRange(0xE112, 0xE112)
"""The tabs of a document that is imported (`old_cvs/office/`)."""

NOTE_MARKS = PrivateRange(0xE113, 0xE115)
"""Around the numbers of notes and citations in a text that is not parsed yet (`documents/prose.py`)."""

EDGES = PrivateRange(0xE118, 0xE118)
"""Before the names of headers and footers in a document that is imported (`old_cvs/office/`)."""

HIDDEN = PrivateRange(0xE119, 0xE11A)
"""In the place of parts of a line that is divided (`old_cvs/header.py`)."""

PLACEHOLDERS = PrivateRange(0xE200, 0xF8FF)
"""Values of an entry in the output of a pattern (`compose/pattern.py`)."""

CITATION_MARKS = PrivateRange(0xF0000, 0xFFFFD)
"""People and signs of numbers in what a citation style gets (`compose/cite/item.py`)."""
