"""Logos of employers: shown where the style asks for them, described, read safely, and lost to nobody."""

import re
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from cvrender.api import render
from cvrender.errors import InputError
from cvrender.load.request import RenderRequest
from cvrender.merge.profile import load_profile
from cvrender.pipeline import load_and_prepare

PROFILE = """
person: {name: Lo Example}
positions:
  - {organization: Example **Works**, title: Engineer, start: 2019, end: present, logo: logos/works.png}
  - {organization: Nowhere College, logo: logos/college.jpeg, roles: [{title: Reader, start: 2015, end: 2019}]}
education:
  - {institution: Nowhere College, degree: Ph.D., end: 2012, logo: logos/college.jpeg}
memberships:
  - {organization: Society of Samples, date: 2020/, logo: logos/works.png}
views:
  hidden: {extends: full, anonymous: true}
"""


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    (tmp_path / "logos").mkdir()
    Image.new("RGBA", (300, 100), "#14508c").save(tmp_path / "logos/works.png")
    Image.new("RGB", (80, 80), "#8c1414").save(tmp_path / "logos/college.jpeg")
    (tmp_path / "lo.yaml").write_text(PROFILE, "utf-8")
    return tmp_path / "lo.yaml"


@pytest.mark.few_styles("classic")
@pytest.mark.parametrize("style", ["classic", "moderncv"])
def test_logos_are_in_targets_with_pictures_and_nothing_is_lost_in_the_others(profile: Path, style: str) -> None:
    targets = ("tex", "pdf", "docx", "html", "md", "txt")
    made = {
        each.name: each.content for each in render(load_profile(profile), style=style, targets=targets, options={"logos": "true"})
    }
    stem = f"lo-full-{style}"
    assert sorted(Path(name).suffix for name in made if "logo-" in name) == [".jpeg", ".png"], "each file once"
    assert made[f"{stem}.tex"].count(b"\\cvlogo{lo-full") == 4
    described = re.findall(r'class="logo" src="data:image/\w+;base64,[^"]*" alt="([^"]*)"', made[f"{stem}.html"].decode())
    assert sorted(described) == ["Example Works", "Nowhere College", "Nowhere College", "Society of Samples"]
    with pikepdf.open(BytesIO(made[f"{stem}.pdf"])) as pdf:
        figures = [str(item.Alt) for item in pdf.objects if isinstance(item, pikepdf.Dictionary) and item.get("/S") == "/Figure"]
    assert sorted(figures) == sorted(described)
    for end in ("md", "txt"):
        assert "logo" not in made[f"{stem}.{end}"].decode()
        assert "Nowhere College" in made[f"{stem}.{end}"].decode()


def test_without_the_option_no_file_is_read(profile: Path) -> None:
    (profile.parent / "logos/works.png").unlink()
    (artifact,) = render(load_profile(profile), targets=["html"])
    assert b"logo" not in artifact.content.partition(b"<body")[2]


def test_an_anonymous_view_shows_none(profile: Path) -> None:
    (artifact,) = render(load_profile(profile), view="hidden", targets=["html"], options={"logos": "true"})
    assert b"<img" not in artifact.content


def test_a_logo_is_one_of_the_files_that_a_cv_depends_on(profile: Path) -> None:
    prepared = load_and_prepare(RenderRequest(profile=str(profile), options=(("logos", "true"),)))
    assert {Path(file).name for file in prepared.inputs} >= {"works.png", "college.jpeg"}


@pytest.mark.parametrize(
    ("name", "message"),
    [("../secret.png", "not in the profile's folder"), ("logos/none.png", "not found"), ("lo.yaml", "not a PNG")],
)
def test_only_pictures_of_the_folder_are_read(profile: Path, name: str, message: str) -> None:
    profile.write_text(PROFILE.replace("logos/works.png", name), "utf-8")
    with pytest.raises(InputError, match=message) as caught:
        render(load_profile(profile), targets=["txt"], options={"logos": "true"})
    assert caught.value.problems[0].path == "positions[0].logo"
    assert caught.value.problems[0].line == 4
