"""Define scripts whose letters are shaped by their neighbours, and words that were shaped."""

import re

from cvrender.model.expressions import expression
from cvrender.model.value import Value

JOINERS = "\u200c\u200d"


class ShapedScript(Value, frozen=True):
    """A script: its letters as a range for regular expressions, its tag (ISO 15924), and the names of families that have it.

    `package` on PyPI has the first family, if it is not empty; `serif` are families for texts with serifs, asked before these.
    In a script with `joined_words`, no spaces divide them.
    `digits` run from left to right even in a script that runs from right to left; `signs` are its punctuation.
    `scale` makes its letters as large as Latin ones.
    """

    name: str
    tag: str
    letters: str
    families: tuple[str, ...]
    package: str
    right_to_left: bool = False
    digits: str = ""
    signs: str = ""
    scale: float = 1
    joined_words: bool = False
    serif: tuple[str, ...] = ()

    def families_next_to(self, sans: bool) -> tuple[str, ...]:
        """Return the families in the order in which they are asked, next to letters that have no serifs or have some."""
        return self.families if sans else (*self.serif, *self.families)

    @property
    def installing(self) -> str:
        """The command or action that installs a font."""
        return f"pip install {self.package}" if self.package else f'install the font "{self.families[0]}"'

    @property
    def parts(self) -> list[str]:
        """The regular expressions of its words, numbers and signs of punctuation."""
        others = [f"[{self.digits}]+"] * bool(self.digits) + [f"[{self.signs}]"] * bool(self.signs)
        return [f"[{self.letters}][{self.letters}{JOINERS}]*", *others]


def _script(name: str, tag: str, letters: str, package: str = "", joined_words: bool = False) -> ShapedScript:
    """Return a script that the families of Noto have, and DejaVu if it is one of three."""
    families = (f"Noto Sans {name}", f"Noto Serif {name}", *(("DejaVu Sans",) if name in ("Armenian", "Georgian", "Lao") else ()))
    return ShapedScript(name, tag, letters, families, package, joined_words=joined_words)


SHAPED_SCRIPTS = (
    ShapedScript(
        "Arabic",
        "Arab",
        "\u0600-\u060b\u060d-\u061a\u061c-\u061e\u0620-\u065f\u066a-\u06ef\u06fa-\u06ff\u0750-\u077f\u08a0-\u08ff",
        ("Amiri", "Noto Naskh Arabic", "Noto Sans Arabic"),
        "fontpkg-amiri",
        right_to_left=True,
        digits="\u0660-\u0669\u06f0-\u06f9",
        signs="\u060c\u061b\u061f",
        scale=1.2,
    ),
    ShapedScript(
        "Hebrew",
        "Hebr",
        "\u0591-\u05f4",
        ("Open Sans", "Noto Sans Hebrew"),
        "rendercv-fonts",
        right_to_left=True,
        serif=("Frank Ruhl Libre",),
    ),
    ShapedScript("Devanagari", "Deva", "\u0900-\u097f", ("Mukta", "Noto Sans Devanagari"), "rendercv-fonts"),
    ShapedScript("Bengali", "Beng", "\u0980-\u09ff", ("Hind Siliguri", "Noto Sans Bengali"), "fontpkg-hind-siliguri"),
    ShapedScript("Tamil", "Taml", "\u0b80-\u0bff", ("Noto Sans Tamil", "Catamaran"), "fontpkg-noto-sans-tamil"),
    ShapedScript("Telugu", "Telu", "\u0c00-\u0c7f", ("Noto Sans Telugu", "Anek Telugu"), "fontpkg-noto-sans-telugu"),
    ShapedScript(
        "Thai", "Thai", "\u0e01-\u0e3a\u0e3f-\u0e5b", ("Sarabun", "Noto Sans Thai"), "fontpkg-sarabun", joined_words=True
    ),
    _script("Khmer", "Khmr", "\u1780-\u17dd\u17e0-\u17f9\u19e0-\u19ff", "fontpkg-noto-sans-khmer", joined_words=True),
    _script("Lao", "Laoo", "\u0e81-\u0edf", joined_words=True),
    _script("Myanmar", "Mymr", "\u1000-\u109f", joined_words=True),
    _script("Gujarati", "Gujr", "\u0a80-\u0aff"),
    _script("Gurmukhi", "Guru", "\u0a00-\u0a7f"),
    _script("Kannada", "Knda", "\u0c80-\u0cff"),
    _script("Malayalam", "Mlym", "\u0d00-\u0d7f"),
    _script("Oriya", "Orya", "\u0b00-\u0b7f"),
    _script("Sinhala", "Sinh", "\u0d80-\u0dff"),
    _script("Armenian", "Armn", "\u0531-\u058a"),
    _script("Ethiopic", "Ethi", "\u1200-\u139f\u2d80-\u2ddf"),
    _script("Georgian", "Geor", "\u10a0-\u10ff\u1c90-\u1cbf\u2d00-\u2d2f"),
)
"""The scripts that a PDF can show if there is a font, with the blocks of Unicode that hold their letters."""
WORD = expression("|".join(part for script in SHAPED_SCRIPTS for part in script.parts))
"""A word of one of these scripts, a number in its digits, or a sign of its punctuation."""


def script_of(word: str) -> ShapedScript | None:
    """Return the script of a word that WORD matches."""
    return next((script for script in SHAPED_SCRIPTS if re.match(f"[{script.letters}{script.digits}{script.signs}]", word)), None)


JOINED_WORDS = "".join(script.letters for script in SHAPED_SCRIPTS if script.joined_words)
"""The letters of scripts whose words no spaces divide."""

PlacedGlyph = tuple[str, int]
"""The letter of a font, and a slot in it."""


class ShapedWord(Value, frozen=True):
    """A word as glyphs from left to right, in a regular and a bold face."""

    text: str
    regular: tuple[PlacedGlyph, ...]
    bold: tuple[PlacedGlyph, ...]


class ShapedFont(Value, frozen=True):
    """A subset of at most 255 glyphs. `texts` are what the slots from 1 on stand for; `files` are `ttf`, `tfm` and `enc`."""

    letter: str
    texts: tuple[str, ...]
    files: dict[str, bytes]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the glyphs, which tell what they stand for (https://github.com/adobe-type-tools/agl-specification)."""
        return tuple(f"uni{_code(text)}.{self.letter}{slot}" for slot, text in enumerate(self.texts, 1))


def _code(text: str) -> str:
    return "".join(f"{ord(char):04X}" for char in text)
