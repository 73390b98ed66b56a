"""The gallery: each look has a picture of a made-up person and its command, and differs from its parent by more than colours."""

import importlib.util
import shlex
from pathlib import Path

import pytest
import yaml
from PIL import Image

from cvrender.api import render
from cvrender.load.library.search_path import BUILT_IN
from cvrender.merge.profile import load_profile
from cvrender.rules.check import check
from cvrender.targets.pdf.read import lines_by_page
from tests.conftest import ROOT

NAMES = sorted(set(BUILT_IN.names("styles")) - {"plain"})
PAGE = (ROOT / "docs" / "gallery.md").read_text("utf-8")
PEOPLE = sorted((ROOT / "profiles" / "gallery").glob("*.yaml"))
_SPEC = importlib.util.spec_from_file_location("gallery", ROOT / "docs" / "gallery.py")
assert _SPEC and _SPEC.loader
gallery = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(gallery)


@pytest.mark.parametrize("name", NAMES)
def test_each_look_has_a_picture_at_twice_the_size_and_its_command(name: str) -> None:
    command = gallery.command(name)
    assert f"![{name}](images/{name}.png)" in PAGE and f"`{command}`" in PAGE
    words = shlex.split(command)
    assert (ROOT / words[2]).is_file() and words[words.index("--style") + 1] == name
    with Image.open(ROOT / "docs" / "images" / f"{name}.png") as picture:
        assert picture.width == 2 * 595
    assert (ROOT / "docs" / "images" / f"{name}.png").stat().st_size < 200_000


def test_every_look_and_no_other_is_in_the_gallery() -> None:
    assert sorted(gallery.STYLES) == NAMES


@pytest.mark.parametrize("path", PEOPLE, ids=lambda path: path.stem)
def test_the_people_of_the_gallery_have_no_problems_and_are_made_up(path: Path) -> None:
    said: list[str] = []
    check(load_profile(path), lambda problem: said.append(str(problem)))
    assert not said
    assert "everybody and everything here is made up" in path.read_text("utf-8").splitlines()[0]


@pytest.mark.parametrize("name", NAMES)
def test_a_look_differs_from_its_parent_by_more_than_colours(name: str) -> None:
    look = yaml.safe_load((ROOT / "styles" / name / "style.yaml").read_text("utf-8"))["look"]
    assert {key for part in look.values() for key in part} - {"color", "rule_color"}


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_full_cv_has_lines_of_at_most_a_hundred_letters(name: str) -> None:
    loaded = load_profile(ROOT / "profiles" / "gallery" / "elena-marlow.yaml")
    [pdf] = render(loaded, view="full", style=name, targets=["pdf"])
    lines = [line for page in lines_by_page(pdf.content) for line in page]
    assert max(map(len, lines)) <= 104  # those with dates next to them have more
