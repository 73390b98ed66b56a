"""Test reading cvrender.yaml: its requests, or its errors and where they are."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.errors import InputError
from cvrender.load.library import BUILT_IN, Library
from cvrender.load.request import RenderRequest
from cvrender.model.annotations import about, in_flow_style
from cvrender.model.base import fields_of
from cvrender.run.batch.plan import Job, plan


@pytest.fixture
def planned(tmp_path: Path) -> "type[Planned]":
    (tmp_path / "profiles").mkdir()
    for place in ("profiles/ada.yaml", "profiles/bob.yaml", "bob.yaml"):
        (tmp_path / place).write_text("person: {name: A}\n", "utf-8")
    Planned.file = tmp_path / "cvrender.yaml"
    return Planned


class Planned:
    file: Path

    @classmethod
    def requests(cls, text: str, library: Library = BUILT_IN) -> list[RenderRequest]:
        cls.file.write_text(text, "utf-8")
        return plan(cls.file, library)

    @classmethod
    def wrong(cls, text: str) -> list[str]:
        with pytest.raises(InputError) as caught:
            cls.requests(text)
        return [str(problem) for problem in caught.value.problems]


def test_profiles_times_views_times_styles(planned: type[Planned]) -> None:
    requests = planned.requests("jobs: [{profiles: [ada, bob], views: [full, bio], styles: [lab, plain], targets: [md]}]")
    assert len({request.name for request in requests}) == len(requests) == 8
    assert "ada bio lab" in {request.name for request in requests}


def test_what_is_asked_for_twice_is_one_request_with_all_targets(planned: type[Planned]) -> None:
    requests = planned.requests("jobs: [{profiles: [ada], targets: [md]}, {profiles: [profiles/*.yaml], targets: [tex, md]}]")
    assert [(request.name, request.targets) for request in requests] == [("ada full", ("md", "tex")), ("bob full", ("tex", "md"))]


def test_a_job_may_leave_out_tags(planned: type[Planned]) -> None:
    requests = planned.requests("jobs: [{profiles: [ada], tags: false}, {profiles: [bob]}]")
    assert [(request.name, request.tags) for request in requests] == [("ada full", False), ("bob full", True)]


@pytest.mark.parametrize("pattern", ["profiles/a*.yaml", "./profiles/ada.yaml", "profiles/ad?.yaml", "**/ada.yaml", "ada"])
def test_a_profile_is_a_name_a_path_or_a_pattern(planned: type[Planned], pattern: str) -> None:
    requests = planned.requests(f'jobs: [{{profiles: ["{pattern}"], targets: [md]}}]')
    assert [Path(request.profile) for request in requests] == [planned.file.parent / "profiles" / "ada.yaml"]


def test_a_pattern_may_begin_at_the_top_and_finds_no_folders(planned: type[Planned]) -> None:
    requests = planned.requests(
        f'jobs: [{{profiles: ["{planned.file.parent}/a*.yaml", "*o*"], targets: [md]}}]'.replace("/a*", "/b*")
    )
    assert [request.name for request in requests] == ["bob full"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("jobs:\n  - {profiles: [eve]}", ':2:17: error: jobs[0].profiles[0]: profile "eve" not found'),
        ("jobs:\n  - {profiles: ['x**y*']}", ':2:17: error: jobs[0].profiles[0]: profile "x**y*" not found'),
        (
            "jobs:\n  - profiles: [ada]\n    targets: [odt]",
            ':3:15: error: jobs[0].targets[0]: unknown target "odt"; available: tex, pdf, md, docx, html, txt',
        ),
        ("jobs: []", ":1:7: error: jobs: is empty"),
        ("jobs: [{profiles: [ada], view: [bio]}]", ":1:26: error: jobs[0].view: unknown key"),
        ("jobs: [{profiles: [ada, bob.yaml, bob]}]", "would write the same files"),
        ("jobs: [", "error: not valid YAML"),
        ("", "error: file is empty"),
    ],
)
def test_what_is_wrong_has_its_place(planned: type[Planned], text: str, line: str) -> None:
    problem = planned.wrong(text)
    assert len(problem) == 1
    assert line in problem[0]
    assert problem[0].startswith(str(planned.file))


def test_each_request_has_the_libraries_the_options_and_the_engine(planned: type[Planned], tmp_path: Path) -> None:
    library = Library((tmp_path,), (tmp_path / "more",))
    (request,) = planned.requests("jobs: [{profiles: ada, engine: xelatex, options: {page: letter}}]", library)
    assert (request.library, request.engine, request.options) == (library, "xelatex", (("page", "letter"),))
    assert request == RenderRequest(profile=request.profile, library=library, engine="xelatex", options=(("page", "letter"),))


def test_everything_wrong_is_said_at_once(planned: type[Planned]) -> None:
    assert len(planned.wrong("jobs: [{profiles: [eve, mal], targets: [odt, ps]}]")) == 4


def test_a_wrong_option_is_blamed_on_the_file_that_sets_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "ada.yaml").write_text("person: {name: Ada}\n", "utf-8")
    job = "  - profiles: [ada]\n    targets: [md]\n    options: "
    (tmp_path / "cvrender.yaml").write_text(f"jobs:\n{job}{{paper: letter, page: huge}}\n", "utf-8")
    result = CliRunner().invoke(main, ["build", "--json"])
    (built,) = json.loads(result.stdout)
    paths = [(problem["file"], problem["line"], problem["path"], problem["code"]) for problem in built["problems"]]
    assert (result.exit_code, paths) == (
        1,
        [("cvrender.yaml", 4, "paper", "unknown-option"), ("cvrender.yaml", 4, "page", "bad-option")],
    )
    result = CliRunner().invoke(main, ["render", "ada", "--to", "md", "--set", "page=huge"])
    assert result.stderr.startswith("--set: error: page: ")


@pytest.mark.slow
def test_the_example_of_each_key_of_the_build_file_is_valid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "ada-example.yaml").write_text("person: {name: Ada}\n", "utf-8")
    examples = {key: described.example for key, field in fields_of(Job).items() if (described := about(field.type))}
    assert len(examples) == len(fields_of(Job))
    examples |= {"profiles": ["ada-example"], "targets": ["md"]}
    (tmp_path / "cvrender.yaml").write_text(f"jobs: [{in_flow_style(examples, True)}]\n", "utf-8")
    result = CliRunner().invoke(main, ["build"])
    assert result.exit_code == 0, result.output
