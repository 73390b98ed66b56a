"""Draw characters as paths, for a few signs on a page whose fonts must not change."""

from collections.abc import Iterable
from typing import Any

from cvrender.fonts.files import open_font
from cvrender.fonts.sources import font_sources
from cvrender.fonts.subset import supported_chars
from cvrender.model.value import Value


class DrawnCharacter(Value, frozen=True):
    """A character as operators of PDF that build its path, at a size of one point, and its width."""

    path: str
    width: float


def outlines(chars: Iterable[str], language: str) -> dict[str, DrawnCharacter]:
    """Return the outlines of characters from an installed font. Raises ValueError that names those that no font has."""
    wanted = {*chars}
    known: dict[str, DrawnCharacter] = {}
    for source in font_sources(language, sans=True):
        if new := supported_chars(source.regular, wanted - known.keys()):
            with open_font(source.regular) as font:
                known |= _of_font(font, new)
    if lacking := wanted - known.keys():
        raise ValueError(f"no installed font has {' '.join(sorted(lacking))}")
    return known


def _of_font(font: Any, chars: Iterable[str]) -> dict[str, DrawnCharacter]:
    from fontTools.pens.basePen import BasePen

    class Pen(BasePen):  # type: ignore[misc]
        def __init__(self, glyphs: Any) -> None:
            super().__init__(glyphs)
            self.written: list[str] = []

        def _write(self, operator: str, *points: tuple[float, float]) -> None:
            numbers = (f"{number / unit:.4f}" for point in points for number in point)
            self.written.append(" ".join((*numbers, operator)))

        def _moveTo(self, pt: tuple[float, float]) -> None:
            self._write("m", pt)

        def _lineTo(self, pt: tuple[float, float]) -> None:
            self._write("l", pt)

        def _curveToOne(self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]) -> None:
            self._write("c", pt1, pt2, pt3)

        def _closePath(self) -> None:
            self._write("h")

    unit, names, glyphs = font["head"].unitsPerEm, font.getBestCmap(), font.getGlyphSet()
    drawn = {}
    for char in chars:
        pen = Pen(glyphs)
        glyphs[names[ord(char)]].draw(pen)
        drawn[char] = DrawnCharacter(" ".join(pen.written), glyphs[names[ord(char)]].width / unit)
    return drawn
