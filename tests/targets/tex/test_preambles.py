"""Test preambles: each is written once and then cached."""

import shutil
from pathlib import Path

import pytest

from cvrender.load.library import find_style
from cvrender.model.style import Style
from cvrender.model.value import replace
from cvrender.targets.templates import template_environment
from cvrender.targets.tex import preambles
from cvrender.targets.tex import write as latex
from cvrender.targets.tex.preambles import preamble_of


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that begins empty."""
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def style(tmp_path: Path) -> Style:
    """The style classic, its first folder a copy that can be changed."""
    found = find_style("classic")
    shutil.copytree(found.folders[0], tmp_path / "style")
    own = (tmp_path / "style", *found.folders[1:])
    return replace(found, folders=own, templates=own)


def entries(cache: Path) -> list[Path]:
    return sorted((cache / "preambles").glob("*/data.json"))


def test_it_is_what_the_style_says_and_is_written_once(style: Style, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = latex.preamble(style)
    assert preamble_of(style) == (written, latex.packages(style))
    assert len(entries(cache)) == 1
    monkeypatch.setattr(latex, "preamble", lambda style: pytest.fail("written again"))
    assert preamble_of(style) == (written, latex.packages(style))


def test_whatever_it_is_made_from_makes_another(style: Style, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = {preamble_of(style)}
    seen.add(preamble_of(replace(style, values={**style.values, "margin": "31mm"})))
    seen.add(preamble_of(replace(style, latex=replace(style.latex, packages=("geometry",)))))
    (style.folders[0] / "latex").mkdir(exist_ok=True)
    (style.folders[0] / "latex" / "class.tex").write_text("% mine\n", "utf-8")
    template_environment.cache_clear()
    seen.add(preamble_of(again(style)))
    assert len(seen) == len(entries(cache)) == 4
    assert "% mine" in preamble_of(style).whole
    monkeypatch.setattr(preambles, "__version__", "0.0.0")
    preamble_of(again(style))
    assert len(entries(cache)) == 5


def again(style: Style) -> Style:
    """The style as the next request reads it."""
    return replace(style, name=style.name)


@pytest.mark.parametrize("damage", ["", "[]", "{", '["a", "b", 1]', '["a", "b", "c", "d"]', "7"])
def test_a_damaged_one_is_written_again(style: Style, cache: Path, damage: str) -> None:
    good = preamble_of(style)
    whole = entries(cache)[0].read_bytes()
    entries(cache)[0].write_text(damage, "utf-8")
    assert preamble_of(style) == good
    assert entries(cache)[0].read_bytes() == whole


def test_one_that_was_changed_is_not_believed(style: Style, cache: Path) -> None:
    good = preamble_of(style)
    entries(cache)[0].write_text(entries(cache)[0].read_text("utf-8").replace("geometry", "geometri"), "utf-8")
    assert preamble_of(style) == good


def test_it_works_without_a_cache(style: Style, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CVRENDER_CACHE", "/proc/nowhere")
    assert preamble_of(style).whole == latex.preamble(style)
