"""Test what agents may propose, and what they are told when they ask for something else."""

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.load.library import Library
from cvrender.run.agents.session import AgentSession
from cvrender.run.agents.tools import PARAMETERS, TOOLS, call, input_schema
from cvrender.run.agents.workspace import AgentWorkspace

ADA = """\
person: {name: Ada Example}
include: [more.yaml]
talks:
  - {title: On Engines, date: 2020-05, sources: stated}
"""


@pytest.fixture
def session(tmp_path: Path) -> AgentSession:
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "ada.yaml").write_text(ADA, "utf-8")
    (tmp_path / "profiles" / "more.yaml").write_text("awards: [{title: Prize of Examples, date: 2021}]\n", "utf-8")
    return AgentSession(AgentWorkspace(tmp_path, Library((tmp_path,))))


def answer(session: AgentSession, tool: str, **given: Any) -> Any:
    """Return the data of an answer; of one that refuses, the first message."""
    result = call(session, tool, given)
    data = json.loads(result.text)["data"]
    return data[0]["message"] if result.is_error else data


def text_of(session: AgentSession, name: str = "ada") -> str:
    return (session.workspace.folder / "profiles" / f"{name}.yaml").read_text("utf-8")


def test_each_parameter_is_explained_and_used() -> None:
    used = {name for tool in TOOLS for name in input_schema(tool)["properties"]}
    assert used == set(PARAMETERS)


def test_a_new_profile_is_made_and_never_replaces_one(session: AgentSession) -> None:
    new = "person: {name: Bob Sample}\ntalks: [{title: On Mills, date: 2021-04}]\n"
    proposal = answer(session, "propose", profile="bob", text=new)
    assert [problem["path"] for problem in proposal["problems"]] == ["talks[0].date", "talks[0].title"]
    (session.workspace.folder / "profiles" / "bob.yaml").write_text("person: {name: Bob}\n", "utf-8")
    assert answer(session, "apply", proposal=proposal["proposal"]) == "the profile exists by now"
    (session.workspace.folder / "profiles" / "bob.yaml").unlink()
    proposal = answer(session, "propose", profile="bob", text=new)
    answer(session, "apply", proposal=proposal["proposal"])
    assert text_of(session, "bob") == new


def test_a_proposal_that_would_break_the_profile_is_refused(session: AgentSession) -> None:
    wrong = [{"op": "set", "path": ["talks", 0, "titel"], "value": "x"}]
    assert answer(session, "propose", profile="ada", operations=wrong) == "unknown key"
    assert "has no key" in answer(session, "schema", section="talkz")
    assert (
        answer(
            session, "propose", profile="ada", operations=[{"op": "set", "path": ["talks", 0, "title"], "value": "On Engines"}]
        )
        == "nothing would change"
    )
    assert answer(session, "propose", profile="ada") == "should have either operations or a text"


def test_a_broken_profile_is_mended_but_says_no_more_that_a_fact_is_stated(session: AgentSession) -> None:
    path = session.workspace.folder / "profiles" / "ada.yaml"
    path.write_text(ADA.replace("date", "dat"), "utf-8")
    worse = ADA.replace("On Engines,", "On Engines, dat: 1, sources: stated,").replace("date", "dat")
    assert answer(session, "propose", profile="ada", text=worse) == 'adds "stated" to a profile with errors'
    proposal = answer(session, "propose", profile="ada", text=ADA)
    answer(session, "apply", proposal=proposal["proposal"])
    assert path.read_text("utf-8") == ADA


def test_what_is_included_is_not_changed(session: AgentSession) -> None:
    change = [{"op": "set", "path": ["awards", 0, "title"], "value": "Another Prize"}]
    assert answer(session, "propose", profile="ada", operations=change) == (
        "this is in more.yaml, which the profile includes, and is not changed there"
    )


@pytest.mark.parametrize(
    "value",
    ["stated", ["old-cv.pdf", "stated"], {"title": "stated"}, {"all": "refs.bib", "date": ["stated", "refs.bib"]}],
)
def test_stated_is_refused_in_each_notation(value: Any, session: AgentSession) -> None:
    award = {"title": "Medal", "date": "2020", "sources": value}
    said = answer(session, "propose", profile="ada", operations=[{"op": "set", "path": ["awards"], "value": [award]}])
    assert said in (
        "only the person may write that a fact is stated",
        "this is in more.yaml, which the profile includes, and is not changed there",
    )
    said = answer(session, "propose", profile="ada", operations=[{"op": "insert", "path": ["talks", 0], "value": award}])
    assert said == "only the person may write that a fact is stated"


def test_a_changed_fact_is_named_though_the_entry_was_stated(session: AgentSession) -> None:
    change = [{"op": "set", "path": ["talks", 0, "date"], "value": "2021-05"}]
    (problem,) = answer(session, "propose", profile="ada", operations=change)["problems"]
    assert problem["message"] == "“2020-05” became “2021-05” since the last save, without a source"
    assert "stated" not in problem["hint"].replace("marks as stated", "")
    moved = [{"op": "duplicate", "path": ["talks", 0]}, {"op": "delete", "path": ["talks", 0]}]
    assert answer(session, "propose", profile="ada", operations=moved) == "nothing would change"


def test_whatever_is_asked_gets_an_answer(session: AgentSession) -> None:
    chance = random.Random(4)
    values = ["", "ada", "x" * 5000, "\0", "..", 0, -1, True, None, [], {}, ["a"], [{}], [{"op": "set", "path": ["talks"]}]]
    paths: list[Any] = [
        [],
        ["talks", 9, "x"],
        ["talks", "x"],
        [0],
        ["person", "name", "x"],
        [True],
        "talks",
        ["talks", -1],
        [None],
    ]
    ops = [
        {"op": op, "path": path, "value": [1], "to": 7}
        for op in ("set", "insert", "delete", "duplicate", "move", "?")
        for path in paths
    ]
    before = text_of(session)
    for operation in ops:
        assert answer(session, "propose", profile="ada", operations=[operation]) is not None
    for _ in range(400):
        tool = chance.choice([tool for tool in TOOLS if tool != "render"])
        given = {name: chance.choice(values) for name in chance.sample(sorted(PARAMETERS), 2)}
        result = call(session, tool, {**({"profile": "ada"} if "profile" in input_schema(tool)["properties"] else {}), **given})
        assert set(json.loads(result.text)) == {"notice", "data"}
    assert text_of(session) == before


def test_without_the_extra_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.delitem(sys.modules, "cvrender.run.agents.mcp_server", raising=False)
    result = CliRunner().invoke(main, ["mcp"])
    assert result.exit_code == 3
    assert "pip install 'cvrender[mcp]'" in result.output


def test_stated_does_not_stay_on_an_entry_whose_facts_are_all_others(session: AgentSession) -> None:
    change = [
        {"op": "set", "path": ["talks", 0, "title"], "value": "On Banks"},
        {"op": "set", "path": ["talks", 0, "date"], "value": 2013},
    ]
    assert answer(session, "propose", profile="ada", operations=change) == "only the person may write that a fact is stated"


@pytest.mark.parametrize(
    ("key", "value"), [("publications", {"from": ["../../x.bib"]}), ("include", ["../x.yaml"]), ("include", ["/etc/passwd"])]
)
def test_a_proposal_cannot_have_files_of_other_folders_read(key: str, value: Any, session: AgentSession) -> None:
    said = answer(session, "propose", profile="ada", operations=[{"op": "set", "path": [key], "value": value}])
    assert "in the profile's folder" in said
