"""Make fonts that no package has: a variable one, a collection."""

from collections.abc import Callable
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder  # type: ignore[import-untyped, unused-ignore]
from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped, unused-ignore]
from fontTools.ttLib import TTCollection, TTFont  # type: ignore[import-untyped, unused-ignore]
from fontTools.ttLib.tables.TupleVariation import TupleVariation  # type: ignore[import-untyped, unused-ignore]

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,-: "
MakeFont = Callable[..., Path]


def _box(right: int) -> object:
    pen = TTGlyphPen(None)
    pen.moveTo((50, 0))
    for point in ((50, 700), (right, 700), (right, 0)):
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()


def _build(path: Path, family: str, *, variable: bool = False, weight: int = 400) -> Path:
    """Write a font whose letters are boxes, 500 units wide; in a variable one bold letters are 600 wide."""
    names = {char: f"l{ord(char):02X}" for char in LETTERS}
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap({ord(char): name for char, name in names.items()})
    builder.setupGlyf({name: _box(450) for name in [".notdef", *names.values()]})
    builder.setupHorizontalMetrics(dict.fromkeys([".notdef", *names.values()], (500, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-300)
    builder.setupNameTable({"familyName": family, "styleName": "Regular", "psName": family.replace(" ", "")})
    builder.setupOS2(usWeightClass=weight)
    builder.setupPost()
    if variable:
        builder.setupFvar([("wght", 300, 400, 800, "Weight")], [])
        deltas = [(0, 0), (0, 0), (200, 0), (200, 0), (0, 0), (200, 0), (0, 0), (0, 0)]  # points, then the box of the glyph
        builder.setupGvar({name: [TupleVariation({"wght": (0, 1, 1)}, deltas)] for name in names.values()})
    builder.save(path)
    return path


@pytest.fixture(scope="session")
def make_font() -> MakeFont:
    return _build


@pytest.fixture(scope="session")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two families in one file."""
    folder = tmp_path_factory.mktemp("collection")
    paths = [_build(folder / f"{family}.ttf", family) for family in ("First Boxes", "Second Boxes")]
    fonts = TTCollection()
    fonts.fonts = [TTFont(path) for path in paths]
    fonts.save(folder / "boxes.ttc")
    for path in paths:
        path.unlink()
    return folder / "boxes.ttc"
