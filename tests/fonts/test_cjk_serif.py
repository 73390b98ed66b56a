"""Test that ideographs have serifs where the letters have them, if a package of the extra `cjk-serif` is installed."""

import io
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder  # type: ignore[import-untyped, unused-ignore]
from fontTools.pens.t2CharStringPen import T2CharStringPen  # type: ignore[import-untyped, unused-ignore]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped, unused-ignore]

from cvrender.fonts import GlyphFonts, glyph_fonts
from cvrender.fonts.sources import font_sources, lacking_serif_ideographs

TEXT = "例題太郎、さくら"
WIDTH = 987


def font(chars: str) -> bytes:
    """A font with PostScript outlines: each character is a triangle."""
    names = {ord(char): f"c{ord(char)}" for char in " " + chars}
    pen = T2CharStringPen(WIDTH, None)
    pen.moveTo((100, 0))
    pen.lineTo((500, 800))
    pen.curveTo((600, 700), (700, 300), (900, 0))
    pen.closePath()
    drawn = pen.getCharString()
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap(names)
    builder.setupCFF("Serif-Regular", {}, dict.fromkeys([".notdef", *names.values()], drawn), {})
    builder.setupHorizontalMetrics(dict.fromkeys([".notdef", *names.values()], (WIDTH, 100)))
    builder.setupHorizontalHeader(ascent=880, descent=-120)
    builder.setupNameTable({"familyName": "Serif", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    stream = io.BytesIO()
    builder.save(stream)
    return stream.getvalue()


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder on Python's path for packages of fonts."""
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def install(folder: Path, package: str, name: str, chars: str) -> None:
    path = folder / f"pylopdf_fonts_{package}" / f"{name}-Regular.otf"
    path.parent.mkdir()
    (path.parent / "__init__.py").touch()
    path.write_bytes(font(chars))


def names(language: str, sans: bool = False) -> list[str]:
    """The beginnings of the names of ideographs' files, in search order."""
    shown = [source.regular.path.name.partition("-")[0] for source in font_sources(language, sans)]
    return [name for name in shown if name[-2:] in ("SC", "TC", "JP", "KR")]


def widths(made: GlyphFonts, face: str) -> set[int]:
    with TTFont(io.BytesIO(made[0][0].files[f"{face}ttf"])) as font:
        return {width for name, (width, _) in font["hmtx"].metrics.items() if name.startswith("uni")}


def test_ideographs_have_serifs_and_their_bold_face_has_none(packages: Path) -> None:
    assert font_sources("ja") and "NotoSerifJP" not in names("ja")
    install(packages, "jp", "NotoSerifJP", TEXT)
    fonts = glyph_fonts(TEXT, "ja")
    assert widths(fonts, "") == {WIDTH} and widths(fonts, "bold.") == {1000}
    assert widths(glyph_fonts(TEXT, "ja", sans=True), "") == {1000}
    assert not fonts[1]


def test_each_language_has_its_own_forms_first(packages: Path) -> None:
    install(packages, "jp", "NotoSerifJP", TEXT)
    install(packages, "zh_tw", "NotoSerifTC", TEXT)
    assert names("ja") == ["NotoSerifJP", "NotoSansJP", "NotoSansSC", "NotoSansKR"]
    assert names("zh") == ["NotoSansSC", "NotoSerifJP", "NotoSansJP", "NotoSansKR"]
    assert names("zh-Hant")[:2] == ["NotoSerifTC", "NotoSansKR"]
    assert names("ja", sans=True) == ["NotoSansJP", "NotoSansSC", "NotoSansKR"]


def test_what_the_family_with_serifs_lacks_comes_from_another(packages: Path) -> None:
    install(packages, "jp", "NotoSerifJP", TEXT[:4])
    fonts, missing = glyph_fonts(TEXT, "ja")
    assert sorted("".join(glyph.char for glyph in each.glyphs) for each in fonts) == sorted(
        ["".join(sorted(TEXT[:4])), "".join(sorted(TEXT[4:]))]
    )
    assert missing == ()


def test_packages_of_serifs_that_are_not_installed_are_known(packages: Path) -> None:
    before = lacking_serif_ideographs()
    install(packages, "jp", "NotoSerifJP", TEXT)
    assert lacking_serif_ideographs() == [name for name in before if name != "pylopdf_fonts_jp"] != before
