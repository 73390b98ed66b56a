"""Every profile in every style and target: each file is read back before it counts, so that nothing is lost anywhere."""

from pathlib import Path

import pytest

from cvrender.errors import Problem
from cvrender.library import BUILT_IN
from cvrender.pipeline import load_profile, render
from cvrender.targets import TARGETS

PROFILES = sorted((Path(__file__).parents[1] / "profiles").glob("*.yaml"))
STYLES = [name for name in BUILT_IN.names("styles") if name != "plain"]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("profile", PROFILES, ids=lambda path: path.stem)
def test_every_target_passes_its_checks(profile: Path, style: str) -> None:
    warnings: list[Problem] = []
    made = render(load_profile(profile), style=style, targets=TARGETS, warn=warnings.append)
    assert {Path(artifact.name).suffix.lstrip(".") for artifact in made} >= set(TARGETS)
    assert all(artifact.content for artifact in made)
    found = [str(problem) for problem in warnings]
    assert not [line for line in found if "alone" in line or "overfull" in line or "too wide" in line], found


def test_the_matrix_is_whole() -> None:
    assert len(STYLES) == 6
    assert len(PROFILES) == 6


@pytest.mark.parametrize("profile", [path for path in PROFILES if path.stem != "ada-example"], ids=lambda path: path.stem)
@pytest.mark.parametrize("view", ["cv", "resume", "bio", "publications", "talks-and-service"])
def test_every_view_passes_its_checks(profile: Path, view: str) -> None:
    loaded = load_profile(profile)
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
def test_every_option_reaches_the_page(option: str, values: list[str]) -> None:
    loaded = load_profile(next(path for path in PROFILES if path.stem == "ada-example"))
    plain = {artifact.name: artifact.content for artifact in render(loaded, targets=TARGETS)}
    for value in values:
        made = {artifact.name: artifact.content for artifact in render(loaded, targets=TARGETS, options={option: value})}
        assert set(made) >= set(plain)
        assert made["ada-example-full-classic.pdf"] != plain["ada-example-full-classic.pdf"], value


@pytest.mark.parametrize("style", STYLES)
def test_every_word_file_follows_the_open_xml_rules(style: str) -> None:
    loaded = load_profile(next(path for path in PROFILES if path.stem == "ada-example"))
    assert render(loaded, style=style, targets=["docx"], thorough=True, options={"photo": "true"})
