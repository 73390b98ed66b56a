"""Test that each part of the bench runs, on tiny profiles; the results are not looked at."""

import json
import math
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from cvrender.load.reader import parse
from cvrender.load.validate import validate

ROOT = Path(__file__).parents[1]
GROUPS = ("cv", "stages", "modules", "tex", "sandbox", "watch", "build", "scale", "import", "cite", "service", "editor")


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return beside(monkeypatch, "table")


def beside(monkeypatch: pytest.MonkeyPatch, name: str) -> ModuleType:
    """A module of bench/, which is not a package."""
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    monkeypatch.delitem(sys.modules, name, raising=False)
    return __import__(name)


def measured(group: str, folder: Path, *more: str | Path, rendercv: str = "no-such-program") -> list[dict[str, Any]]:
    """The rows of a part of the bench, measured once on tiny profiles."""
    file = folder / "bench.json"
    words = [sys.executable, ROOT / "bench" / "bench.py", "--quick", "--only", group, "--json", file, *more]
    env = {**os.environ, "RENDERCV": rendercv}
    printed = subprocess.run(words, env=env, check=True, capture_output=True, text=True, timeout=120).stdout
    rows: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))["rows"]
    assert rows
    for row in rows:
        assert f"| {row['what']} " in printed
        assert row["runs"] or row["why_not"] in {"not installed", "no sandbox here", "too short", "exit code 5", "not compiled"}
        assert all(math.isfinite(value) for value in row["runs"])
    return rows


@pytest.mark.slow
@pytest.mark.parametrize("group", [name for name in GROUPS if name != "cv"])  # the next test runs that one
def test_each_part_runs(group: str, tmp_path: Path) -> None:
    assert measured(group, tmp_path)


@pytest.mark.slow
def test_another_checkout_is_measured_in_the_same_turns_and_a_program_that_fails_is_named(tmp_path: Path) -> None:
    there = tmp_path / "other" / ".venv" / "bin" / "cvrender"
    there.parent.mkdir(parents=True)
    there.write_text(f'#!/bin/sh\necho "$@" >>{tmp_path}/called\n', "utf-8")
    there.chmod(0o755)
    failing = tmp_path / "rendercv"
    failing.write_text("#!/bin/sh\nexit 5\n", "utf-8")
    failing.chmod(0o755)
    rows = measured("cv", tmp_path, "--against", there.parents[2], rendercv=str(failing))
    assert [row["why_not"] for row in rows if row["what"].startswith("RenderCV")] == ["exit code 5"]
    rows = [row for row in rows if row["what"].endswith(": the other checkout")]
    called = (tmp_path / "called").read_text("utf-8").splitlines()
    assert len(rows) == len(called) == 6
    assert all(row["runs"] for row in rows)


def test_every_part_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tuple(beside(monkeypatch, "bench").GROUPS) == GROUPS


@pytest.mark.parametrize(("values", "more", "met"), [([1, 9, 2], False, True), ([3, 1, 4], False, False), ([3, 1], True, True)])
def test_a_target_is_met_by_the_median(table: ModuleType, values: list[float], more: bool, met: bool) -> None:
    row = table.Row("this", values, "ms", 2.0, more)
    assert row.met is met
    assert row.cells()[-2:] == ["≥ 2 ms" if more else "≤ 2 ms", "yes" if met else "no"]


def test_a_row_without_values_says_why(table: ModuleType) -> None:
    assert table.Row("this", why_not="not installed", target=1).cells() == ["this", "not installed", "", "≤ 1 s", ""]


def test_the_table_goes_between_its_marks(table: ModuleType, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{table.BEGIN}\nold\n{table.END}\nafter\n", "utf-8")
    table.put(page, table.markdown("a machine", [table.Row("this", [1.0])]))
    text = page.read_text("utf-8")
    assert text.startswith("before\n") and text.endswith("\nafter\n")
    assert "| this " in text and "1.000 s" in text and "old" not in text


def test_a_page_without_marks_is_left_alone(table: ModuleType, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing\n", "utf-8")
    with pytest.raises(ValueError, match="lacks the marks"):
        table.put(page, "this")
    assert page.read_text("utf-8") == "nothing\n"


def test_the_page_about_speed_has_the_marks(table: ModuleType) -> None:
    text = (ROOT / "docs" / "performance.md").read_text("utf-8")
    assert text.index(table.BEGIN) < text.index(table.END)


def test_made_up_people_are_valid_and_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    people = beside(monkeypatch, "people")
    texts = [people.profile(number) for number in range(10)]
    assert texts == [people.profile(number) for number in range(10)]
    assert len(set(texts)) == 10
    profiles = [validate(parse(text.encode(), "made-up.yaml")) for text in texts]
    assert all(20 <= len(profile.publications) < 60 for profile in profiles)
    assert len(validate(parse(people.profile(1, 3).encode(), "made-up.yaml")).publications) == 3


def test_rendercv_gets_every_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "profiles" / "bing-xie.yaml").read_text("utf-8")
    ours = yaml.safe_load(text)
    theirs = yaml.safe_load(beside(monkeypatch, "rendercv").converted(text))["cv"]
    assert theirs["name"] == "Bing Xie"
    sections = {"Publications": "publications", "Experience": "positions", "Service": "service", "News": "news"}
    for name, section in sections.items():
        assert len(theirs["sections"][name]) == len(ours[section])
    assert [work["title"] for work in theirs["sections"]["Publications"]] == [work["title"] for work in ours["publications"]]
