"""Define fonts for the characters that a document's main font lacks."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from typing import Literal

from cvrender.model.value import Value

Breaks = Literal["letter", "ideograph", "opener", "closer"]
"""Where a line may break next to a character: nowhere (letter), on both sides (ideograph), only before it (an opening bracket of
Chinese type) or only after it (a closing one).
"""


class Glyph(Value, frozen=True):
    """A character and its slot (1 to 255) in the font's TeX encoding."""

    char: str
    slot: int
    breaks: Breaks

    @property
    def code(self) -> str:
        """The code point as TeX writes it: at least four hexadecimal digits."""
        return f"{ord(self.char):04X}"


class GlyphFont(Value, frozen=True):
    """A font subset of at most 255 characters, as the three files that TeX needs.

    `letter` (A, B, …) distinguishes the fonts of a document; `files` maps `ttf`, `tfm` and `enc` to bytes, and `bold.ttf`,
    `bold.tfm`, `italic.ttf` and so on for other faces, which have the same slots.
    """

    letter: str
    glyphs: tuple[Glyph, ...]
    files: dict[str, bytes]

    @property
    def faces(self) -> str:
        """The other faces, separated by commas: `bold,italic,bolditalic`."""
        return faces_of(self.files)


class TextFont(Value, frozen=True):
    """A family in TeX's T1 encoding. `files` are as in GlyphFont; with `main`, it is that of the whole document.

    `chars` are the characters of T1 that all its faces have, `covered` ranges of all code points that its regular face has.
    """

    files: dict[str, bytes]
    main: bool = False
    chars: frozenset[str] = frozenset()
    covered: tuple[tuple[int, int], ...] = ()

    @property
    def faces(self) -> str:
        """The other faces, separated by commas."""
        return faces_of(self.files)

    def has(self, char: str) -> bool:
        """Return whether the family has a character, in T1 or not."""
        place = bisect_right(self.covered, (ord(char), 0x110000))
        return place > 0 and ord(char) <= self.covered[place - 1][1]


def faces_of(files: Iterable[str]) -> str:
    """Return the names of faces among files such as `bold.ttf`, bold first."""
    return ",".join(face for face in ("bold", "italic", "bolditalic", "smallcaps") if f"{face}.ttf" in files)


def file_names(stem: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return files under the names that TeX asks for: `STEM.ttf`, `STEM-bold.ttf`."""
    return {f"{stem}-{kind}" if "." in kind else f"{stem}.{kind}": content for kind, content in sorted(files.items())}
