"""Render untrusted profiles with hostile fonts next to them: within the limits, and without anything but Problems."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped, unused-ignore]
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent  # type: ignore[import-untyped, unused-ignore]
from fontTools.ttLib.tables.DefaultTable import DefaultTable  # type: ignore[import-untyped, unused-ignore]

from cvrender import render_untrusted
from cvrender.errors import InputError
from cvrender.run import untrusted
from cvrender.system.process import Limits

MakeFont = Callable[..., Path]

PROFILE = "person: {name: Ada}\nstyle: {name: classic, options: {font: Hostile}}\n"


def nested(font: Any, depth: int, first: int) -> None:
    """Make each letter of two copies of the next one; the last one of `depth` is made of the letter number `first`."""
    names = font.getGlyphOrder()[1 : depth + 1]
    for place, name in enumerate(names[:-1] if first < 0 else names):
        glyph = Glyph()
        glyph.numberOfContours = -1
        glyph.components = []
        glyph.xMin = glyph.yMin = glyph.xMax = glyph.yMax = 0
        for shift in (0, 1):
            part = GlyphComponent()
            part.glyphName = names[place + 1] if place + 1 < len(names) else names[first]
            part.x, part.y, part.flags = shift, 0, 0x0004
            glyph.components.append(part)
        font["glyf"].glyphs[name] = glyph


def loop(font: Any) -> None:
    nested(font, 3, 0)


def bomb(font: Any) -> None:
    nested(font, 40, -1)


def many_characters(font: Any) -> None:
    """Map every code point a hundred times, in two kilobytes."""
    groups = b"".join(part.to_bytes(4) for _ in range(100) for part in (0, 0x10FFFF, 1))
    table = DefaultTable("cmap")
    table.data = (
        bytes([0, 0, 0, 1, 0, 3, 0, 10, 0, 0, 0, 12, 0, 12, 0, 0])
        + (16 + len(groups)).to_bytes(4)
        + bytes(4)
        + (100).to_bytes(4)
        + groups
    )
    font["cmap"] = table


@pytest.mark.slow
@pytest.mark.parametrize("attack", [loop, bomb, many_characters])
def test_a_hostile_font_is_stopped(
    attack: Callable[[Any], None], tmp_path: Path, make_font: MakeFont, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fonts").mkdir()
    path = make_font(tmp_path / "fonts" / "hostile.ttf", "Hostile")
    with TTFont(path, recalcBBoxes=False) as font:
        font.ensureDecompiled()
        attack(font)
        font.save(path)
    (tmp_path / "a.yaml").write_text(PROFILE)
    monkeypatch.setattr(untrusted, "LIMITS", Limits(seconds=20, processor=2, memory=512))
    with pytest.raises(InputError, match="not found|cannot be used|more than an untrusted profile may"):
        render_untrusted(tmp_path / "a.yaml", targets=["tex"], sandbox=False)


def test_a_harmless_font_is_used(tmp_path: Path, make_font: MakeFont) -> None:
    (tmp_path / "fonts").mkdir()
    make_font(tmp_path / "fonts" / "mine.ttf", "Hostile")
    (tmp_path / "a.yaml").write_text(PROFILE)
    names = [artifact.name for artifact in render_untrusted(tmp_path / "a.yaml", targets=["tex"], sandbox=False)]
    assert "fonts/a-full-classic-main.ttf" in names


def test_a_font_without_basic_letters_is_an_error_of_the_input(tmp_path: Path, make_font: MakeFont) -> None:
    (tmp_path / "fonts").mkdir()
    path = make_font(tmp_path / "fonts" / "mine.ttf", "Hostile")
    with TTFont(path) as font:
        for table in font["cmap"].tables:
            table.cmap.pop(ord("A"), None)
        font.save(path)
    (tmp_path / "a.yaml").write_text(PROFILE)
    with pytest.raises(InputError, match='the main font lacks the character "A" .*choose another font'):
        render_untrusted(tmp_path / "a.yaml", targets=["tex"], sandbox=False)
