"""Test the table of entries and views."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cvrender.cli import main

PROFILE = """person: {name: Ada Example}
positions:
  - {id: works, organization: Works, title: Engineer, start: 2019}
  - {organization: Mill, title: Clerk & Cook, start: 2017, end: 2018, private: true}
awards: [{title: A Prize, date: 2020}]
views:
  short: {sections: [positions], without: [works]}
  long: {sections: [positions, awards]}
"""


def call(folder: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Result:
    monkeypatch.chdir(folder)
    (folder / "ada.yaml").write_text(PROFILE, "utf-8")
    (folder / "post.yaml").write_text("positions: [{id: works, title: Head}]\n", "utf-8")
    return CliRunner().invoke(main, ["variants", "ada.yaml", *arguments])


def test_each_view_has_a_column(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = call(tmp_path, monkeypatch).output.splitlines()
    assert lines[0].split() == ["1", "long"] and lines[1].split() == ["2", "short"]
    signs = {line.split("  ")[-1].partition(":")[0]: line.split()[:2] for line in lines[3:]}
    assert signs == {"positions[0]": ["+", "-"], "positions[1]": ["p", "p"], "awards[0]": ["+", "."]}


def test_an_overlay_has_columns_and_its_words_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = call(tmp_path, monkeypatch, "--view", "long", "--with", "post.yaml").output
    assert "  2  long with post.yaml" in output and "  +  *  positions[0]" in output
    assert "long with post.yaml: positions[0].title: 'Engineer' → 'Head'" in output
    data = json.loads(call(tmp_path, monkeypatch, "--view", "long", "--json").output)
    assert data[0]["entries"] == {"positions[0]": "kept", "positions[1]": "private", "awards[0]": "kept"}


def test_the_table_is_a_page_and_an_unknown_view_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call(tmp_path, monkeypatch, "--html", "table.html").output == "table.html\n"
    page = (tmp_path / "table.html").read_text("utf-8")
    assert page.count("<tr>") == 4 and "Clerk &amp; Cook" in page
    result = call(tmp_path, monkeypatch, "--view", "nope")
    assert result.exit_code == 1 and 'view "nope" not found' in result.output


def test_a_text_is_named_by_its_own_words(tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text(f"{PROFILE}narratives: {{approach: Mills and clocks.}}\n", "utf-8")
    output = CliRunner().invoke(main, ["variants", str(tmp_path / "ada.yaml")]).output
    assert "narratives.approach: Mills and clocks.\n" in output
