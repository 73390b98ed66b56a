"""Widths of the letters of Word’s own fonts, by which it is known what fits on a line before Word sets it.

The widths are those of Carlito and Caladea, which have the metrics of Calibri and Cambria.
"""

from functools import lru_cache
from unicodedata import combining, east_asian_width, normalize

_SANS = {
    22: "il'ı \u00a0",
    25: "j,‘’łI.:;·",
    31: "f()-[]`J!{}",
    35: "rt",
    39: '/\\sz"',
    42: "cL“”",
    46: "xkvyFSZ?|",
    48: "agETY",
    50: "0123456789e#$*+<=>^_~–•†‡§£€",
    53: "bdhnopquKPX«»ßøBCR",
    57: "VA",
    63: "DHGNU",
    67: "OQ&…",
    72: "w%",
    80: "mæ",
    87: "MWœ",
    90: "@—",
}
_SERIF = {
    10: "·",
    20: ",.`",
    22: " \u00a0‘’'",
    27: "j:;il!ı",
    31: "Jłft-|",
    35: "I1[]",
    38: "()_{}“”",
    41: 'rs"cz*?',
    45: "e•3gS",
    48: "256789aovxy/\\ø",
    50: "4qFLZ$–§«»",
    52: "0bdkpC†‡£",
    55: "uEGPhnTY+<=>^",
    59: "BXAOQVß",
    62: "DR#€",
    65: "K",
    69: "U&HNæ",
    74: "w~…",
    80: "mœ",
    88: "MW%@",
    100: "—",
}
_WIDTHS = {True: _SANS, False: _SERIF}
_BOLD = {True: 1.023, False: 1.095}
"""How much wider bold letters are, by whether the font is without serifs."""
_UNKNOWN, _WIDE, _NONE = 0.53, 1.0, "\u2060\u200d\u200c\u00ad"


def width_of(text: str, sans: bool, bold: bool = False) -> float:
    """Return the width of a text in em."""
    return sum(_width(char, sans) for char in text) * (_BOLD[sans] if bold else 1.0)


@lru_cache(maxsize=4096)
def _width(char: str, sans: bool) -> float:
    """Return the width of a character: of a letter with a mark, that of the letter."""
    if char in _NONE or combining(char):
        return 0.0
    base = normalize("NFD", char)[0]
    known = (width / 100 for width, chars in _WIDTHS[sans].items() if base in chars)
    return next(known, _WIDE if east_asian_width(char) in "WF" else _UNKNOWN)
