"""Codes of Problems: each that is given is in the table, each in the table is given, and comments suppress warnings by them."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.errors import Problem
from cvrender.errors.codes import CODES
from cvrender.load.reader import parse
from cvrender.load.suppressions import unsuppressed
from cvrender.rules.lint import RULES
from tests.source_facts import ModuleFacts

BUILT = {f"unknown-{name}" for name in ("section", "field", "view", "style", "contract")}
"""Codes of which the second word is a value."""


def test_every_code_that_is_given_is_in_the_table_and_the_other_way_round(source_facts: list[ModuleFacts]) -> None:
    modules = [each for each in source_facts if each.path.name != "codes.py"]
    given = {code for each in modules for code in each.codes}
    assert len(given) > 80
    assert given <= {*CODES, ""}, "add it to codes.py"
    assert set(CODES) - BUILT <= {text for each in modules for text in each.strings}, "is given nowhere"


def test_a_code_of_a_problem_is_not_that_of_a_rule_and_each_has_a_meaning() -> None:
    rules = {rule.code for rule in RULES}
    assert len(rules) > 15 and rules.isdisjoint(map(str.upper, CODES))
    assert all(code == code.lower() and meaning.endswith(".") for code, meaning in CODES.items())


def test_a_problem_without_a_code_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="code"):
        Problem("m")  # type: ignore[call-arg]


PROFILE = """\
person: {name: Ada}
news: [{text: One, tags: [a]}]
views:
  mine:
    sections: [{from: news, where: text == nothing}]
"""


@pytest.mark.parametrize(
    ("comment", "left"),
    [
        ("", ["views.mine.sections[0]: no-entries: ", "views.mine: nothing-shown: "]),
        ("# cvrender: ignore=no-entries, nothing-shown", []),
        ("# cvrender: ignore=NO-ENTRIES", ["views.mine: nothing-shown: "]),
    ],
)
def test_a_comment_suppresses_warnings_of_a_view(comment: str, left: list[str], tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text(PROFILE.replace("  mine:", f"  {comment}\n  mine:"), "utf-8")
    for command in ("check", "render"):
        more = ["--view", "mine", "--to", "md", "--out", str(tmp_path / "out")] if command == "render" else []
        said = CliRunner().invoke(main, [command, str(tmp_path / "ada.yaml"), *more], catch_exceptions=False)
        lines = [line for line in said.stderr.splitlines() if "warning" in line]
        assert len(lines) == len(left) and all(part in line for part, line in zip(left, lines, strict=True)), said.stderr


def test_a_comment_in_the_file_of_a_view_suppresses_its_warnings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "views").mkdir()
    (tmp_path / "ada.yaml").write_text("person: {name: Ada}\nnews: [{text: One}, {text: Two}]\ninterests: [Looms]\n", "utf-8")
    view = "sections:\n  - interests\n  - {from: news, where: text == nothing}COMMENT\n"
    for comment, count in (("", 1), (" # cvrender: ignore=no-entries", 0)):
        (tmp_path / "views" / "few.yaml").write_text(view.replace("COMMENT", comment), "utf-8")
        said = CliRunner().invoke(main, ["render", "ada.yaml", "--view", "few", "--to", "md"], catch_exceptions=False)
        assert said.stderr.count("warning: ") == count, said.stderr


def test_an_error_is_not_suppressed(tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text("# cvrender: ignore=unknown-key\n\nperson: {nam: Ada}\n", "utf-8")
    said = CliRunner().invoke(main, ["check", str(tmp_path / "ada.yaml")])
    assert (said.exit_code, "unknown key" in said.stderr) == (1, True)


@pytest.mark.parametrize(
    ("comment", "count"), [("", 1), ("# cvrender: ignore=short-page\n\n", 0), ("# cvrender: ignore=left-out\n\n", 1)]
)
def test_a_warning_about_a_pdf_is_suppressed_for_the_whole_profile(comment: str, count: int) -> None:
    source = parse(f"{comment}person: {{name: Ada}}\n".encode(), "ada.yaml")
    problem = Problem("last page has only one line", "ada-full-classic.pdf", severity="warning", code="short-page")
    assert len(unsuppressed([problem, problem], source)) == count
