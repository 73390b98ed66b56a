"""A cvrender.yaml in, its works out, or what is wrong with it and where."""

from pathlib import Path

import pytest

from cvrender.batch.plan import Work, plan
from cvrender.errors import InputError
from cvrender.pipeline import TARGETS


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
    def works(cls, text: str) -> list[Work]:
        cls.file.write_text(text, "utf-8")
        return plan(cls.file, TARGETS)

    @classmethod
    def wrong(cls, text: str) -> list[str]:
        with pytest.raises(InputError) as caught:
            cls.works(text)
        return [str(problem) for problem in caught.value.problems]


def test_profiles_times_views_times_styles(planned: type[Planned]) -> None:
    works = planned.works("jobs: [{profiles: [ada, bob], views: [full, bio], styles: [lab, plain], targets: [md]}]")
    assert len({work.name for work in works}) == len(works) == 8
    assert "ada bio lab" in {work.name for work in works}


def test_what_is_asked_for_twice_is_one_work_with_all_targets(planned: type[Planned]) -> None:
    works = planned.works("jobs: [{profiles: [ada], targets: [md]}, {profiles: [profiles/*.yaml], targets: [tex, md]}]")
    assert [(work.name, work.targets) for work in works] == [("ada full", ("md", "tex")), ("bob full", ("tex", "md"))]


@pytest.mark.parametrize("pattern", ["profiles/a*.yaml", "./profiles/ada.yaml", "profiles/ad?.yaml", "**/ada.yaml", "ada"])
def test_a_profile_is_a_name_a_path_or_a_pattern(planned: type[Planned], pattern: str) -> None:
    works = planned.works(f'jobs: [{{profiles: ["{pattern}"], targets: [md]}}]')
    assert [Path(work.profile) for work in works] == [planned.file.parent / "profiles" / "ada.yaml"]


def test_a_pattern_may_begin_at_the_top_and_finds_no_folders(planned: type[Planned]) -> None:
    works = planned.works(f'jobs: [{{profiles: ["{planned.file.parent}/a*.yaml", "*o*"], targets: [md]}}]'.replace("/a*", "/b*"))
    assert [work.name for work in works] == ["bob full"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("jobs:\n  - {profiles: [eve]}", ':2:17: error: jobs[0].profiles[0]: "eve" is no profile'),
        ("jobs:\n  - {profiles: ['x**y*']}", ':2:17: error: jobs[0].profiles[0]: "x**y*" is no profile'),
        (
            "jobs:\n  - profiles: [ada]\n    targets: [odt]",
            ':3:15: error: jobs[0].targets[0]: there is no target "odt"; there are: tex, pdf, md, docx, html, txt',
        ),
        ("jobs: []", ":1:7: error: jobs: lists nothing to build"),
        ("jobs: [{profiles: [ada], view: [bio]}]", ":1:26: error: jobs[0].view: unknown key"),
        ("jobs: [{profiles: [ada, bob.yaml, bob]}]", "have the same name"),
        ("jobs: [", "error: is not YAML here"),
        ("", "error: is empty"),
    ],
)
def test_what_is_wrong_has_its_place(planned: type[Planned], text: str, line: str) -> None:
    found = planned.wrong(text)
    assert len(found) == 1
    assert line in found[0]
    assert found[0].startswith(str(planned.file))


def test_everything_wrong_is_said_at_once(planned: type[Planned]) -> None:
    assert len(planned.wrong("jobs: [{profiles: [eve, mal], targets: [odt, ps]}]")) == 4
