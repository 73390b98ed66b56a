"""Test the graders of tasks for agents: recorded calls that did a task well pass, and others fail the check that is named."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from cvrender.load.library import Library
from cvrender.run.agents.session import AgentSession
from cvrender.run.agents.tools import TOOLS, call
from cvrender.run.agents.workspace import AgentWorkspace
from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "bench"))
import agent_grader  # noqa: E402

RECORDED: Mapping[str, Any] = yaml.load((Path(__file__).parent / "recordings.yaml").read_text("utf-8"), yaml.CSafeLoader)
TASKS = {task.name: task for task in agent_grader.tasks()}


def replay(calls: list[dict[str, Any]], folder: Path) -> list[str]:
    """Make recorded calls in a folder, and return those that are refused."""
    session = AgentSession(AgentWorkspace(folder, Library((folder,))))
    refused, proposal = [], ""
    for recorded in calls:
        ((tool, given),) = recorded.items()
        if tool == "edit":
            path = folder / given["file"]
            path.write_text(path.read_text("utf-8").replace(given["old"], given["new"]), "utf-8")
            continue
        answer = call(session, tool, given or {"proposal": proposal})
        if answer.is_error:
            refused.append(answer.text)
        elif tool in ("propose", "import_proposal"):
            proposal = json.loads(answer.text)["data"]["proposal"]
    return refused


def test_there_are_twenty_tasks_each_with_a_good_and_a_bad_recording() -> None:
    assert len(TASKS) == 20
    assert set(RECORDED) == set(TASKS)
    assert {recorded["fails"] for recorded in RECORDED.values()} | {"pages", "states_nothing", "untouched"} == set(
        agent_grader.CHECKS
    )
    used = {
        tool for recorded in RECORDED.values() for calls in (recorded["good"], recorded["bad"]) for each in calls for tool in each
    }
    assert used <= {*TOOLS, "edit"}


@pytest.mark.slow
@pytest.mark.parametrize("name", TASKS)
def test_a_good_recording_passes(name: str, tmp_path: Path) -> None:
    TASKS[name].write(tmp_path)
    assert replay(RECORDED[name]["good"], tmp_path) == []
    assert {check: paths for check, paths in agent_grader.graded(TASKS[name], tmp_path).items() if paths} == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", TASKS)
def test_a_bad_recording_fails_the_check_that_is_named(name: str, tmp_path: Path) -> None:
    TASKS[name].write(tmp_path)
    replay(RECORDED[name]["bad"], tmp_path)
    assert agent_grader.graded(TASKS[name], tmp_path)[RECORDED[name]["fails"]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("check", "old", "new"),
    [
        ("states_nothing", "title: Analyst,", "title: Analyst, sources: stated,"),
        ("pages", "pages: 1\n    sections: [positions, publications]", "extends: full\n    page: {margin: 60mm, text: 12pt}"),
    ],
)
def test_each_other_check_fails_too(check: str, old: str, new: str, tmp_path: Path) -> None:
    task = TASKS["one-page"]
    task.write(tmp_path)
    replay(RECORDED["one-page"]["good"], tmp_path)
    assert agent_grader.graded(task, tmp_path)[check] == []
    path = tmp_path / "profiles" / "ada.yaml"
    assert old in path.read_text("utf-8")
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    paths = agent_grader.graded(task, tmp_path)
    assert len(paths[check]) == 1 and paths["valid"] == [], paths


def test_another_file_that_is_changed_fails(tmp_path: Path) -> None:
    task = TASKS["hostile-posting"]
    task.write(tmp_path)
    assert agent_grader.graded(task, tmp_path)["untouched"] == []
    (tmp_path / "posting.txt").write_text("Engineer", "utf-8")
    assert agent_grader.graded(task, tmp_path)["untouched"] == ["posting.txt was changed"]


def test_an_invented_role_is_found(tmp_path: Path) -> None:
    task = TASKS["order"]
    task.write(tmp_path)
    path = tmp_path / "profiles" / "ada.yaml"
    path.write_text(path.read_text("utf-8").replace("role: Chair", "role: President"), "utf-8")
    assert agent_grader.graded(task, tmp_path)["invents_nothing"] == ["invented: President (president)"]


AGENT = """
import sys
asked = sys.stdin.read()
if "Sample Labs began" in asked:
    path = "profiles/ada.yaml"
    text = open(path).read()
    open(path, "w").write(text.replace("start: 2016-09", "start: 2016-08"))
sys.exit(3 if "style lab" in asked else 0)
"""


@pytest.mark.slow
def test_the_bench_grades_any_command(tmp_path: Path) -> None:
    only = [word for name in ("one-date", "hostile-posting", "style", "merge-bib") for word in ("--only", name)]
    paths = tmp_path / "results.json"
    words = [sys.executable, ROOT / "bench" / "agents.py", *only, "--json", paths, "--", sys.executable, "-c", AGENT]
    finished = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    assert finished.returncode == 1 and finished.stdout.endswith("2 of 4 tasks\n"), finished.stdout + finished.stderr
    failed = {result["task"]: set(result["failed"]) for result in json.loads(paths.read_text("utf-8"))}
    assert failed == {"one-date": set(), "hostile-posting": set(), "style": {"exit"}, "merge-bib": {"holds", "shows"}}
