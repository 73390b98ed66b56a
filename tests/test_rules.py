"""`cvrender rules` and `cvrender check --strict`: what is listed, what fails, and that docs/rules.md is up to date."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cvrender.cli import main
from cvrender.rules.lint import RULES

ROOT = Path(__file__).parents[1]


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), catch_exceptions=False)


def test_the_page_of_rules_is_up_to_date() -> None:
    page = ROOT / "docs" / "rules.md"
    assert page.read_text("utf-8") == call("rules", "--markdown").stdout, (
        "make it with: cvrender rules --markdown > docs/rules.md"
    )


def test_every_rule_is_listed_with_its_severity_and_how_to_silence_it() -> None:
    listed = call("rules").stdout
    assert all(f"{rule.code:<15} {rule.severity}" in listed and rule.meaning in listed for rule in RULES)
    assert "# cvrender: ignore=CODE" in listed
    assert [entry["code"] for entry in json.loads(call("rules", "--json").stdout)] == [rule.code for rule in RULES]


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ada.yaml").write_text("person: {name: Ada}\nupdated: 2024\nawards:\n  - {title: Medal, date: 2030}\n", "utf-8")
    (tmp_path / "bob.yaml").write_text("person: {name: Bob}\n", "utf-8")
    return tmp_path


def test_warnings_fail_only_when_strict(work: Path) -> None:
    mild, strict = call("check", "ada.yaml", "bob.yaml"), call("check", "ada.yaml", "bob.yaml", "--strict")
    assert (mild.exit_code, strict.exit_code) == (0, 1)
    assert mild.stderr == strict.stderr
    assert mild.stderr.startswith("ada.yaml:4:5: warning: awards[0]: DATE-FUTURE: ")
    assert call("check", "bob.yaml", "--strict").exit_code == 0
    assert sorted(path.name for path in work.iterdir()) == ["ada.yaml", "bob.yaml"]


def test_findings_are_data_with_json(work: Path) -> None:
    (entry,) = json.loads(call("check", "ada.yaml", "--json").stdout)
    assert (entry["severity"], entry["line"], entry["path"]) == ("warning", 4, "awards[0]")


@pytest.mark.slow
@pytest.mark.parametrize("profile", sorted(path.stem for path in (ROOT / "profiles").glob("*-*.yaml")))
def test_the_linter_finds_nothing_in_the_profiles_but_what_is_known(profile: str) -> None:
    """What it finds there is true of the CVs themselves: works without a year, one that is listed twice."""
    said = call("check", str(ROOT / "profiles" / f"{profile}.yaml")).stderr.splitlines()
    codes = {line.partition("warning: ")[2].split(": ")[1] for line in said}
    assert codes <= {"WORK-YEAR", "WORK-TWICE", "TEXT-QUOTES", "DATE-MISSING", "DATE-SORT", "left-out"}
