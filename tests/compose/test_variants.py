"""Test what a variant of a CV says about each entry, and what overlays reworded."""

from collections.abc import Callable
from typing import Any

import pytest

from cvrender.compose.variants import Variant, entries_of, variant
from cvrender.load.reader import parse
from cvrender.load.request import LoadedProfile
from cvrender.load.validate import validate

PROFILE = """\
person: {name: Ada Example, headline: Weaver}
bio: She weaves.
privacy: {references: full}
publications:
  - {id: looms, title: On Looms, authors: [Ada Example], type: article, date: 2020}
  - {title: On Mills, authors: [Ada Example], type: article, date: 2010}
talks: [{id: secret, title: A Secret, date: 2021, private: true}]
references: [{name: Bob Sample}]
custom:
  - {id: outreach, title: Outreach, entries: [{id: fair, title: A Fair}, {title: A Market}]}
views:
  mine: {extends: full, without: [fair, bio]}
  recent: {sections: [{from: publications, since: 2015}]}
  none: {extends: full, without: [outreach]}
  broken: {sections: [{from: publications, tags: [nowhere]}]}
"""
OVERLAY = """\
person: {headline: Engineer}
publications:
  - {id: looms, title: On Engines}
  - {title: On Pumps, authors: [Ada Example], type: article, date: 2022}
"""


@pytest.fixture
def told() -> Callable[..., Variant]:
    source = parse(PROFILE.encode(), "ada.yaml")
    loaded = LoadedProfile(source, validate(source))

    def tell(view: str, *overlays: str) -> Variant:
        return variant(loaded, view, [parse(text.encode(), "post.yaml") for text in overlays])

    return tell


def test_every_entry_has_a_fate(told: Callable[..., Variant]) -> None:
    assert told("mine").entries == {
        "bio": "without",
        "publications[0]": "kept",
        "publications[1]": "kept",
        "talks[0]": "private",
        "references[0]": "private",
        "custom[0].entries[0]": "without",
        "custom[0].entries[1]": "kept",
    }
    assert {path for path, fate in told("recent").entries.items() if fate == "kept"} == {"publications[0]"}
    assert told("recent").entries["publications[1]"] == "dropped"
    assert {told("none").entries[f"custom[0].entries[{index}]"] for index in (0, 1)} == {"without"}


def test_overlays_reword_and_add(told: Callable[..., Variant]) -> None:
    fates = told("mine", OVERLAY)
    changes = {each.path: (each.old, each.new, each.file, each.line) for each in fates.reworded}
    assert changes["person.headline"] == ("Weaver", "Engineer", "post.yaml", 1)
    assert changes["publications[0].title"] == ("On Looms", "On Engines", "post.yaml", 3)
    assert changes["publications[2]"][0] is None and len(changes) == 3
    assert fates.entries["publications[2]"] == "kept"
    assert told("mine").reworded == ()


def test_what_is_wrong_is_told(told: Callable[..., Variant]) -> None:
    assert "nowhere" in told("broken").problem and not told("broken").entries
    assert "overlay" in told("full", "include: [more.yaml]").problem
    assert told("full").own is False and told("mine").own is True


def test_the_fields_are_those_of_the_data() -> None:
    data: Any = parse(PROFILE.encode(), "ada.yaml")
    shown = [path for path, _ in entries_of(validate(data))]
    assert [path for path in shown if path.startswith("custom")] == ["custom[0].entries[0]", "custom[0].entries[1]"]


def test_without_names_what_is_there(told: Callable[..., Variant]) -> None:
    source = parse(PROFILE.replace("without: [outreach]", "without: [outreech]").encode(), "ada.yaml")
    result = variant(LoadedProfile(source, validate(source)), "none")
    assert result.problem == 'no section is called "outreech", and no entry has this id'
