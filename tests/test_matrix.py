"""Render every profile in every style, view and target: each file is read back before it counts, so nothing is lost anywhere."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cvrender.library import BUILT_IN, view_names
from cvrender.pipeline import load_profile, render
from cvrender.targets import TARGETS

PROFILES = sorted((Path(__file__).parents[1] / "profiles").glob("*.yaml"))
STYLES = [name for name in BUILT_IN.names("styles") if name != "plain"]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("profile", PROFILES, ids=lambda path: path.stem)
def test_every_target_passes_its_checks(profile: Path, style: str, rendered: Callable[[str, str], Any]) -> None:
    made = rendered(profile.stem, style)
    assert {Path(name).suffix.lstrip(".") for name in made.files} >= set(TARGETS)
    assert all(made.files.values())
    assert not [line for line in made.warnings if "alone" in line or "overfull" in line or "too wide" in line], made.warnings


def test_the_matrix_is_whole() -> None:
    assert len(STYLES) >= 6
    assert len(PROFILES) >= 6


@pytest.mark.parametrize("profile", PROFILES, ids=lambda path: path.stem)
def test_every_view_passes_its_checks(profile: Path) -> None:
    loaded = load_profile(profile)
    views = set(view_names(loaded.profile))
    assert views > {"full", "resume", "bio", "publications", "talks-and-service"}, "each has one of its own"
    for view in views - {"full"}:
        made = render(loaded, view=view, targets=["tex", "pdf", "md", "docx"])
        assert {Path(artifact.name).suffix for artifact in made} >= {".tex", ".pdf", ".md", ".docx"}


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("page", ["letter"]),
        ("margin", ["0.9in"]),
        ("size", ["11pt", "12pt"]),
        ("font", ["charter", "source-sans", "latin-modern-sans"]),
        ("accent", ["#005a9c"]),
        ("spacing", ["0.7"]),
        ("dates", ["long", "numeric", "iso"]),
        ("range", ["hyphen"]),
        ("legend", ["entry"]),
        ("numbering", ["false"]),
        ("icons", ["true"]),
        ("photo", ["true"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_option_reaches_the_page(option: str, values: list[str], rendered: Callable[[str, str], Any]) -> None:
    loaded = load_profile(next(path for path in PROFILES if path.stem == "ada-example"))
    plain = rendered("ada-example", "classic").files
    for value in values:
        made = {artifact.name: artifact.content for artifact in render(loaded, targets=TARGETS, options={option: value})}
        assert set(made) >= set(plain)
        assert made["ada-example-full-classic.pdf"] != plain["ada-example-full-classic.pdf"], value


@pytest.mark.parametrize("style", STYLES)
def test_every_word_file_follows_the_open_xml_rules(style: str) -> None:
    loaded = load_profile(next(path for path in PROFILES if path.stem == "ada-example"))
    assert render(loaded, style=style, targets=["docx"], thorough=True, options={"photo": "true"})
