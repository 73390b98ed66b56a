"""Fonts of web pages: their characters, kerning and outlines are those of the family, and files are made once."""

import io
from importlib.util import find_spec

import pytest
from fontTools.ttLib import TTFont

from cvrender.fonts import web
from cvrender.fonts.web import web_fonts
from cvrender.model.families import FAMILIES


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_each_family_has_four_small_faces(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    faces = web_fonts(name, FAMILIES[name], "AVab é–")
    assert list(faces) == ["", "bold", "italic", "bolditalic"]
    for content in faces.values():
        assert content.startswith(b"wOF2" if find_spec("brotli") else b"wOFF")
        assert len(content) < 6000
        font = TTFont(io.BytesIO(content))
        assert sorted(map(chr, font.getBestCmap())) == sorted("AVab é–")
        assert "GPOS" in font, "no kerning"
        assert font["hmtx"][font.getBestCmap()[0x20]][0] > 100, "a space without width"
    assert faces[""] != faces["bold"]
    monkeypatch.setattr(web, "_compressed", None)
    assert web_fonts(name, FAMILIES[name], "–é baVA") == faces, "made again"


def test_a_family_that_is_not_there_has_no_faces() -> None:
    assert web_fonts("another", FAMILIES["source-sans"], "a") == {}
