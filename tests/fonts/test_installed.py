"""Find families by name: in a profile's folder, in packages, in the system's folders."""

import io
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont  # type: ignore[import-untyped, unused-ignore]

from cvrender.errors import InputError
from cvrender.fonts import files, installed
from cvrender.fonts.files import open_font
from cvrender.fonts.installed import find_family, nearest_family, offered_families, own_files
from cvrender.fonts.sources import source_of
from cvrender.fonts.text import text_font
from cvrender.model.families import Family
from cvrender.system import cache

MakeFont = Callable[..., Path]

PACKAGED = {
    "EB Garamond": "serif",
    "Gentium Book Plus": "serif",
    "Lato": "sans",
    "Noto Sans": "sans",
    "Open Sans": "sans",
    "Open Sauce Sans": "sans",
    "Poppins": "sans",
    "Raleway": "sans",
    "Roboto": "sans",
    "Source Sans 3": "sans",
    "Ubuntu": "sans",
    "XCharter": "serif",
}


@pytest.fixture
def no_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "system_folders", list)


def family_of(name: str, folder: Path | None = None) -> Family:
    family = find_family(name, folder)
    assert family is not None and family.source is not None
    return family


def file_names(family: Family) -> dict[str, str]:
    assert family.source is not None
    return {"regular": family.source.regular.path.name, **{face: file.path.name for face, file in family.source.faces}}


@pytest.mark.parametrize("name", PACKAGED)
def test_families_of_the_package_are_found_with_four_faces(name: str, no_system: None) -> None:
    family = family_of(name)
    assert (family.name, family.sans) == (name, PACKAGED[name] == "sans")
    assert [face for face, _ in family.source.faces] == ["bold", "italic", "bolditalic"]  # type: ignore[union-attr]
    assert len(set(file_names(family).values())) == 4
    assert 1 < family.word_line < 1.7


def test_a_family_in_a_folder_of_other_ones_is_found(no_system: None) -> None:
    assert file_names(family_of("Noto Sans JP")) == {"regular": "NotoSansJP-Regular.ttf", "bold": "NotoSansJP-Bold.ttf"}


def test_a_package_of_fontpkg_is_found_by_its_name(no_system: None) -> None:
    assert file_names(family_of("amiri"))["bolditalic"] == "Amiri-BoldItalic.ttf"


def test_the_profiles_folder_comes_first(tmp_path: Path, make_font: MakeFont, no_system: None) -> None:
    (tmp_path / "fonts").mkdir()
    make_font(tmp_path / "fonts" / "Mine.ttf", "Lato")
    assert file_names(family_of("LATO", tmp_path)) == {"regular": "Mine.ttf"}
    assert family_of("LATO", tmp_path / "elsewhere").name == "Lato"
    assert [path.name for path in own_files(tmp_path)] == ["Mine.ttf"]


def test_a_system_family_is_found_where_fontconfig_looks(
    tmp_path: Path, make_font: MakeFont, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installed.sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "none"))
    deep = tmp_path / "fonts" / "truetype" / "boxes"
    deep.mkdir(parents=True)
    for weight in (300, 400, 700, 900):
        make_font(deep / f"Boxes-{weight}.ttf", "System Boxes", weight=weight)
    assert file_names(family_of("System Boxes")) == {"regular": "Boxes-400.ttf", "bold": "Boxes-700.ttf"}
    assert nearest_family("Sistem Boxes", (), None) == "System Boxes"
    make_font(deep / "Boxes-600.ttf", "System Boxes", weight=600)
    (deep / "Boxes-700.ttf").unlink()
    assert file_names(family_of("System Boxes"))["bold"] == "Boxes-600.ttf"


def test_what_is_not_there_is_none_and_near_names_are_known(no_system: None) -> None:
    assert find_family("No Such Family", None) is None
    assert nearest_family("EB Garamont", (), None) == "EB Garamond"
    assert nearest_family("chartre", ("charter",), None) == "charter"
    assert nearest_family("zzzz", (), None) is None


@pytest.mark.parametrize("content", [b"\0" * 1000, b"", b"\0\1\0\0cut", None], ids=["zeros", "empty", "cut", "damaged names"])
def test_a_damaged_file_next_to_a_profile_is_named(
    content: bytes | None, tmp_path: Path, make_font: MakeFont, no_system: None
) -> None:
    (tmp_path / "fonts").mkdir()
    whole = make_font(tmp_path / "fonts" / "whole.ttf", "Whole Boxes").read_bytes()
    (tmp_path / "fonts" / "broken.ttf").write_bytes(damaged(whole, "OS/2") if content is None else content)
    for _ in ("read", "from the cache"):
        with pytest.raises(InputError, match=r"broken\.ttf: error: the font cannot be used; its file is damaged"):
            find_family("Whole Boxes", tmp_path)
    assert "Whole Boxes" in offered_families(tmp_path)


def test_links_and_files_that_are_not_fonts_are_left_out(tmp_path: Path, make_font: MakeFont, no_system: None) -> None:
    outside = make_font(tmp_path / "outside.ttf", "Outside")
    folder = tmp_path / "person" / "fonts"
    folder.mkdir(parents=True)
    (folder / "link.ttf").symlink_to(outside)
    (folder / "note.txt").write_text("no font")
    (folder / "deeper").mkdir()
    shutil.copy(outside, folder / "deeper" / "outside.ttf")
    assert find_family("Outside", tmp_path / "person") is None
    other = tmp_path / "other"
    other.mkdir()
    (other / "fonts").symlink_to(tmp_path)
    assert find_family("Outside", other) is None


def test_a_link_that_replaces_a_font_is_not_followed(tmp_path: Path, make_font: MakeFont, no_system: None) -> None:
    outside = make_font(tmp_path / "outside.ttf", "Outside")
    (tmp_path / "fonts").mkdir()
    shutil.copy(outside, tmp_path / "fonts" / "mine.ttf")
    family = family_of("Outside", tmp_path)
    (tmp_path / "fonts" / "mine.ttf").unlink()
    (tmp_path / "fonts" / "mine.ttf").symlink_to(outside)
    assert family.source is not None
    with pytest.raises((InputError, OSError)):
        text_font(family.source)


def test_a_file_that_is_too_large_is_not_read(
    tmp_path: Path, make_font: MakeFont, no_system: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fonts").mkdir()
    path = make_font(tmp_path / "fonts" / "mine.ttf", "Mine Only")
    monkeypatch.setattr(files, "MAX_BYTES", path.stat().st_size - 1)
    with pytest.raises(InputError, match="mine.ttf: error: the font cannot be used; its file is damaged, larger than"):
        find_family("Mine Only", tmp_path)


@pytest.mark.parametrize("change", [{"unitsPerEm": 16}, {"advance": 30_000}])
def test_a_font_with_impossible_measures_is_named(
    change: dict[str, int], tmp_path: Path, make_font: MakeFont, no_system: None
) -> None:
    (tmp_path / "fonts").mkdir()
    path = make_font(tmp_path / "fonts" / "mine.ttf", "Mine Only")
    with TTFont(path) as font:
        font["head"].unitsPerEm = change.get("unitsPerEm", font["head"].unitsPerEm)
        if advance := change.get("advance"):
            font["hmtx"].metrics = {name: (advance, side) for name, (_, side) in font["hmtx"].metrics.items()}
        font.save(path)
    source = family_of("Mine Only", tmp_path).source
    assert source is not None
    with pytest.raises(InputError, match="mine.ttf: error: the font cannot be used"):
        text_font(source)


def test_a_changed_file_is_read_again(tmp_path: Path, make_font: MakeFont, no_system: None) -> None:
    (tmp_path / "fonts").mkdir()
    path = make_font(tmp_path / "fonts" / "mine.ttf", "Before")
    assert family_of("Before", tmp_path)
    make_font(path, "After It")
    os.utime(path, ns=(1, 1))
    assert find_family("Before", tmp_path) is None
    assert family_of("After It", tmp_path)


def test_a_damaged_index_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_system: None) -> None:
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path))
    expected = family_of("Lato")
    (index,) = (cache.cache_folder() / "fonts").glob("*/data.json")
    whole = index.read_bytes()
    for damaged in (whole[:100], b"[1]", b'{"a": 1}', whole.replace(b"Lato", b"Lata")):
        index.write_bytes(damaged)
        assert family_of("Lato") == expected
        assert index.read_bytes() == whole


def test_a_face_of_a_collection_is_found(collection: Path, no_system: None, tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    shutil.copy(collection, tmp_path / "fonts" / "boxes.ttc")
    family = family_of("Second Boxes", tmp_path)
    assert family.source is not None and family.source.regular.number == 1
    assert "A" in text_font(family.source).chars


def test_a_variable_font_is_regular_and_bold(tmp_path: Path, make_font: MakeFont, no_system: None) -> None:
    (tmp_path / "fonts").mkdir()
    make_font(tmp_path / "fonts" / "Boxes[wght].ttf", "Variable Boxes", variable=True)
    family = family_of("Variable Boxes", tmp_path)
    assert family.source is not None
    assert [file.weight for file in family.source.files] == [400, 700]
    font = text_font(family.source)
    assert font.faces == "bold"
    assert font.files["tfm"] != font.files["bold.tfm"]  # bold letters are wider


def damaged(whole: bytes, table: str) -> bytes:
    """A font with one table full of ones."""
    with TTFont(io.BytesIO(whole)) as font:
        entry = font.reader.tables[table]
    return whole[: entry.offset] + b"\xff" * entry.length + whole[entry.offset + entry.length :]


@pytest.mark.slow
@pytest.mark.parametrize("table", ["glyf", "hmtx", "cmap", "GPOS", "GSUB", "name", "OS/2", "maxp", "head"])
def test_a_damaged_font_is_an_error(table: str, tmp_path: Path, no_system: None) -> None:
    lato = source_of("Lato/Lato")
    assert lato is not None
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "Lato.ttf").write_bytes(damaged(lato.regular.path.read_bytes(), table))
    with pytest.raises(InputError, match="Lato.ttf: error: the font cannot be used"):
        text_font(family_of("Lato", tmp_path).source)  # type: ignore[arg-type]


def test_a_web_font_that_is_named_ttf_is_used(tmp_path: Path, make_font: MakeFont, no_system: None) -> None:
    (tmp_path / "fonts").mkdir()
    with TTFont(make_font(tmp_path / "boxes.ttf", "Web Boxes")) as font:
        font.flavor = "woff"
        font.save(tmp_path / "fonts" / "boxes.ttf")
    source, saved = family_of("Web Boxes", tmp_path).source, io.BytesIO()
    assert source is not None and source.regular.path.read_bytes().startswith(b"wOFF")
    with open_font(source.regular) as font:
        font.save(saved)
    assert saved.getvalue().startswith(b"\0\1\0\0")


@pytest.mark.slow
def test_kerning_beyond_the_limit_of_tex_is_an_error(tmp_path: Path, no_system: None) -> None:
    lato = source_of("Lato/Lato")
    assert lato is not None
    (tmp_path / "fonts").mkdir()
    with TTFont(lato.regular.path) as font:
        addOpenTypeFeaturesFromString(font, "languagesystem latn dflt; feature kern {pos A V 30000;} kern;")
        font["head"].unitsPerEm = 1000
        font.save(tmp_path / "fonts" / "Lato.ttf")
    source = family_of("Lato", tmp_path).source
    assert source is not None
    with pytest.raises(InputError, match="Lato.ttf: error: the font cannot be used"):
        text_font(source)


def test_a_font_that_could_not_be_read_once_is_read_again(
    tmp_path: Path, make_font: MakeFont, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "cache"))
    (tmp_path / "fonts").mkdir()
    make_font(tmp_path / "fonts" / "Mine.ttf", "Half Written")
    with monkeypatch.context() as patch:
        patch.setattr(installed, "open_font", None)
        assert not installed._faces([tmp_path / "fonts"], own=True)
    [(_, face)] = installed._faces([tmp_path / "fonts"], own=True)
    assert face.family == "Half Written"
