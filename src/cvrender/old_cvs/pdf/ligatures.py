"""Infer the ligatures that a font does not tell, such as `ti` in Word's Calibri, from how wide they are."""

from collections.abc import Callable, Sequence

UNTOLD = "\ufffd"
_LIGATURES = {"ti": 0.0, "tt": 0.0, "ft": 0.015, "tti": 0.02, "fi": 0.04, "ff": 0.04, "fti": 0.04, "ffi": 0.04}
"""Ligatures, and how much worse than the first ones they fit: fonts usually tell those that Unicode has."""
_MOST = 0.12
"""How much wider or narrower a ligature is than its letters, as a share of them."""


def ligature(letters: Callable[[str], float], width: float) -> str:
    """Return the ligature that is about as wide as its letters; "" if none is."""
    wide = {text: sum(map(letters, text)) for text in _LIGATURES}
    fits = {text: abs(width / whole - 1) + _LIGATURES[text] for text, whole in wide.items() if whole > 0}
    best = min(fits, key=lambda text: fits[text], default="")
    return best if best and fits[best] < _MOST else ""


def widths_of(characters: Sequence[tuple[str, str, float]]) -> Callable[[str, str], float]:
    """Return what tells how wide a letter is in a typeface, in sizes of the font; 0.0 if it is nowhere alone."""
    least: dict[tuple[str, str], float] = {}
    for font, text, width in characters:
        if text in "tfi" and width > 0:
            key = _family(font), text
            least[key] = min(width, least.get(key, width))

    def width_of(font: str, letter: str) -> float:
        width, of_t = (least.get((_family(font), text), 0.0) for text in (letter, "t"))
        return width if letter != "f" or 0 < width < 1.3 * of_t else 0.93 * of_t

    return width_of


def _family(font: str) -> str:
    return font.partition("+")[2] or font
