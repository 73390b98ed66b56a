"""Render every profile, style, view, option and target: each file is read back before it counts, so nothing is lost anywhere."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cvrender.api import render
from cvrender.load.library import BUILT_IN, view_names
from cvrender.load.request import LoadedProfile
from cvrender.merge.profile import load_profile
from cvrender.targets import TARGETS

PROFILES = sorted((Path(__file__).parents[1] / "profiles").glob("*.yaml"))
NAMES = [path.stem for path in PROFILES]
COMPLETE = "ada-example"  # the profile that has every kind of entry
STYLES = [name for name in BUILT_IN.names("styles") if name != "plain"]
OTHERS = [style for style in STYLES if style != "classic"]
PAIRS = sorted(
    {(COMPLETE, style) for style in STYLES}
    | {(name, "classic") for name in NAMES}
    | {(name, OTHERS[number % len(OTHERS)]) for number, name in enumerate(NAMES)}
)
"""Every profile in two styles, and the complete one in each; `make conformance` renders all pairs."""

BUILT_IN_VIEWS = {"annual", "full", "resume", "bio", "publications", "talks-and-service"}
OPTIONS = {
    "page": {"letter": r"\documentclass[letterpaper,"},
    "margin": {"0.9in": r"\geometry{margin=0.9in}"},
    "size": {"11pt": r"\documentclass[a4paper,11pt]", "12pt": r"\documentclass[a4paper,12pt]"},
    "font": {
        "charter": r"\usepackage{charter}",
        "source-sans": r"sourcesanspro}",
        "latin-modern-sans": r"\renewcommand{\familydefault}{\sfdefault}",
    },
    "accent": {"#005a9c": r"\definecolor{cvaccent}{HTML}{005A9C}"},
    "spacing": {"0.7": r"\newcommand{\cvspacing}{0.7}"},
    "dates": {"long": "{September~2011~– June~2016}", "numeric": "{09/2011~– 06/2016}", "iso": "{2011-09~– 2016-06}"},
    "range": {"hyphen": "{Sep~2011~- Jun~2016}"},
    "legend": {"entry": r"\cvline{* equal contribution, † corresponding author, ‡ student author}"},
    "numbering": {"false": r"\begin{cvworks}"},
    "icons": {"true": r"\cvicon{email}"},
    "photo": {"true": r"\begin{cvwithphoto}{ada-example-full-classic-photo"},
}
"""For each option some values, each with what only it writes to the .tex file of the complete profile."""


@cache
def loaded(name: str) -> LoadedProfile:
    return load_profile(next(path for path in PROFILES if path.stem == name))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "style"), PAIRS)
def test_every_target_passes_its_checks(name: str, style: str, rendered: Callable[[str, str], Any]) -> None:
    artifacts = rendered(name, style)
    assert {Path(name).suffix.lstrip(".") for name in artifacts.files} >= set(TARGETS)
    assert all(artifacts.files.values())
    assert not [line for line in artifacts.warnings if "alone" in line or "overfull" in line or "too wide" in line], (
        artifacts.warnings
    )


def test_the_matrix_is_whole() -> None:
    assert len(STYLES) >= 6
    assert len(PROFILES) >= 6
    assert all(len({style for name, style in PAIRS if name == one}) >= 2 for one in NAMES[1:])


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_view_passes_its_checks(name: str) -> None:
    """The complete profile's views in every file that is read back; of the others their own, and the built-in ones as text.

    Their résumés are fitted to two pages in test_fit.py.
    """
    profile = loaded(name)
    views = set(view_names(profile.profile))
    assert views > BUILT_IN_VIEWS, "each has one of its own"
    for view in views - {"full"}:
        whole = name == COMPLETE or view not in BUILT_IN_VIEWS
        targets = ["tex", "pdf", "md", "docx"] if whole else ["tex", "md"]
        artifacts = render(profile, view=view, targets=targets)
        assert {Path(artifact.name).suffix[1:] for artifact in artifacts} >= set(targets)


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_writes_what_it_sets(option: str, rendered: Callable[[str, str], Any]) -> None:
    plain = rendered(COMPLETE, "classic").files["ada-example-full-classic.tex"].decode()
    for value, written in OPTIONS[option].items():
        artifacts = render(loaded(COMPLETE), targets=["tex"], options={option: value})
        (source,) = (artifact.content.decode() for artifact in artifacts if artifact.name.endswith(".tex"))
        assert written in source and written not in plain, value


@pytest.mark.slow
@pytest.mark.parametrize(("turn", "name"), list(enumerate([COMPLETE, "bing-xie", "bing-xie"])))
def test_all_options_together_reach_the_page_of_every_target(turn: int, name: str, rendered: Callable[[str, str], Any]) -> None:
    """Each value of each option is in one of the turns."""
    assert max(map(len, OPTIONS.values())) == 3
    options = {option: list(values)[turn % len(values)] for option, values in OPTIONS.items()}
    artifacts = {artifact.name: artifact.content for artifact in render(loaded(name), targets=TARGETS, options=options)}
    plain = rendered(name, "classic").files
    shown = {name for name in plain if name.rpartition(".")[2] in TARGETS}
    assert shown <= set(artifacts)
    assert [name for name in shown if artifacts[name] == plain[name]] == []


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_every_word_file_follows_the_open_xml_rules(style: str) -> None:
    assert render(loaded(COMPLETE), style=style, targets=["docx"], thorough=True, options={"photo": "true"})
