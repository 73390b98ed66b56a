"""A Problem's one line and its data, the order of Problems, exit codes, hints."""

import dataclasses

import pytest

from cvrender.errors import ArtifactError, CvrenderError, InputError, Problem, ToolError, nearest


@pytest.mark.parametrize(
    ("problem", "line"),
    [
        (Problem("is empty", code="missing-value"), "error: is empty"),
        (Problem("is empty", "a.yaml", code="missing-value"), "a.yaml: error: is empty"),
        (Problem("is long", "a.yaml", 3, code="too-large"), "a.yaml:3: error: is long"),
        (Problem("gap", "a.yaml", 3, 7, "bio", severity="warning", code="DATE-GAP"), "a.yaml:3:7: warning: bio: DATE-GAP: gap"),
        (
            Problem(
                "unknown key", "profiles/ada.yaml", 42, 7, "publications[3].yeer", 'did you mean "year"?', code="unknown-key"
            ),
            'profiles/ada.yaml:42:7: error: publications[3].yeer: unknown key; did you mean "year"?',
        ),
    ],
)
def test_a_problem_is_one_line(problem: Problem, line: str) -> None:
    assert str(problem) == line


def test_what_would_upset_a_terminal_is_shown_by_its_code() -> None:
    shown = str(Problem("a\nb\x1b[31m \u202e \U000e0001 聂 é", code="bad-value"))
    assert shown == r"error: a\nb\x1b[31m \u202e \U000e0001 聂 é"


def test_a_problem_as_data_has_all_of_its_fields() -> None:
    problem = Problem("unknown key", "a.yaml", 2, 1, "yeer", "hint", "warning", code="unknown-key")
    assert problem.as_data() == {
        "message": "unknown key",
        "file": "a.yaml",
        "line": 2,
        "column": 1,
        "path": "yeer",
        "hint": "hint",
        "severity": "warning",
        "code": "unknown-key",
    }
    with pytest.raises(dataclasses.FrozenInstanceError):
        problem.line = 3  # type: ignore[misc]


def test_an_error_carries_its_problems_by_file_and_line() -> None:
    places = [("b.yaml", 1, 1), ("a.yaml", 10, 1), ("a.yaml", 9, 8), ("a.yaml", 9, 2)]
    error = InputError(Problem("x", *place, code="bad-value") for place in places)
    assert [(p.file, p.line, p.column) for p in error.problems] == sorted(places)
    assert str(error).splitlines() == [str(problem) for problem in error.problems]


def test_each_exception_has_its_exit_code() -> None:
    codes = {kind: kind([]).exit_code for kind in CvrenderError.__subclasses__()}
    assert codes == {InputError: 1, ToolError: 3, ArtifactError: 4}


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("yeer", ["year", "title"], 'did you mean "year"?'),
        ("Titel", ["year", "title"], 'did you mean "title"?'),
        ("xyzzy", ["title", "date"], "available: date, title"),
        ("xyzzy", [], ""),
        ("Start-Date", ["date", "start", "end"], 'did you mean "start"?'),
        ("booktitel", ["title", "venue"], 'did you mean "venue"?'),
        ("work", ["person", "service", "positions"], 'did you mean "positions"?'),
        ("training", ["awards", "custom"], 'use "custom", for sections of your own'),
        ("certificates", ["awards", "certifications", "custom"], 'did you mean "certifications"?'),
    ],
)
def test_a_misspelt_word_gets_a_hint(word: str, known: list[str], hint: str) -> None:
    assert nearest(word, known) == hint
