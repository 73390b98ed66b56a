"""Print problems for programs: JSON, GitHub annotations, SARIF; and data of every command as JSON."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pydantic import BaseModel
from sarif_pydantic import Sarif

from cvrender.cli import COMMANDS, main
from cvrender.cli.formats import github, sarif
from cvrender.errors import Problem
from cvrender.rules.lint import RULES

GAP = """\
person: {name: Ada}
positions:
  - {organization: Engines, title: Professor, start: 2019-01, end: present}
  - {organization: Looms, title: Lecturer, start: 2012-01, end: 2016-12}
"""
DATA = ["render", "build", "check", "rules", "inspect", "styles", "views", "new", "new-style", "doctor", "watch"]
"""The commands with data; the others print a document, or serve one."""


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "gap.yaml").write_text(GAP, "utf-8")
    (tmp_path / "profiles" / "bad.yaml").write_text("person: {nam: Ada}\n", "utf-8")
    (tmp_path / "cvrender.yaml").write_text("jobs: [{profiles: [gap, bad], targets: [md]}]\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def unknown(model: Any, path: str = "") -> list[str]:
    """The properties of a log that SARIF does not have."""
    if isinstance(model, list):
        return [name for index, item in enumerate(model) for name in unknown(item, f"{path}[{index}]")]
    if not isinstance(model, BaseModel):
        return []
    paths = [f"{path}.{name}" for name in model.model_extra or {}]
    return paths + [name for field in type(model).model_fields for name in unknown(getattr(model, field), f"{path}.{field}")]


def test_check_annotates_the_lines_of_a_pull_request(work: Path) -> None:
    result = call("check", "gap", "bad", "--format", "github")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith("::warning file=profiles/gap.yaml,line=3,col=5,title=DATE-GAP::positions[0]: gap of 24 ")
    assert lines[1] == (
        '::error file=profiles/bad.yaml,line=1,col=10,title=unknown-key::person.nam: unknown key; did you mean "name"?'
    )
    assert len(lines) == 2


def test_nothing_to_annotate_is_a_success(work: Path) -> None:
    (work / "profiles" / "good.yaml").write_text("person: {name: Ada}\n", "utf-8")
    result = call("check", "good", "--format", "github")
    assert (result.exit_code, "::" in result.output) == (0, False)


@pytest.mark.parametrize(
    ("problem", "line"),
    [
        (Problem("a\nb % c", code="bad-value"), "::error title=bad-value::a%0Ab %25 c"),
        (
            Problem("m", "a,b:c.yaml", 2, severity="warning", code="no-entries"),
            "::warning file=a%2Cb%3Ac.yaml,line=2,title=no-entries::m",
        ),
        (
            Problem("m", "./x.yaml", 1, 2, "bio", "h", code="bad-type"),
            "::error file=x.yaml,line=1,col=2,title=bad-type::bio: m; h",
        ),
    ],
)
def test_annotations_are_escaped(problem: Problem, line: str) -> None:
    assert github(problem) == line


@pytest.mark.parametrize("command", ["check gap bad", "render gap bad --to md", "build"])
def test_sarif_is_valid_and_has_every_problem(command: str, work: Path) -> None:
    result = call(*command.split(), "--format", "sarif")
    assert result.exit_code == 1
    log = json.loads(result.stdout)
    assert unknown(Sarif.model_validate(log)) == []
    (run,) = log["runs"]
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} == {*(rule.code for rule in RULES), "unknown-key"}
    places = {
        (reported["level"], place["artifactLocation"]["uri"], place["region"]["startLine"])
        for reported in run["results"]
        for place in (each["physicalLocation"] for each in reported["locations"])
    }
    assert ("error", "profiles/bad.yaml", 1) in places
    if command.startswith("check"):
        assert ("warning", "profiles/gap.yaml", 3) in places
        assert {reported["ruleId"] for reported in run["results"]} == {"DATE-GAP", "unknown-key"}


def test_a_sarif_log_with_an_unknown_property_is_found() -> None:
    log = sarif([Problem("m", "a.yaml", 1, code="bad-value")])
    log["runs"][0]["results"][0]["colour"] = "red"
    assert unknown(Sarif.model_validate(log)) == [".runs[0].results[0].colour"]


def test_without_problems_a_log_is_empty(work: Path) -> None:
    (work / "profiles" / "good.yaml").write_text("person: {name: Ada}\n", "utf-8")
    assert json.loads(call("check", "good", "--format", "sarif").stdout)["runs"][0]["results"] == []
    assert json.loads(call("check", "good", "--json").stdout) == []


def test_json_is_short_for_its_format(work: Path) -> None:
    assert call("check", "bad", "--json").stdout == call("check", "bad", "--format", "json").stdout
    assert json.loads(call("check", "bad", "--json").stdout)[0]["line"] == 1


def test_build_prints_its_results_and_annotations(work: Path) -> None:
    built = {entry["name"]: entry for entry in json.loads(call("build", "--json").stdout)}
    assert built["gap full"]["status"] == "built"
    assert (work / "out" / built["gap full"]["outputs"][0]["file"]).is_file()
    assert built["bad full"]["status"] == "failed"
    (problem,) = built["bad full"]["problems"]
    assert problem == json.loads(call("check", "bad", "--json").stdout)[0]
    assert (problem["path"], problem["hint"], problem["code"]) == ("person.nam", 'did you mean "name"?', "unknown-key")
    again = {entry["name"]: entry["status"] for entry in json.loads(call("build", "--json").stdout)}
    assert again == {"gap full": "unchanged", "bad full": "failed"}
    annotations = call("build", "--format", "github").stdout.splitlines()
    assert len(annotations) == 1
    assert annotations[0].startswith("::error file=profiles/bad.yaml,line=1,")


def test_render_prints_files_elsewhere_than_problems(work: Path) -> None:
    result = call("render", "gap", "--to", "md", "--format", "github")
    assert result.stdout == ""
    assert result.stderr == "out/gap/gap-full-classic.md\n"


OUTPUTS: dict[str, Callable[[Any], bool]] = {
    "rules": lambda data: {"code", "severity", "meaning"} <= set(data[0]),
    "styles": lambda data: "classic" in {style["name"] for style in data},
    "styles lab": lambda data: data["options"]["page"]["choices"] == ["a4", "letter"],
    "styles nothing": lambda data: 'style "nothing" not found' in data[0]["message"],
    "views": lambda data: "resume" in {view["name"] for view in data},
    "views gap": lambda data: "full" in {view["name"] for view in data},
    "views bad": lambda data: data[0]["file"] == "profiles/bad.yaml",
    "new ada": lambda data: data == {"file": "profiles/ada.yaml"},
    "new a/b": lambda data: "is not a file name" in data[0]["message"],
    "new-style mine": lambda data: data == {"file": "styles/mine/style.yaml"},
    "doctor": lambda data: {"embedded TeX", "pandoc", "cache"} <= {check["name"] for check in data["checks"]},
}


@pytest.mark.slow
@pytest.mark.parametrize("command", OUTPUTS)
def test_data_of_commands_is_json(command: str, work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cvrender.cli.doctor._try", lambda *how: ("", 0.0))  # test_cli.py starts the engines
    result = call(*command.split(), "--json")
    assert OUTPUTS[command](json.loads(result.stdout))
    assert result.stderr == ""


@pytest.mark.parametrize("name", DATA)
def test_each_command_with_data_has_json(name: str) -> None:
    assert name in COMMANDS
    assert "--json" in call(name, "--help").stdout


def test_no_control_character_reaches_the_log_of_a_workflow() -> None:
    line = github(Problem("unknown key \x1b[31m\x07", "a\x1b.yaml", code="unknown-key"))
    assert line.isprintable() and "\\x1b[31m\\x07" in line
