"""Define the font families that a style's option `font` may name, and what stands for them in each target.

The LaTeX of a family is a style's `latex/font-NAME.tex`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Family:
    """A font family. `css` is a list of families for HTML; `word` is one that machines with Word have, `word_substitute` what
    takes its place elsewhere. `lacking` are letters of TeX's T1 encoding that the family does not have as one glyph."""

    css: str
    word: str
    word_substitute: str
    sans: bool = False
    lacking: frozenset[str] = frozenset()


DEFAULT_FAMILY = "latin-modern"
FAMILIES = {
    DEFAULT_FAMILY: Family(
        '"Latin Modern Roman", "LM Roman 10", Charter, "Bitstream Charter", "Iowan Old Style", Georgia, serif',
        "Cambria",
        "Caladea",
    ),
    "latin-modern-sans": Family(
        '"Latin Modern Sans", "LM Sans 10", "Gill Sans", system-ui, sans-serif', "Arial", "Liberation Sans", sans=True
    ),
    "charter": Family(
        'Charter, "Bitstream Charter", XCharter, "Iowan Old Style", Georgia, serif',
        "Georgia",
        "Charter",
        lacking=frozenset("ĂăĄąĆćČčĎďđĘęĚěĞğİĹĺĽľŃńŇňŊŋŐőŔŕŘřŚśŞşŢţŤťŮůŰűŹźŻż€"),
    ),
    "source-sans": Family(
        '"Source Sans 3", "Source Sans Pro", "Segoe UI", system-ui, "Noto Sans", sans-serif', "Calibri", "Carlito", sans=True
    ),
}
"""Every family that comes with the package, by the name that the option takes."""


def family(name: str) -> Family:
    """A family by name; the default one stands for a family that a style brings along for LaTeX alone."""
    return FAMILIES.get(name, FAMILIES[DEFAULT_FAMILY])
