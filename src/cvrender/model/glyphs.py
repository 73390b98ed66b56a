"""The characters that a document's main font lacks, and the small fonts that hold them."""

from dataclasses import dataclass
from typing import Literal

Breaks = Literal["letter", "ideograph", "opener", "closer"]
"""Where a line may break beside a character: not at all (letters), on both sides (ideographs), only before it (an
opening bracket of Chinese type), only after it (a closing one)."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character and its slot (1 to 255) in the font's TeX encoding."""

    char: str
    slot: int
    breaks: Breaks

    @property
    def code(self) -> str:
        """The code point as TeX writes it: four or more hexadecimal digits."""
        return f"{ord(self.char):04X}"


@dataclass(frozen=True)
class GlyphFont:
    """A font subset of at most 255 characters, as the three files that TeX needs.

    `letter` (A, B, …) tells the fonts of one document apart; `files` maps `ttf`, `tfm` and `enc` to bytes.
    """

    letter: str
    glyphs: tuple[Glyph, ...]
    files: dict[str, bytes]
