"""Documents in a family of font files: its faces, kerning and ligatures, what it lacks, and what readers get back."""

import io
import json
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pdfplumber
import pikepdf
import pypdfium2  # type: ignore[import-untyped, unused-ignore]
import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped, unused-ignore]

from cvrender import load_profile, render
from cvrender.errors import InputError
from cvrender.fonts.installed import find_family
from cvrender.fonts.sources import FONT_PACKAGE, package_folders
from cvrender.fonts.text import text_font
from cvrender.load.library import BUILT_IN, Library, find_style
from cvrender.model.families import FIGURES
from tests.targets.pdf.validators import violations

NAME = "Zoë O'Brien-Łukasz"
TEXTS = (
    "**Office Nguyễn**, *fluffy Ștefan*, ***efficient al-Ṭūsī***",
    "AVATAR To We: 10 × 3 ± 2 €, † 1234567890, “quotes” – fi ffi ffl fl ff `code` Ωμέγα",
    "Дмитрий Жуков, 汉语",
)
PLAIN = ("Office Nguyễn, fluffy Ștefan, efficient al-Ṭūsī", TEXTS[1].replace("`", ""), TEXTS[2])
PROFILE = f"""person: {{name: "{NAME}"}}
style: {{name: classic, options: {{font: %s}}}}
interests: {json.dumps(TEXTS)}
"""


@dataclass(frozen=True)
class Made:
    """The files of a CV in XCharter, which has PostScript outlines, in a profile's folder."""

    profile: Path
    files: Mapping[str, bytes]

    def __getitem__(self, ending: str) -> bytes:
        return next(content for name, content in self.files.items() if name.endswith(f"-full-classic.{ending}"))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("person")
    shutil.copytree(fonts_of("XCharter/XCharter-Regular.otf").parent, folder / "fonts")
    (folder / "me.yaml").write_text(PROFILE % "xcharter", "utf-8")
    return Made(folder / "me.yaml", files_of(folder / "me.yaml", "pdf", "tex", "html", "docx"))


def fonts_of(name: str) -> Path:
    return package_folders(FONT_PACKAGE)[0] / name


def files_of(profile: Path, *targets: str, engine: str = "", options: Mapping[str, str] | None = None) -> dict[str, bytes]:
    return {each.name: each.content for each in render(load_profile(profile), targets=targets, engine=engine, options=options)}


def fonts_in(pdf: bytes) -> set[str]:
    """The names of the fonts of a PDF, without the prefix of a subset."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return {str(item.BaseFont).partition("+")[2] for page in opened.pages for item in page.Resources.Font.values()}


def by_pdfium(pdf: bytes) -> str:
    with pypdfium2.PdfDocument(pdf) as document:
        return " ".join(page.get_textpage().get_text_range() for page in document)


def by_pdfplumber(pdf: bytes) -> str:
    with pdfplumber.open(io.BytesIO(pdf)) as document:
        return "\n".join(page.extract_text() for page in document.pages)


def by_poppler(pdf: bytes) -> str:
    return subprocess.run(["pdftotext", "-", "-"], input=pdf, capture_output=True, check=True).stdout.decode()


@pytest.mark.slow
@pytest.mark.parametrize("reader", [by_pdfium, by_pdfplumber, pytest.param(by_poppler, marks=pytest.mark.needs("pdftotext"))])
def test_every_reader_gets_the_texts_back(made: Made, reader: Callable[[bytes], str]) -> None:
    found = " ".join(reader(made["pdf"]).split())
    for text in (NAME, *PLAIN):
        assert text in found


@pytest.mark.slow
def test_all_letters_that_the_family_has_come_from_it(made: Made) -> None:
    faces = {f"XCharter-{face}" for face in ("Roman", "Bold", "Italic", "BoldItalic")}
    assert fonts_in(made["pdf"]) == faces | {"LMMono10-Regular", "NotoSansSC-Regular", "Space"}


@pytest.mark.slow
def test_the_pdf_passes_validation(made: Made, tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(made["pdf"])
    assert violations(tmp_path / "a.pdf") == []


@pytest.mark.slow
def test_the_same_profile_gives_the_same_files(made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path))
    assert files_of(made.profile, "tex") == {
        name: content for name, content in made.files.items() if not name.endswith(("pdf", "html", "docx"))
    }


@pytest.mark.slow
def test_the_source_names_the_family_and_has_its_files(made: Made) -> None:
    assert rb"\usepackage{fonts/me-full-classic}" in made["tex"]
    package = made.files["fonts/me-full-classic.sty"]
    assert rb"\cvmainfont{me-full-classic-main}{bold,italic,bolditalic}{XCharter}" in package
    faces = ("main", "main-bold", "main-italic", "main-bolditalic")
    assert {f"fonts/me-full-classic-{face}.ttf" for face in faces} < made.files.keys()
    assert {f"me-full-classic-{face}.tfm" for face in faces} == {
        name for name in made.files if re.search(r"-main\S*\.tfm$", name)
    }


@pytest.mark.slow
def test_html_names_the_family_and_word_one_that_it_has(made: Made) -> None:
    assert b'--font: "XCharter", ' in made["html"]
    with zipfile.ZipFile(io.BytesIO(made["docx"])) as archive:
        assert b'w:ascii="Cambria"' in archive.read("word/styles.xml")
        assert b'<w:font w:name="Cambria">' in archive.read("word/fontTable.xml")


@pytest.mark.slow
@pytest.mark.system_tex
@pytest.mark.parametrize("engine", ["xelatex", "lualatex"])
def test_other_engines_use_the_same_files(engine: str, made: Made) -> None:
    if not shutil.which(engine):
        pytest.skip(f"{engine} is not installed")
    pdf = next(iter(files_of(made.profile, "pdf", engine=engine).values()))
    assert all(text in " ".join(by_poppler(pdf).split()) for text in (NAME, *PLAIN))
    assert {"XCharter-Roman", "XCharter-Bold", "XCharter-Italic"} < fonts_in(pdf)


@pytest.mark.slow
def test_letters_are_kerned_and_joined() -> None:
    family = find_family("EB Garamond", None)
    assert family is not None and family.source is not None
    steps = lig_kern_steps(text_font(family.source).files["tfm"])
    assert steps["f", "i"] == 28 and steps["f", "f"] == 27
    assert steps[chr(27), "i"] == 30
    assert isinstance(steps["A", "V"], float) and steps["A", "V"] < -0.05


def lig_kern_steps(tfm: bytes) -> dict[tuple[str, str], int | float]:
    """The ligatures (a slot) and kerns (in em) of pairs of characters (TeX: The Program, part 30)."""
    words = [tfm[place : place + 4] for place in range(0, len(tfm), 4)]
    half = [int.from_bytes(tfm[place : place + 2]) for place in range(0, 24, 2)]
    _, header, first, last, width, height, depth, italic, steps, *_ = half
    info = words[6 + header :][: last - first + 1]
    start = 6 + header + len(info) + width + height + depth + italic
    program, kerns = words[start : start + steps], words[start + steps :]
    found: dict[tuple[str, str], int | float] = {}
    for slot, (_, _, tag, place) in enumerate(info, first):
        if tag & 3 != 1:
            continue
        if program[place][0] > 128:
            place = program[place][2] * 256 + program[place][3]
        while True:
            skip, right, kind, rest = program[place]
            number = int.from_bytes(kerns[(kind - 128) * 256 + rest], signed=True) / 2**20 if kind >= 128 else rest
            found[chr(slot), chr(right)] = number
            if skip >= 128:
                break
            place += skip + 1
    return found


def test_a_family_that_is_not_there_is_an_error_at_its_place(tmp_path: Path) -> None:
    (tmp_path / "me.yaml").write_text(PROFILE % "EB Garamont", "utf-8")
    with pytest.raises(InputError) as error:
        files_of(tmp_path / "me.yaml", "md")
    place = f'{tmp_path / "me.yaml"}:2:40: error: style.options.font: font family "EB Garamont" not found'
    assert str(error.value.problems[0]) == f'{place}; did you mean "EB Garamond"?'
    with pytest.raises(InputError, match="--set: error: font: should be the name of a font family"):
        files_of(tmp_path / "me.yaml", "md", options={"font": "a{b"})


@pytest.mark.slow
def test_figures_are_those_of_the_option_in_each_target(tmp_path: Path) -> None:
    (tmp_path / "me.yaml").write_text('person: {name: Ada}\ninterests: ["0123456789"]\n', "utf-8")
    options = {"font": "EB Garamond", "figures": "old-style-tabular"}
    files = files_of(tmp_path / "me.yaml", "tex", "html", "docx", options=options)
    plain = files_of(tmp_path / "me.yaml", "tex", options={**options, "figures": "default"})
    boxes = {}
    for kind, made in (("old", files), ("plain", plain)):
        with TTFont(io.BytesIO(made["fonts/me-full-classic-main.ttf"])) as font:
            names = {digit: f"uni003{digit}" for digit in range(10)}
            boxes[kind] = {digit: (font["glyf"][name].yMin, font["hmtx"][name][0]) for digit, name in names.items()}
    assert boxes["old"][9][0] < -150 < -50 < boxes["plain"][9][0]  # an old-style nine goes below the line
    assert len({width for _, width in boxes["old"].values()}) == 1
    assert b"font-variant-numeric: oldstyle-nums tabular-nums" in files["me-full-classic.html"]
    with zipfile.ZipFile(io.BytesIO(files["me-full-classic.docx"])) as archive:
        styles = archive.read("word/styles.xml")
    assert re.search(rb'<w14:numForm w14:val="oldStyle" ?/>\s*<w14:numSpacing w14:val="tabular" ?/>', styles)


def test_the_option_has_a_value_for_each_form_of_figures() -> None:
    assert find_style("plain").options["figures"].choices == tuple(FIGURES)


@pytest.fixture
def small_caps(tmp_path: Path) -> Library:
    """A style with small caps and old-style figures."""
    style = tmp_path / "styles" / "small"
    (style / "latex").mkdir(parents=True)
    (style / "style.yaml").write_text("about: small caps\nextends: classic\ndefaults: {font: EB Garamond, figures: old-style}\n")
    (style / "latex" / "own.tex").write_text(r"\renewcommand{\cvheadline}[1]{\textsc{#1}\par}")
    return Library((tmp_path,))


@pytest.mark.slow
def test_a_style_that_uses_small_caps_gets_those_of_the_family(tmp_path: Path, small_caps: Library) -> None:
    (tmp_path / "me.yaml").write_text("person: {name: Ada, headline: Engineer}\n")
    made = render(load_profile(tmp_path / "me.yaml"), style="small", targets=["pdf", "tex"], library=small_caps)
    assert b"{bold,italic,bolditalic,smallcaps}{EB Garamond}" in next(each.content for each in made if each.name.endswith(".sty"))
    assert "Engineer" in by_poppler(made[0].content)
    heights = {}
    for name in ("main", "main-smallcaps"):
        with TTFont(io.BytesIO(next(each.content for each in made if each.name == f"fonts/me-full-small-{name}.ttf"))) as font:
            heights[name] = font["glyf"]["uni0067"].yMin
    assert heights["main"] < -200 < -50 < heights["main-smallcaps"]  # a small capital G has no tail


@pytest.mark.slow
@pytest.mark.system_tex
@pytest.mark.parametrize("engine", ["xelatex", "lualatex"])
def test_other_engines_set_small_caps_and_figures(engine: str, tmp_path: Path, small_caps: Library) -> None:
    if not shutil.which(engine):
        pytest.skip(f"{engine} is not installed")
    (tmp_path / "me.yaml").write_text("person: {name: Ada, headline: Xg}\nbio: Xg 19\n")
    made = render(load_profile(tmp_path / "me.yaml"), style="small", targets=["pdf"], library=small_caps, engine=engine)
    with pypdfium2.PdfDocument(made[0].content) as document:
        page = document[0].get_textpage()
        text = page.get_text_range()
        foot = [page.get_charbox(index)[1] for index in range(page.count_chars())]
    first, second, figures = text.index("Xg"), text.rindex("Xg"), text.index("19")
    assert abs(foot[first + 1] - foot[first]) < 0.5, "a small capital G has no tail"
    assert foot[second] - foot[second + 1] > 1.5 and foot[figures] - foot[figures + 1] > 1.5


@pytest.mark.slow
def test_every_style_declares_the_family(made: Made) -> None:
    for style in BUILT_IN.names("styles"):
        files = render(load_profile(made.profile), style=style, targets=["tex"], options={"font": "XCharter"})
        package = next(each for each in files if each.name.endswith(".sty"))
        assert re.search(rb"\{bold,italic,bolditalic(,smallcaps)?\}\{XCharter\}", package.content), style
        assert rf"\usepackage{{{package.name.removesuffix('.sty')}}}".encode() in files[0].content, style
