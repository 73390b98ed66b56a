"""Facts that few people have are shown in every target: labelled fields, hours of teaching, music, a place of birth, tables."""

from pathlib import Path

import pytest

from cvrender.api import render
from cvrender.errors import InputError
from cvrender.merge.profile import load_profile
from cvrender.targets import TARGETS

PROFILE = """\
person: {name: Ann Lee, birthplace: Erewhon}
positions:
  - {organization: Mill, title: Miller, date: 2019, fields: {Budget: 3 million, Staff: {en: twelve, de: zwölf}}}
publications:
  - {title: Rests, authors: [Ann Lee], type: musical_score, date: 2020, ensemble: Nowhere Quartet, instrumentation: for strings,
     duration: 12 min, first_performance: "Hall of Echoes, 2021", fields: {Impact factor: "39.3"}}
exhibitions: [{title: Silence, ensemble: Quiet Choir, instrumentation: for choir, duration: 4 min}]
skills: [{name: Python, items: [pandas], fields: {Since: "2009"}}]
teaching:
  - {role: Lecturer, code: CS 1, title: Introduction, level: undergraduate, hours: 30, participants: 120, date: 2020}
  - {role: Tutor, title: Mathematics, hours: 20, start: 2021, end: 2022}
"""
SHOWN = [
    *("Budget: 3 million", "Staff: twelve", "Nowhere Quartet, for strings, 12 min", "First performance: Hall of Echoes, 2021"),
    *("Impact factor: 39.3", "Quiet Choir, for choir, 4 min", "Since: 2009", "undergraduate, Hours: 30, Participants: 120"),
    "Place of birth: Erewhon",
]
TABLE = "{from: teaching, table: {When: date, Course: [code, title], Hours: hours}}"


def written(tmp_path: Path, table: str = TABLE) -> Path:
    path = tmp_path / "ann.yaml"
    path.write_text(f"{PROFILE}views: {{all: {{sections: [all], privacy: full}}, tables: {{sections: [{table}]}}}}\n", "utf-8")
    return path


def read(path: Path, target: str, view: str) -> str:
    (artifact, *_) = [a for a in render(load_profile(path), view=view, targets=[target]) if a.name.endswith(f".{target}")]
    return " ".join(" ".join(TARGETS[target].read(artifact.content).lines).split())


@pytest.mark.parametrize("target", TARGETS)
def test_each_fact_is_in_each_target(target: str, tmp_path: Path) -> None:
    text = read(written(tmp_path), target, "all")
    assert not [fact for fact in SHOWN if fact.lower() not in text.lower()], text


@pytest.mark.parametrize("target", TARGETS)
def test_a_view_shows_entries_as_a_table(target: str, tmp_path: Path) -> None:
    text = read(written(tmp_path), target, "tables")
    order = [text.index(word) for word in ("When", "Course", "Hours", "CS 1, Introduction", "Mathematics")]
    assert order == sorted(order) and "2021–2022" in text and "Tutor" not in text


def test_a_column_of_a_field_that_there_is_not_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match='unknown field "titel"; did you mean "title"'):
        render(load_profile(written(tmp_path, "{from: teaching, table: {Course: titel}}")), view="tables", targets=["txt"])


def test_a_place_of_birth_is_private(tmp_path: Path) -> None:
    assert "Erewhon" not in read(written(tmp_path), "txt", "full")
