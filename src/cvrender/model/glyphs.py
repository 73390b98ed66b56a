"""Define fonts for the characters that a document's main font lacks."""

from dataclasses import dataclass
from typing import Literal

Breaks = Literal["letter", "ideograph", "opener", "closer"]
"""Where a line may break next to a character: nowhere (letter), on both sides (ideograph), only before it (an opening bracket of
Chinese type) or only after it (a closing one).
"""


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character and its slot (1 to 255) in the font's TeX encoding."""

    char: str
    slot: int
    breaks: Breaks

    @property
    def code(self) -> str:
        """The code point as TeX writes it: at least four hexadecimal digits."""
        return f"{ord(self.char):04X}"


@dataclass(frozen=True)
class GlyphFont:
    """A font subset of at most 255 characters, as the three files that TeX needs.

    `letter` (A, B, …) distinguishes the fonts of a document; `files` maps `ttf`, `tfm` and `enc` to bytes.
    """

    letter: str
    glyphs: tuple[Glyph, ...]
    files: dict[str, bytes]
