"""Test the options that change a look: each changes every target of every style, or says why it cannot."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from shutil import which

import pdfplumber
import pytest

from cvrender.api import render
from cvrender.errors import InputError
from cvrender.load.library import BUILT_IN, find_style
from cvrender.load.library.styles import with_options
from cvrender.load.photo import load_picture
from cvrender.load.reader import Source
from cvrender.merge.profile import load_profile
from cvrender.model.document import Document, LabelRow
from cvrender.model.levels import share_of
from cvrender.model.printed_texts import parts_of
from cvrender.model.prose_blocks import Picture
from cvrender.model.style import Style
from cvrender.model.value import replace
from cvrender.targets.docx.layout import layout_of
from cvrender.targets.docx.reference import reference
from cvrender.targets.docx.write import render as word
from cvrender.targets.html.write import render as html
from cvrender.targets.tex.write import render as tex

PROFILE = """
person: {name: Ada Example, emails: [ada@example.org]}
positions: [{title: Programmer, organization: Works, start: 1842, highlights: [A note]}]
skills: [{name: Tools, items: [Looms, Cards], level: 4/5}]
languages: [{language: German, level: B2}]
"""
VALUES = {
    "density": ("dense", "open"),
    "heading_mark": ("none", "below", "above", "line", "band", "bar"),
    "heading_lead": ("3",),
    "name_split": ("true",),
    "heading_case": ("typed", "capitals", "small-capitals"),
    "list_mark": ("bullet", "dash", "square", "ring"),
    "underline": ("true",),
    "tags": ("true",),
    "levels": ("bars", "dots"),
    "entry_icons": ("true",),
    "photo_side": ("start",),
    "date_side": ("start", "end"),
}
UNSEEN = {
    ("docx", "underline"): "Word underlines links always",
    ("docx", "entry_icons"): "the frames and tabs of dates leave no room for icons",
}
PHOTO = Picture(b"", "png", "Ada")
FEW = ("classic", "moderncv", "sidebar")
DocumentOf = Callable[..., Document]


def shown(document_of: DocumentOf, name: str, **options: str) -> dict[str, str]:
    """What each target makes of the profile in a style."""
    options = {"photo": "true", **options}
    style = with_options(find_style(name), options, Source("-", options, {}, {}), ())
    document = document_of(PROFILE, name, **options)
    document = replace(document, header=replace(document.header, photo=PHOTO))
    layout = layout_of(style)
    written = [word(document, layout), *reference(style, layout=layout).values()]
    return {"tex": tex(document, style), "html": html(document, style), "docx": json.dumps(written)}


def unchanged(document_of: DocumentOf, name: str) -> list[tuple[str, str, str]]:
    """The targets, options and values of a style that change nothing, unless the value is what the style has anyway."""
    before, same_options = shown(document_of, name), []
    look = find_style(name).look.section
    own = {
        "heading_mark": look.rule,
        "heading_case": "capitals" if look.caps else "small-capitals" if look.small_caps else "typed",
        "heading_lead": str(find_style(name).values["heading_lead"]),
        "levels": str(find_style(name).values["levels"]),
        "tags": str(find_style(name).values["tags"]).lower(),
        "entry_icons": str(find_style(name).values["entry_icons"]).lower(),
        "name_split": str(find_style(name).values["name_split"]).lower(),
        "list_mark": str(find_style(name).values["list_mark"]),
        "date_side": str(find_style(name).values["date_side"]),
    }
    for option, values in VALUES.items():
        if option in find_style(name).fixed:
            with pytest.raises(InputError, match=f'has no effect in "{name}"'):
                shown(document_of, name, **{option: values[0]})
            continue
        for value in values:
            after = shown(document_of, name, **{option: value})
            assert value != own.get(option) or option != "heading_mark" or before == after
            if value != own.get(option):
                same_options += [(target, option, value) for target in before if before[target] == after[target]]
    return same_options


@pytest.mark.parametrize("name", FEW)
def test_every_option_changes_every_target(document_of: DocumentOf, name: str) -> None:
    assert {(target, option) for target, option, _ in unchanged(document_of, name)} <= set(UNSEEN)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(BUILT_IN.names("styles")) - set(FEW)))
def test_every_option_changes_every_target_of_other_styles(document_of: DocumentOf, name: str) -> None:
    assert {(target, option) for target, option, _ in unchanged(document_of, name)} <= set(UNSEEN)


def test_levels_stay_as_text_and_only_stated_ones_have_bars(document_of: DocumentOf) -> None:
    assert [share_of(level) for level in ("A1", "B2 (Goethe)", "C2", "4/5", "80 %", "80%")] == [17, 67, 100, 80, 80, 80]
    assert not any(
        map(share_of, ("", "fluent", "native", "B2 spoken, C1 written", "5/4", "0/0", "120 %", "3.80 %", "B2B", "2019/2020"))
    )
    rows = {row.label.plain: row for row, _ in parts_of(document_of(PROFILE, "classic", levels="bars").sections, LabelRow)}
    assert (rows["Tools"].share, rows["German"].share) == (80, 67)
    assert "4/5" in rows["Tools"].text.plain and rows["German"].text.plain == "B2"
    assert not any(row.share for row, _ in parts_of(document_of(PROFILE, "classic").sections, LabelRow))


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["embedded", "lualatex"])
@pytest.mark.parametrize(
    ("language", "style", "side"), [("en", "classic", "left"), ("ar", "classic", "right"), ("ar", "moderncv", "right")]
)
def test_bars_begin_where_lines_begin(tmp_path: Path, language: str, style: str, side: str, engine: str) -> None:
    if engine != "embedded" and not which(engine):
        pytest.skip(f"{engine} is not installed")
    path = tmp_path / "ada.yaml"
    path.write_text(
        f"language: {language}\nengine: {engine}\nperson: {{name: Ada}}\nskills: [{{name: Tools, items: [Looms], level: 2/5}}]\n"
    )
    [artifacts] = render(load_profile(path), style=style, targets=["pdf"], options={"levels": "bars"})
    with pdfplumber.open(BytesIO(artifacts.content)) as opened:
        wide, narrow = sorted((rect for rect in opened.pages[0].rects if rect["height"] > 3), key=lambda rect: -rect["width"])[
            -2:
        ]
    assert wide["width"] > 1.4 * narrow["width"]
    assert ("left" if narrow["x0"] < wide["x0"] else "right") == side


def test_density_multiplies_what_is_not_set_besides_it() -> None:
    def made(style: Style, **options: str) -> tuple[object, object]:
        source = with_options(style, options, Source("-", options, {}, {}), ())
        return source.values["spacing"], source.values["leading"]

    classic = find_style("classic")
    assert made(classic, density="dense") == ("0.6", "0.96") and made(classic, density="open", spacing="2") == ("2", "1.08")
    dense = with_options(classic, {"density": "dense"}, Source("-", {}, {}, {}), ())
    assert made(dense, density="normal") == ("1", "1")


def test_an_option_that_a_style_cannot_follow_is_an_error_where_it_is_set(tmp_path: Path) -> None:
    source = Source("me.yaml", {"photo_side": "start"}, {}, {})
    with pytest.raises(InputError, match='has no effect in "portfolio": the photo is in the narrow column'):
        with_options(find_style("portfolio"), source.data, source, ())
    assert with_options(find_style("portfolio"), {"photo_side": "end"}, source, ()).values["photo_side"] == "end"


@pytest.mark.parametrize(("size", "expected"), [((300, 500), (300, 300)), ((900, 600), (480, 480))])
def test_a_photo_in_a_circle_is_square_and_clear_outside(
    tmp_path: Path, size: tuple[int, int], expected: tuple[int, int]
) -> None:
    from PIL import Image

    Image.new("RGB", size, "red").save(tmp_path / "me.jpg")
    paths = Image.open(BytesIO(load_picture(tmp_path, "me.jpg", "circle").content))
    assert (
        paths.size == expected and paths.getpixel((0, 0))[3] == 0 and paths.getpixel((expected[0] // 2,) * 2) == (254, 0, 0, 255)
    )
    whole = load_picture(tmp_path, "me.jpg", "rounded")
    assert whole.kind == "png" and whole.ratio == pytest.approx(size[0] / size[1])


@pytest.mark.slow
@pytest.mark.parametrize("case", ["capitals", "small-capitals"])
def test_every_option_at_once_is_typeset_in_the_commands_of_moderncv(tmp_path: Path, case: str) -> None:
    (tmp_path / "ada.yaml").write_text(PROFILE, "utf-8")
    options = {"heading_case": case, "list_mark": "square", "tags": "true", "levels": "bars", "underline": "true"}
    (artifacts,) = render(load_profile(tmp_path / "ada.yaml"), style="moderncv", targets=["pdf"], options=options)
    assert artifacts.content.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("person", "language", "name", "given"),
    [
        ("{name: Ada B. Example, credentials: [PhD]}", "en", "Ada B. Example, PhD", "Ada B. "),
        ("{name: Anna van der Berg, family: van der Berg}", "nl", "Anna van der Berg", "Anna "),
        ("{name: Ada}", "en", "Ada", ""),
        ("{name: Kovács Anna, family: Kovács}", "en", "Kovács Anna", ""),
        ("{name: Wei Zhang, native: 张伟}", "zh", "张伟", ""),
    ],
)
def test_the_given_names_are_those_before_the_family_name(
    document_of: DocumentOf, person: str, language: str, name: str, given: str
) -> None:
    header = document_of(f"language: {language}\nperson: {person}\n", "accent").header
    assert (header.name, header.given) == (name, given)
    assert header.divided_name.plain == name


@pytest.mark.parametrize(("language", "leads"), [("en", ["Exp"]), ("ru", ["Опы"]), ("ar", []), ("ja", [])])
def test_headings_begin_in_colour_in_scripts_with_capitals(document_of: DocumentOf, language: str, leads: list[str]) -> None:
    document = document_of(
        f"language: {language}\nperson: {{name: Ada}}\npositions: [{{title: A, organization: B}}]\n", heading_lead="3"
    )
    title = document.sections[0].title
    assert [span.text for span in title.spans if span.form == "lead"] == leads


@pytest.mark.parametrize("style", ["engineer", "classic"])
def test_tags_of_two_lines_stand_apart(style: str, tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text(
        f"person: {{name: Ada Example}}\nskills: [{{name: Tools, items: [{', '.join(f'typing {n}' for n in range(30))}]}}]\n"
    )
    (pdf,) = render(load_profile(tmp_path / "ada.yaml"), style=style, targets=["pdf"], options={"tags": "true"})
    tags = [shape for shape in pdfplumber.open(BytesIO(pdf.content)).pages[0].rects if 20 < shape["width"] < 60]
    lines = sorted({(round(tag["top"], 1), round(tag["bottom"], 1)) for tag in tags})
    assert len(lines) > 2
    assert all(above[1] + 1 < below[0] for above, below in zip(lines, lines[1:], strict=False))
