"""Test where a photo is in the head: it leaves a centred name in the middle, and is as wide as the bars of moderncv."""

import io
from pathlib import Path

import pdfplumber
import pytest

from cvrender.api import render
from cvrender.merge.profile import load_profile

ROOT = Path(__file__).parents[1]


@pytest.fixture
def page(request: pytest.FixtureRequest, tmp_path: Path) -> pdfplumber.page.Page:
    (tmp_path / "ada.png").write_bytes((ROOT / "profiles" / "ada-example.png").read_bytes())
    profile = tmp_path / "ada.yaml"
    profile.write_text("person: {name: Ada Example, photo: ada.png}\ninterests: [machines]\n", "utf-8")
    (pdf,) = render(load_profile(profile), style=request.param, targets=["pdf"], options={"photo": "true"})
    return pdfplumber.open(io.BytesIO(pdf.content)).pages[0]


@pytest.mark.parametrize("page", ["classic"], indirect=True)
def test_a_centred_head_stays_in_the_middle_of_the_page(page: pdfplumber.page.Page) -> None:
    name = page.extract_words()[:2]
    assert [word["text"] for word in name] == ["Ada", "Example"] and page.images
    assert abs((name[0]["x0"] + name[1]["x1"]) / 2 - float(page.width) / 2) < 1


@pytest.mark.parametrize("page", ["moderncv"], indirect=True)
def test_the_photo_of_moderncv_is_above_the_bars(page: pdfplumber.page.Page) -> None:
    (photo,), bar = page.images, page.rects[0]
    assert abs(photo["x0"] - bar["x0"]) < 0.5 and abs(photo["x1"] - bar["x1"]) < 0.5
    assert photo["bottom"] < bar["top"]


@pytest.mark.parametrize("side", ["start", "end"])
@pytest.mark.parametrize("style", ["folio", "passport", "timeline"])
def test_no_photo_is_over_the_name_where_dates_have_a_column(style: str, side: str, tmp_path: Path) -> None:
    (tmp_path / "ada.png").write_bytes((ROOT / "profiles" / "ada-example.png").read_bytes())
    profile = tmp_path / "ada.yaml"
    profile.write_text("person: {name: Ada Example, photo: ada.png}\ninterests: [machines]\n", "utf-8")
    options = {"photo": "true", "photo_side": side}
    (pdf,) = render(load_profile(profile), style=style, targets=["pdf"], options=options)
    page = pdfplumber.open(io.BytesIO(pdf.content)).pages[0]
    (photo,), name = page.images, next(word for word in page.extract_words() if word["text"] == "Ada")
    assert photo["x1"] < name["x0"] < photo["x1"] + 30 if side == "start" else name["x0"] < 80 and name["x1"] < photo["x0"]
    assert 40 < min(photo["x0"], name["x0"]) < 80 and photo["x1"] < page.width - 40


@pytest.mark.parametrize("style", ["sidebar", "mosaic", "accent"])
def test_a_photo_stands_in_lines_from_right_to_left(style: str, profiles_dir: Path) -> None:
    """At the side, and next to a name that is too long for its line."""
    profile = load_profile(profiles_dir / "ada-example.yaml")
    (pdf,) = render(profile, style=style, language="he", targets=["pdf"], options={"photo": "true"})
    assert pdfplumber.open(io.BytesIO(pdf.content)).pages[0].images


def test_the_rule_of_casual_is_below_the_credentials(tmp_path: Path) -> None:
    (tmp_path / "ada.png").write_bytes((ROOT / "profiles" / "ada-example.png").read_bytes())
    profile = tmp_path / "ada.yaml"
    profile.write_text("person: {name: Ada Maximiliane Example-Specimen, credentials: [Py.Eng.], photo: ada.png}\n", "utf-8")
    options = {"photo": "true", "variant": "casual"}
    (pdf,) = render(load_profile(profile), style="moderncv", targets=["pdf"], options=options)
    page = pdfplumber.open(io.BytesIO(pdf.content)).pages[0]
    (rule,) = [shape for shape in page.rects if shape["width"] > 200]
    letters = next(word for word in page.extract_words() if "Eng" in word["text"])
    assert 0 < rule["top"] - letters["bottom"] < 8
