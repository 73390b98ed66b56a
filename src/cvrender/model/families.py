"""Define the font families that every computer has, and what targets know of a family.

The LaTeX of a built-in family is in the style's `latex/font-NAME.tex`.
"""

from typing import Literal

from cvrender.model.font_files import FontSource
from cvrender.model.value import Value, replace


class Family(Value, frozen=True):
    """A font family.

    `css` is a font list for HTML; `word` is a font installed with Word, `word_substitute` its replacement elsewhere,
    `word_line` the distance of its lines in em. `lacking` are characters of Latin Modern that the LaTeX font does not have as
    one glyph. A family that was found by its `name` has a `source`.
    """

    css: str
    word: str
    word_substitute: str
    sans: bool = False
    word_line: float = 1.172
    lacking: frozenset[str] = frozenset()
    name: str = ""
    source: FontSource | None = None


class Figures(Value, frozen=True):
    """A form of digits: `lining` or `old-style`, as the font has it if empty, and whether all have one width."""

    form: Literal["", "lining", "old-style"] = ""
    tabular: bool = False

    @property
    def features(self) -> tuple[str, ...]:
        """The features of OpenType that select it."""
        forms = {"": (), "lining": ("lnum",), "old-style": ("onum",)}
        return (*forms[self.form], *(("tnum",) if self.tabular else ()))

    @property
    def css(self) -> str:
        """The value of `font-variant-numeric`."""
        forms = {"": (), "lining": ("lining-nums",), "old-style": ("oldstyle-nums",)}
        return " ".join((*forms[self.form], *(("tabular-nums",) if self.tabular else ()))) or "normal"


FIGURES = {
    "default": Figures(),
    "lining": Figures("lining"),
    "old-style": Figures("old-style"),
    "tabular": Figures(tabular=True),
    "lining-tabular": Figures("lining", True),
    "old-style-tabular": Figures("old-style", True),
}
"""The forms of digits by the value of the style option `figures`."""

DEFAULT_FAMILY = "latin-modern"
FAMILIES = {
    DEFAULT_FAMILY: Family(
        '"Latin Modern Roman", "LM Roman 10", Charter, "Bitstream Charter", "Iowan Old Style", Georgia, serif',
        "Cambria",
        "Caladea",
    ),
    "latin-modern-sans": Family(
        '"Latin Modern Sans", "LM Sans 10", "Gill Sans", system-ui, sans-serif',
        "Calibri",  # Arial is wider, and would need more pages
        "Carlito",
        sans=True,
        word_line=1.221,
    ),
    "charter": Family(
        'Charter, "Bitstream Charter", XCharter, "Iowan Old Style", Georgia, serif',
        "Cambria",  # Georgia is nearer in shape, but wider, and where it is missing no font of its widths takes its place
        "Caladea",
        lacking=frozenset("ĂăĄąĆćČčĎďđĘęĚěĞğİĹĺĽľŃńŇňŊŋŐőŔŕŘřŚśŞşŢţŤťŮůŰűŹźŻż€ȘșȚț¹²³"),
    ),
    "source-sans": Family(
        '"Source Sans 3", "Source Sans Pro", "Segoe UI", system-ui, "Noto Sans", sans-serif',
        "Calibri",
        "Carlito",
        sans=True,
        word_line=1.221,
        lacking=frozenset("ȘșȚț"),
    ),
}
"""The built-in families by option value."""


def family(name: str) -> Family:
    """Return a family by name, or the default family for one that only a style's LaTeX defines."""
    return FAMILIES.get(name, FAMILIES[DEFAULT_FAMILY])


def installed_family(name: str, source: FontSource, sans: bool) -> Family:
    """Return a family that was found by its name. Word has a face of its own kind instead, which is on every computer."""
    like = FAMILIES["source-sans" if sans else DEFAULT_FAMILY]
    return replace(like, css=f'"{name}", {like.css}', sans=sans, lacking=frozenset(), name=name, source=source)
